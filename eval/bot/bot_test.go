package bot

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
)

// ask puts a decision to a bot and returns the position it chose.
func ask(t *testing.T, b Bot, board engine.Board, hi, lo uint8) engine.Board {
	t.Helper()
	roll := engine.Roll{hi, lo}
	plays := new(engine.Generator).Plays(board, roll)
	i, err := b.ChoosePlay(context.Background(), Decision{Board: board, Roll: roll, Plays: plays})
	if err != nil {
		t.Fatal(err)
	}
	return plays[i].Board
}

func TestThePipBotHitsAndOtherwiseTakesTheCanonicallyFirstPlay(t *testing.T) {
	var g engine.Generator
	if got, first := ask(t, Pip{}, engine.Start(), 3, 1), g.Plays(engine.Start(), engine.Roll{3, 1})[0].Board; got != first {
		t.Errorf("without a hit it plays to %v, not to %v", got, first)
	}
	b := engine.Start()
	b.Opp[13]--
	b.Opp[21]++ // a blot on my 4-point
	after := ask(t, Pip{}, b, 4, 2)
	if after.Opp[engine.Bar] != 1 {
		t.Errorf("it did not hit: %v", after)
	}
}

func TestTheRandomBotRepeatsItselfWithTheSameSeedOnly(t *testing.T) {
	answers := func(seed uint64) (all []int) {
		plays := new(engine.Generator).Plays(engine.Start(), engine.Roll{1, 1})
		bot := NewRandom(99)
		bot.ChoosePlay(context.Background(), Decision{Plays: plays})
		bot.NewGame(seed)
		for range 20 {
			i, _ := bot.ChoosePlay(context.Background(), Decision{Plays: plays})
			all = append(all, i)
		}
		return all
	}
	same, again, other := answers(1), answers(1), answers(2)
	equal := func(a, b []int) bool {
		for i := range a {
			if a[i] != b[i] {
				return false
			}
		}
		return true
	}
	if !equal(same, again) {
		t.Errorf("with one seed %v, then %v", same, again)
	}
	if equal(same, other) {
		t.Error("two seeds give the same game")
	}
}

// leader thinks only of how far the opponent has to go.
type leader struct{}

func (leader) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		dst[i] = eval.Outcome{Win: 1 - float32(boards[i].Own.Pips())/400}
	}
}

func TestTheEvaluatorBotMakesThePlayItsEvaluatorThinksBest(t *testing.T) {
	b := engine.Start()
	b.Opp[13]--
	b.Opp[21]++
	if after := ask(t, NewEvaluator(leader{}), b, 4, 2); after.Opp[engine.Bar] != 1 {
		t.Errorf("it did not send the opponent back: %v", after)
	}
}

// folder writes the two weights files.
func folder(t *testing.T, contact, race string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"WT.cntc": contact, "WT.race": race} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestPubevalReadsAPointByTheNumberOfMen(t *testing.T) {
	var w [pubevalWeights]float64
	copy(w[(24-6)*perPoint:], []float64{100, 1, 2, 4, 8}) // the 6-point
	w[pubevalBar], w[pubevalOff] = 1000, 1500
	for want, after := range map[float64]engine.Board{
		0:    {},
		100:  {Opp: engine.Side{19: 1}},
		1:    {Own: engine.Side{6: 1}},
		2:    {Own: engine.Side{6: 2}},
		6:    {Own: engine.Side{6: 3}},
		10:   {Own: engine.Side{6: 5}},
		300:  {Own: engine.Side{engine.Off: 3}},
		1000: {Opp: engine.Side{engine.Bar: 2}},
	} {
		if got := pubevalScore(&w, &after); got != want {
			t.Errorf("%v scores %v, not %v", after, got, want)
		}
	}
}

func TestPubevalPlaysTheWellKnownOpenings(t *testing.T) {
	w, err := ReadPubeval(enginetest.Shared(t, "pubeval"))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []struct{ hi, lo, point uint8 }{{3, 1, 5}, {4, 2, 4}, {6, 1, 7}} {
		if after := ask(t, NewPubeval(w), engine.Start(), o.hi, o.lo); after.Own[o.point] != 2 {
			t.Errorf("with %d-%d it does not make the %d-point", o.hi, o.lo, o.point)
		}
	}
}

func TestUnusableWeightsOfPubevalAreExplained(t *testing.T) {
	good := strings.Repeat("1.5 ", pubevalWeights)
	if _, err := ReadPubeval(folder(t, good, good)); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ dir, hint string }{
		"no folder":       {filepath.Join(t.TempDir(), "none"), "a folder with WT.cntc and WT.race is needed"},
		"too few numbers": {folder(t, good, "1 2 3"), "3 numbers, not 122"},
		"no number":       {folder(t, strings.Replace(good, "1.5", "abc", 1), good), `entry 1 is "abc"`},
		"not finite":      {folder(t, strings.Replace(good, "1.5", "NaN", 1), good), `entry 1 is "NaN"`},
	} {
		if _, err := ReadPubeval(c.dir); err == nil || !strings.Contains(err.Error(), c.hint) {
			t.Errorf("%s: error %v, which does not say %q", name, err, c.hint)
		}
	}
}
