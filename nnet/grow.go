package nnet

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Grow returns a wider net that computes the same: hidden layers get new units
// whose incoming weights are drawn at random and whose outgoing weights are
// zero, so that they are heard of only once they have learned something. hidden
// are the new sizes of the hidden layers, none smaller than before.
// Source: Chen, Goodfellow and Shlens, "Net2Net", 2016, in its simplest form.
func (n *Net) Grow(hidden []int, r *rand.Rand) (*Net, error) {
	old := n.Shape.Units
	if len(hidden) != len(old)-2 {
		return nil, fmt.Errorf("a net with %d hidden layers cannot grow to %d", len(old)-2, len(hidden))
	}
	units := slices.Clone(old)
	for i, h := range hidden {
		if h < old[i+1] {
			return nil, fmt.Errorf("hidden layer %d has %d units and cannot shrink to %d", i+1, old[i+1], h)
		}
		units[i+1] = h
	}
	grown, err := New(Shape{Units: units, Hidden: n.Shape.Hidden})
	if err != nil {
		return nil, err
	}
	grown.Randomize(r)
	for i := range n.Layers {
		from, to := &n.Layers[i], &grown.Layers[i]
		if i == 0 {
			// By input: the new units' parts of a row stay as drawn.
			for in := range from.In {
				copy(to.Weights[in*to.Out:], from.Weights[in*from.Out:(in+1)*from.Out])
			}
		} else {
			// By unit: old units do not hear the new ones below them.
			for o := range from.Out {
				row := to.Weights[o*to.In : (o+1)*to.In]
				copy(row, from.Weights[o*from.In:(o+1)*from.In])
				clear(row[from.In:])
			}
		}
		copy(to.Bias, from.Bias)
	}
	return grown, nil
}
