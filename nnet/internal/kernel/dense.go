package kernel

// Dense takes a batch of n vectors through a layer without its activation:
//
//	for b := range n {
//		for o := range out {
//			sum := bias[o]
//			for k := range in {
//				sum += src[b*in+k] * w[k*out+o]
//			}
//			dst[b*out+o] = sum
//		}
//	}
//
// w holds in rows of out weights, bias out; out is a multiple of 8. src holds
// at least n*in values and dst at least n*out. Every sum is one chain in
// ascending k, with each product fused into its sum where the set has fused
// arithmetic, so a vector gets the same bits in every slot of every batch.
func (s Set) Dense(dst, src, w, bias []float32, n, in, out int) {
	if n < 0 || in < 0 || out < 0 || out%8 != 0 {
		panic("kernel: Dense: sizes must not be negative, and out a multiple of 8")
	}
	if len(w) != in*out || len(bias) != out {
		panic("kernel: Dense: w must hold in*out weights and bias out")
	}
	if len(src) < n*in || len(dst) < n*out {
		panic("kernel: Dense: src must hold n*in values and dst n*out")
	}
	if n == 0 || out == 0 {
		return
	}
	if s.avx2 {
		denseAVX2(dst, src, w, bias, n, in, out)
		return
	}
	dense(dst, src, w, bias, n, in, out)
}

// Together is how many vectors Dense takes at once, in about the time of one.
func (s Set) Together() int {
	if s.avx2 {
		return 8
	}
	return 1
}

// dense keeps eight sums at a time in registers.
func dense(dst, src, w, bias []float32, n, in, out int) {
	for b := range n {
		x := src[b*in : b*in+in]
		for o := 0; o < out; o += 8 {
			sum := [8]float32(bias[o:])
			s0, s1, s2, s3 := sum[0], sum[1], sum[2], sum[3]
			s4, s5, s6, s7 := sum[4], sum[5], sum[6], sum[7]
			at := o
			for _, v := range x {
				r := w[at : at+8 : at+8]
				s0 += v * r[0]
				s1 += v * r[1]
				s2 += v * r[2]
				s3 += v * r[3]
				s4 += v * r[4]
				s5 += v * r[5]
				s6 += v * r[6]
				s7 += v * r[7]
				at += out
			}
			*(*[8]float32)(dst[b*out+o:]) = [8]float32{s0, s1, s2, s3, s4, s5, s6, s7}
		}
	}
}
