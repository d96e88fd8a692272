// This program writes the AVX2 kernels of nnet/internal/kernel, assembly and
// Go declarations; go generate ./nnet/... runs it.
//
// Operands are in Go's order: the destination comes last.
package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("!noasm")
	tailMasks = GLOBL("tailMasks", RODATA|NOPTR)
	for i := range 16 {
		DATA(4*i, U32(uint32(int32(i-8)>>31)))
	}
	changed()
	addRows()
	sumTables()
	dense()
	sigmoid()
	relu()
	gatherRows()
	scatterRows()
	dot()
	axpy()
	adam()
	Generate()
}

// function opens a kernel. Its reference loop and its contract are those of the
// method of the same name; how tells what is special about this one.
func function(name, signature, how string) {
	TEXT(name+"AVX2", NOSPLIT, "func"+signature)
	Pragma("noescape")
	Doc(strings.Split(name+"AVX2 "+how+".\nThe method of Set holds the reference loop and checks the contract.", "\n")...)
}

// finish leaves a kernel; mixing in SSE code after it costs nothing then.
func finish() {
	VZEROUPPER()
	RET()
}

func base(param string) reg.Register   { return Load(Param(param).Base(), GP64()) }
func length(param string) reg.Register { return Load(Param(param).Len(), GP64()) }

// broadcast loads a float32 parameter into all lanes.
func broadcast(param string) reg.VecVirtual {
	v := YMM()
	at, err := Param(param).Resolve()
	if err != nil {
		panic(err)
	}
	VBROADCASTSS(at.Addr, v)
	return v
}

// zero returns a vector of zeros.
func zero() reg.VecVirtual {
	v := YMM()
	VXORPS(v, v, v)
	return v
}

// one is eight ones; sigmoid declares it.
var one Mem

// tailMasks holds eight words of ones, then eight of zeros.
var tailMasks Mem

// lanes loads and stores eight 32-bit lanes, or only those of a mask.
type lanes struct {
	mask reg.VecVirtual
	some bool
}

func (l lanes) load(from Mem) reg.VecVirtual {
	v := YMM()
	if l.some {
		VMASKMOVPS(from, l.mask, v)
	} else {
		VMOVUPS(from, v)
	}
	return v
}

func (l lanes) store(v reg.VecVirtual, to Mem) {
	if l.some {
		VMASKMOVPS(v, l.mask, to)
	} else {
		VMOVUPS(v, to)
	}
}

// eachEight emits body for the cells i to i+7, i rising from its present
// value (a multiple of 8) to n, the last few by masks with the same
// arithmetic. The labels begin with name.
func eachEight(name string, i, n reg.Register, body func(l lanes)) {
	full, tail := GP64(), GP64()
	MOVQ(n, full)
	ANDQ(I8(-8), full)
	JMP(LabelRef(name + "Test"))
	Label(name + "Eight")
	body(lanes{})
	ADDQ(I8(8), i)
	Label(name + "Test")
	CMPQ(i, full)
	JB(LabelRef(name + "Eight"))

	MOVQ(n, tail)
	SUBQ(full, tail)
	JZ(LabelRef(name + "Done"))
	NEGQ(tail)
	masks, mask := GP64(), YMM()
	LEAQ(tailMasks.Offset(32), masks)
	VMOVUPS(Mem{Base: masks, Index: tail, Scale: 4}, mask)
	body(lanes{mask, true})
	Label(name + "Done")
}
