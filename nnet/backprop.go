package nnet

import (
	"fmt"
	"math"

	"tavla/nnet/internal/kernel"
)

// Loss is what learning makes small.
type Loss uint8

const (
	SquaredError Loss = iota // Σ (target - output)² / 2
	CrossEntropy             // -Σ target log(output) + (1 - target) log(1 - output)
)

func (l Loss) String() string {
	switch l {
	case SquaredError:
		return "squared-error"
	case CrossEntropy:
		return "cross-entropy"
	}
	return fmt.Sprintf("loss %d", uint8(l))
}

// Pass runs one input vector forward through a net and its error backward,
// in float32 and with all scratch its own. Not for concurrent use.
type Pass struct {
	net    *Net
	k      kernel.Set
	active []uint16    // numbers of the inputs that are not zero
	value  []float32   // and their values
	scaled []float32   // values times a step
	units  [][]float32 // what each layer puts out; the last are the outputs
	delta  [][]float32 // the loss's slope by each layer's sums, negated
	index  []uint16    // scratch of Changed
	change []int16
	zero   []int16
}

// NewPass makes a Pass over net, which may go on learning.
func NewPass(net *Net) *Pass {
	p := &Pass{net: net, k: kernel.Best()}
	in := net.Inputs()
	p.index, p.change, p.zero = make([]uint16, in+1), make([]int16, in+1), make([]int16, in)
	p.value, p.scaled = make([]float32, in), make([]float32, in)
	for _, l := range net.Layers {
		p.units = append(p.units, make([]float32, l.Out))
		p.delta = append(p.delta, make([]float32, l.Out))
	}
	return p
}

// Forward computes the outputs for one input vector on the grid of 1/One. The
// slice it returns is the Pass's own, valid until the next Forward.
func (p *Pass) Forward(x []int16) []float32 {
	n := p.k.Changed(p.index, p.change, x, p.zero)
	p.active = p.index[:n]
	p.value = p.value[:n]
	for j, c := range p.change[:n] {
		p.value[j] = float32(c) / One
	}
	last := len(p.net.Layers) - 1
	for i := range p.net.Layers {
		l, out := &p.net.Layers[i], p.units[i]
		if i == 0 {
			copy(out, l.Bias)
			p.gather(out, l)
		} else {
			in := p.units[i-1]
			for o := range out {
				out[o] = l.Bias[o] + p.k.Dot(l.Weights[o*l.In:(o+1)*l.In], in)
			}
		}
		if i == last || p.net.Shape.Hidden == Sigmoid {
			p.k.SigmoidFloat(out, out)
		} else {
			p.k.ReLUFloat(out, out)
		}
	}
	return p.units[last]
}

func (p *Pass) gather(sum []float32, l *Layer) {
	if l.Out%8 == 0 {
		p.k.GatherRows(sum, l.Weights, p.active, p.value)
		return
	}
	for j, i := range p.active {
		p.k.Axpy(sum, p.value[j], l.Weights[int(i)*l.Out:(int(i)+1)*l.Out])
	}
}

// Backward takes up after Forward: it adds to the weights of sink the loss's
// downward slope times scale. With the net itself as sink that is one step of
// stochastic gradient descent; with another net of the same shape, one sample
// summed into the gradient of a minibatch. err[o] is target less output, zero
// where an output is to learn nothing. Backward returns Σ err²/2, whatever the loss.
func (p *Pass) Backward(err []float32, loss Loss, sink *Net, scale float32) float64 {
	last := len(p.net.Layers) - 1
	size := 0.0
	out, d := p.units[last], p.delta[last]
	for o, e := range err {
		size += float64(e) * float64(e) / 2
		d[o] = e
		if loss == SquaredError {
			d[o] = e * out[o] * (1 - out[o])
		}
	}
	for i := last; i > 0; i-- {
		l, s := &p.net.Layers[i], &sink.Layers[i]
		in, below := p.units[i-1], p.delta[i-1]
		clear(below)
		for o, e := range p.delta[i] {
			if e == 0 {
				continue
			}
			row := o * l.In
			p.k.Axpy(below, e, l.Weights[row:row+l.In])
			p.k.Axpy(s.Weights[row:row+l.In], scale*e, in)
			s.Bias[o] += scale * e
		}
		p.slope(below, in)
	}
	d, s := p.delta[0], &sink.Layers[0]
	p.scaled = p.scaled[:len(p.value)]
	for j, v := range p.value {
		p.scaled[j] = scale * v
	}
	if s.Out%8 == 0 {
		p.k.ScatterRows(s.Weights, d, p.active, p.scaled)
	} else {
		for j, i := range p.active {
			p.k.Axpy(s.Weights[int(i)*s.Out:(int(i)+1)*s.Out], p.scaled[j], d)
		}
	}
	p.k.Axpy(s.Bias, scale, d)
	return size
}

// slope turns a slope by what a hidden layer puts out into one by its sums.
func (p *Pass) slope(delta, out []float32) {
	if p.net.Shape.Hidden == Sigmoid {
		for h, o := range out {
			delta[h] *= o * (1 - o)
		}
		return
	}
	for h, o := range out {
		if o <= 0 {
			delta[h] = 0
		}
	}
}

// Of is the loss of outputs against targets, in float64, for reports and for
// checking derivatives.
func (l Loss) Of(target, output []float32) float64 {
	sum := 0.0
	for o, t := range target {
		y, t := float64(output[o]), float64(t)
		if l == SquaredError {
			sum += (t - y) * (t - y) / 2
			continue
		}
		y = min(max(y, 1e-12), 1-1e-12)
		sum -= t*math.Log(y) + (1-t)*math.Log(1-y)
	}
	return sum
}
