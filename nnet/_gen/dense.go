package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// dense takes 8 vectors at a time while it can, then 4, 2 and 1, always with
// the same chain of fused steps.
func dense() {
	function("dense", "(dst, src, w, bias []float32, n, in, out int)",
		"takes up to 8 vectors by 8 outputs at a time")
	d := denseLayer{dst: base("dst"), src: base("src"), n: Load(Param("n"), GP64()),
		srcStride: Load(Param("in"), GP64()), dstStride: Load(Param("out"), GP64())}
	SHLQ(Imm(2), d.srcStride)
	SHLQ(Imm(2), d.dstStride)
	for _, vectors := range []int{8, 4, 2, 1} {
		d.batch(vectors)
	}
	finish()
}

type denseLayer struct {
	dst, src, n          reg.Register // what is left of the batch
	srcStride, dstStride reg.Register // bytes in a vector
}

func (d denseLayer) batch(vectors int) {
	label := func(s string) string { return fmt.Sprint(s, vectors) }
	Label(label("batch"))
	CMPQ(d.n, Imm(uint64(vectors)))
	JB(LabelRef(label("end")))

	w, bias := base("w"), base("bias")
	outs, o := Load(Param("out"), GP64()), d.dst
	Label(label("outputs"))
	sum := make([]reg.VecVirtual, vectors)
	for i := range sum {
		sum[i] = YMM()
		VMOVUPS(Mem{Base: bias}, sum[i])
	}
	k, row := Load(Param("in"), GP64()), GP64()
	x := strided(d.src, d.srcStride, vectors)
	MOVQ(w, row)
	TESTQ(k, k)
	JZ(LabelRef(label("store")))
	Label(label("input"))
	weights := YMM()
	VMOVUPS(Mem{Base: row}, weights)
	ADDQ(d.dstStride, row)
	for i := range sum {
		v := YMM()
		VBROADCASTSS(x.at(i), v)
		VFMADD231PS(weights, v, sum[i])
	}
	x.advance(4)
	DECQ(k)
	JNZ(LabelRef(label("input")))

	Label(label("store"))
	y := strided(o, d.dstStride, vectors)
	for i := range sum {
		VMOVUPS(sum[i], y.at(i))
	}
	ADDQ(Imm(32), w)
	ADDQ(Imm(32), bias)
	ADDQ(Imm(32), o)
	SUBQ(Imm(8), outs)
	JNZ(LabelRef(label("outputs")))

	// dst now stands at the end of the first vector.
	for range vectors {
		ADDQ(d.srcStride, d.src)
	}
	for range vectors - 1 {
		ADDQ(d.dstStride, d.dst)
	}
	SUBQ(Imm(uint64(vectors)), d.n)
	JMP(LabelRef(label("batch")))
	Label(label("end"))
}

// pointers addresses the same place in up to eight vectors, four to a base.
type pointers struct {
	bases          []reg.GPVirtual
	stride, triple reg.Register
}

func strided(first, stride reg.Register, vectors int) pointers {
	p := pointers{stride: stride}
	if vectors > 3 {
		triple := GP64()
		LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, triple)
		p.triple = triple
	}
	for i := 0; i < vectors; i += 4 {
		b := GP64()
		if i == 0 {
			MOVQ(first, b)
		} else {
			LEAQ(Mem{Base: first, Index: stride, Scale: 4}, b)
		}
		p.bases = append(p.bases, b)
	}
	return p
}

func (p pointers) at(i int) Mem {
	b := p.bases[i/4]
	switch i % 4 {
	case 0:
		return Mem{Base: b}
	case 3:
		return Mem{Base: b, Index: p.triple, Scale: 1}
	}
	return Mem{Base: b, Index: p.stride, Scale: uint8(i % 4)}
}

func (p pointers) advance(bytes uint64) {
	for _, b := range p.bases {
		ADDQ(Imm(bytes), b)
	}
}
