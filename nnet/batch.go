package nnet

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// Forward computes in plain floats what the net is by definition: batch input
// vectors stand one after the other in x, an input of 1 as 1, and their outputs
// go to dst in the same way. It is what Pass and Judge are held against. It
// allocates, and gonum's Gemm starts goroutines of its own from four blocks of
// 64 × 64 up, so workers do not use it. The net must not change meanwhile.
func (n *Net) Forward(dst, x []float32, batch int) {
	if batch == 0 {
		return
	}
	below := matrix(x, batch, n.Inputs())
	for i := range n.Layers {
		l := &n.Layers[i]
		sums := matrix(make([]float32, batch*l.Out), batch, l.Out)
		for b := range batch {
			copy(sums.Data[b*l.Out:], l.Bias)
		}
		if i == 0 { // stored by input
			blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, below, matrix(l.Weights, l.In, l.Out), 1, sums)
		} else {
			blas32.Gemm(blas.NoTrans, blas.Trans, 1, below, matrix(l.Weights, l.Out, l.In), 1, sums)
		}
		activation := n.Shape.Hidden
		if i == len(n.Layers)-1 {
			activation = Sigmoid
		}
		for j, s := range sums.Data {
			sums.Data[j] = activation.of(s)
		}
		below = sums
	}
	copy(dst[:batch*n.Outputs()], below.Data)
}

func (a Activation) of(sum float32) float32 {
	if a == ReLU {
		return max(0, sum)
	}
	return float32(1 / (1 + math.Exp(-float64(sum))))
}

func matrix(data []float32, rows, cols int) blas32.General {
	return blas32.General{Rows: rows, Cols: cols, Stride: cols, Data: data[:rows*cols]}
}
