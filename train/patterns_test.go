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
	c.Explore, c.Lambda, c.Common = Schedule{From: 0.1, To: 0.1}, Schedule{}, 0.3
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
	c.Patterns, c.Pruning = 3, 20
	whole := begun(t, c, from, 1)
	whole.options.Progress = func(p Progress) {
		if p.Pruning > 0 && p.Patterns < 1 {
			t.Error("pruning nets learn what nets say without their table")
		}
	}
	want := finished(t, whole)
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
	c.Patterns, c.Pruning = 0, 0
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
	td := tiny()
	td.From, td.Games = c.From, 20
	learned, err := nnet.Decode(finished(t, begun(t, td, f, 2)))
	if err != nil {
		t.Fatal(err)
	}
	if used(learned) != used(f) {
		t.Error("the stage TD has lost the table")
	}
}

// A table that is right already stays as it is: learning sees what it adds, once.
func TestATableThatIsRightStaysAsItIs(t *testing.T) {
	c, f := refining(t)
	c.Patterns = 2
	for i := range f.Nets { // no chance is near one that bounds it
		net := f.Nets[i].Net
		net.Zero()
		copy(net.Layers[len(net.Layers)-1].Bias, []float32{0, -1.5, -4, -1.5, -4})
	}
	table, r := static.NewPatternTable(), enginetest.Rand(8)
	for i := range table.Table.Values {
		table.Table.Values[i] = int16(r.IntN(801) - 400)
	}
	f.Tables = []nnet.NamedTable{table}
	m, err := static.NewModel(f)
	if err != nil {
		t.Fatal(err)
	}
	d, e, out := new(decisions), m.NewEvaluator(), make([]eval.Outcome, 2)
	for b := range enginetest.Reachable(4) {
		pair := []engine.Board{b, enginetest.SetUp(r)}
		e.Evaluate(out, pair)
		for i := range pair {
			d.append(&Compared{Board: pair[i], Value: out[i], Known: pair[i].Over()}, byte(i*flagLast))
		}
		if len(d.ends) == 2000 {
			break
		}
	}
	was := table.Table.Clone()
	run := &Run{config: c, options: options("", 2), decisions: d}
	run.state.Decisions = len(d.ends)
	if err := run.teachPatterns(context.Background(), f); err != nil {
		t.Fatal(err)
	}
	for i, v := range f.FindTable(static.PatternTable).Table.Values {
		if off := v - was.Values[i]; off < -1 || off > 1 {
			t.Fatalf("value %d was %d and right, and is %d", i, was.Values[i], v)
		}
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

func TestOnlyNetsForContactLearnWhatTheTableLeaves(t *testing.T) {
	c, f := refining(t)
	f.Tables = []nnet.NamedTable{static.NewPatternTable()}
	l, err := newLearner(&c, f)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range static.Nets(c.Split) {
		if reads := l.nets[kind].patterns != nil; reads != (kind != static.Race) {
			t.Errorf("net %q reads the table: %v", kind, reads)
		}
	}
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

func TestATableLearnsFromContactAndWhatIsNotKnown(t *testing.T) {
	race, contact := enginetest.Board("6:15", "6:15"), engine.Start()
	other := enginetest.Board("24:2 13:5 8:2 6:5 5:1", "24:2 13:5 8:3 6:5")
	low, high := eval.Outcome{Win: 0.4}, eval.Outcome{Win: 0.9}
	for name, c := range map[string]struct {
		a, b    Compared
		flags   byte // of both plays
		learned bool
	}{
		"two races":                      {Compared{Board: race, Value: low}, Compared{Board: race, Value: high}, 0, false},
		"what is known":                  {Compared{Board: contact, Value: low}, Compared{Board: other, Value: high}, flagKnown, false},
		"replies at another level alike": {Compared{Board: contact, Value: high}, Compared{Board: other, Value: high}, flagReplies, false},
		"plays at another level alike":   {Compared{Board: contact, Value: high}, Compared{Board: other, Value: high}, 0, true},
		"replies that differ":            {Compared{Board: contact, Value: low}, Compared{Board: other, Value: high}, flagReplies, true},
	} {
		d := new(decisions)
		d.append(&c.a, c.flags)
		d.append(&c.b, c.flags|flagLast)
		settings, from := refining(t)
		for i := range from.Nets {
			from.Nets[i].Net.Zero()
		}
		m, err := static.NewModel(from)
		if err != nil {
			t.Fatal(err)
		}
		var u unpatterned
		u.read(d, []int{0})
		u.judge(m.NewEvaluator(), 0)
		l := patternLearner{values: make([]float32, len(static.NewPatternTable().Table.Values))}
		l.learn(&u, float32(settings.Common), 0.5)
		learned := false
		for _, v := range l.values {
			learned = learned || v != 0
		}
		if learned != c.learned {
			t.Errorf("%s: learned %v", name, learned)
		}
	}
}

func TestARunEndsAsIfBegunWithTheSettingsItGoesOnWith(t *testing.T) {
	c, from := refining(t)
	c.Varied = 1
	for name, games := range map[string]struct{ begun, stopped, then int }{
		"fewer games":                {8, 4, 5},
		"no more games":              {8, 4, 4},
		"the same":                   {8, 4, 8},
		"more, a short round ahead":  {7, 6, 10},
		"more, all played by now":    {8, 6, 10},
		"more, all judged by now":    {8, 8, 10},
		"fewer, a short round ahead": {7, 6, 6},
	} {
		t.Run(name, func(t *testing.T) {
			before, other := c, c
			before.Games = games.begun
			other.Games, other.Passes, other.Patterns, other.Step.From = games.then, 2, 1, 0.001
			want := finished(t, begun(t, other, from, 1))
			r, err := until(t, begun(t, before, from, 2), &other, func(p Progress) bool { return p.Games >= games.stopped })
			if err != nil {
				t.Fatal(err)
			}
			// Killed at once, it has the new settings all the same.
			if saved, err := SavedConfig(r.options.Dir); err != nil || saved.String() != other.String() {
				t.Errorf("the run has the settings %v, %v", saved, err)
			}
			if r, err = Resume(options(r.options.Dir, 1)); err != nil {
				t.Fatal(err)
			}
			if got := finished(t, r); !bytes.Equal(got, want) {
				t.Error("the run ends with other nets")
			}
		})
	}
}

func TestSettingsThatARunCannotGoOnWithAreRefused(t *testing.T) {
	fewer := func(c *Config) { c.Games = 6 }
	for want, c := range map[string]struct {
		begun, change func(c *Config)
		stop          func(p Progress) bool
	}{
		"not those that the run was begun with": {change: func(c *Config) { c.Seed++ }},
		"games 3: 4 are judged already":         {change: func(c *Config) { c.Games = 3 }},
		"passes 0":                              {change: func(c *Config) { c.Passes = 0 }},
		"the run has begun to learn":            {change: func(c *Config) { c.Passes = 2 }, stop: func(p Progress) bool { return p.Passes > 0 }},
		"games 6: the number stays 8":           {begun: func(c *Config) { c.Explore.To = 0 }, change: fewer},
		"games 5: the number stays 8":           {begun: func(c *Config) { c.Lambda.To = 0.5 }, change: func(c *Config) { c.Games = 5 }},
		"games 7: the number stays 8":           {begun: func(c *Config) { c.Round.To = 1 }, change: func(c *Config) { c.Games = 7 }},
		"games 9: 7 are judged, of which the last round was cut short": {
			begun: func(c *Config) { c.Games, c.Passes = 7, 1 }, change: func(c *Config) { c.Games = 9 },
			stop: func(p Progress) bool { return p.Games >= 7 },
		},
	} {
		t.Run(want, func(t *testing.T) {
			settings, from := refining(t)
			if c.begun != nil {
				c.begun(&settings)
			}
			if c.stop == nil {
				c.stop = func(p Progress) bool { return p.Games >= 4 }
			}
			other := settings
			c.change(&other)
			if _, err := until(t, begun(t, settings, from, 1), &other, c.stop); !errors.Is(err, ErrSettings) || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v", err)
			}
		})
	}
	// A run of the stage TD goes on as it was.
	settings := tiny()
	other := settings
	other.Games++
	r, err := Start(settings, options(t.TempDir(), 1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := until(t, r, &other, func(p Progress) bool { return p.Games > 0 }); !errors.Is(err, ErrSettings) {
		t.Errorf("other settings of a run of the stage TD: %v", err)
	}
}
