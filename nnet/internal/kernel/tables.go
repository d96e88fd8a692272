package kernel

import (
	"encoding/binary"
	"math/bits"
)

// Places is the length of a vector of SumTables, and Values how many different
// cells it may have, from 0 on.
const (
	Places = 64
	Values = 16
)

// SumTables sums, for each vector of x, the rows of a table that its cells name;
// start holds the sums of a vector of zeros:
//
//	for v := range x {
//		for h := range start {
//			sum := start[h]
//			for p, value := range x[v] {
//				row := p*Values + int(value%Values)
//				sum += table[row*len(start)+h] - table[p*Values*len(start)+h]
//			}
//			dst[v*len(start)+h] = sum
//		}
//	}
//
// len(start) is a multiple of 16 and is the length of a row; table holds Values
// rows for each of the Places, and dst has room for len(x) rows. Sums wrap in 32
// bits, so they are exact, and a vector is summed by where it differs from the
// one before.
func (s Set) SumTables(dst, start, table []int32, x [][Places]uint8) {
	if len(start)%16 != 0 || len(table) != Places*Values*len(start) {
		panic("kernel: SumTables: len(start) must be a multiple of 16, and table hold as many rows as there are values of places")
	}
	if len(dst) < len(x)*len(start) {
		panic("kernel: SumTables: dst has no room for the sums")
	}
	if len(x) == 0 || len(start) == 0 {
		return
	}
	if s.avx2 {
		sumTablesAVX2(dst, start, table, x)
		return
	}
	sumTables(dst, start, table, x)
}

// sumTables compares eight places at a time.
func sumTables(dst, start, table []int32, x [][Places]uint8) {
	width, before := len(start), new([Places]uint8)
	for v := range x {
		now, sums := &x[v], dst[v*width:(v+1)*width]
		copy(sums, start)
		for first := 0; first < Places; first += 8 {
			differ := binary.LittleEndian.Uint64(now[first:]) ^ binary.LittleEndian.Uint64(before[first:])
			for differ != 0 {
				p := first + bits.TrailingZeros64(differ)/8
				differ &^= 0xff << (8 * (p - first))
				gone := table[(p*Values+int(before[p]%Values))*width:]
				come := table[(p*Values+int(now[p]%Values))*width:]
				for g := 0; g < width; g += 16 {
					s, gone, come := (*[16]int32)(sums[g:]), (*[16]int32)(gone[g:]), (*[16]int32)(come[g:])
					for h := range s {
						s[h] += come[h] - gone[h]
					}
				}
			}
		}
		start, before = sums, now
	}
}
