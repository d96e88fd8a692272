package nnet

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestForwardOfAPassAndOfABatchAreWhatTheNetIsByDefinition(t *testing.T) {
	r := random(1)
	for s := range shapes {
		n := randomNet(t, r, s.Hidden, s.Units...)
		const batch = 7
		x := randomInputs(r, n.Inputs(), batch)
		got := make([]float32, batch*n.Outputs())
		n.Forward(got, floats(x), batch)
		p := NewPass(n)
		for b := range batch {
			v := x[b*n.Inputs() : (b+1)*n.Inputs()]
			pass := p.Forward(v)
			for o, want := range reference64(n, floats(v)) {
				if g := got[b*n.Outputs()+o]; !near(float64(g), want, 2e-6) {
					t.Errorf("%v: the batch gives %v, want %v", s, g, want)
				}
				if !near(float64(pass[o]), want, 2e-6) {
					t.Errorf("%v: the pass gives %v, want %v", s, pass[o], want)
				}
			}
		}
	}
}

// sample is one input with targets, some of which are to be learnt.
type sample struct {
	x      []int16
	target []float32
	learn  []bool
}

func randomSample(r *rand.Rand, n *Net) sample {
	s := sample{x: randomInputs(r, n.Inputs(), 1)}
	for range n.Outputs() {
		s.target = append(s.target, r.Float32())
		s.learn = append(s.learn, r.IntN(3) > 0)
	}
	return s
}

// miss is what Backward wants: target less output where something is to be learnt.
func (s *sample) miss(out []float32) []float32 {
	e := make([]float32, len(out))
	for o := range out {
		if s.learn[o] {
			e[o] = s.target[o] - out[o]
		}
	}
	return e
}

// loss64 is the loss over the outputs to be learnt, by the plain definition.
func (s *sample) loss64(n *Net, l Loss) float64 {
	sum := 0.0
	for o, y := range reference64(n, floats(s.x)) {
		t := float64(s.target[o])
		switch {
		case !s.learn[o]:
		case l == SquaredError:
			sum += (t - y) * (t - y) / 2
		default:
			sum -= t*math.Log(y) + (1-t)*math.Log(1-y)
		}
	}
	return sum
}

func TestBackwardIsTheNumericalDerivativeOfTheLoss(t *testing.T) {
	r := random(2)
	for s := range shapes {
		for _, loss := range []Loss{SquaredError, CrossEntropy} {
			n := randomNet(t, r, s.Hidden, s.Units...)
			sample := randomSample(r, n)
			slope := n.Clone()
			slope.Zero()
			p := NewPass(n)
			p.Backward(sample.miss(p.Forward(sample.x)), loss, slope, 1)
			all := flat(slope)
			wrong := 0
			const tries = 300
			for range tries {
				i := r.IntN(len(all))
				w := at(n, i)
				before := *w
				const h = 1.0 / 1024 // before ± h is exact enough, see the division
				*w = before + h
				high, up := sample.loss64(n, loss), float64(*w)
				*w = before - h
				low, down := sample.loss64(n, loss), float64(*w)
				*w = before
				if want := (low - high) / (up - down); !near(float64(all[i]), want, 2e-5) {
					wrong++
					if s.Hidden != ReLU { // a kink may lie between the two
						t.Errorf("%v, %v, parameter %d: %v, want %v", s, loss, i, all[i], want)
					}
				}
			}
			if wrong > tries/20 {
				t.Errorf("%v, %v: %d of %d derivatives are wrong", s, loss, wrong, tries)
			}
		}
	}
}

func TestAnOutputWithoutErrorLearnsNothing(t *testing.T) {
	r := random(3)
	n := randomNet(t, r, Sigmoid, 10, 6, 5)
	before := n.Clone()
	p := NewPass(n)
	p.Forward(randomInputs(r, 10, 1))
	if size := p.Backward([]float32{0, 0.5, 0, 0, 0}, SquaredError, n, 0.1); size != 0.125 {
		t.Errorf("the error's size is %v, want 0.5²/2", size)
	}
	for o := range 5 {
		was, is := before.Layers[1].Weights[o*6:(o+1)*6], n.Layers[1].Weights[o*6:(o+1)*6]
		if learnt := !slices.Equal(was, is); learnt != (o == 1) {
			t.Errorf("output %d has learnt: %v", o, learnt)
		}
	}
}

func TestAMinibatchIsTheSumOfItsSamples(t *testing.T) {
	r := random(4)
	for s := range shapes {
		n := randomNet(t, r, s.Hidden, s.Units...)
		p := NewPass(n)
		total, sum := n.Clone(), n.Clone()
		total.Zero()
		sum.Zero()
		for range 5 {
			sample := randomSample(r, n)
			e := sample.miss(p.Forward(sample.x))
			one := n.Clone()
			one.Zero()
			p.Backward(e, CrossEntropy, total, 0.2)
			p.Backward(e, CrossEntropy, one, 1)
			sum.Add(one, 0.2)
		}
		all := flat(total)
		for i, want := range flat(sum) {
			if got := all[i]; !near(float64(got), float64(want), 1e-6) {
				t.Fatalf("%v, parameter %d: %v, want %v", s, i, got, want)
			}
		}
	}
}

func TestWithTheNetAsSinkBackwardIsOneStepDownTheSlope(t *testing.T) {
	r := random(5)
	for s := range shapes {
		n := randomNet(t, r, s.Hidden, s.Units...)
		p := NewPass(n)
		sample := randomSample(r, n)
		e := sample.miss(p.Forward(sample.x))
		want, slope := n.Clone(), n.Clone()
		slope.Zero()
		p.Backward(e, SquaredError, slope, 1)
		want.Add(slope, 0.1)
		p.Backward(e, SquaredError, n, 0.1)
		all := flat(n)
		for i, w := range flat(want) {
			if got := all[i]; !near(float64(got), float64(w), 1e-6) {
				t.Fatalf("%v, parameter %d: %v, want %v", s, i, got, w)
			}
		}
	}
}

func TestLossOfIsThePlainDefinition(t *testing.T) {
	r := random(6)
	n := randomNet(t, r, Sigmoid, 8, 4, 3)
	s := randomSample(r, n)
	s.learn = []bool{true, true, true}
	out := NewPass(n).Forward(s.x)
	for _, l := range []Loss{SquaredError, CrossEntropy} {
		if got, want := l.Of(s.target, out), s.loss64(n, l); !near(got, want, 1e-6) {
			t.Errorf("%v: %v, want %v", l, got, want)
		}
	}
	if got := CrossEntropy.Of([]float32{1, 0}, []float32{0, 1}); math.IsInf(got, 0) || got < 20 {
		t.Errorf("a certain error costs %v", got)
	}
}

func TestAWarmPassAllocatesNothing(t *testing.T) {
	r := random(7)
	n := randomNet(t, r, Sigmoid, 208, 80, 5)
	p, x, e := NewPass(n), randomInputs(r, 208, 1), make([]float32, 5)
	if a := testing.AllocsPerRun(20, func() {
		p.Forward(x)
		p.Backward(e, SquaredError, n, 0.1)
	}); a != 0 {
		t.Errorf("%v allocations", a)
	}
}
