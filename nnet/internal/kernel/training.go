package kernel

import "math"

// Dot returns the scalar product of a and b, which have the same length:
//
//	var sum float32
//	for i := range a {
//		sum += a[i] * b[i]
//	}
//	return sum
//
// The AVX2 set sums in 32 interleaved chains, always in the same order.
func (s Set) Dot(a, b []float32) float32 {
	if len(a) != len(b) {
		panic("kernel: Dot: a and b must have the same length")
	}
	if s.avx2 {
		return dotAVX2(a, b)
	}
	var sum float32
	b = b[:len(a)]
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// Axpy adds a multiple of x to dst, which has the same length:
//
//	for i := range x {
//		dst[i] += a * x[i]
//	}
func (s Set) Axpy(dst []float32, a float32, x []float32) {
	if len(dst) != len(x) {
		panic("kernel: Axpy: dst and x must have the same length")
	}
	if s.avx2 {
		axpyAVX2(dst, a, x)
		return
	}
	axpy(dst, a, x)
}

func axpy(dst []float32, a float32, x []float32) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] += a * v
	}
}

// GatherRows adds weighted rows of w to acc, the rows in the order of index:
//
//	for h := range acc {
//		for j := range index {
//			acc[h] += value[j] * w[int(index[j])*len(acc)+h]
//		}
//	}
//
// len(acc) is a multiple of 8 and is the length of a row; len(value) is
// len(index); every row named by index lies within w.
func (s Set) GatherRows(acc, w []float32, index []uint16, value []float32) {
	checkRows(len(acc), len(w), index, value)
	if s.avx2 {
		gatherRowsAVX2(acc, w, index, value)
		return
	}
	for j, row := range index {
		start := int(row) * len(acc)
		axpy(acc, value[j], w[start:start+len(acc)])
	}
}

// ScatterRows adds multiples of delta to rows of w, the rows in the order of
// index, which may name a row more than once:
//
//	for j := range index {
//		for h := range delta {
//			w[int(index[j])*len(delta)+h] += value[j] * delta[h]
//		}
//	}
//
// len(delta) is a multiple of 8 and is the length of a row; len(value) is
// len(index); every row named by index lies within w.
func (s Set) ScatterRows(w, delta []float32, index []uint16, value []float32) {
	checkRows(len(delta), len(w), index, value)
	if s.avx2 {
		scatterRowsAVX2(w, delta, index, value)
		return
	}
	for j, row := range index {
		start := int(row) * len(delta)
		axpy(w[start:start+len(delta)], value[j], delta)
	}
}

func checkRows(width, size int, index []uint16, value []float32) {
	if width%8 != 0 {
		panic("kernel: the length of a row must be a multiple of 8")
	}
	if len(index) != len(value) {
		panic("kernel: index and value must have the same length")
	}
	last := -1
	for _, row := range index {
		last = max(last, int(row))
	}
	if (last+1)*width > size {
		panic("kernel: index names a row beyond w")
	}
}

// Adam takes one step of the Adam optimizer down the gradient g, with running
// means m of the gradient and v of its square:
//
//	for i := range w {
//		m[i] = beta1*m[i] + (1-beta1)*g[i]
//		v[i] = beta2*v[i] + (1-beta2)*g[i]*g[i]
//		w[i] -= step * m[i] / (sqrt(v[i]) + eps)
//	}
//
// All four slices have the same length. step already contains the corrections
// for the bias of the first steps.
func (s Set) Adam(w, m, v, g []float32, step, beta1, beta2, eps float32) {
	if len(m) != len(w) || len(v) != len(w) || len(g) != len(w) {
		panic("kernel: Adam: w, m, v and g must have the same length")
	}
	if s.avx2 {
		adamAVX2(w, m, v, g, step, beta1, beta2, eps)
		return
	}
	adam(w, m, v, g, step, beta1, beta2, eps)
}

func adam(w, m, v, g []float32, step, beta1, beta2, eps float32) {
	m, v, g = m[:len(w)], v[:len(w)], g[:len(w)]
	for i := range w {
		d := g[i]
		mean := beta1*m[i] + (1-beta1)*d
		square := beta2*v[i] + (1-beta2)*d*d
		m[i], v[i] = mean, square
		w[i] -= step * mean / (float32(math.Sqrt(float64(square))) + eps)
	}
}
