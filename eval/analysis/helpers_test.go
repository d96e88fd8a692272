package analysis

import (
	"context"
	"math"
	"os"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/record"
	"tavla/eval"
	"tavla/eval/cube"
	"tavla/eval/search"
)

// counter judges by the pip counts and blots, which is quick and has opinions.
type counter struct{}

func (counter) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		b := &boards[i]
		var over bool
		if dst[i], over = eval.Final(b); over {
			continue
		}
		lead := float64(b.Opp.Pips()-b.Own.Pips()) + 4
		for p := 1; p <= 24; p++ {
			if b.Own[p] == 1 {
				lead -= 3
			}
			if b.Opp[p] == 1 {
				lead += 3
			}
		}
		win := 1 / (1 + math.Exp(-lead/20))
		o := eval.Outcome{
			Win:       float32(win),
			WinGammon: float32(0.4 * win * win), LoseGammon: float32(0.4 * (1 - win) * (1 - win)),
		}
		possible := eval.PossibleFor(b)
		possible.Clamp(&o)
		dst[i] = o
	}
}

func counting() Options {
	return Options{Efficiency: cube.Usual(), MET: cube.Standard(), NewEvaluator: func() eval.Evaluator { return counter{} }}
}

// caseMatch is one of the two matches with which the reference comes.
func caseMatch(t testing.TB) *record.Match {
	t.Helper()
	data, err := os.ReadFile("testdata/match-5pt.mat")
	if err != nil {
		t.Fatal(err)
	}
	return matchOf(t, string(data))
}

func matchOf(t testing.TB, text string) *record.Match {
	t.Helper()
	m, _, err := record.Read("match", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// moneyGame has a double, a beaver and a resignation.
var moneyGame = strings.Join([]string{
	" 0 point match", "",
	" Game 1",
	" left : 0                       right : 0",
	"  1) 31: 8/5 6/5                 64: 24/14",
	"  2)  Doubles => 2                Beavers",
	"  3)  Takes",
	"  4) 61: 13/7 8/7                52: 14/9 6/4",
	"  5) 11: 8/7 8/7 6/5 6/5         66: ",
	"  6) 43: 24/20 13/10             54: 13/8 6/2",
	"      Wins 4 points", "",
}, "\n")

func judged(t testing.TB, m *record.Match, o Options, workers int) *Report {
	t.Helper()
	a, err := New([]*record.Match{m}, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Run(context.Background(), workers, nil); err != nil {
		t.Fatal(err)
	}
	return a.Report(0)
}

func tiny(t testing.TB) search.Filter {
	t.Helper()
	f, err := search.FilterByName("tiny")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func near(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %v, not %v", what, got, want)
	}
}
