package nnet

import (
	"fmt"
	"math"

	"tavla/nnet/internal/kernel"
)

// Frozen is a net in the form that judges: immutable, shared by any number of
// Judges. Its first layer lives in integers: weights are rounded to int16 on a
// grid of 1/2^shift, inputs are int16 on a grid of 1/One, and products are summed
// in int32. Integer sums are the same in every order, so a position may be
// summed from nothing or by its difference from another one and gets the same
// bits. Everything above the first layer is float32 in one fixed order.
type Frozen struct {
	in, out int
	hidden  Activation
	rows    []int16 // In rows of width units, permuted as kernel.AddRows wants
	bias    []int32 // on the grid of the sums
	scale   float32 // turns a sum into what the activation takes
	width   int     // first hidden layer, padded
	upper   []denseLayer
	places  *placeTable // of a net that Tabulate made
}

// denseLayer is a layer above the first, by input (in × out), out padded to 8.
type denseLayer struct {
	weights, bias []float32
	in, out       int
}

const (
	maxShift = 14
	maxSum   = 1 << 30 // for a bias, and as much again for the inputs' share
)

// Freeze makes the judging form of a net. It fails on weights that are not
// finite.
func Freeze(n *Net) (*Frozen, error) {
	if !n.Finite() {
		return nil, fmt.Errorf("the net has weights that are not finite")
	}
	first := &n.Layers[0]
	f := &Frozen{
		in: first.In, out: n.Outputs(), hidden: n.Shape.Hidden,
		width: roundUp(first.Out, 16),
	}
	largest := 0.0
	for _, w := range first.Weights {
		largest = max(largest, math.Abs(float64(w)))
	}
	bias := 0.0
	for _, b := range first.Bias {
		bias = max(bias, math.Abs(float64(b)))
	}
	shift := maxShift
	for largest*math.Ldexp(1, shift) > math.MaxInt16 || bias*One*math.Ldexp(1, shift) > maxSum {
		shift--
	}
	grid := math.Ldexp(1, shift)
	f.scale = float32(1 / (grid * One))
	f.rows = make([]int16, f.in*f.width)
	f.bias = make([]int32, f.width)
	for i := range f.in {
		for h := range first.Out {
			q := math.RoundToEven(float64(first.Weights[i*first.Out+h]) * grid)
			f.rows[i*f.width+kernel.Permuted(h)] = int16(q)
		}
	}
	for h, b := range first.Bias {
		q := math.RoundToEven(float64(b) * grid * One)
		f.bias[h] = int32(q)
	}
	below := f.width
	for i := 1; i < len(n.Layers); i++ {
		l := &n.Layers[i]
		d := denseLayer{in: below, out: roundUp(l.Out, 8)}
		d.weights, d.bias = make([]float32, d.in*d.out), make([]float32, d.out)
		for o := range l.Out {
			d.bias[o] = l.Bias[o]
			for k := range l.In {
				d.weights[k*d.out+o] = l.Weights[o*l.In+k]
			}
		}
		f.upper = append(f.upper, d)
		below = d.out
	}
	return f, nil
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }

// Inputs and Outputs are the sizes of a judge's vectors.
func (f *Frozen) Inputs() int  { return f.in }
func (f *Frozen) Outputs() int { return f.out }

// Judge evaluates batches of input vectors with a Frozen net. It owns its
// scratch and is not for concurrent use.
type Judge struct {
	f      *Frozen
	k      kernel.Set
	index  []uint16
	delta  []int16
	sums   []int32 // of one vector, or of maxBatch for a net with a table
	zero   []int16
	layers [][]float32 // what each layer puts out, for maxBatch vectors
}

// maxBatch is how many vectors go through the upper layers at a time, a multiple
// of those that Dense takes together.
const maxBatch = 32

// NewJudge makes a Judge with the best kernels of this machine.
func (f *Frozen) NewJudge() *Judge { return f.newJudge(kernel.Best()) }

// Kernels names the sets of kernels that this machine runs, the fastest first,
// which is the one that NewJudge takes. The slice is the caller's.
func Kernels() []string {
	var names []string
	for _, k := range kernel.All() {
		names = append(names, k.Name())
	}
	return names
}

// NewJudgeOn makes a Judge with the kernels of that name, one of Kernels, to
// compare them; judging is what NewJudge is for.
func (f *Frozen) NewJudgeOn(name string) (*Judge, error) {
	for _, k := range kernel.All() {
		if k.Name() == name {
			return f.newJudge(k), nil
		}
	}
	return nil, fmt.Errorf("no kernels named %q run here; there are %v", name, Kernels())
}

func (f *Frozen) newJudge(k kernel.Set) *Judge {
	vectors := 1
	if f.places != nil {
		vectors = maxBatch
	}
	j := &Judge{
		f: f, k: k,
		index: make([]uint16, f.in+1), delta: make([]int16, f.in+1),
		sums: make([]int32, vectors*f.width), zero: make([]int16, f.in),
		layers: [][]float32{make([]float32, maxBatch*f.width)},
	}
	for _, d := range f.upper {
		j.layers = append(j.layers, make([]float32, maxBatch*d.out))
	}
	return j
}

// Kernel names the kernels in use.
func (j *Judge) Kernel() string { return j.k.Name() }

// Evaluate writes the outputs for len(x)/Inputs vectors, one after the other in
// x, to dst, Outputs values each. A vector that resembles the one before it
// costs little: the first layer is corrected by the difference. Sums fit as long
// as the values of a vector together are at most 1<<15 in size (256 inputs of 1).
// It panics unless x holds whole vectors and dst has room for their outputs.
func (j *Judge) Evaluate(dst []float32, x []int16) {
	f := j.f
	if len(x)%f.in != 0 || len(dst) < len(x)/f.in*f.out {
		panic(fmt.Sprintf("nnet: Evaluate: %d values are not whole vectors of %d, or %d outputs are no room for them", len(x), f.in, len(dst)))
	}
	base, sums := j.zero, j.sums[:f.width]
	copy(sums, f.bias)
	for len(x) > 0 {
		n := min(len(x)/f.in, maxBatch)
		for b := range n {
			v := x[b*f.in : (b+1)*f.in]
			c := j.k.Changed(j.index, j.delta, v, base)
			j.k.AddRows(sums, f.rows, j.index[:c], j.delta[:c])
			base = v
			j.squash(j.layers[0][b*f.width:], sums)
		}
		j.finish(dst, n)
		x, dst = x[n*f.in:], dst[n*f.out:]
	}
}

// squash turns sums into first hidden units.
func (j *Judge) squash(h []float32, sums []int32) {
	if j.f.hidden == Sigmoid {
		j.k.Sigmoid(h, sums, j.f.scale)
	} else {
		j.k.ReLU(h, sums, j.f.scale)
	}
}

// finish runs n vectors of first hidden units through the layers above, the batch
// filled up to as many as Dense takes together with whatever the scratch holds.
func (j *Judge) finish(dst []float32, n int) {
	f := j.f
	filled := n
	if n > 1 {
		filled = roundUp(n, j.k.Together())
	}
	for i := range f.upper {
		d := &f.upper[i]
		out := j.layers[i+1][:filled*d.out]
		j.k.Dense(out, j.layers[i][:filled*d.in], d.weights, d.bias, filled, d.in, d.out)
		out = out[:n*d.out]
		if i == len(f.upper)-1 || f.hidden == Sigmoid {
			j.k.SigmoidFloat(out, out)
		} else {
			j.k.ReLUFloat(out, out)
		}
	}
	last := &f.upper[len(f.upper)-1]
	for b := range n {
		copy(dst[b*f.out:(b+1)*f.out], j.layers[len(f.upper)][b*last.out:])
	}
}
