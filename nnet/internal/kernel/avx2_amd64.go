//go:build !noasm

package kernel

import "github.com/klauspost/cpuid/v2"

// hasAVX2 reports whether the machine has all the instructions that the
// assembly uses.
func hasAVX2() bool {
	return cpuid.CPU.Supports(cpuid.AVX2, cpuid.FMA3, cpuid.BMI1, cpuid.BMI2)
}
