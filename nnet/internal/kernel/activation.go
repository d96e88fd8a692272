package kernel

import "math"

// Sigmoid squashes fixed-point sums:
//
//	for h := range acc {
//		dst[h] = 1 / (1 + exp(-scale*float32(acc[h])))
//	}
//
// dst has at least the length of acc. The absolute error is at most 2e-7
// where scale*acc is taken as rounded to float32; beyond ±87 the argument
// is clamped. scale is finite.
func (s Set) Sigmoid(dst []float32, acc []int32, scale float32) {
	if len(dst) < len(acc) {
		panic("kernel: Sigmoid: dst is shorter than acc")
	}
	if s.avx2 {
		sigmoidAVX2(dst, acc, scale)
		return
	}
	dst = dst[:len(acc)]
	for h, a := range acc {
		dst[h] = sigmoid(scale * float32(a))
	}
}

// SigmoidFloat squashes floating sums:
//
//	for h := range src {
//		dst[h] = 1 / (1 + exp(-src[h]))
//	}
//
// dst has at least the length of src and may be src itself. The error is that
// of Sigmoid; NaN gives NaN.
func (s Set) SigmoidFloat(dst, src []float32) {
	if len(dst) < len(src) {
		panic("kernel: SigmoidFloat: dst is shorter than src")
	}
	if s.avx2 {
		sigmoidFloatAVX2(dst, src)
		return
	}
	dst = dst[:len(src)]
	for h, x := range src {
		dst[h] = sigmoid(x)
	}
}

// sigmoid splits exp(-x) into 2^n·exp(r) with |r| ≤ ln(2)/2. Adding 1.5·2^23
// rounds to an integer and leaves it in the low bits.
func sigmoid(x float32) float32 {
	const (
		magic  = 3 << 22
		ln2Hi  = 0x1.62ep-1
		ln2Lo  = 0x1.0bfbe8p-15
		limit  = 87
		toLog2 = -math.Log2E
	)
	if x > limit {
		x = limit
	} else if x < -limit {
		x = -limit
	}
	t := float32(x*toLog2) + magic
	n := t - magic
	r := -x - n*ln2Hi - n*ln2Lo
	p := float32(1.0 / 720)
	p = p*r + 1.0/120
	p = p*r + 1.0/24
	p = p*r + 1.0/6
	p = p*r + 0.5
	p = p*r + 1
	p = p*r + 1
	power := math.Float32frombits(math.Float32bits(t)<<23 + 127<<23)
	return 1 / (1 + p*power)
}

// ReLU keeps the positive part of scaled fixed-point sums:
//
//	for h := range acc {
//		dst[h] = max(0, scale*float32(acc[h]))
//	}
//
// dst has at least the length of acc. Every set gives the same bits.
func (s Set) ReLU(dst []float32, acc []int32, scale float32) {
	if len(dst) < len(acc) {
		panic("kernel: ReLU: dst is shorter than acc")
	}
	if s.avx2 {
		reluAVX2(dst, acc, scale)
		return
	}
	dst = dst[:len(acc)]
	for h, a := range acc {
		dst[h] = relu(scale * float32(a))
	}
}

// ReLUFloat keeps the positive part of floating sums:
//
//	for h := range src {
//		dst[h] = max(0, src[h])
//	}
//
// dst has at least the length of src and may be src itself. NaN gives NaN;
// every set gives the same bits.
func (s Set) ReLUFloat(dst, src []float32) {
	if len(dst) < len(src) {
		panic("kernel: ReLUFloat: dst is shorter than src")
	}
	if s.avx2 {
		reluFloatAVX2(dst, src)
		return
	}
	dst = dst[:len(src)]
	for h, x := range src {
		dst[h] = relu(x)
	}
}

func relu(x float32) float32 {
	if x < 0 {
		return 0
	}
	return x
}
