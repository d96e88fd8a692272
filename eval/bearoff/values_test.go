package bearoff

import (
	"context"
	"math"
	"slices"
	"sync"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// built are the tables all tests share; they are computed once.
var built = sync.OnceValue(func() *Tables {
	t, err := Build(context.Background(), 2, nil)
	if err != nil {
		panic(err)
	}
	return t
})

// within wants got to be want in the digits given.
func within(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance {
		t.Errorf("%s: %.8g, want %.8g", what, got, want)
	}
}

func side(own string) engine.Side { return enginetest.Board(own, "bar:1").Own }

func TestMeanRollsAreTheKnownOnes(t *testing.T) {
	for own, want := range map[string]float64{
		"6:1":                     1.25,
		"6:2":                     2.109611,
		"6:1 5:1":                 1.960048,
		"1:15":                    6.979592,
		"6:15":                    12.266187,
		"6:7 5:5 4:3":             10.539055,
		"1:2 2:2 3:2 4:3 5:3 6:3": 8.138923,
	} {
		s := side(own)
		got, ok := built().MeanRolls(&s)
		if !ok {
			t.Errorf("%s is not found", own)
		}
		within(t, own, got, want, 6e-7)
	}
	sum := 0.0
	for r := range upTo15 {
		sum += mean(built().rollsOff(r))
	}
	within(t, "sum over all states", sum, 394310.9333, 6e-5)
}

func TestMeanRollsToTheFirstManOffAreTheKnownOnes(t *testing.T) {
	for own, want := range map[string]float64{
		"6:15":        1.616135,
		"6:7 5:5 4:3": 1.055556,
		"6:14":        0, // one is off
	} {
		s := side(own)
		got, ok := built().MeanRollsToFirst(&s)
		if !ok {
			t.Errorf("%s is not found", own)
		}
		within(t, own, got, want, 6e-7)
	}
}

func TestTwoSidedEquitiesAreTheKnownOnes(t *testing.T) {
	for men, want := range map[string][4]float64{
		"6:1":     {.625, .625, .5, .5},
		"6:1 5:1": {.544004, .627524, .616901, .528668},
		"1:6":     {.575617, .768519, .768519, .575617},
		"6:6":     {.302400, .544938, .485008, .221511},
	} {
		b := enginetest.Board(men, men)
		o, ok1 := built().Lookup(&b)
		own, centred, opponents, ok2 := built().Cubeful(&b)
		if !ok1 || !ok2 || !Exact(&b) {
			t.Errorf("%s each is not found", men)
		}
		within(t, men+" cubeless", float64(o.Equity()), want[0], 6e-7)
		within(t, men+" own cube", float64(own), want[1], 6e-7)
		within(t, men+" centred cube", float64(centred), want[2], 6e-7)
		within(t, men+" opponent's cube", float64(opponents), want[3], 6e-7)
	}
}

// The sums are over all states, with +1 or -1 where one side is done already.
// They are taken before rounding, which moves them by 0.0002.
func TestTwoSidedSumsAreTheKnownOnesAndWorkersDoNotMatter(t *testing.T) {
	again := &twoSided{make([]float32, upTo6*upTo6), make([]float32, 3*upTo6*upTo6)}
	var sum [4]float64
	last := 0.0
	progress := func(done float64) {
		if done < last || done > 1 {
			t.Errorf("%v done after %v", done, last)
		}
		last = done
	}
	solveTwoSided(t.Context(), 1, progress, func(own, opp int, e [4]float64) {
		again.set(own, opp, e)
		for k, v := range e {
			sum[k] += v
		}
	})
	within(t, "cubeless", sum[0], 242017.5047, 6e-5)
	within(t, "own cube", sum[1], 336374.7004, 6e-5)
	within(t, "centred cube", sum[2], 263313.2669, 6e-5)
	within(t, "opponent's cube", sum[3], 168962.6970, 6e-5)
	if last != 1 {
		t.Errorf("%v done at the end", last)
	}
	if !slices.Equal(again.win, built().both.win) || !slices.Equal(again.cube, built().both.cube) {
		t.Error("one worker computes another table than two")
	}
}
