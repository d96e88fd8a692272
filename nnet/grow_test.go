package nnet

import (
	"math/rand/v2"
	"testing"
)

func TestAGrownNetComputesTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, hidden := range []Activation{Sigmoid, ReLU} {
		n, err := New(Shape{Units: []int{20, 8, 5, 3}, Hidden: hidden})
		if err != nil {
			t.Fatal(err)
		}
		n.Randomize(r)
		g, err := n.Grow([]int{16, 9}, r)
		if err != nil {
			t.Fatal(err)
		}
		before, after := NewPass(n), NewPass(g)
		for range 100 {
			x := make([]int16, 20)
			for i := range x {
				x[i] = int16(r.IntN(2 * One))
			}
			a, b := before.Forward(x), after.Forward(x)
			for o := range a {
				if d := a[o] - b[o]; d > 1e-6 || d < -1e-6 {
					t.Fatalf("%v: output %d was %v and is %v", hidden, o, a[o], b[o])
				}
			}
		}
		learns := false
		for i := 0; i < len(g.Layers[0].Bias); i++ {
			for in := range 20 {
				learns = learns || i >= 8 && g.Layers[0].Weights[in*16+i] != 0
			}
		}
		if !learns {
			t.Errorf("%v: the new units hear nothing", hidden)
		}
	}
}

func TestANetDoesNotShrinkOrDeepenByGrowing(t *testing.T) {
	n, err := New(Shape{Units: []int{20, 8, 3}})
	if err != nil {
		t.Fatal(err)
	}
	for _, hidden := range [][]int{{7}, {8, 8}, {}} {
		if _, err := n.Grow(hidden, rand.New(rand.NewPCG(1, 1))); err == nil {
			t.Errorf("growing to %v: no error", hidden)
		}
	}
}
