package kernel

import (
	"slices"
	"testing"
)

// sumTablesLoop is the loop in the comment of SumTables.
func sumTablesLoop(dst, start, table []int32, x [][Places]uint8) {
	for v := range x {
		for h := range start {
			sum := start[h]
			for p, value := range x[v] {
				row := p*Values + int(value%Values)
				sum += table[row*len(start)+h] - table[p*Values*len(start)+h]
			}
			dst[v*len(start)+h] = sum
		}
	}
}

// Vectors are alike, or differ anywhere, or hold more than a table has rows for.
func TestTablesAreSummedExactlyForEveryWidthAndVector(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		for width := 0; width <= 80; width += 16 {
			r := source(width)
			any := func(int) int32 { return int32(r.Uint32()) }
			start, table := fenced(width, 8, any), fenced(Places*Values*width, 9, any)
			for n := range 40 {
				x := fenced(n, [Places]uint8{1, 2, 3}, func(int) [Places]uint8 { return [Places]uint8{} })
				for v := range x.cells {
					if v > 0 {
						x.cells[v] = x.cells[v-1]
					}
					for range []int{0, 1, 5, 5, 64, 1000}[r.IntN(6)] {
						x.cells[v][r.IntN(Places)] = uint8(r.IntN(Values))
					}
					if r.IntN(9) == 0 {
						x.cells[v][r.IntN(Places)] = uint8(r.Uint32())
					}
				}
				dst := fenced(n*width, -7, any)
				want := dst.clone()
				sumTablesLoop(want.cells, start.cells, table.cells, x.cells)
				s.SumTables(dst.cells, start.cells, table.cells, x.cells)
				dst.check(t, "dst")
				if !slices.Equal(dst.cells, want.cells) {
					t.Fatalf("width %d, %d vectors: got %v, want %v", width, n, dst.cells, want.cells)
				}
			}
		}
	})
}

func BenchmarkSumTables(b *testing.B) {
	benchmark(b, func(s Set, width int) func() {
		const n = 32
		r := source(1)
		start, table, dst := make([]int32, width), make([]int32, Places*Values*width), make([]int32, n*width)
		x := make([][Places]uint8, n)
		for v := range x[1:] {
			x[v+1] = x[v]
			for range 4 {
				x[v+1][r.IntN(Places)] = uint8(r.IntN(Values))
			}
		}
		return func() { s.SumTables(dst, start, table, x) }
	})
}
