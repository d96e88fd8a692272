package nnet

import (
	"math"
	"slices"
	"testing"
)

func TestAdamIsThePlainAlgorithmOverManySteps(t *testing.T) {
	r := random(10)
	n := randomNet(t, r, Sigmoid, 9, 5, 3)
	a := NewAdam(n)
	w := make([]float64, 0)
	for _, v := range flat(n) {
		w = append(w, float64(v))
	}
	mean, square := make([]float64, len(w)), make([]float64, len(w))
	slope := n.Clone()
	for step := 1; step <= 50; step++ {
		rate := 0.01 / float64(step)
		slope.Randomize(r)
		for i, s := range flat(slope) {
			g := -float64(s) // the gradient points upward
			mean[i] = 0.9*mean[i] + 0.1*g
			square[i] = 0.999*square[i] + 0.001*g*g
			m, v := mean[i]/(1-math.Pow(0.9, float64(step))), square[i]/(1-math.Pow(0.999, float64(step)))
			w[i] -= rate * m / (math.Sqrt(v) + 1e-8)
		}
		a.Step(n, slope, rate)
		for i, got := range flat(n) {
			if !near(float64(got), w[i], 1e-5) {
				t.Fatalf("step %d, parameter %d: %v, want %v", step, i, got, w[i])
			}
		}
	}
	if a.Steps != 50 {
		t.Errorf("%d steps counted", a.Steps)
	}
}

func TestTheFirstStepOfAdamMovesEveryWeightByTheRate(t *testing.T) {
	r := random(11)
	n := randomNet(t, r, ReLU, 4, 3, 2)
	before, slope := flat(n), n.Clone()
	slope.Randomize(r)
	NewAdam(n).Step(n, slope, 0.01)
	for i, g := range flat(slope) {
		want := math.Copysign(0.01, float64(g))
		if g == 0 {
			want = 0
		}
		if moved := float64(flat(n)[i] - before[i]); math.Abs(moved-want) > 1e-5 {
			t.Errorf("parameter %d with slope %v moved by %v", i, g, moved)
		}
	}
}

func TestAdamResumesFromItsMeansToTheSameBits(t *testing.T) {
	r := random(12)
	n := randomNet(t, r, Sigmoid, 9, 16, 5)
	a, slope := NewAdam(n), n.Clone()
	for range 3 {
		slope.Randomize(r)
		a.Step(n, slope, 0.01)
	}
	resumed := NewAdam(n)
	resumed.Mean, resumed.Square, resumed.Steps = a.Mean.Clone(), a.Square.Clone(), a.Steps
	m := n.Clone()
	a.Step(n, slope, 0.01)
	resumed.Step(m, slope, 0.01)
	if !slices.Equal(flat(n), flat(m)) {
		t.Error("the resumed optimizer went elsewhere")
	}
}

func TestLearningByAdamAndByPlainStepsLowersTheLoss(t *testing.T) {
	r := random(13)
	for _, loss := range []Loss{SquaredError, CrossEntropy} {
		for _, adam := range []bool{false, true} {
			n := randomNet(t, r, Sigmoid, 12, 10, 3)
			p, slope, a := NewPass(n), n.Clone(), NewAdam(n)
			var samples []sample
			for range 8 {
				s := randomSample(r, n)
				s.learn = []bool{true, true, true}
				samples = append(samples, s)
			}
			total := func() (sum float64) {
				for i := range samples {
					sum += loss.Of(samples[i].target, p.Forward(samples[i].x))
				}
				return sum
			}
			floor := 0.0 // cross entropy does not fall to zero
			for _, s := range samples {
				floor += loss.Of(s.target, s.target)
			}
			before := total()
			for range 500 {
				slope.Zero()
				for i := range samples {
					e := samples[i].miss(p.Forward(samples[i].x))
					p.Backward(e, loss, slope, 1/float32(len(samples)))
				}
				if adam {
					a.Step(n, slope, 0.02)
				} else {
					n.Add(slope, 2)
				}
			}
			if after := total(); after-floor > (before-floor)/4 {
				t.Errorf("%v, adam %v: the loss over its floor went from %v to %v", loss, adam, before-floor, after-floor)
			}
		}
	}
}
