package nnet

import (
	"math"

	"tavla/nnet/internal/kernel"
)

// Adam is the optimizer of D. Kingma and J. Ba, "Adam: A Method for Stochastic
// Optimization", 2015, with the correction for the bias of the first steps. Mean,
// Square and Steps are all it remembers: a checkpoint that keeps them, and the
// constants, resumes to the same bits. It belongs to one goroutine.
type Adam struct {
	Mean   *Net // running mean of the slope
	Square *Net // running mean of its square
	Steps  int  // taken so far

	Beta1, Beta2 float64 // what the running means keep of themselves each step
	Epsilon      float64 // keeps weights still whose slope is next to nothing

	k kernel.Set
}

// NewAdam makes an Adam with the usual constants for nets of n's shape. It does
// not keep n.
func NewAdam(n *Net) *Adam {
	a := &Adam{
		Mean: n.Clone(), Square: n.Clone(),
		Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8,
		k: kernel.Best(),
	}
	a.Mean.Zero()
	a.Square.Zero()
	return a
}

// Step moves the weights of n down the loss. slope is what Pass.Backward has
// summed, which points downward, divided by the number of samples; it has n's
// shape and stays as it is. rate is about how far a weight moves at most.
func (a *Adam) Step(n, slope *Net, rate float64) {
	a.Steps++
	unbias1 := 1 - math.Pow(a.Beta1, float64(a.Steps))
	unbias2 := math.Sqrt(1 - math.Pow(a.Beta2, float64(a.Steps)))
	step := float32(-rate * unbias2 / unbias1) // negative: the slope points downward
	eps := float32(a.Epsilon * unbias2)
	for i := range n.Layers {
		l, m, v, g := &n.Layers[i], &a.Mean.Layers[i], &a.Square.Layers[i], &slope.Layers[i]
		a.k.Adam(l.Weights, m.Weights, v.Weights, g.Weights, step, float32(a.Beta1), float32(a.Beta2), eps)
		a.k.Adam(l.Bias, m.Bias, v.Bias, g.Bias, step, float32(a.Beta1), float32(a.Beta2), eps)
	}
}
