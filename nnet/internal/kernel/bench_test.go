package kernel

import (
	"fmt"
	"testing"
)

// benchmark runs f for every set and hidden layer of 128 and 256 units.
func benchmark(b *testing.B, prepare func(s Set, width int) func()) {
	for _, width := range []int{128, 256} {
		for _, s := range All() {
			b.Run(fmt.Sprintf("%d/%s", width, s.Name()), func(b *testing.B) {
				f := prepare(s, width)
				for b.Loop() {
					f()
				}
			})
		}
	}
}

func BenchmarkChanged(b *testing.B) {
	benchmark(b, func(s Set, width int) func() {
		x, base := make([]int16, width), make([]int16, width)
		for i := 5; i < width; i += width / 12 {
			x[i] = 1
		}
		index, delta := make([]uint16, width+1), make([]int16, width+1)
		return func() { s.Changed(index, delta, x, base) }
	})
}

func BenchmarkAddRowsOf40(b *testing.B) {
	benchmark(b, func(s Set, width int) func() {
		const rows, n = 240, 40
		r := source(1)
		acc, w := make([]int32, width), make([]int16, rows*width)
		index, value := make([]uint16, n), make([]int16, n)
		for j := range index {
			index[j], value[j] = uint16(r.IntN(rows)), int16(r.IntN(200))
		}
		return func() { s.AddRows(acc, w, index, value) }
	})
}

func BenchmarkSigmoid(b *testing.B) {
	benchmark(b, func(s Set, width int) func() {
		acc, dst := make([]int32, width), make([]float32, width)
		for i := range acc {
			acc[i] = int32(i * 100)
		}
		return func() { s.Sigmoid(dst, acc, 1.0/16384) }
	})
}

func BenchmarkSigmoidFloat(b *testing.B) {
	benchmark(b, func(s Set, width int) func() {
		src, dst := floats(source(1), width).cells, make([]float32, width)
		return func() { s.SigmoidFloat(dst, src) }
	})
}

func BenchmarkReLU(b *testing.B) {
	benchmark(b, func(s Set, width int) func() {
		acc, dst := make([]int32, width), make([]float32, width)
		return func() { s.ReLU(dst, acc, 1.0/16384) }
	})
}

func BenchmarkDense(b *testing.B) {
	for _, shape := range [][2]int{{1, 8}, {8, 8}, {8, 64}} {
		b.Run(fmt.Sprintf("%dx%d", shape[0], shape[1]), func(b *testing.B) {
			benchmark(b, func(s Set, width int) func() {
				n, out := shape[0], shape[1]
				r := source(1)
				src, w := floats(r, n*width).cells, floats(r, width*out).cells
				bias, dst := floats(r, out).cells, make([]float32, n*out)
				return func() { s.Dense(dst, src, w, bias, n, width, out) }
			})
		})
	}
}

func BenchmarkDot(b *testing.B) {
	benchmark(b, func(s Set, width int) func() {
		x, y := floats(source(1), width).cells, floats(source(2), width).cells
		return func() { s.Dot(x, y) }
	})
}

func BenchmarkAxpy(b *testing.B) {
	benchmark(b, func(s Set, width int) func() {
		x, y := floats(source(1), width).cells, floats(source(2), width).cells
		return func() { s.Axpy(y, 1e-9, x) }
	})
}

func BenchmarkGatherRowsOf40(b *testing.B) {
	benchmark(b, func(s Set, width int) func() {
		w, acc, index, value := sparseLayer(width)
		return func() { s.GatherRows(acc, w, index, value) }
	})
}

func BenchmarkScatterRowsOf40(b *testing.B) {
	benchmark(b, func(s Set, width int) func() {
		w, delta, index, value := sparseLayer(width)
		return func() { s.ScatterRows(w, delta, index, value) }
	})
}

func sparseLayer(width int) (w, row []float32, index []uint16, value []float32) {
	const rows, n = 240, 40
	r := source(1)
	for range n {
		index = append(index, uint16(r.IntN(rows)))
	}
	return floats(r, rows*width).cells, make([]float32, width), index, make([]float32, n)
}

func BenchmarkAdam(b *testing.B) {
	benchmark(b, func(s Set, width int) func() {
		r := source(1)
		w, g := floats(r, width).cells, floats(r, width).cells
		m, v := make([]float32, width), make([]float32, width)
		return func() { s.Adam(w, m, v, g, 0.001, 0.9, 0.999, 1e-8) }
	})
}
