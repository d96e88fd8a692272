package kernel

// Changed lists where x differs from base, in ascending order, and by how
// much, and returns how many places there are:
//
//	n := 0
//	for i := range x {
//		if x[i] != base[i] {
//			index[n], delta[n] = uint16(i), x[i]-base[i]
//			n++
//		}
//	}
//	return n
//
// Differences wrap. x and base have the same length, at most 65536; index and
// delta have room for at least len(x)+1, and what they hold from n on is
// unspecified.
func (s Set) Changed(index []uint16, delta []int16, x, base []int16) int {
	if len(x) != len(base) || len(x) > 1<<16 {
		panic("kernel: Changed: x and base must have the same length, at most 65536")
	}
	if len(index) <= len(x) || len(delta) <= len(x) {
		panic("kernel: Changed: index and delta must have room for len(x)+1")
	}
	if s.avx2 {
		return changedAVX2(index, delta, x, base)
	}
	return changed(index, delta, x, base)
}

// changed writes every place and steps on only when it differs: which ones do
// is hard to predict, so a branch would cost more.
func changed(index []uint16, delta []int16, x, base []int16) int {
	n := 0
	base = base[:len(x)]
	for i, v := range x {
		d := v - base[i]
		index[n], delta[n] = uint16(i), d
		if d != 0 {
			n++
		}
	}
	return n
}

// AddRows adds weighted rows of w to acc:
//
//	for h := range acc {
//		for j := range index {
//			acc[h] += int32(value[j]) * int32(w[int(index[j])*len(acc)+Permuted(h)])
//		}
//	}
//
// len(acc) is a multiple of 16 and is the length of a row; len(value) is
// len(index); every row named by index lies within w. Rows are stored in the
// order of Permuted. Sums wrap in 32 bits, so they are exact and independent
// of the order and grouping of the rows. No weight may be -32768: then no
// pair of products, the most that is summed before widening, overflows. On an
// index out of range it panics and leaves acc as it was before or partly
// summed.
func (s Set) AddRows(acc []int32, w []int16, index []uint16, value []int16) {
	if len(acc)%16 != 0 {
		panic("kernel: AddRows: len(acc) must be a multiple of 16")
	}
	if len(index) != len(value) {
		panic("kernel: AddRows: index and value must have the same length")
	}
	if len(acc) == 0 || len(index) == 0 {
		return
	}
	if !s.avx2 {
		addRows(acc, w, index, value)
	} else if !addRowsAVX2(acc, w, index, value) {
		panic("kernel: AddRows: index names a row beyond w")
	}
}

func addRows(acc []int32, w []int16, index []uint16, value []int16) {
	w = w[:len(w):len(w)]
	for j, row := range index {
		start := int(row) * len(acc)
		row := w[start : start+len(acc)]
		v := int32(value[j])
		for g := 0; g < len(acc); g += 16 {
			a, r := (*[16]int32)(acc[g:]), (*[16]int16)(row[g:])
			for h := range 4 {
				a[h] += v * int32(r[h])
				a[h+4] += v * int32(r[h+8])
				a[h+8] += v * int32(r[h+4])
				a[h+12] += v * int32(r[h+12])
			}
		}
	}
}

// Permuted returns the place within a row at which AddRows wants unit h
// (h ≥ 0). Within every group of 16 the second and third quarters change
// places, so that the vector unpacking, which works on halves, brings the
// units back in their natural order. Permuted is its own inverse.
func Permuted(h int) int {
	return h&^12 | h&4<<1 | h&8>>1
}
