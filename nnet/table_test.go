package nnet

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestATableGivesTheSumOfItsRows(t *testing.T) {
	table := NewTable(4, 3)
	table.Round([]float32{1. / 16, 1.5 / 16, 0.75 / 16, 0.5 / 16, 0, -0.25 / 16, -1. / 16, 0, 0, 7, 7, 7})
	got := []float32{9, 9, 9, 99}
	table.Freeze().Sum(got, []uint32{0, 2, 1, 1})
	if want := []float32{1. / 16, 1.5 / 16, 0.25 / 16, 99}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if table.Rows() != 4 {
		t.Errorf("%d rows", table.Rows())
	}
}

func TestSumsOfRowsAreExact(t *testing.T) {
	r := random(9)
	for outputs := 1; outputs <= MaxTableOutputs; outputs++ {
		table := NewTable(50, outputs)
		for i := range table.Values {
			table.Values[i] = [...]int16{-MaxTableValue, MaxTableValue, 0, int16(r.IntN(2*MaxTableValue+1) - MaxTableValue)}[r.IntN(4)]
		}
		frozen, got := table.Freeze(), make([]float32, outputs)
		for n := range MaxTableRows + 1 {
			rows, want := make([]uint32, n), make([]float32, outputs)
			for i := range rows {
				rows[i] = uint32(r.IntN(50))
			}
			for o := range want {
				sum := 0
				for _, row := range rows {
					sum += int(table.Values[int(row)*outputs+o])
				}
				want[o] = float32(sum) / TableOne
			}
			if frozen.Sum(got, rows); !slices.Equal(got, want) {
				t.Fatalf("%d outputs, %d rows: %v, want %v", outputs, len(rows), got, want)
			}
		}
	}
}

func TestATableRoundsToItsGridAndStopsAtItsEnds(t *testing.T) {
	table := NewTable(2, 3)
	values := []float32{1.49 / TableOne, 2.5 / TableOne, -1.51 / TableOne, 100, -100, 0}
	table.Round(values)
	if want := []int16{1, 2, -2, MaxTableValue, -MaxTableValue, 0}; !slices.Equal(table.Values, want) {
		t.Errorf("got %v, want %v", table.Values, want)
	}
	table.Floats(values)
	again := table.Clone()
	if again.Round(values); !slices.Equal(again.Values, table.Values) {
		t.Errorf("read and rounded again %v, not %v", again.Values, table.Values)
	}
	if again.Values[0]++; table.Values[0] != 1 {
		t.Error("a clone shares the values")
	}
}

// What is added to the sums of the outputs acts as a bias would, whatever stands beside.
func TestAddedSumsActAsBiases(t *testing.T) {
	r := random(4)
	for _, shape := range [][]int{{20, 16, 5}, {20, 24, 9, 3}, {7, 8, 8}} {
		n := randomNet(t, r, Sigmoid, shape...)
		in, out := n.Inputs(), n.Outputs()
		for _, kernel := range Kernels() {
			for _, vectors := range []int{1, 2, 33, 70} {
				x, added := make([]int16, vectors*in), make([]float32, vectors*out)
				for i := range x {
					x[i] = int16(r.IntN(2)) * One
				}
				for i := range added {
					added[i] = float32(r.NormFloat64())
				}
				got := make([]float32, vectors*out)
				judge(t, n, kernel).EvaluateWith(got, x, added)
				for v := range vectors {
					biased := n.Clone()
					bias := biased.Layers[len(biased.Layers)-1].Bias
					for o := range bias {
						bias[o] += added[v*out+o]
					}
					want := make([]float32, out)
					judge(t, biased, kernel).Evaluate(want, x[v*in:(v+1)*in])
					pass := NewPass(n).ForwardWith(x[v*in:(v+1)*in], added[v*out:(v+1)*out])
					for o := range want {
						if d := math.Abs(float64(got[v*out+o] - want[o])); d > 1e-6 {
							t.Fatalf("%s, vector %d of %d, output %d: %v, with a bias %v", kernel, v, vectors, o, got[v*out+o], want[o])
						}
						if d := math.Abs(float64(pass[o] - want[o])); d > 1e-3 {
							t.Fatalf("forward, output %d: %v, with a bias %v", o, pass[o], want[o])
						}
					}
				}
			}
		}
	}
}

func judge(t *testing.T, n *Net, kernel string) *Judge {
	t.Helper()
	f, err := Freeze(n)
	if err != nil {
		t.Fatal(err)
	}
	j, err := f.NewJudgeOn(kernel)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestWhatCannotBeAddedPanics(t *testing.T) {
	n := randomNet(t, random(1), Sigmoid, 4, 8, 2)
	defer func() {
		if said, ok := recover().(string); !ok || !strings.Contains(said, "3 values cannot be added to 4 outputs") {
			t.Errorf("got %q", said)
		}
	}()
	judge(t, n, Kernels()[0]).EvaluateWith(make([]float32, 4), make([]int16, 8), make([]float32, 3))
}

func TestMoreRowsThanASumHoldsPanic(t *testing.T) {
	defer func() {
		if said, ok := recover().(string); !ok || !strings.Contains(said, "17 rows") {
			t.Errorf("got %q", said)
		}
	}()
	NewTable(1, 1).Freeze().Sum(make([]float32, 1), make([]uint32, MaxTableRows+1))
}
