// Package kernel holds the inner loops of the networks, each twice: as
// AVX2 assembly and as a portable Go twin, which is the loop in the doc
// comment. A Set is one choice between the two.
//
// The integer kernels (Changed, AddRows, SumTables) and the rectifiers give the
// same bits in every set. The sigmoids keep within the error they state, and
// the others agree up to the rounding of each step, which the AVX2 set fuses.
// Within one set a cell's result depends only on the values that enter it,
// never on where in a slice or batch they stand; Dot alone depends on the order
// of its arguments' cells.
//
// All kernels check lengths and bounds and panic on a violated contract.
// They keep no slice and allocate nothing; slices they write must not overlap
// any other argument unless a kernel says otherwise. The build tag noasm
// leaves the assembly out.
package kernel

//go:generate go run -C ../../_gen . -out ../internal/kernel/kernel_amd64.s -stubs ../internal/kernel/kernel_amd64.go -pkg kernel

// Set is a choice of kernels; the zero value is the portable one. A Set is a
// small immutable value, to be chosen once and copied and shared freely.
type Set struct {
	avx2 bool
}

// Best returns the fastest set this machine runs.
func Best() Set { return Set{avx2: hasAVX2()} }

// All returns every set this machine runs, the fastest first and the portable
// one last. The slice is the caller's.
func All() []Set {
	if hasAVX2() {
		return []Set{{avx2: true}, {}}
	}
	return []Set{{}}
}

// Name returns "avx2" or "portable".
func (s Set) Name() string {
	if s.avx2 {
		return "avx2"
	}
	return "portable"
}
