//go:build !amd64 || noasm

package kernel

// Without assembly no set has avx2, and nothing below is ever called: these
// declarations only let the methods of Set compile.

const missing = "kernel: built without assembly"

func hasAVX2() bool { return false }

func changedAVX2(index []uint16, delta []int16, x, base []int16) int { panic(missing) }

func addRowsAVX2(acc []int32, w []int16, index []uint16, value []int16) bool {
	panic(missing)
}

func sumTablesAVX2(dst, start, table []int32, x [][64]uint8) { panic(missing) }

func sigmoidAVX2(dst []float32, acc []int32, scale float32) { panic(missing) }

func sigmoidFloatAVX2(dst, src []float32) { panic(missing) }

func reluAVX2(dst []float32, acc []int32, scale float32) { panic(missing) }

func reluFloatAVX2(dst, src []float32) { panic(missing) }

func denseAVX2(dst, src, w, bias []float32, n, in, out int) { panic(missing) }

func dotAVX2(a, b []float32) float32 { panic(missing) }

func axpyAVX2(dst []float32, a float32, x []float32) { panic(missing) }

func gatherRowsAVX2(acc, w []float32, index []uint16, value []float32) { panic(missing) }

func scatterRowsAVX2(w, delta []float32, index []uint16, value []float32) { panic(missing) }

func adamAVX2(w, m, v, g []float32, step, beta1, beta2, eps float32) { panic(missing) }
