package nnet

import (
	"fmt"
	"slices"

	"tavla/nnet/internal/kernel"
)

// Places are 64 cells of values below 16 that tell an input vector, if that is the sum
// of what each of them gives by itself: the men on each point of a board, say.
type Places = [kernel.Places]uint8

// placeTable is what the first layer makes of Places.
type placeTable struct {
	zeros []int32 // the sums of Places of zeros
	rows  []int32 // of width units, what the values of each place give
}

// Tabulate returns the net with a table of what its first layer makes of Places, for
// Judge.EvaluatePlaces. It is given the input vectors that the values 0 to 15 give at
// the first place, at the second, and so on. The table is 1024 times the first hidden
// layer in size: it is for small nets.
func (f *Frozen) Tabulate(vectors []int16) *Frozen {
	const rows = kernel.Places * kernel.Values
	if len(vectors) != rows*f.in {
		panic(fmt.Sprintf("nnet: Tabulate: %d values are not %d vectors of %d", len(vectors), rows, f.in))
	}
	t := &placeTable{slices.Clone(f.bias), make([]int32, rows*f.width)}
	j := f.NewJudge()
	for i := range rows {
		row := t.rows[i*f.width : (i+1)*f.width]
		n := j.k.Changed(j.index, j.delta, vectors[i*f.in:(i+1)*f.in], j.zero)
		j.k.AddRows(row, f.rows, j.index[:n], j.delta[:n])
		if i%kernel.Values == 0 {
			for h, sum := range row {
				t.zeros[h] += sum
			}
		}
	}
	with := *f
	with.places = t
	return &with
}

// EvaluatePlaces writes the outputs for the vectors that x tells, Outputs values each,
// to dst: to the bit what Evaluate writes for the vectors themselves. It panics if the
// net has no table or dst no room.
func (j *Judge) EvaluatePlaces(dst []float32, x []Places) {
	f := j.f
	if f.places == nil || len(dst) < len(x)*f.out {
		panic(fmt.Sprintf("nnet: EvaluatePlaces: the net has no table, or %d outputs are no room for %d vectors", len(dst), len(x)))
	}
	for len(x) > 0 {
		n := min(len(x), maxBatch)
		sums := j.sums[:n*f.width]
		j.k.SumTables(sums, f.places.zeros, f.places.rows, x[:n])
		j.squash(j.layers[0], sums)
		j.finish(dst, n)
		x, dst = x[n:], dst[n*f.out:]
	}
}
