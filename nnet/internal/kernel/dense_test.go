package kernel

import (
	"math"
	"slices"
	"testing"
)

// Sums of k float32 products differ from the exact sum by less than
// k·2^-23 times the sum of absolute values.
const sumTolerance = 1.0 / (1 << 23)

func TestDenseIsNearTheExactSums(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		for n := range 20 {
			for _, in := range []int{0, 1, 2, 7, 33} {
				for out := 0; out <= 40; out += 8 {
					r := source(n)
					src, w, bias := floats(r, n*in), floats(r, in*out), floats(r, out)
					dst := floats(r, n*out)
					s.Dense(dst.cells, src.cells, w.cells, bias.cells, n, in, out)
					dst.check(t, "dst")
					for i, got := range dst.cells {
						b, o := i/out, i%out
						want := float64(bias.cells[o])
						size := math.Abs(want)
						for k := range in {
							p := float64(src.cells[b*in+k]) * float64(w.cells[k*out+o])
							want, size = want+p, size+math.Abs(p)
						}
						if !near(got, want, size, float64(in+1)*sumTolerance) {
							t.Fatalf("%d×%d×%d: output %d of vector %d is %v, want %v", n, in, out, o, b, got, want)
						}
					}
				}
			}
		}
	})
}

func TestAVectorGetsTheSameBitsInEverySlotOfEveryBatch(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		const in, out = 61, 24
		r := source(1)
		vector, w, bias := floats(r, in).cells, floats(r, in*out).cells, floats(r, out).cells
		alone := make([]float32, out)
		s.Dense(alone, vector, w, bias, 1, in, out)
		for n := 1; n <= 35; n++ {
			for slot := range n {
				src, dst := floats(r, n*in).cells, make([]float32, n*out)
				copy(src[slot*in:], vector)
				s.Dense(dst, src, w, bias, n, in, out)
				if got := dst[slot*out : (slot+1)*out]; !slices.Equal(got, alone) {
					t.Fatalf("slot %d of %d: got %v, alone %v", slot, n, got, alone)
				}
			}
		}
	})
}

// In fused arithmetic every output is one chain of multiply-adds, each rounded
// once.
func TestTheVectorDenseFusesItsChain(t *testing.T) {
	const n, in, out = 15, 19, 16
	if !hasAVX2() {
		t.Skip("no AVX2 here")
	}
	r := source(2)
	src, w, bias := floats(r, n*in).cells, floats(r, in*out).cells, floats(r, out).cells
	dst := make([]float32, n*out)
	Set{avx2: true}.Dense(dst, src, w, bias, n, in, out)
	for i, got := range dst {
		sum := bias[i%out]
		for k := range in {
			sum = fma32(src[i/out*in+k], w[k*out+i%out], sum)
		}
		if got != sum {
			t.Fatalf("output %d is %v, the fused chain gives %v", i, got, sum)
		}
	}
}

// fma32 rounds a*b+c once. A float64 holds the product exactly; rounding its
// sum with c to odd keeps the narrowing from rounding a second time.
func fma32(a, b, c float32) float32 {
	p, q := float64(a)*float64(b), float64(c)
	sum := p + q
	t := sum - p
	rest := (p - (sum - t)) + (q - t)
	if rest != 0 && math.Float64bits(sum)&1 == 0 {
		if (rest > 0) == (sum > 0) {
			sum = math.Float64frombits(math.Float64bits(sum) + 1)
		} else {
			sum = math.Float64frombits(math.Float64bits(sum) - 1)
		}
	}
	return float32(sum)
}
