package kernel

import (
	"math"
	"testing"
)

const sigmoidTolerance = 2e-7

func exactSigmoid(x float32) float64 { return 1 / (1 + math.Exp(-float64(x))) }

func TestSigmoidOfSumsIsWithinItsTolerance(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		for n := range 132 {
			r := source(n)
			scale := float32(1) / (1 << 14)
			acc := fenced(n, 5, func(int) int32 { return int32(r.Uint32()) >> r.IntN(31) })
			dst := fenced(n, 12345, func(int) float32 { return -1 })
			s.Sigmoid(dst.cells, acc.cells, scale)
			dst.check(t, "dst")
			for i, a := range acc.cells {
				if want := exactSigmoid(scale * float32(a)); !near(dst.cells[i], want, 1, sigmoidTolerance) {
					t.Fatalf("length %d: sigmoid of %d at %d is %v, want %v", n, a, i, dst.cells[i], want)
				}
			}
		}
	})
}

func TestSigmoidOfFloatsIsWithinItsTolerance(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		worst := 0.0
		for n := range 132 {
			r := source(n)
			src := fenced(n, 5, func(int) float32 { return float32(r.NormFloat64() * 8) })
			dst := fenced(n, 12345, func(int) float32 { return -1 })
			s.SigmoidFloat(dst.cells, src.cells)
			dst.check(t, "dst")
			for i, x := range src.cells {
				worst = max(worst, math.Abs(float64(dst.cells[i])-exactSigmoid(x)))
			}
		}
		const steps = 1 << 16
		src := make([]float32, steps)
		for i := range src {
			src[i] = (float32(i)/steps - 0.5) * 200
		}
		dst := make([]float32, steps)
		s.SigmoidFloat(dst, src)
		for i, x := range src {
			worst = max(worst, math.Abs(float64(dst[i])-exactSigmoid(x)))
		}
		t.Logf("greatest error %.2g", worst)
		if worst > sigmoidTolerance {
			t.Errorf("greatest error %g, want at most %g", worst, sigmoidTolerance)
		}
	})
}

func TestSigmoidOfExtremes(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		inf := float32(math.Inf(1))
		x := []float32{0, inf, -inf, float32(math.NaN()), math.MaxFloat32, -math.MaxFloat32}
		s.SigmoidFloat(x, x)
		if x[0] != 0.5 || x[1] != 1 || x[2] < 0 || x[2] > 1e-37 || x[3] == x[3] || x[4] != 1 || x[5] > 1e-37 {
			t.Errorf("got %v, want 0.5, 1, 0, NaN, 1, 0 or nearly so", x)
		}
	})
}

func TestAValuesBitsDoNotDependOnItsPlace(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		r := source(5)
		for range 20 {
			sum := int32(r.Uint32()) >> 10
			scale := float32(1) / (1 << 18)
			one, floatOne := make([]float32, 1), make([]float32, 1)
			s.Sigmoid(one, []int32{sum}, scale)
			s.SigmoidFloat(floatOne, []float32{float32(sum) * scale})
			for n := 1; n <= 40; n++ {
				acc, src, dst := make([]int32, n), make([]float32, n), make([]float32, n)
				for i := range acc {
					acc[i], src[i] = sum, float32(sum)*scale
				}
				s.Sigmoid(dst, acc, scale)
				s.SigmoidFloat(src, src)
				for i := range dst {
					if dst[i] != one[0] || src[i] != floatOne[0] {
						t.Fatalf("place %d of %d: %v and %v, alone %v and %v", i, n, dst[i], src[i], one[0], floatOne[0])
					}
				}
			}
		}
	})
}

func TestReLUKeepsThePositivePart(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		for n := range 132 {
			r := source(n)
			acc := fenced(n, 5, func(int) int32 { return int32(r.Uint32()) >> r.IntN(32) })
			const scale = 0.00037
			src := fenced(n, 5, func(i int) float32 { return scale * float32(acc.cells[i]) })
			dst := fenced(n, 12345, func(int) float32 { return -1 })
			s.ReLU(dst.cells, acc.cells, scale)
			dst.check(t, "dst")
			s.ReLUFloat(src.cells, src.cells)
			src.check(t, "src")
			for i, a := range acc.cells {
				want := max(0, scale*float32(a))
				if dst.cells[i] != want || src.cells[i] != want {
					t.Fatalf("length %d: ReLU of %d at %d is %v and %v, want %v", n, a, i, dst.cells[i], src.cells[i], want)
				}
			}
		}
		nan := []float32{float32(math.NaN())}
		if s.ReLUFloat(nan, nan); nan[0] == nan[0] {
			t.Errorf("ReLUFloat of NaN is %v", nan[0])
		}
	})
}
