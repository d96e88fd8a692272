package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// changed compares 64 cells at a time, which packs the differences into one
// mask, and walks its bits: few large blocks, since where a walk ends is hard to
// predict. The last block overlaps the one before, with the cells already seen
// struck out.
func changed() {
	function("changed", "(index []uint16, delta []int16, x, base []int16) int",
		"compares 64 places at a time")
	index, delta := base("index"), base("delta")
	x, from := base("x"), base("base")
	last := length("x")
	n, i := GP64(), GP64()
	XORQ(n, n)
	XORQ(i, i)
	SUBQ(Imm(64), last)
	JL(LabelRef("short"))

	keep, mask, at, d := GP64(), GP64(), GP64(), GP32()
	MOVQ(I32(-1), keep)
	Label("block")
	half := func(first int) reg.GPVirtual {
		equal := []reg.VecVirtual{YMM(), YMM()}
		for k, v := range equal {
			place := Mem{Base: x, Index: i, Scale: 2, Disp: 2*first + 32*k}
			VMOVDQU(place, v)
			place.Base = from
			VPCMPEQW(place, v, v)
		}
		VPACKSSWB(equal[1], equal[0], equal[0])
		VPERMQ(Imm(0b11011000), equal[0], equal[0]) // packing works on halves
		m := GP32()
		VPMOVMSKB(equal[0], m)
		return m.As64().(reg.GPVirtual)
	}
	high := half(32)
	low := half(0)
	SHLQ(Imm(32), high)
	ORQ(high, low)
	ANDNQ(keep, low, mask)
	JZ(LabelRef("next"))
	Label("bit")
	TZCNTQ(mask, at)
	ADDQ(i, at)
	MOVW(at.As16(), Mem{Base: index, Index: n, Scale: 2})
	MOVWLZX(Mem{Base: x, Index: at, Scale: 2}, d)
	SUBW(Mem{Base: from, Index: at, Scale: 2}, d.As16())
	MOVW(d.As16(), Mem{Base: delta, Index: n, Scale: 2})
	INCQ(n)
	BLSRQ(mask, mask)
	JNZ(LabelRef("bit"))
	Label("next")
	CMPQ(i, last)
	JE(LabelRef("done"))
	ADDQ(Imm(64), i)
	CMPQ(i, last)
	JLE(LabelRef("block"))
	over := GP64()
	MOVQ(i, over)
	SUBQ(last, over)
	SHLXQ(over, keep, keep)
	MOVQ(last, i)
	JMP(LabelRef("block"))

	Label("short")
	ADDQ(Imm(64), last)
	JMP(LabelRef("shortTest"))
	Label("shortCell")
	MOVWLZX(Mem{Base: x, Index: i, Scale: 2}, d)
	SUBW(Mem{Base: from, Index: i, Scale: 2}, d.As16())
	MOVW(d.As16(), Mem{Base: delta, Index: n, Scale: 2})
	MOVW(i.As16(), Mem{Base: index, Index: n, Scale: 2})
	CMPW(d.As16(), Imm(1)) // carries for zero alone
	SBBQ(I8(-1), n)
	INCQ(i)
	Label("shortTest")
	CMPQ(i, last)
	JB(LabelRef("shortCell"))
	Label("done")
	Store(n, ReturnIndex(0))
	finish()
}

// addRows takes four rows at a time from end to end, so that memory is read in long
// stretches, then two, then one.
func addRows() {
	function("addRows", "(acc []int32, w []int16, index []uint16, value []int16) bool",
		"takes four rows at a time, from end to end, and returns false\non a row beyond w")
	r := rowGroups{
		acc: base("acc"), w: base("w"), limit: length("w"),
		index: base("index"), value: base("value"), count: length("index"),
		stride: length("acc"),
	}
	SUBQ(r.stride, r.limit)
	SHLQ(Imm(1), r.limit)
	SHLQ(Imm(1), r.stride)
	r.each(4)
	r.each(2)
	r.each(1)
	ok := GP8()
	MOVB(Imm(1), ok)
	Store(ok, ReturnIndex(0))
	finish()
	Label("beyond")
	bad := GP8()
	MOVB(Imm(0), bad)
	Store(bad, ReturnIndex(0))
	finish()
}

type rowGroups struct {
	acc, w              reg.Register
	limit, stride       reg.Register // bytes: start of the last row, length of a row
	index, value, count reg.Register // of the rows that are left
}

// each adds rows, so many at a time, while there are as many left. Products go in
// pairs; a single row is beside itself at value 0.
func (r rowGroups) each(rows int) {
	label := func(s string) string { return fmt.Sprint(s, rows) }
	JMP(LabelRef(label("test")))
	Label(label("rows"))
	var start []reg.GPVirtual
	for k := range rows {
		at := GP64()
		MOVWQZX(Mem{Base: r.index, Disp: 2 * k}, at)
		IMULQ(r.stride, at)
		CMPQ(at, r.limit)
		JG(LabelRef("beyond"))
		ADDQ(r.w, at)
		start = append(start, at)
	}
	var factor []reg.VecVirtual
	for k := 0; k < rows; k += 2 {
		f := YMM()
		if rows == 1 {
			single := GP32()
			MOVWLZX(Mem{Base: r.value}, single)
			VMOVD(single, f.AsX())
			VPBROADCASTD(f.AsX(), f)
			start = append(start, start[0])
		} else {
			VPBROADCASTD(Mem{Base: r.value, Disp: 2 * k}, f)
		}
		factor = append(factor, f)
	}
	ADDQ(I8(int8(2*rows)), r.index)
	ADDQ(I8(int8(2*rows)), r.value)
	SUBQ(Imm(uint64(rows)), r.count)
	i := GP64()
	XORQ(i, i)
	Label(label("units")) // 16 of them
	var low, high []reg.VecVirtual
	for k, f := range factor {
		row, l, h := YMM(), YMM(), YMM()
		other := Mem{Base: start[2*k+1], Index: i, Scale: 1}
		VMOVDQU(Mem{Base: start[2*k], Index: i, Scale: 1}, row)
		VPUNPCKLWD(other, row, l)
		VPUNPCKHWD(other, row, h)
		VPMADDWD(f, l, l)
		VPMADDWD(f, h, h)
		low, high = append(low, l), append(high, h)
	}
	for k := range factor[1:] {
		VPADDD(low[k+1], low[0], low[0])
		VPADDD(high[k+1], high[0], high[0])
	}
	to := Mem{Base: r.acc, Index: i, Scale: 2}
	for k, sum := range []reg.VecVirtual{low[0], high[0]} {
		VPADDD(to.Offset(32*k), sum, sum)
		VMOVDQU(sum, to.Offset(32*k))
	}
	ADDQ(Imm(32), i)
	CMPQ(i, r.stride)
	JB(LabelRef(label("units")))
	Label(label("test"))
	CMPQ(r.count, Imm(uint64(rows)))
	JAE(LabelRef(label("rows")))
}
