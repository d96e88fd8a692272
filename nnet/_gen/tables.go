package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// sumTables takes 16 units through all vectors, their sums in registers. The places
// that differ from the vector before are the bits of one mask.
func sumTables() {
	nothing := GLOBL("nothing", RODATA|NOPTR) // the vector before the first
	for i := range 8 {
		DATA(8*i, U64(0))
	}
	function("sumTables", "(dst, start, table []int32, x [][64]uint8)",
		"takes 16 units at a time through all vectors")
	start, stride := base("start"), length("start")
	dst, table := base("dst"), base("table")
	done := GP64() // bytes of a row
	SHLQ(Imm(2), stride)
	XORQ(done, done)

	Label("units")
	sums := []reg.VecVirtual{YMM(), YMM()}
	for k, sum := range sums {
		VMOVDQU(Mem{Base: start, Disp: 32 * k}, sum)
	}
	now, left := base("x"), length("x")
	before, to := GP64(), GP64()
	LEAQ(nothing, before)
	MOVQ(dst, to)
	Label("vector")
	equal := func(half int) reg.GPVirtual {
		v, mask := YMM(), GP32()
		VMOVDQU(Mem{Base: now, Disp: 32 * half}, v)
		VPCMPEQB(Mem{Base: before, Disp: 32 * half}, v, v)
		VPMOVMSKB(v, mask)
		return mask.As64().(reg.GPVirtual)
	}
	mask, high := equal(0), equal(1)
	SHLQ(Imm(32), high)
	ORQ(high, mask)
	XORQ(I8(-1), mask)
	JZ(LabelRef("store"))
	Label("place")
	place := GP64()
	TZCNTQ(mask, place)
	value := func(vector reg.Register) reg.GPVirtual {
		v := GP64()
		MOVBQZX(Mem{Base: vector, Index: place, Scale: 1}, v)
		ANDQ(Imm(15), v)
		return v
	}
	gone, come := value(before), value(now)
	SHLQ(Imm(4), place)
	for _, row := range []reg.GPVirtual{gone, come} {
		ADDQ(place, row)
		IMULQ(stride, row)
	}
	for k, sum := range sums {
		VPSUBD(Mem{Base: table, Index: gone, Scale: 1, Disp: 32 * k}, sum, sum)
		VPADDD(Mem{Base: table, Index: come, Scale: 1, Disp: 32 * k}, sum, sum)
	}
	BLSRQ(mask, mask)
	JNZ(LabelRef("place"))
	Label("store")
	for k, sum := range sums {
		VMOVDQU(sum, Mem{Base: to, Disp: 32 * k})
	}
	MOVQ(now, before)
	ADDQ(Imm(64), now)
	ADDQ(stride, to)
	DECQ(left)
	JNZ(LabelRef("vector"))

	for _, p := range []reg.Register{done, start, table, dst} {
		ADDQ(Imm(64), p)
	}
	CMPQ(done, stride)
	JB(LabelRef("units"))
	finish()
}
