package kernel

import (
	"math"
	"slices"
	"testing"
)

func TestDotIsNearTheExactSum(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		for n := range 132 {
			r := source(n)
			a, b := floats(r, n), floats(r, n)
			want, size := 0.0, 0.0
			for i, v := range a.cells {
				p := float64(v) * float64(b.cells[i])
				want, size = want+p, size+math.Abs(p)
			}
			got := s.Dot(a.cells, b.cells)
			if !near(got, want, size, float64(n)*sumTolerance) {
				t.Fatalf("length %d: got %v, want %v", n, got, want)
			}
			if again := s.Dot(a.clone().cells, b.clone().cells); again != got {
				t.Fatalf("length %d: %v, then %v", n, got, again)
			}
		}
	})
}

func TestAxpyAddsAMultiple(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		for n := range 132 {
			r := source(n)
			dst, x := floats(r, n), floats(r, n)
			before := slices.Clone(dst.cells)
			s.Axpy(dst.cells, 0.7, x.cells)
			dst.check(t, "dst")
			for i, got := range dst.cells {
				p := float64(float32(0.7)) * float64(x.cells[i])
				if !near(got, float64(before[i])+p, 2, 2*sumTolerance) {
					t.Fatalf("length %d: cell %d is %v, want %v", n, i, got, float64(before[i])+p)
				}
			}
		}
	})
}

// sparse returns n rows out of nine, repeated ones among them.
func sparse(n, seed int) (*fence[uint16], *fence[float32]) {
	r := source(seed)
	return fenced(n, 60000, func(int) uint16 { return uint16(r.IntN(9)) }), floats(r, n)
}

func TestGatherRowsSumsTheRows(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		for width := 0; width <= 208; width += 8 {
			for n := range 12 {
				r := source(width)
				acc, w := floats(r, width), floats(r, 9*width)
				index, value := sparse(n, n)
				before := slices.Clone(acc.cells)
				s.GatherRows(acc.cells, w.cells, index.cells, value.cells)
				acc.check(t, "acc")
				for h, got := range acc.cells {
					want := float64(before[h])
					for j, row := range index.cells {
						want += float64(value.cells[j]) * float64(w.cells[int(row)*width+h])
					}
					if !near(got, want, float64(n+1), float64(n+1)*sumTolerance) {
						t.Fatalf("width %d, %d rows: unit %d is %v, want %v", width, n, h, got, want)
					}
				}
			}
		}
	})
}

func TestScatterRowsAddsToTheRows(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		for width := 0; width <= 208; width += 8 {
			for n := range 12 {
				r := source(width)
				delta, w := floats(r, width), floats(r, 9*width)
				index, value := sparse(n, n)
				want := make([]float64, len(w.cells))
				for i, v := range w.cells {
					want[i] = float64(v)
				}
				for j, row := range index.cells {
					for h, d := range delta.cells {
						want[int(row)*width+h] += float64(value.cells[j]) * float64(d)
					}
				}
				s.ScatterRows(w.cells, delta.cells, index.cells, value.cells)
				w.check(t, "w")
				for i, got := range w.cells {
					if !near(got, want[i], float64(n+1), float64(n+1)*sumTolerance) {
						t.Fatalf("width %d, %d rows: cell %d is %v, want %v", width, n, i, got, want[i])
					}
				}
			}
		}
	})
}

func TestAdamStepsDownTheGradient(t *testing.T) {
	const step, beta1, beta2, eps = 0.01, 0.9, 0.999, 1e-8
	eachSet(t, func(t *testing.T, s Set) {
		for n := range 132 {
			r := source(n)
			w, m, g := floats(r, n), floats(r, n), floats(r, n)
			v := fenced(n, 12345, func(int) float32 { return r.Float32() + 0.01 })
			w0, m0, v0 := w.clone().cells, m.clone().cells, v.clone().cells
			s.Adam(w.cells, m.cells, v.cells, g.cells, step, beta1, beta2, eps)
			for name, f := range map[string]*fence[float32]{"w": w, "m": m, "v": v, "g": g} {
				f.check(t, name)
			}
			for i, d := range g.cells {
				d := float64(d)
				mean := beta1*float64(m0[i]) + (1-beta1)*d
				square := beta2*float64(v0[i]) + (1-beta2)*d*d
				weight := float64(w0[i]) - step*mean/(math.Sqrt(square)+eps)
				// 1-beta in float32 is off by up to 6e-5 of 0.001.
				if !near(m.cells[i], mean, 1, 2e-6) || !near(v.cells[i], square, 1, 2e-6) || !near(w.cells[i], weight, 1, 2e-6) {
					t.Fatalf("length %d: cell %d is %v, %v, %v, want %v, %v, %v", n, i,
						w.cells[i], m.cells[i], v.cells[i], weight, mean, square)
				}
			}
		}
	})
}

func TestRepeatedAdamStepsAgreeBetweenSets(t *testing.T) {
	const n = 37
	var results [][]float32
	for _, s := range All() {
		r := source(4)
		w, m, v := floats(r, n).cells, make([]float32, n), make([]float32, n)
		for range 50 {
			s.Adam(w, m, v, floats(r, n).cells, 0.001, 0.9, 0.999, 1e-8)
		}
		results = append(results, w)
	}
	for i, got := range results[0] {
		if want := results[len(results)-1][i]; !near(got, float64(want), 1, 1e-5) {
			t.Errorf("weight %d is %v in the first set, %v in the portable one", i, got, want)
		}
	}
}
