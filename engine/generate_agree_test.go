package engine_test

import (
	"fmt"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// The naive generator is the rule text written down; it shares no code with the
// one in use.
func TestTheGeneratorAgreesWithTheNaiveOneOnReachablePositions(t *testing.T) {
	t.Parallel()
	positions := 200_000
	if testing.Short() {
		positions = 20_000
	}
	var gen engine.Generator
	n, barred, bearing := 0, 0, 0
	for b, r := range enginetest.Reachable(1) {
		if err := agrees(&gen, b, r); err != nil {
			t.Fatalf("position %d: %v", n, err)
		}
		n++
		if b.Own[engine.Bar] > 0 {
			barred++
		}
		if b.Own[engine.Off] > 0 {
			bearing++
		}
		if n == positions {
			break
		}
	}
	// The proof is worth little where the rare rules never apply.
	if barred < n/10 || bearing < n/20 {
		t.Errorf("of %d positions only %d have men on the bar and %d men off", n, barred, bearing)
	}
}

func TestTheGeneratorAgreesWithTheNaiveOneOnPositionsSetUpAtRandom(t *testing.T) {
	t.Parallel()
	rng := enginetest.Rand(2)
	var gen engine.Generator
	for n := range 30_000 {
		b := enginetest.SetUp(rng)
		if b.Over() {
			continue
		}
		if err := agrees(&gen, b, enginetest.RandomRoll(rng)); err != nil {
			t.Fatalf("position %d: %v", n, err)
		}
	}
}

// agrees reports where the generator's plays are not the naive generator's.
func agrees(gen *engine.Generator, b engine.Board, r engine.Roll) error {
	plays, want := gen.Plays(b, r), enginetest.Naive(b, r)
	for i := range plays {
		if !want[plays[i].Board] {
			return fmt.Errorf("%v with %v: %v is not legal", b, r, plays[i].Moves())
		}
	}
	if len(plays) != len(want) {
		return fmt.Errorf("%v with %v: %d plays, want %d", b, r, len(plays), len(want))
	}
	return nil
}
