package inputs

import (
	"slices"
	"testing"

	"tavla/engine"
)

func TestAnAdditiveEncoderSumsWhatEachPlaceGives(t *testing.T) {
	for _, e := range All() {
		if !e.Additive() {
			continue
		}
		for _, b := range positions(300) {
			sum := make([]int16, e.Size)
			for p := range b.Own {
				var own, opp engine.Board
				own.Own[p], opp.Opp[p] = b.Own[p], b.Opp[p]
				for _, alone := range []engine.Board{own, opp} {
					for i, v := range encoded(e, alone) {
						sum[i] += v
					}
				}
			}
			if !slices.Equal(sum, encoded(e, b)) {
				t.Fatalf("%s: the values of %v are not the sums %v", e.Name, b, sum)
			}
		}
	}
}
