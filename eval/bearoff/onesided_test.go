package bearoff

import (
	"math"
	"sync"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
)

// randomHome is a board with all men home and some left, often all fifteen.
func randomHome(rng interface{ IntN(int) int }) engine.Board {
	pick := func() engine.Side { return sideOf(1 + rng.IntN(upTo15-1)) }
	return engine.Board{Own: pick(), Opp: pick()}
}

func TestGammonsAreThoseReckonedByHand(t *testing.T) {
	// Four men on the ace point need one roll if it is a doublet, else two.
	// Fifteen men on 6 bear one off with any 6, 51, 42, 33 and 22: 17 rolls of 36.
	b := enginetest.Board("1:4", "6:15")
	o, _ := built().Lookup(&b)
	within(t, "win", float64(o.Win), 1, 0)
	within(t, "gammon", float64(o.WinGammon), 1./6+5./6*19/36, 1e-7)

	b = b.Swap()
	o, _ = built().Lookup(&b)
	s := side("6:15")
	toFirst := built().rollsToFirst(func() int { r, _ := rankOf(&s); return r }())
	within(t, "not off in one roll", float64(toFirst[1]), 19./36, 1e-7)
	within(t, "gammon lost", float64(o.LoseGammon), 1./6*19/36+5./6*float64(toFirst[2]), 1e-7)
	within(t, "win against it", float64(o.Win), 0, 0)

	b = enginetest.Board("1:2", "6:14")
	if o, _ = built().Lookup(&b); o != (eval.Outcome{Win: 1}) {
		t.Errorf("two men on the ace point against fourteen: %v", o)
	}
}

func TestEveryOutcomeKeepsTheRulesOfOutcomes(t *testing.T) {
	rng := enginetest.Rand(3)
	for range 20_000 {
		b := randomHome(rng)
		o, ok := built().Lookup(&b)
		if !ok {
			t.Fatalf("%v is not found", b)
		}
		c, possible := o, eval.PossibleFor(&b)
		if possible.Clamp(&c); c != o {
			t.Fatalf("%v: %v breaks the rules", b, o)
		}
		after := b.Swap()
		other, _ := built().Lookup(&after)
		if o.Win+other.Win < 1-1e-6 || o.WinGammon+1e-6 < other.LoseGammon {
			t.Fatalf("%v: the roll is a handicap: %v, without it %v", b, o, other.Invert())
		}
	}
}

func TestChancesFallAndNothingSureIsLeftOut(t *testing.T) {
	for r := range upTo15 {
		for _, row := range [][]float32{built().rollsOff(r), built().rollsToFirst(r)} {
			if len(row) > 0 && row[0] != 1 || len(row) == mostRolls {
				t.Fatalf("%v: %v", unrank(r), row)
			}
			for n := 1; n < len(row); n++ {
				if row[n] > row[n-1] || row[n] < negligible {
					t.Fatalf("%v: %v", unrank(r), row)
				}
			}
		}
	}
}

// The error of the one-sided approximation, as far as it can be measured.
func TestTheOneSidedTableErrsLittleAgainstTheTwoSided(t *testing.T) {
	var sum, square, most float64
	var worst engine.Board
	for i := 1; i < upTo6; i++ {
		for j := 1; j < upTo6; j++ {
			exact := float64(built().both.win[i*upTo6+j])
			d := math.Abs(float64(built().independent(i, j).Win) - exact)
			sum += d
			square += d * d
			if d > most {
				most, worst = d, engine.Board{Own: sideOf(i), Opp: sideOf(j)}
			}
		}
	}
	n := float64((upTo6 - 1) * (upTo6 - 1))
	average := sum / n
	t.Logf("mean %.6f, root mean square %.6f, most %.5f at %v", average, math.Sqrt(square/n), most, worst)
	if average > 0.0009 || most > 0.014 {
		t.Errorf("mean error %v, most %v in the chance to win", average, most)
	}
}

func TestLookupsAllocateNothing(t *testing.T) {
	tables := built()
	boards := []engine.Board{enginetest.Board("6:3", "5:3"), enginetest.Board("6:15", "5:15")}
	if n := testing.AllocsPerRun(100, func() {
		for i := range boards {
			tables.Lookup(&boards[i])
			tables.Cubeful(&boards[i])
			tables.MeanRolls(&boards[i].Own)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestTablesMayBeShared(t *testing.T) {
	rng := enginetest.Rand(4)
	boards := make([]engine.Board, 1000)
	want := make([]eval.Outcome, len(boards))
	for i := range boards {
		boards[i] = randomHome(rng)
		want[i], _ = built().Lookup(&boards[i])
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range boards {
				if o, _ := built().Lookup(&boards[i]); o != want[i] {
					t.Errorf("%v: %v, then %v", boards[i], want[i], o)
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkLookup(b *testing.B) {
	rng := enginetest.Rand(5)
	for name, upTo := range map[string]int{"two-sided": upTo6, "one-sided": upTo15} {
		boards := make([]engine.Board, 1<<14)
		for i := range boards {
			boards[i] = engine.Board{Own: sideOf(1 + rng.IntN(upTo-1)), Opp: sideOf(1 + rng.IntN(upTo-1))}
		}
		tables := built()
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				tables.Lookup(&boards[i%len(boards)])
			}
		})
	}
}
