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

// addRows takes blocks of 64 units, then of 16, through all rows.
func addRows() {
	function("addRows", "(acc []int32, w []int16, index []uint16, value []int16) bool",
		"sums 64 units over all rows in registers, then 16 at a time,\nand returns false on a row beyond w")
	r := rowPairs{
		acc: base("acc"), units: length("acc"),
		w: base("w"), limit: length("w"),
		index: base("index"), value: base("value"), count: length("index"),
		stride: GP64(),
	}
	SUBQ(r.units, r.limit)
	SHLQ(Imm(1), r.limit)
	MOVQ(r.units, r.stride)
	SHLQ(Imm(1), r.stride)
	r.blocks(64)
	r.blocks(16)
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

type rowPairs struct {
	acc, units          reg.Register // what is left of acc
	w                   reg.Register // the present block of row 0
	limit, stride       reg.Register // bytes: start of the last row, length of a row
	index, value, count reg.Register
}

// blocks advances acc and w by as many blocks as are left.
func (r rowPairs) blocks(size int) {
	label := func(s string) string { return fmt.Sprint(s, size) }
	CMPQ(r.units, Imm(uint64(size)))
	JB(LabelRef(label("end")))
	Label(label("block"))
	sum := make([]reg.VecVirtual, size/8)
	for i := range sum {
		sum[i] = YMM()
		VMOVDQU(Mem{Base: r.acc, Disp: 32 * i}, sum[i])
	}
	index, value, pairs := GP64(), GP64(), GP64()
	a, b, pair := GP64(), GP64(), YMM()
	MOVQ(r.index, index)
	MOVQ(r.value, value)
	MOVQ(r.count, pairs)
	row := func(offset int, to reg.GPVirtual) {
		MOVWQZX(Mem{Base: index, Disp: offset}, to)
		IMULQ(r.stride, to)
		CMPQ(to, r.limit)
		JG(LabelRef("beyond"))
	}

	// An odd row goes first, beside itself at value 0.
	SHRQ(Imm(1), pairs)
	JCC(LabelRef(label("test")))
	row(0, a)
	MOVQ(a, b)
	single := GP32()
	MOVWLZX(Mem{Base: value}, single)
	VMOVD(single, pair.AsX())
	VPBROADCASTD(pair.AsX(), pair)
	ADDQ(Imm(2), index)
	ADDQ(Imm(2), value)
	INCQ(pairs)
	JMP(LabelRef(label("add")))

	Label(label("pair"))
	row(0, a)
	row(2, b)
	VPBROADCASTD(Mem{Base: value}, pair)
	ADDQ(Imm(4), index)
	ADDQ(Imm(4), value)
	Label(label("add"))
	for g := range size / 16 {
		rowA, low, high := YMM(), YMM(), YMM()
		rowB := Mem{Base: r.w, Index: b, Scale: 1, Disp: 32 * g}
		VMOVDQU(Mem{Base: r.w, Index: a, Scale: 1, Disp: 32 * g}, rowA)
		VPUNPCKLWD(rowB, rowA, low)
		VPUNPCKHWD(rowB, rowA, high)
		VPMADDWD(pair, low, low)
		VPMADDWD(pair, high, high)
		VPADDD(low, sum[2*g], sum[2*g])
		VPADDD(high, sum[2*g+1], sum[2*g+1])
	}
	DECQ(pairs)
	JNZ(LabelRef(label("pair")))
	JMP(LabelRef(label("store")))
	Label(label("test"))
	JNZ(LabelRef(label("pair")))

	Label(label("store"))
	for i := range sum {
		VMOVDQU(sum[i], Mem{Base: r.acc, Disp: 32 * i})
	}
	ADDQ(U32(4*size), r.acc)
	ADDQ(U32(2*size), r.w)
	SUBQ(Imm(uint64(size)), r.units)
	CMPQ(r.units, Imm(uint64(size)))
	JAE(LabelRef(label("block")))
	Label(label("end"))
}
