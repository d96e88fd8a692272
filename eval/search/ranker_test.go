package search

import (
	"math/rand/v2"
	"testing"

	"tavla/engine"
	"tavla/eval"
)

// pips judges by the pip count alone, coarsely, so that plays tie.
type pips struct{ batches int }

func (e *pips) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	e.batches++
	for i := range boards {
		b := &boards[i]
		var over bool
		if dst[i], over = eval.Final(b); !over {
			dst[i] = eval.Outcome{Win: 0.5 + float32(b.Opp.Pips()-b.Own.Pips())/800}
		}
	}
}

// walk visits the positions of random games, with a roll each.
func walk(games int, visit func(b engine.Board, roll engine.Roll)) {
	random := rand.New(rand.NewPCG(1, 2))
	var g engine.Generator
	for range games {
		b := engine.Start()
		for !b.Over() {
			roll := engine.Roll{uint8(1 + random.IntN(6)), uint8(1 + random.IntN(6))}
			visit(b, roll)
			if plays := g.Plays(b, roll); len(plays) > 0 {
				b = plays[random.IntN(len(plays))].Board
			}
			b = b.Swap()
		}
	}
}

func TestEveryLegalPlayIsRankedBestFirstAndEqualOnesCanonically(t *testing.T) {
	var g engine.Generator
	r := New(new(pips))
	walk(5, func(b engine.Board, roll engine.Roll) {
		ranked := r.Rank(b, roll)
		plays := g.Plays(b, roll)
		if len(ranked) != len(plays) {
			t.Fatalf("%d plays ranked of %d", len(ranked), len(plays))
		}
		known := map[engine.Play]bool{}
		for _, p := range plays {
			known[p] = true
		}
		for i := range ranked {
			x := &ranked[i]
			if !known[x.Play] {
				t.Fatalf("a play is ranked twice or is not legal: %v", x.Play.Moves())
			}
			delete(known, x.Play)
			if x.Equity != x.Outcome.Equity() || x.Plies != 0 {
				t.Fatalf("equity %v at %d plies does not match outcome %v", x.Equity, x.Plies, x.Outcome)
			}
			if i == 0 {
				continue
			}
			before := &ranked[i-1]
			if before.Equity < x.Equity || before.Equity == x.Equity && before.Play.Compare(&x.Play) >= 0 {
				t.Fatalf("place %d comes before place %d wrongly", i-1, i)
			}
		}
	})
}

func TestBestIsTheFirstOfTheRanking(t *testing.T) {
	one, all := New(new(pips)), New(new(pips))
	var g engine.Generator
	walk(5, func(b engine.Board, roll engine.Roll) {
		ranked := all.Rank(b, roll)
		play, o, ok := one.Best(b, roll)
		if ok != (len(ranked) > 0) {
			t.Fatalf("ok is %v with %d plays", ok, len(ranked))
		}
		if !ok {
			return
		}
		if play != ranked[0].Play || o != ranked[0].Outcome {
			t.Fatalf("best %v, first of the ranking %v", play.Moves(), ranked[0].Play.Moves())
		}
		plays := g.Plays(b, roll)
		if i, o := one.BestOf(plays); plays[i] != play || o != ranked[0].Outcome {
			t.Fatalf("best of the given plays is number %d, not %v", i, play.Moves())
		}
	})
}

func TestOutcomesAreSeenByTheMover(t *testing.T) {
	b := engine.Board{Own: engine.Side{1: 1, engine.Off: 14}, Opp: engine.Side{6: 15}}
	ranked := New(new(pips)).Rank(b, engine.Roll{2, 1})
	if len(ranked) != 1 || ranked[0].Equity != 2 || ranked[0].Outcome.WinGammon != 1 {
		t.Errorf("bearing off the last man for a gammon is ranked %+v", ranked)
	}
}

func TestALostTurnIsWorthTheSamePositionSeenByTheOther(t *testing.T) {
	closed := engine.Side{1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 8: 3}
	b := engine.Board{Own: engine.Side{engine.Bar: 1, 6: 14}, Opp: closed}
	r := New(new(pips))
	play, o, ok := r.Best(b, engine.Roll{6, 5})
	if ok || len(play.Moves()) != 0 || play.Board != b {
		t.Fatalf("a play was found against a closed board: %v", play.Moves())
	}
	var want [1]eval.Outcome
	new(pips).Evaluate(want[:], []engine.Board{b.Swap()})
	if o != want[0].Invert() {
		t.Errorf("outcome %v, not %v", o, want[0].Invert())
	}
	if ranked := r.Rank(b, engine.Roll{6, 5}); len(ranked) != 0 {
		t.Errorf("%d plays ranked, where there is none", len(ranked))
	}
}

func TestADecisionIsOneBatch(t *testing.T) {
	e := new(pips)
	New(e).Rank(engine.Start(), engine.Roll{4, 4})
	if e.batches != 1 {
		t.Errorf("%d batches for one decision", e.batches)
	}
}

func TestAWarmRankerAllocatesNothing(t *testing.T) {
	r := New(new(pips))
	var g engine.Generator
	b, roll := engine.Start(), engine.Roll{2, 2}
	plays := g.Plays(b, roll)
	n := testing.AllocsPerRun(20, func() {
		r.Rank(b, roll)
		r.Best(b, roll)
		r.BestOf(plays)
	})
	if n != 0 {
		t.Errorf("%v allocations per decision", n)
	}
}
