package search_test

import (
	"math"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/search"
)

// brute is the value of b by definition, in plain recursion with all replies.
func brute(e eval.Evaluator, plies int, b engine.Board) [5]float64 {
	if plies == 0 || b.Over() {
		var o [1]eval.Outcome
		e.Evaluate(o[:], []engine.Board{b})
		return [5]float64{float64(o[0].Win), float64(o[0].WinGammon), float64(o[0].WinBackgammon), float64(o[0].LoseGammon), float64(o[0].LoseBackgammon)}
	}
	var mean [5]float64
	for hi := uint8(1); hi <= 6; hi++ {
		for lo := uint8(1); lo <= 6; lo++ {
			after := []engine.Board{b}
			if plays := new(engine.Generator).Plays(b, engine.Roll{hi, lo}); len(plays) > 0 {
				after = after[:0]
				for _, p := range plays {
					after = append(after, p.Board)
				}
			}
			most, best := math.Inf(-1), [5]float64{}
			for _, a := range after {
				v := brute(e, plies-1, a.Swap())
				v = [5]float64{1 - v[0], v[3], v[4], v[1], v[2]}
				if q := 2*v[0] + v[1] + v[2] - v[3] - v[4]; q > most {
					most, best = q, v
				}
			}
			for i := range mean {
				mean[i] += best[i] / 36
			}
		}
	}
	return mean
}

func near(o eval.Outcome, want [5]float64) bool {
	for i, v := range [5]float32{o.Win, o.WinGammon, o.WinBackgammon, o.LoseGammon, o.LoseBackgammon} {
		if math.Abs(float64(v)-want[i]) > 2e-6 {
			return false
		}
	}
	return true
}

// tricky are positions where something happens inside the tree.
func tricky() map[string]engine.Board {
	return map[string]engine.Board{
		"the opening":                engine.Start(),
		"the game ends in the tree":  enginetest.Board("1:1 2:1", "1:2 3:1"),
		"a gammon is near":           enginetest.Board("1:2 2:1", "1:1 20:1 6:13"),
		"most rolls do not enter":    enginetest.Board("bar:1 6:14", "1:2 2:2 3:2 4:2 5:2 8:5"),
		"no roll enters":             enginetest.Board("bar:1 1:14", "1:2 2:2 3:2 4:2 5:2 6:2 8:3"),
		"contact may end or go on":   enginetest.Board("12:2 5:5 4:5 3:3", "14:1 6:5 5:5 3:4"),
		"a race without men off yet": enginetest.Board("6:5 5:5 4:5", "6:5 5:5 4:5"),
	}
}

func TestOnePlyIsTheMeanOfTheBestReplies(t *testing.T) {
	m := shipped(t)
	deep := search.NewLookahead(m.NewEvaluator(), 1, search.Filter{}, nil)
	for name, b := range tricky() {
		var got [1]eval.Outcome
		deep.Evaluate(got[:], []engine.Board{b})
		if want := brute(m.NewEvaluator(), 1, b); !near(got[0], want) {
			t.Errorf("%s: %v, not %v", name, got[0], want)
		}
	}
}

func TestTwoPliesWithAllRepliesAreTheMeanOfTheBestOfOnePly(t *testing.T) {
	full, err := search.FilterByName("full")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"the game ends in the tree", "a gammon is near", "most rolls do not enter", "no roll enters"} {
		b := tricky()[name]
		e := lead{}
		var got [1]eval.Outcome
		search.NewLookahead(e, 2, full, nil).Evaluate(got[:], []engine.Board{b})
		if want := brute(e, 2, b); !near(got[0], want) {
			t.Errorf("%s: %v, not %v", name, got[0], want)
		}
	}
}

func TestThreePliesOfAnEndingAreExact(t *testing.T) {
	b := enginetest.Board("2:2", "1:3")
	var got [1]eval.Outcome
	search.NewLookahead(lead{}, 3, search.Filter{}, nil).Evaluate(got[:], []engine.Board{b})
	if want := brute(lead{}, 3, b); !near(got[0], want) {
		t.Errorf("%v, not %v", got[0], want)
	}
}

func TestFinishedGamesAreWorthWhatTheyEndedWith(t *testing.T) {
	b := enginetest.Board("6:15", "")
	want, _ := eval.Final(&b)
	for plies := range search.MaxPlies + 1 {
		var got [1]eval.Outcome
		search.NewLookahead(lead{}, plies, search.Filter{}, nil).Evaluate(got[:], []engine.Board{b})
		if got[0] != want {
			t.Errorf("at %d plies %v, not %v", plies, got[0], want)
		}
	}
}

// lead judges by pip counts, in a way in which most positions differ.
type lead struct{}

func (lead) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		b := &boards[i]
		var over bool
		if dst[i], over = eval.Final(b); over {
			continue
		}
		own, opp := float32(b.Own.Pips()), float32(b.Opp.Pips())
		o := eval.Outcome{Win: opp / (own + opp + 1), WinGammon: opp / 800, LoseGammon: own / 900}
		for p := 1; p < engine.Bar; p++ {
			own, opp := float32(b.Own[p])-2, float32(b.Opp[p])-2
			o.Win += float32(p) * (opp*opp*opp - own*own*own) / 1e5
		}
		possible := eval.PossibleFor(b)
		possible.Clamp(&o)
		dst[i] = o
	}
}
