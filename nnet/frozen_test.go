package nnet

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tavla/nnet/internal/kernel"
)

// tolerance bounds what rounding the first layer to its grid changes in an
// output: half a step of 1/2^14 for every active input, a few dozen of them,
// attenuated by the layers above.
const tolerance = 5e-4

func TestAFrozenNetJudgesAsTheNetDoes(t *testing.T) {
	r := random(20)
	worst := 0.0
	for s := range shapes {
		for _, k := range kernel.All() {
			n := randomNet(t, r, s.Hidden, s.Units...)
			const batch = 70 // more than two chunks
			x := randomInputs(r, n.Inputs(), batch)
			want, got := make([]float32, batch*n.Outputs()), make([]float32, batch*n.Outputs())
			n.Forward(want, floats(x), batch)
			freeze(t, n).newJudge(k).Evaluate(got, x)
			for i := range want {
				off := math.Abs(float64(got[i] - want[i]))
				worst = max(worst, off)
				if off > tolerance {
					t.Fatalf("%v, %s: output %d is %v, want %v", s, k.Name(), i, got[i], want[i])
				}
			}
		}
	}
	t.Logf("the largest difference is %.2g", worst)
}

func TestLargeWeightsTakeACoarserGridInsteadOfOverflowing(t *testing.T) {
	for _, large := range []float32{3, 500, 9e5} {
		for _, k := range kernel.All() {
			n := randomNet(t, random(21), ReLU, 4, 3, 1)
			n.Layers[0].Weights[0] = large
			n.Layers[0].Bias[1] = -large
			n.Layers[0].Bias[2] = large
			n.Layers[1].Weights = []float32{0, 1 / large, 1 / large}
			x := []int16{2 * One, 0, One, 0}
			want, got := make([]float32, 1), make([]float32, 1)
			n.Forward(want, floats(x), 1)
			freeze(t, n).newJudge(k).Evaluate(got, x)
			if math.Abs(float64(got[0]-want[0])) > 1e-3 {
				t.Errorf("%s: with a weight of %v: %v, want %v", k.Name(), large, got[0], want[0])
			}
		}
	}
}

func TestANetThatIsNotFiniteIsNotFrozen(t *testing.T) {
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 2e6} {
		n := randomNet(t, random(22), ReLU, 4, 3, 1)
		n.Layers[1].Bias[0] = bad
		if _, err := Freeze(n); err == nil {
			t.Errorf("a net with %v was frozen", bad)
		}
	}
}

func freeze(t testing.TB, n *Net) *Frozen {
	t.Helper()
	f, err := Freeze(n)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A vector gets the same bits alone, in any slot of any batch, in any order and
// after any other. That holds on each set of kernels for itself.
func TestAVectorIsWorthTheSameBitsWhereverItStands(t *testing.T) {
	for s := range shapes {
		f := freeze(t, randomNet(t, random(23), s.Hidden, s.Units...))
		in, out := f.Inputs(), f.Outputs()
		for _, k := range kernel.All() {
			alone := f.newJudge(k)
			batched := f.newJudge(k)
			rapid.Check(t, func(t *rapid.T) {
				r := random(rapid.Uint64().Draw(t, "vectors"))
				count := rapid.IntRange(1, 40).Draw(t, "how many")
				x := randomInputs(r, in, count)
				for i := 1; i < count; i++ { // some resemble the one before
					if r.IntN(2) == 0 {
						v := x[i*in : (i+1)*in]
						copy(v, x[(i-1)*in:])
						v[r.IntN(in)] = int16(r.IntN(1 << 14))
					}
				}
				got, want := make([]float32, count*out), make([]float32, out)
				batched.Evaluate(got, x)
				for i := range count {
					alone.Evaluate(want, x[i*in:(i+1)*in])
					if !slices.Equal(got[i*out:(i+1)*out], want) {
						t.Fatalf("%v, %s: vector %d of %d: %v, alone %v", s, k.Name(), i, count, got[i*out:(i+1)*out], want)
					}
				}
				order := r.Perm(count)
				var shuffled []int16
				for _, i := range order {
					shuffled = append(shuffled, x[i*in:(i+1)*in]...)
				}
				again := make([]float32, count*out)
				batched.Evaluate(again, shuffled)
				for slot, i := range order {
					if !slices.Equal(again[slot*out:(slot+1)*out], got[i*out:(i+1)*out]) {
						t.Fatalf("%v, %s: vector %d changed when it moved to slot %d", s, k.Name(), i, slot)
					}
				}
			})
		}
	}
}

func TestAWarmJudgeAllocatesNothing(t *testing.T) {
	r := random(24)
	f := freeze(t, randomNet(t, r, Sigmoid, 208, 80, 5))
	x, dst := randomInputs(r, 208, 40), make([]float32, 200)
	for _, k := range kernel.All() {
		j := f.newJudge(k)
		if a := testing.AllocsPerRun(20, func() { j.Evaluate(dst, x) }); a != 0 {
			t.Errorf("%s: %v allocations", k.Name(), a)
		}
	}
}

func TestAJudgeRefusesPartsOfVectors(t *testing.T) {
	j := freeze(t, randomNet(t, random(25), Sigmoid, 8, 4, 2)).NewJudge()
	j.Evaluate(nil, nil)
	for _, bad := range []struct{ out, in int }{{2, 7}, {2, 9}, {3, 16}, {0, 8}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d inputs into %d outputs went through", bad.in, bad.out)
				}
			}()
			j.Evaluate(make([]float32, bad.out), make([]int16, bad.in))
		}()
	}
}

func TestAJudgeIsMadeOnAnyKernelsByName(t *testing.T) {
	f := freeze(t, randomNet(t, random(26), Sigmoid, 8, 4, 2))
	for _, name := range Kernels() {
		if j, err := f.NewJudgeOn(name); err != nil || j.Kernel() != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	if f.NewJudge().Kernel() != Kernels()[0] {
		t.Error("a judge does not take the fastest kernels")
	}
	if _, err := f.NewJudgeOn("abacus"); err == nil {
		t.Error("there are kernels named abacus")
	}
}
