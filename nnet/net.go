// Package nnet holds feed-forward networks as such: layers, forward and backward
// passes, optimizers, a fast fixed-point form for judging, and the weights file.
// It knows nothing of backgammon.
//
// Inputs are int16 on a fixed-point grid of 1/One, so that the first layer can
// be summed exactly in integers in any order (see Frozen). Outputs are sigmoids.
package nnet

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"tavla/nnet/internal/kernel"
)

// One is the fixed-point representation of an input of 1.
const One = 128

// Activation is the function a hidden layer applies to its sums. Outputs are
// always sigmoids.
type Activation uint8

const (
	Sigmoid Activation = iota // 1 / (1 + exp(-x))
	ReLU                      // max(0, x)
)

func (a Activation) String() string {
	switch a {
	case Sigmoid:
		return "sigmoid"
	case ReLU:
		return "relu"
	}
	return fmt.Sprintf("activation %d", uint8(a))
}

// Shape is all that is fixed about a net: units per layer, inputs first and
// outputs last, and what the hidden layers apply.
type Shape struct {
	Units  []int
	Hidden Activation
}

// Check reports a shape that no net can have.
func (s Shape) Check() error {
	if len(s.Units) < 3 {
		return fmt.Errorf("a net has inputs, at least one hidden layer and outputs; %v has %d layers", s.Units, len(s.Units))
	}
	for i, n := range s.Units {
		if n < 1 || n > maxUnits {
			return fmt.Errorf("layer %d has %d units; 1 to %d are possible", i, n, maxUnits)
		}
	}
	if s.Hidden > ReLU {
		return fmt.Errorf("unknown %v", s.Hidden)
	}
	return nil
}

// maxUnits bounds a layer, so that input numbers fit uint16 and a damaged file
// cannot ask for absurd amounts of memory.
const maxUnits = 1 << 14

// Layer is one fully connected layer with float32 weights.
type Layer struct {
	// Weights of the first layer stand by input (In × Out), because its inputs
	// are sparse; those of every other layer stand by unit (Out × In).
	Weights []float32
	Bias    []float32 // Out
	In, Out int
}

// Net is a network in the form that learns. Concurrent reading is fine; learning
// is for one goroutine.
type Net struct {
	Shape  Shape
	Layers []Layer
}

// New makes a net of the given shape with all weights zero.
func New(s Shape) (*Net, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	n := &Net{Shape: Shape{Units: slices.Clone(s.Units), Hidden: s.Hidden}}
	for i := 1; i < len(s.Units); i++ {
		in, out := s.Units[i-1], s.Units[i]
		n.Layers = append(n.Layers, Layer{
			Weights: make([]float32, in*out),
			Bias:    make([]float32, out),
			In:      in, Out: out,
		})
	}
	return n, nil
}

// typicalActive is about how many first-layer inputs are not zero at a time.
const typicalActive = 32

// Randomize draws every weight uniformly with a spread that keeps a layer's sums
// about as large as its inputs, and clears the biases.
func (n *Net) Randomize(r *rand.Rand) {
	for i := range n.Layers {
		l := &n.Layers[i]
		active := l.In
		if i == 0 {
			active = min(active, typicalActive)
		}
		spread := float32(1 / math.Sqrt(float64(active)))
		for j := range l.Weights {
			l.Weights[j] = spread * (2*r.Float32() - 1)
		}
		clear(l.Bias)
	}
}

// Inputs and Outputs are the sizes of the first and last layer.
func (n *Net) Inputs() int  { return n.Shape.Units[0] }
func (n *Net) Outputs() int { return n.Shape.Units[len(n.Shape.Units)-1] }

// Clone returns an independent copy.
func (n *Net) Clone() *Net {
	c := &Net{Shape: Shape{Units: slices.Clone(n.Shape.Units), Hidden: n.Shape.Hidden}}
	for _, l := range n.Layers {
		l.Weights, l.Bias = slices.Clone(l.Weights), slices.Clone(l.Bias)
		c.Layers = append(c.Layers, l)
	}
	return c
}

// Parameters calls f with every slice of weights and biases, in a fixed order.
// The slices are the net's own.
func (n *Net) Parameters(f func(p []float32)) {
	for i := range n.Layers {
		f(n.Layers[i].Weights)
		f(n.Layers[i].Bias)
	}
}

// Zero sets every weight to zero.
func (n *Net) Zero() { n.Parameters(func(p []float32) { clear(p) }) }

// Add adds scale times every weight of other, a net of the same shape. With a
// slope that Pass.Backward has summed it is a step of gradient descent.
func (n *Net) Add(other *Net, scale float32) {
	k := kernel.Best()
	for i := range n.Layers {
		l, o := &n.Layers[i], &other.Layers[i]
		k.Axpy(l.Weights, scale, o.Weights)
		k.Axpy(l.Bias, scale, o.Bias)
	}
}

// Finite reports whether every weight is a number of a sane size.
func (n *Net) Finite() bool {
	ok := true
	n.Parameters(func(p []float32) {
		for _, w := range p {
			if !(w > -1e6 && w < 1e6) {
				ok = false
				return
			}
		}
	})
	return ok
}

// MoveTowards moves every weight of n by a share of its distance to that of
// other, a net of the same shape. With share 1/k for the k-th net it keeps the
// mean of k nets.
func (n *Net) MoveTowards(other *Net, share float32) {
	var theirs [][]float32
	other.Parameters(func(p []float32) { theirs = append(theirs, p) })
	i := 0
	n.Parameters(func(p []float32) {
		for j, w := range theirs[i] {
			p[j] += share * (w - p[j])
		}
		i++
	})
}
