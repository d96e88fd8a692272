package kernel

import (
	"math/rand/v2"
	"testing"
)

// eachSet runs test once for every set of this machine.
func eachSet(t *testing.T, test func(t *testing.T, s Set)) {
	for _, s := range All() {
		t.Run(s.Name(), func(t *testing.T) {
			t.Log("ran the kernels:", s.Name())
			test(t, s)
		})
	}
}

// fence is a slice between guard cells.
type fence[T comparable] struct {
	all   []T
	cells []T
	guard T
}

const fencing = 19 // odd, so that the cells are not aligned

// fenced returns n cells with a guard value on either side; make fills them.
func fenced[T comparable](n int, guard T, make func(i int) T) *fence[T] {
	f := &fence[T]{guard: guard}
	for range fencing {
		f.all = append(f.all, guard)
	}
	for i := range n {
		f.all = append(f.all, make(i))
	}
	for range fencing {
		f.all = append(f.all, guard)
	}
	f.cells = f.all[fencing : fencing+n : fencing+n]
	return f
}

// clone returns the same cells between new guards.
func (f *fence[T]) clone() *fence[T] {
	return fenced(len(f.cells), f.guard, func(i int) T { return f.cells[i] })
}

// check fails if a guard cell has changed.
func (f *fence[T]) check(t *testing.T, name string) {
	t.Helper()
	for i := range fencing {
		if f.all[i] != f.guard || f.all[len(f.all)-1-i] != f.guard {
			t.Fatalf("%s of %d cells: a cell outside was written", name, len(f.cells))
		}
	}
}

// source returns a generator with a fixed seed.
func source(seed int) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 1)) }

func floats(r *rand.Rand, n int) *fence[float32] {
	return fenced(n, 12345, func(int) float32 { return r.Float32()*2 - 1 })
}

// near reports whether got is within tolerance of want, relative to size.
func near(got float32, want, size, tolerance float64) bool {
	d := float64(got) - want
	return d <= tolerance*size && -d <= tolerance*size
}

func TestThePortableSetIsTheLastAndTheZeroValue(t *testing.T) {
	all := All()
	if last := all[len(all)-1]; last != (Set{}) || last.Name() != "portable" {
		t.Errorf("the last set is %q, want the portable zero value", last.Name())
	}
	if Best() != all[0] {
		t.Errorf("Best is %q, the first of All %q", Best().Name(), all[0].Name())
	}
}

func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s: no panic", what)
		}
	}()
	f()
}

func TestViolatedContractsPanic(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		f := make([]float32, 64)
		mustPanic(t, "Changed with different lengths", func() {
			s.Changed(make([]uint16, 9), make([]int16, 9), make([]int16, 3), make([]int16, 4))
		})
		mustPanic(t, "Changed without room for one more", func() {
			s.Changed(make([]uint16, 4), make([]int16, 5), make([]int16, 4), make([]int16, 4))
		})
		mustPanic(t, "AddRows with 8 units", func() { s.AddRows(make([]int32, 8), nil, nil, nil) })
		for _, width := range []int{16, 64, 80} {
			for _, index := range [][]uint16{
				{2}, {0, 2}, {2, 0}, {0, 1, 2}, {65535},
				{2, 0, 0, 0}, {0, 2, 0, 0}, {0, 0, 2, 0}, {0, 0, 0, 2}, {0, 0, 0, 0, 2}, {0, 0, 0, 0, 0, 2},
			} {
				mustPanic(t, "AddRows with a row too far", func() {
					w := make([]int16, 3*width)[:3*width-1]
					s.AddRows(make([]int32, width), w, index, make([]int16, len(index)))
				})
			}
		}
		mustPanic(t, "AddRows with no rows", func() {
			s.AddRows(make([]int32, 16), nil, []uint16{0}, []int16{0})
		})
		table := make([]int32, Places*Values*16)
		mustPanic(t, "SumTables with 8 units", func() { s.SumTables(nil, table[:8], table[:Places*Values*8], nil) })
		mustPanic(t, "SumTables with a short table", func() { s.SumTables(nil, table[:16], table[1:], nil) })
		mustPanic(t, "SumTables into too little", func() {
			s.SumTables(make([]int32, 31), table[:16], table, make([][Places]uint8, 2))
		})
		mustPanic(t, "Sigmoid into too little", func() { s.Sigmoid(f[:3], make([]int32, 4), 1) })
		mustPanic(t, "SigmoidFloat into too little", func() { s.SigmoidFloat(f[:3], f[:4]) })
		mustPanic(t, "ReLU into too little", func() { s.ReLU(f[:3], make([]int32, 4), 1) })
		mustPanic(t, "ReLUFloat into too little", func() { s.ReLUFloat(f[:3], f[:4]) })
		mustPanic(t, "Dense with 4 outputs", func() { s.Dense(f, f, f[:8], f[:4], 1, 2, 4) })
		mustPanic(t, "Dense with a short src", func() { s.Dense(f, f[:3], f[:16], f[:8], 2, 2, 8) })
		mustPanic(t, "Dot of different lengths", func() { s.Dot(f[:3], f[:4]) })
		mustPanic(t, "Axpy of different lengths", func() { s.Axpy(f[:3], 1, f[:4]) })
		mustPanic(t, "GatherRows with a row too far", func() {
			s.GatherRows(f[:8], f[:31], []uint16{3}, []float32{0})
		})
		mustPanic(t, "ScatterRows with a row too far", func() {
			s.ScatterRows(f[:31], f[32:40], []uint16{3}, []float32{0})
		})
		mustPanic(t, "Adam of different lengths", func() { s.Adam(f[:3], f[:3], f[:3], f[:4], 1, 1, 1, 1) })
	})
}

func TestKernelsDoNotAllocate(t *testing.T) {
	eachSet(t, func(t *testing.T, s Set) {
		table, x := make([]int32, Places*Values*16), make([][Places]uint8, 4)
		x[1][3] = 2
		allocated := testing.AllocsPerRun(10, func() {
			var acc [64]int32
			var w [256]int16
			var f, g [64]float32
			s.AddRows(acc[:], w[:], []uint16{0, 3, 2}, []int16{1, 2, 3})
			s.SumTables(acc[:], table[:16], table, x)
			s.Sigmoid(f[:], acc[:], 1)
			s.Dense(f[:8], g[:], f[8:40], f[40:48], 1, 4, 8)
			s.Axpy(f[:], 1, g[:])
		})
		if allocated != 0 {
			t.Errorf("%v allocations, want none", allocated)
		}
	})
}
