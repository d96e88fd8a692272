package nnet

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

// randomNet makes a net with random weights and biases.
func randomNet(t testing.TB, r *rand.Rand, hidden Activation, units ...int) *Net {
	t.Helper()
	n, err := New(Shape{Units: units, Hidden: hidden})
	if err != nil {
		t.Fatal(err)
	}
	n.Randomize(r)
	for i := range n.Layers {
		for j := range n.Layers[i].Bias {
			n.Layers[i].Bias[j] = r.Float32() - 0.5
		}
	}
	return n
}

// randomInputs draws vectors in which about one value in four is not zero.
func randomInputs(r *rand.Rand, n, vectors int) []int16 {
	x := make([]int16, n*vectors)
	for i := range x {
		if r.IntN(4) == 0 {
			x[i] = int16(1 + r.IntN(2*One))
		}
	}
	return x
}

func floats(x []int16) []float32 {
	f := make([]float32, len(x))
	for i, v := range x {
		f[i] = float32(v) / One
	}
	return f
}

// shapes are small and odd, and both kinds of hidden units.
func shapes(yield func(Shape) bool) {
	for _, hidden := range []Activation{Sigmoid, ReLU} {
		for _, units := range [][]int{
			{1, 1, 1}, {9, 5, 3}, {17, 16, 5}, {30, 13, 7, 2}, {21, 8, 24, 5}, {12, 11, 6, 9, 5}, {208, 80, 5},
		} {
			if !yield(Shape{units, hidden}) {
				return
			}
		}
	}
}

func (s Shape) String() string { return fmt.Sprint(s.Hidden, s.Units) }

// reference64 is the net's outputs in float64, written down plainly.
func reference64(n *Net, x []float32) []float64 {
	below := make([]float64, len(x))
	for i, v := range x {
		below[i] = float64(v)
	}
	for i := range n.Layers {
		l := &n.Layers[i]
		out := make([]float64, l.Out)
		for o := range out {
			out[o] = float64(l.Bias[o])
			for k, v := range below {
				w := l.Weights[o*l.In:]
				at := k
				if i == 0 {
					w, at = l.Weights, k*l.Out+o
				}
				out[o] += v * float64(w[at])
			}
			if n.Shape.Hidden == ReLU && i < len(n.Layers)-1 {
				out[o] = max(out[o], 0)
			} else {
				out[o] = 1 / (1 + math.Exp(-out[o]))
			}
		}
		below = out
	}
	return below
}

// flat is all parameters one after the other.
func flat(n *Net) []float32 {
	var all []float32
	n.Parameters(func(p []float32) { all = append(all, p...) })
	return all
}

// at is the i-th of all parameters.
func at(n *Net, i int) *float32 {
	var found *float32
	n.Parameters(func(p []float32) {
		if i >= 0 && i < len(p) {
			found = &p[i]
		}
		i -= len(p)
	})
	return found
}

func near(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= tolerance*(1+max(math.Abs(a), math.Abs(b)))
}
