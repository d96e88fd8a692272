package train

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/static"
	"tavla/nnet"
)

// refining is a short run of the stage Refine, and the weights that it begins with.
func refining(t *testing.T) (Config, *nnet.File) {
	t.Helper()
	c := tiny()
	c.Games, c.PlyLimit, c.Round = 8, 30, Schedule{From: 2, To: 2}
	first, err := newLearner(&c, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Stage, c.From, c.Depth, c.Passes, c.Lines, c.Optimizer = Refine, "the first weights", 1, 1, 1, Adam
	c.Explore, c.Lambda = Schedule{From: 0.1, To: 0.1}, Schedule{}
	return c, first.file("")
}

func finished(t *testing.T, r *Run) []byte {
	t.Helper()
	if err := r.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	net, err := os.ReadFile(NetPath(r.options.Dir))
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// until runs r until stop says so, and takes it up again with other settings, if given.
func until(t *testing.T, r *Run, relearn *Config, stop func(Progress) bool) (*Run, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r.options.Progress = func(p Progress) {
		if stop(p) {
			cancel()
		}
	}
	if err := r.Go(ctx); !errors.Is(err, ErrInterrupted) {
		t.Fatal(err)
	}
	o := options(r.options.Dir, 2)
	o.Relearn = relearn
	return Resume(o)
}

func TestTheTableOfPatternsIsTaughtInTheEndAndTheNextRunGoesOnFromIt(t *testing.T) {
	c, from := refining(t)
	c.Patterns = 3
	want := finished(t, begun(t, c, from, 1))
	r, err := until(t, begun(t, c, from, 3), nil, func(p Progress) bool { return p.Patterns > 0 })
	if err != nil {
		t.Fatal(err)
	}
	if got := finished(t, r); !bytes.Equal(got, want) {
		t.Fatal("interrupted and with other workers the run ends with another table")
	}
	f, err := nnet.Decode(want)
	if err != nil {
		t.Fatal(err)
	}
	if used(f) == 0 {
		t.Fatal("the table has learned nothing")
	}
	// The nets of the next run learn what the table leaves, and keep it.
	c.Patterns = 0
	kept, err := nnet.Decode(finished(t, begun(t, c, f, 2)))
	if err != nil {
		t.Fatal(err)
	}
	if used(kept) != used(f) {
		t.Errorf("%d values of the table are left of %d", used(kept), used(f))
	}
	r, err = until(t, begun(t, c, f, 1), nil, func(p Progress) bool { return p.Games > 1 })
	if err != nil {
		t.Fatal(err)
	}
	again, err := nnet.Decode(finished(t, r))
	if err != nil {
		t.Fatal(err)
	}
	for i := range kept.Nets {
		if !equalNets(kept.Nets[i].Net, again.Nets[i].Net) {
			t.Fatal("resumed, a run that begins with a table ends with other nets")
		}
	}
	bare := *f
	bare.Tables = nil
	alone, err := nnet.Decode(finished(t, begun(t, c, &bare, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if equalNets(kept.Nets[0].Net, alone.Nets[0].Net) {
		t.Error("the nets learn as if there were no table")
	}
}

// used counts the values of the table of patterns that are not 0.
func used(f *nnet.File) (n int) {
	for _, v := range f.FindTable(static.PatternTable).Table.Values {
		if v != 0 {
			n++
		}
	}
	return n
}

func equalNets(a, b *nnet.Net) bool {
	var x, y []float32
	a.Parameters(func(p []float32) { x = append(x, p...) })
	b.Parameters(func(p []float32) { y = append(y, p...) })
	for i := range x {
		if x[i] != y[i] {
			return false
		}
	}
	return true
}

// What a table is for: it learns by heart which pattern makes one play the better one.
func TestATableLearnsWhatNetsMiss(t *testing.T) {
	r := enginetest.Rand(5)
	d := new(decisions)
	good := func(b *engine.Board) bool { return b.Own[6] > 1 && b.Opp[18] != 1 }
	var held []engine.Board
	for len(d.ends) < 300 {
		a, b := enginetest.SetUp(r), enginetest.SetUp(r)
		if eval.ClassOf(&a) != eval.Contact || eval.ClassOf(&b) != eval.Contact || good(&a) == good(&b) {
			continue
		}
		for i, board := range []engine.Board{a, b} {
			c := Compared{Board: board, Value: eval.Outcome{Win: 0.5, WinGammon: 0.5, WinBackgammon: 0.5, LoseGammon: 0.5, LoseBackgammon: 0.5}}
			if good(&board) {
				c.Value.Win = 0.6
			}
			d.append(&c, byte(i*flagLast))
		}
		held = append(held, a, b)
	}
	c, from := refining(t)
	c.Patterns = 40
	for i := range from.Nets {
		from.Nets[i].Net.Zero() // all is worth the same to them
	}
	run := &Run{config: c, options: options("", 2), decisions: d}
	run.state.Decisions = len(d.ends)
	if err := run.teachPatterns(context.Background(), from); err != nil {
		t.Fatal(err)
	}
	m, err := static.NewModel(from)
	if err != nil {
		t.Fatal(err)
	}
	out, right := make([]eval.Outcome, len(held)), 0
	m.NewEvaluator().Evaluate(out, held)
	for i := 0; i < len(held); i += 2 {
		if (out[i].Win > out[i+1].Win) == good(&held[i]) {
			right++
		}
	}
	if right < len(held)/2*9/10 {
		t.Errorf("the table tells %d of %d decisions right", right, len(held)/2)
	}
}

func TestPatternsAreTaughtWhatTheLossSays(t *testing.T) {
	// One decision of two plays, worth 0.5 and 0.7 in wins, where nets say 0.5 of both.
	a, b := engine.Start(), enginetest.Board("24:2 13:5 8:2 6:5 5:1", "24:2 13:5 8:3 6:5")
	var u unpatterned
	d := new(decisions)
	d.append(&Compared{Board: a, Value: eval.Outcome{Win: 0.5}}, 0)
	d.append(&Compared{Board: b, Value: eval.Outcome{Win: 0.7}}, flagLast)
	u.read(d, []int{0})
	c, from := refining(t)
	for i := range from.Nets {
		from.Nets[i].Net.Zero()
	}
	m, err := static.NewModel(from)
	if err != nil {
		t.Fatal(err)
	}
	u.judge(m.NewEvaluator(), 0)
	table := static.NewPatternTable().Table
	l := patternLearner{values: make([]float32, len(table.Values))}
	l.learn(&u, float32(c.Common), 0.5)
	for i := range u.plays {
		p := &u.plays[i]
		// Equity is missed by what gammons are said to be worth, alike in both plays, and by
		// 0.4 more in the second; a slope of a quarter, half a step.
		want := [2]float64{-0.2, 0.2}[i] * 2 * 0.25 * 0.5
		common := float64(p.Value.Win-0.5) * c.Common * 0.25 * 0.5
		shared := 0
		for _, row := range u.plays[1-i].rows {
			for _, own := range p.rows {
				if row == own {
					shared++
				}
			}
		}
		if shared == len(p.rows) {
			t.Fatal("the boards look alike")
		}
		for w, row := range p.rows {
			if row != u.plays[1-i].rows[w] {
				if got := float64(l.values[row*static.Outputs]); math.Abs(got-want-common) > 1e-3 {
					t.Errorf("play %d: the table learns %v, want %v", i, got, want+common)
				}
			}
		}
	}
}

func TestARunEndsAsIfBegunWithTheSettingsItGoesOnWith(t *testing.T) {
	c, from := refining(t)
	other := c
	other.Games, other.Passes, other.Patterns, other.Step.From = 4, 2, 1, 0.001
	want := finished(t, begun(t, other, from, 1))
	r, err := until(t, begun(t, c, from, 2), &other, func(p Progress) bool { return p.Games >= 4 })
	if err != nil {
		t.Fatal(err)
	}
	if got := finished(t, r); !bytes.Equal(got, want) {
		t.Error("the run ends with other nets")
	}
	if saved, err := SavedConfig(r.options.Dir); err != nil || saved.String() != other.String() {
		t.Errorf("the run has the settings %v, %v", saved, err)
	}
}

func TestSettingsThatARunCannotGoOnWithAreRefused(t *testing.T) {
	c, from := refining(t)
	judging := func(p Progress) bool { return p.Games >= 4 }
	for want, change := range map[string]func(c *Config){
		"not those that the run was begun with": func(c *Config) { c.Seed++ },
		"games 3: 4 are judged already":         func(c *Config) { c.Games = 3 },
		"passes 0":                              func(c *Config) { c.Passes = 0 },
	} {
		other := c
		change(&other)
		if _, err := until(t, begun(t, c, from, 1), &other, judging); !errors.Is(err, ErrSettings) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to say %q", err, want)
		}
	}
	other := c
	other.Fade, other.Passes = 0.5, 2
	if _, err := until(t, begun(t, c, from, 1), &other, func(p Progress) bool { return p.Passes > 0 }); err == nil || !strings.Contains(err.Error(), "the run learns by now") {
		t.Errorf("while it learns: %v", err)
	}
	c.Explore.To = 0
	other = c
	other.Games = 6
	if _, err := until(t, begun(t, c, from, 1), &other, judging); err == nil || !strings.Contains(err.Error(), "games 6: the number stays 8") {
		t.Errorf("with settings that change from game to game: %v", err)
	}
}
