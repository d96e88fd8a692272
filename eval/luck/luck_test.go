package luck

import (
	"math"
	"math/rand/v2"
	"testing"

	"tavla/engine"
	"tavla/eval"
)

// pips judges by the pip count and by men on the bar.
type pips struct{}

func (pips) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		b := &boards[i]
		var over bool
		if dst[i], over = eval.Final(b); over {
			continue
		}
		lead := float64(b.Opp.Pips()-b.Own.Pips()) + 5*float64(b.Opp[engine.Bar]) + 4
		win := 1 / (1 + math.Exp(-lead/20))
		dst[i] = eval.Outcome{Win: float32(win), WinGammon: float32(win * win / 4)}
	}
}

// positions are all those of some random games.
func positions(games int) (all []engine.Board) {
	random := rand.New(rand.NewPCG(3, 4))
	var g engine.Generator
	for range games {
		for b := engine.Start(); !b.Over(); b = b.Swap() {
			all = append(all, b)
			roll := engine.Roll{uint8(1 + random.IntN(6)), uint8(1 + random.IntN(6))}
			if plays := g.Plays(b, roll); len(plays) > 0 {
				b = plays[random.IntN(len(plays))].Board
			}
			if b.Over() {
				break
			}
		}
	}
	return all
}

func TestTheLuckOfAll36ThrowsSumsToZero(t *testing.T) {
	j := New(pips{})
	for _, b := range positions(10) {
		rolls := j.Rolls(b)
		sum := 0.0
		for first := uint8(1); first <= 6; first++ {
			for second := uint8(1); second <= 6; second++ {
				sum += rolls.Luck(engine.Roll{first, second})
			}
		}
		if math.Abs(sum) > 1e-12 {
			t.Fatalf("luck sums to %g in %v", sum, b)
		}
	}
}

func TestTheLuckOfAll30OpeningsSumsToZeroForEitherPlayer(t *testing.T) {
	j := New(pips{})
	sum := 0.0
	for mine := uint8(1); mine <= 6; mine++ {
		for theirs := uint8(1); theirs <= 6; theirs++ {
			switch roll := (engine.Roll{mine, theirs}); {
			case mine > theirs:
				sum += j.Opening(roll)
			case mine < theirs:
				sum -= j.Opening(roll)
			}
		}
	}
	if math.Abs(sum) > 1e-12 {
		t.Errorf("opening luck sums to %g", sum)
	}
}

func TestARollIsWorthItsBestPlay(t *testing.T) {
	j := New(pips{})
	var g engine.Generator
	equityAfter := func(b engine.Board) float64 {
		var o [1]eval.Outcome
		pips{}.Evaluate(o[:], []engine.Board{b.Swap()})
		return float64(o[0].Invert().Equity())
	}
	for _, b := range positions(1) {
		rolls := j.Rolls(b)
		sum := 0.0
		for i, roll := range engine.Rolls() {
			want := math.Inf(-1)
			for _, p := range g.Plays(b, roll) {
				want = max(want, equityAfter(p.Board))
			}
			if math.IsInf(want, -1) { // the turn is lost
				want = equityAfter(b)
			}
			if rolls.Equity[i] != want {
				t.Fatalf("roll %v is worth %v, not %v", roll, rolls.Equity[i], want)
			}
			sum += want * float64(roll.Chances()) / 36
			if got := j.Luck(b, roll); math.Abs(got-(want-rolls.Mean)) > 1e-12 {
				t.Fatalf("luck of %v is %v, not %v", roll, got, want-rolls.Mean)
			}
		}
		if math.Abs(sum-rolls.Mean) > 1e-12 {
			t.Fatalf("the mean is %v, not %v", rolls.Mean, sum)
		}
		if e := float64(rolls.MeanOutcome().Equity()); math.Abs(e-sum) > 1e-6 {
			t.Fatalf("the mean outcome's equity is %v, not %v", e, sum)
		}
	}
}

func TestThereIsNoLuckAgainstAClosedBoard(t *testing.T) {
	closed := engine.Side{1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 8: 3}
	b := engine.Board{Own: engine.Side{engine.Bar: 1, 6: 14}, Opp: closed}
	rolls := New(pips{}).Rolls(b)
	for _, roll := range engine.Rolls() {
		if l := rolls.Luck(roll); math.Abs(l) > 1e-12 {
			t.Errorf("luck of %v is %g", roll, l)
		}
	}
}

func TestTheOrderOfTheDiceDoesNotMatter(t *testing.T) {
	j := New(pips{})
	if a, b := j.Luck(engine.Start(), engine.Roll{3, 5}), j.Luck(engine.Start(), engine.Roll{5, 3}); a != b {
		t.Errorf("3-5 has luck %v, 5-3 has %v", a, b)
	}
	if a, b := j.Opening(engine.Roll{3, 5}), j.Opening(engine.Roll{5, 3}); a != b {
		t.Errorf("as openings 3-5 has luck %v, 5-3 has %v", a, b)
	}
}

func TestAWarmJudgeAllocatesNothing(t *testing.T) {
	j := New(pips{})
	b, roll := engine.Start(), engine.Roll{2, 1}
	if n := testing.AllocsPerRun(5, func() { j.Luck(b, roll); j.Opening(roll) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
