package nnet

import (
	"slices"
	"testing"
)

func TestShapesThatNoNetCanHaveAreRefused(t *testing.T) {
	for _, s := range []Shape{
		{}, {Units: []int{3, 2}}, {Units: []int{3, 0, 1}}, {Units: []int{3, -1, 1}},
		{Units: []int{maxUnits + 1, 2, 1}}, {Units: []int{3, 2, 1}, Hidden: ReLU + 1},
	} {
		if _, err := New(s); err == nil {
			t.Errorf("%v was made", s)
		}
	}
}

func TestANetKeepsNothingOfTheShapeItWasMadeOf(t *testing.T) {
	units := []int{3, 2, 1}
	n, err := New(Shape{Units: units})
	if err != nil {
		t.Fatal(err)
	}
	units[0] = 99
	if n.Inputs() != 3 || n.Outputs() != 1 {
		t.Errorf("%d inputs, %d outputs", n.Inputs(), n.Outputs())
	}
}

func TestACloneIsIndependent(t *testing.T) {
	n := randomNet(t, random(40), ReLU, 6, 4, 2)
	before, c := flat(n), n.Clone()
	c.Zero()
	c.Shape.Units[0] = 99
	if !slices.Equal(flat(n), before) || n.Inputs() != 6 {
		t.Error("changing a clone changed the net")
	}
	if slices.ContainsFunc(flat(c), func(w float32) bool { return w != 0 }) {
		t.Error("Zero left something")
	}
}

func TestMovingTowardsTheKthNetByOneKthKeepsTheMean(t *testing.T) {
	r := random(41)
	mean := randomNet(t, r, Sigmoid, 6, 4, 2)
	sum := make([]float64, len(flat(mean)))
	for k := 1; k <= 10; k++ {
		n := randomNet(t, r, Sigmoid, 6, 4, 2)
		mean.MoveTowards(n, 1/float32(k))
		for i, w := range flat(n) {
			sum[i] += float64(w)
		}
	}
	for i, w := range flat(mean) {
		if !near(float64(w), sum[i]/10, 1e-6) {
			t.Errorf("parameter %d is %v, want %v", i, w, sum[i]/10)
		}
	}
}

func TestAddAddsAMultipleOfEveryWeight(t *testing.T) {
	r := random(42)
	n, m := randomNet(t, r, ReLU, 7, 5, 3, 2), randomNet(t, r, ReLU, 7, 5, 3, 2)
	before := flat(n)
	n.Add(m, -0.5)
	for i, w := range flat(n) {
		if want := float64(before[i]) - 0.5*float64(flat(m)[i]); !near(float64(w), want, 1e-6) {
			t.Errorf("parameter %d is %v, want %v", i, w, want)
		}
	}
}

func TestNamesOfActivationsAndLosses(t *testing.T) {
	for got, want := range map[string]string{
		Sigmoid.String(): "sigmoid", ReLU.String(): "relu", Activation(7).String(): "activation 7",
		SquaredError.String(): "squared-error", CrossEntropy.String(): "cross-entropy", Loss(7).String(): "loss 7",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
