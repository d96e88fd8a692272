package kernel

import (
	"math"
	"slices"
	"testing"
)

func TestChangedListsTheDifferingPlacesInOrder(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		for n := range 132 {
			for _, share := range []float64{0, 0.05, 0.5, 1} {
				r := source(n)
				base := fenced(n, 99, func(int) int16 { return int16(r.Uint32()) })
				x := fenced(n, 77, func(i int) int16 {
					if r.Float64() < share {
						return int16(r.Uint32())
					}
					return base.cells[i]
				})
				index := fenced(n+1, 4242, func(int) uint16 { return 0 })
				delta := fenced(n+1, 4242, func(int) int16 { return 0 })
				var wantIndex []uint16
				var wantDelta []int16
				for i, v := range x.cells {
					if v != base.cells[i] {
						wantIndex = append(wantIndex, uint16(i))
						wantDelta = append(wantDelta, v-base.cells[i])
					}
				}
				got := s.Changed(index.cells, delta.cells, x.cells, base.cells)
				index.check(t, "index")
				delta.check(t, "delta")
				if !slices.Equal(index.cells[:got], wantIndex) || !slices.Equal(delta.cells[:got], wantDelta) {
					t.Fatalf("length %d: got %v by %v, want %v by %v", n,
						index.cells[:got], delta.cells[:got], wantIndex, wantDelta)
				}
			}
		}
	})
}

func TestChangedTakesTheGreatestLength(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		const n = 1 << 16
		x, base := make([]int16, n), make([]int16, n)
		x[n-1], base[n-1] = math.MaxInt16, -1
		index, delta := make([]uint16, n+1), make([]int16, n+1)
		if got := s.Changed(index, delta, x, base); got != 1 || index[0] != n-1 || delta[0] != math.MinInt16 {
			t.Errorf("got %d places, the first %d by %d, want the last cell by -32768", got, index[0], delta[0])
		}
	})
}

// addRowsLoop is the loop in the comment of AddRows.
func addRowsLoop(acc []int32, w []int16, index []uint16, value []int16) {
	for h := range acc {
		for j := range index {
			acc[h] += int32(value[j]) * int32(w[int(index[j])*len(acc)+Permuted(h)])
		}
	}
}

func TestAddRowsIsExactForEveryWidthAndNumberOfRows(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		for width := 0; width <= 272; width += 16 {
			const rows = 9
			r := source(width)
			// Extremes often; -32768 is for values only.
			weight := func(int) int16 {
				switch r.IntN(6) {
				case 0:
					return math.MaxInt16
				case 1:
					return -math.MaxInt16
				}
				return int16(max(-math.MaxInt16, int(int16(r.Uint32()))))
			}
			w := fenced(rows*width, 31, weight)
			for n := range 20 {
				index := fenced(n, 60000, func(int) uint16 { return uint16(r.IntN(rows)) })
				value := fenced(n, 555, func(i int) int16 {
					if r.IntN(4) == 0 {
						return math.MinInt16
					}
					return weight(i)
				})
				acc := fenced(width, -7, func(int) int32 { return int32(r.Uint32()) })
				want := acc.clone()
				addRowsLoop(want.cells, w.cells, index.cells, value.cells)
				s.AddRows(acc.cells, w.cells, index.cells, value.cells)
				acc.check(t, "acc")
				if !slices.Equal(acc.cells, want.cells) {
					t.Fatalf("width %d, %d rows: got %v, want %v", width, n, acc.cells, want.cells)
				}
			}
		}
	})
}

func TestAddRowsDoesNotDependOnTheOrderOfTheRows(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		const width, rows = 128, 41
		r := source(3)
		w := make([]int16, rows*width)
		for i := range w {
			w[i] = int16(max(-math.MaxInt16, int(int16(r.Uint32()))))
		}
		index, value := make([]uint16, rows), make([]int16, rows)
		for j := range index {
			index[j], value[j] = uint16(j), int16(r.Uint32())
		}
		want, got := make([]int32, width), make([]int32, width)
		s.AddRows(want, w, index, value)
		r.Shuffle(rows, func(a, b int) {
			index[a], index[b] = index[b], index[a]
			value[a], value[b] = value[b], value[a]
		})
		s.AddRows(got, w, index[:7], value[:7])
		s.AddRows(got, w, index[7:], value[7:])
		if !slices.Equal(got, want) {
			t.Error("the sums depend on the order or grouping of the rows")
		}
	})
}

func TestPermutedIsItsOwnInverseWithinGroupsOf16(t *testing.T) {
	for h := range 512 {
		p := Permuted(h)
		if Permuted(p) != h || p/16 != h/16 {
			t.Errorf("Permuted(%d) = %d, and back %d", h, p, Permuted(p))
		}
	}
}
