package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// constant returns a memory operand of eight times the same 32 bits.
func constant(name string, bits uint32) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := range 8 {
		DATA(4*i, U32(bits))
	}
	return m
}

func float(name string, v float64) Mem {
	return constant(name, math.Float32bits(float32(v)))
}

// sigmoid emits both sigmoids around one body: exp(y) = 2^n·exp(r), where
// adding 1.5·2^23 rounds y·log2(e) to n and leaves n in the low bits, and
// exp(r) is the Taylor polynomial of degree 6.
func sigmoid() {
	high := float32(math.Ln2)
	log2e, magic := float("log2e", math.Log2E), float("roundMagic", 3<<22)
	ln2High, ln2Low := float("ln2High", float64(high)), float("ln2Low", math.Ln2-float64(high))
	top, bottom := float("expTop", 87), float("expBottom", -87)
	one = float("one", 1)

	factorials := []Mem{float("inv720", 1./720), float("inv120", 1./120), float("inv24", 1./24),
		float("inv6", 1./6), float("inv2", 1./2), one, one}
	exponent := constant("exponentOne", math.Float32bits(1))

	// squash turns y into 1/(1+exp(y)). A NaN passes the bounds, since the
	// second operand wins.
	squash := func(y reg.VecVirtual) {
		limit, t, n, p, ones := YMM(), YMM(), YMM(), YMM(), YMM()
		VMOVUPS(top, limit)
		VMINPS(y, limit, y)
		VMOVUPS(bottom, limit)
		VMAXPS(y, limit, y)
		VMOVUPS(magic, t)
		VFMADD231PS(log2e, y, t)
		VSUBPS(magic, t, n)
		VFNMADD231PS(ln2High, n, y)
		VFNMADD231PS(ln2Low, n, y)
		VMOVUPS(factorials[0], p)
		for _, f := range factorials[1:] {
			VFMADD213PS(f, y, p)
		}
		VPSLLD(Imm(23), t, t)
		VPADDD(exponent, t, t)
		VMOVUPS(one, ones)
		VFMADD213PS(ones, t, p)
		VDIVPS(p, ones, y)
	}

	signs := constant("signBits", 1<<31)
	elementwise("sigmoid", func(v, scale reg.VecVirtual) {
		VCVTDQ2PS(v, v)
		VMULPS(scale, v, v)
		VXORPS(signs, v, v)
		squash(v)
	})
	elementwiseFloat("sigmoidFloat", func(v reg.VecVirtual) {
		VXORPS(signs, v, v)
		squash(v)
	})
}

// relu emits both rectifiers. The second operand wins where neither is
// greater, so a NaN stays.
func relu() {
	elementwise("relu", func(v, scale reg.VecVirtual) {
		VCVTDQ2PS(v, v)
		VMULPS(scale, v, v)
		VMAXPS(v, zero(), v)
	})
	elementwiseFloat("reluFloat", func(v reg.VecVirtual) {
		VMAXPS(v, zero(), v)
	})
}

// elementwise emits a kernel that changes each of the integers acc by f.
func elementwise(name string, f func(v, scale reg.VecVirtual)) {
	function(name, "(dst []float32, acc []int32, scale float32)", "takes 8 values at a time")
	scale := broadcast("scale")
	overEight("acc", func(v reg.VecVirtual) { f(v, scale) })
}

// elementwiseFloat does the same for the floats src.
func elementwiseFloat(name string, f func(v reg.VecVirtual)) {
	function(name, "(dst, src []float32)", "takes 8 values at a time")
	overEight("src", f)
}

func overEight(source string, f func(v reg.VecVirtual)) {
	dst, src, n := base("dst"), base(source), length(source)
	i := GP64()
	XORQ(i, i)
	eachEight("cells", i, n, func(l lanes) {
		v := l.load(Mem{Base: src, Index: i, Scale: 4})
		f(v)
		l.store(v, Mem{Base: dst, Index: i, Scale: 4})
	})
	finish()
}
