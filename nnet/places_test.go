package nnet

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tavla/nnet/internal/kernel"
)

// What a table says of Places is to the bit what the vectors say that they stand for,
// the values 0 giving something too.
func TestPlacesAreJudgedAsTheVectorsTheyTell(t *testing.T) {
	for s := range shapes {
		r := random(27)
		n := randomNet(t, r, s.Hidden, s.Units...)
		in, out := n.Inputs(), n.Outputs()
		vectors := make([]int16, kernel.Places*kernel.Values*in)
		for i := range vectors {
			vectors[i] = int16(r.IntN(5) - 2)
		}
		f := freeze(t, n).Tabulate(vectors)
		for _, k := range kernel.All() {
			j := f.newJudge(k)
			rapid.Check(t, func(t *rapid.T) {
				r := random(rapid.Uint64().Draw(t, "places"))
				places := make([]Places, rapid.IntRange(0, 3*maxBatch).Draw(t, "how many"))
				x := make([]int16, len(places)*in)
				for v := range places {
					p := &places[v]
					if v > 0 {
						*p = places[v-1]
					}
					for range []int{0, 4, 400}[r.IntN(3)] {
						p[r.IntN(len(p))] = uint8(r.IntN(kernel.Values))
					}
					for place, value := range p {
						for i, given := range vectors[(place*kernel.Values+int(value))*in:][:in] {
							x[v*in+i] += given
						}
					}
				}
				got, want := make([]float32, len(places)*out), make([]float32, len(places)*out)
				j.EvaluatePlaces(got, places)
				j.Evaluate(want, x)
				if !slices.Equal(got, want) {
					t.Fatalf("%v, %s: %v by places, %v by vectors", s, k.Name(), got, want)
				}
			})
		}
	}
}

func TestPlacesNeedATableAndRoom(t *testing.T) {
	f := freeze(t, randomNet(t, random(28), Sigmoid, 8, 4, 2))
	with := f.Tabulate(make([]int16, kernel.Places*kernel.Values*8))
	with.NewJudge().EvaluatePlaces(make([]float32, 2), make([]Places, 1))
	for name, bad := range map[string]func(){
		"no table":            func() { f.NewJudge().EvaluatePlaces(make([]float32, 2), make([]Places, 1)) },
		"no room":             func() { with.NewJudge().EvaluatePlaces(make([]float32, 3), make([]Places, 2)) },
		"vectors are missing": func() { f.Tabulate(make([]int16, 8)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: it went through", name)
				}
			}()
			bad()
		}()
	}
}
