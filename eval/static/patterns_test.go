package static_test

import (
	"math"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/inputs"
	"tavla/eval/static"
	"tavla/nnet"
)

// withPatterns adds a table of random values to weights.
func withPatterns(f *nnet.File) *nnet.File {
	t, r := static.NewPatternTable(), enginetest.Rand(7)
	for i := range t.Table.Values {
		t.Table.Values[i] = int16(r.IntN(2*nnet.MaxTableValue+1) - nnet.MaxTableValue)
	}
	f.Tables = append(f.Tables, t)
	return f
}

func TestTheTableOfPatternsAddsToWhatNetsForContactPutOut(t *testing.T) {
	f := weights(t, static.Four)
	bare, err := static.NewModel(f)
	if err != nil {
		t.Fatal(err)
	}
	table := withPatterns(f).Tables[0].Table
	m, err := static.NewModel(f)
	if err != nil {
		t.Fatal(err)
	}
	boards := mixed(2000)
	without, with := make([]eval.Outcome, len(boards)), make([]eval.Outcome, len(boards))
	bare.NewEvaluator().Evaluate(without, boards)
	m.NewEvaluator().Evaluate(with, boards)
	contacts := 0
	for i := range boards {
		if eval.ClassOf(&boards[i]) != eval.Contact {
			if with[i] != without[i] {
				t.Fatalf("%v, no contact: %v, without the table %v", boards[i], with[i], without[i])
			}
			continue
		}
		contacts++
		sum := 0.0
		for _, row := range inputs.WindowsOf(&boards[i]) {
			sum += float64(table.Values[row*static.Outputs]) / nnet.TableOne
		}
		p := float64(without[i].Win)
		if want := 1 / (1 + (1-p)/p*math.Exp(-sum)); math.Abs(float64(with[i].Win)-want) > 1e-5 {
			t.Fatalf("%v: %v with the table, want %v", boards[i], with[i].Win, want)
		}
	}
	if contacts < 500 {
		t.Errorf("only %d boards with contact", contacts)
	}
}

func TestATableForOtherPatternsIsRefused(t *testing.T) {
	for want, spoil := range map[string]func(n *nnet.NamedTable){
		"version 2 of the patterns": func(n *nnet.NamedTable) { n.InputsVersion = 2 },
		`"quadrants"`:               func(n *nnet.NamedTable) { n.Inputs = "quadrants" },
		"has 8 rows":                func(n *nnet.NamedTable) { n.Table = nnet.NewTable(8, static.Outputs) },
		"of 4 values":               func(n *nnet.NamedTable) { n.Table = nnet.NewTable(n.Table.Rows(), 4) },
	} {
		f := withPatterns(weights(t, static.Whole))
		spoil(&f.Tables[0])
		if _, err := static.NewModel(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to say %s", err, want)
		}
	}
}

// Guesses are of pruning nets alone, which learn from what nets and table make together.
func TestGuessesDoNotReadTheTableOfPatterns(t *testing.T) {
	f := withPruning(t, weights(t, static.Four), static.Four)
	bare, err := static.NewModel(f)
	if err != nil {
		t.Fatal(err)
	}
	m, err := static.NewModel(withPatterns(f))
	if err != nil {
		t.Fatal(err)
	}
	before, boards := engine.Start(), mixed(50)
	want, got := make([]eval.Outcome, len(boards)), make([]eval.Outcome, len(boards))
	bare.NewEvaluator().Guess(want, boards, &before)
	m.NewEvaluator().Guess(got, boards, &before)
	for i := range boards {
		if got[i] != want[i] {
			t.Fatalf("%v is guessed %v with the table, %v without", boards[i], got[i], want[i])
		}
	}
}
