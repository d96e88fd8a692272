package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// gatherRows sums a block of 64 units over all rows in registers, then 8.
func gatherRows() {
	function("gatherRows", "(acc, w []float32, index []uint16, value []float32)",
		"sums 64 units over all rows in registers, then 8 at a time")
	acc, units, w := base("acc"), length("acc"), base("w")
	first, values, count := base("index"), base("value"), length("index")
	stride := GP64()
	MOVQ(units, stride)
	SHLQ(Imm(2), stride)
	for _, size := range []int{64, 8} {
		label := func(s string) string { return fmt.Sprint(s, size) }
		Label(label("block"))
		CMPQ(units, Imm(uint64(size)))
		JB(LabelRef(label("end")))
		sum := make([]reg.VecVirtual, size/8)
		for i := range sum {
			sum[i] = YMM()
			VMOVUPS(Mem{Base: acc, Disp: 32 * i}, sum[i])
		}
		j, row, v := GP64(), GP64(), YMM()
		XORQ(j, j)
		JMP(LabelRef(label("test")))
		Label(label("row"))
		MOVWQZX(Mem{Base: first, Index: j, Scale: 2}, row)
		IMULQ(stride, row)
		VBROADCASTSS(Mem{Base: values, Index: j, Scale: 4}, v)
		for i := range sum {
			VFMADD231PS(Mem{Base: w, Index: row, Scale: 1, Disp: 32 * i}, v, sum[i])
		}
		INCQ(j)
		Label(label("test"))
		CMPQ(j, count)
		JB(LabelRef(label("row")))
		for i := range sum {
			VMOVUPS(sum[i], Mem{Base: acc, Disp: 32 * i})
		}
		ADDQ(U32(4*size), acc)
		ADDQ(U32(4*size), w)
		SUBQ(Imm(uint64(size)), units)
		JMP(LabelRef(label("block")))
		Label(label("end"))
	}
	finish()
}

// scatterRows goes through w row by row, 32 cells at a time, then 8.
func scatterRows() {
	function("scatterRows", "(w, delta []float32, index []uint16, value []float32)",
		"takes 32 cells of a row at a time, then 8")
	w, delta, units := base("w"), base("delta"), length("delta")
	index, value, count := base("index"), base("value"), length("index")
	stride := GP64()
	MOVQ(units, stride)
	SHLQ(Imm(2), stride)
	j, row, i, v := GP64(), GP64(), GP64(), YMM()
	XORQ(j, j)
	JMP(LabelRef("test"))
	Label("row")
	MOVWQZX(Mem{Base: index, Index: j, Scale: 2}, row)
	IMULQ(stride, row)
	ADDQ(w, row)
	VBROADCASTSS(Mem{Base: value, Index: j, Scale: 4}, v)
	XORQ(i, i)
	multiply("wide", 32, row, v, delta, i, units)
	multiply("narrow", 8, row, v, delta, i, units)
	INCQ(j)
	Label("test")
	CMPQ(j, count)
	JB(LabelRef("row"))
	finish()
}

// multiply adds a*x to dst in steps of size cells from i on while n allows.
func multiply(name string, size int, dst, a, x, i, n reg.Register) {
	whole := GP64()
	LEAQ(Mem{Base: n, Disp: -size}, whole)
	JMP(LabelRef(name + "Test"))
	Label(name + "Step")
	for k := range size / 8 {
		y := YMM()
		at := Mem{Base: dst, Index: i, Scale: 4, Disp: 32 * k}
		VMOVUPS(at, y)
		VFMADD231PS(Mem{Base: x, Index: i, Scale: 4, Disp: 32 * k}, a, y)
		VMOVUPS(y, at)
	}
	ADDQ(I8(int8(size)), i)
	Label(name + "Test")
	CMPQ(i, whole)
	JLE(LabelRef(name + "Step"))
}

// dot keeps four vectors of sums; what is beyond a multiple of 32 goes to the
// first.
func dot() {
	function("dot", "(a, b []float32) float32", "sums in 32 chains")
	a, b, n := base("a"), base("b"), length("a")
	i, whole := GP64(), GP64()
	sum := []reg.VecVirtual{zero(), zero(), zero(), zero()}
	XORQ(i, i)
	LEAQ(Mem{Base: n, Disp: -32}, whole)
	JMP(LabelRef("wideTest"))
	Label("wide")
	for k, s := range sum {
		v := YMM()
		VMOVUPS(Mem{Base: a, Index: i, Scale: 4, Disp: 32 * k}, v)
		VFMADD231PS(Mem{Base: b, Index: i, Scale: 4, Disp: 32 * k}, v, s)
	}
	ADDQ(I8(32), i)
	Label("wideTest")
	CMPQ(i, whole)
	JLE(LabelRef("wide"))
	eachEight("tail", i, n, func(l lanes) {
		v := l.load(Mem{Base: a, Index: i, Scale: 4})
		u := l.load(Mem{Base: b, Index: i, Scale: 4})
		VFMADD231PS(u, v, sum[0])
	})
	VADDPS(sum[1], sum[0], sum[0])
	VADDPS(sum[3], sum[2], sum[2])
	VADDPS(sum[2], sum[0], sum[0])
	total, high := sum[0].AsX(), XMM()
	VEXTRACTF128(Imm(1), sum[0], high)
	VADDPS(high, total, total)
	VMOVHLPS(total, total, high)
	VADDPS(high, total, total)
	VMOVSHDUP(total, high)
	VADDSS(high, total, total)
	Store(total, ReturnIndex(0))
	finish()
}

// axpy goes 32 cells at a time, then 8, the last by masks.
func axpy() {
	function("axpy", "(dst []float32, a float32, x []float32)", "takes 32 cells at a time, then 8")
	dst, x, n, a := base("dst"), base("x"), length("x"), broadcast("a")
	i := GP64()
	XORQ(i, i)
	multiply("wide", 32, dst, a, x, i, n)
	eachEight("tail", i, n, func(l lanes) {
		y := l.load(Mem{Base: dst, Index: i, Scale: 4})
		v := l.load(Mem{Base: x, Index: i, Scale: 4})
		VFMADD231PS(v, a, y)
		l.store(y, Mem{Base: dst, Index: i, Scale: 4})
	})
	finish()
}

// adam works in the order of the reference loop, a product and sum at a time
// fused.
func adam() {
	function("adam", "(w, m, v, g []float32, step, beta1, beta2, eps float32)",
		"takes 8 weights at a time")
	w, m, v, g, n := base("w"), base("m"), base("v"), base("g"), length("w")
	step, beta1, beta2, eps := broadcast("step"), broadcast("beta1"), broadcast("beta2"), broadcast("eps")
	rest1, rest2, ones := YMM(), YMM(), YMM()
	VMOVUPS(one, ones)
	VSUBPS(beta1, ones, rest1)
	VSUBPS(beta2, ones, rest2)
	i := GP64()
	XORQ(i, i)
	eachEight("cells", i, n, func(l lanes) {
		cell := func(base reg.Register) Mem { return Mem{Base: base, Index: i, Scale: 4} }
		grad, mean, square := l.load(cell(g)), l.load(cell(m)), l.load(cell(v))
		scaled := YMM()
		VMULPS(beta1, mean, mean)
		VFMADD231PS(grad, rest1, mean)
		l.store(mean, cell(m))
		VMULPS(beta2, square, square)
		VMULPS(grad, rest2, scaled)
		VFMADD231PS(grad, scaled, square)
		l.store(square, cell(v))
		VSQRTPS(square, square)
		VADDPS(eps, square, square)
		VMULPS(step, mean, mean)
		VDIVPS(square, mean, mean)
		weight := l.load(cell(w))
		VSUBPS(mean, weight, weight)
		l.store(weight, cell(w))
	})
	finish()
}
