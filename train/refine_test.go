package train

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/static"
)

// refiner is a learner of the stage Refine with random weights.
func refiner(t *testing.T) *learner {
	t.Helper()
	c := tiny()
	c.Stage, c.From, c.Depth, c.Passes, c.Optimizer, c.Batch = Refine, "somewhere", 1, 1, Adam, 8
	l, err := newLearner(&c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// decision is three plays of one roll with made-up values.
func decision(shift float32) []Compared {
	var d []Compared
	for i, own := range []string{"6:5 8:3 13:5 24:2", "6:4 8:4 13:5 24:2", "6:5 8:3 13:4 24:2 20:1"} {
		d = append(d, Compared{
			Board: enginetest.Board(own, "6:5 8:3 13:5 24:2"),
			Value: eval.Outcome{Win: 0.4 + 0.05*float32(i) + shift, WinGammon: 0.1, LoseGammon: 0.1},
		})
	}
	return d
}

// slopes are what a lane finds from one decision.
func slopes(t *testing.T, l *learner, d []Compared, common float32) (all []float32) {
	t.Helper()
	lane := l.newLane()
	lane.choose(kept(t, d), 0, common, l.loss)
	for _, c := range static.Nets(l.split) {
		lane.nets[c].slope.Parameters(func(p []float32) { all = append(all, p...) })
	}
	return all
}

// kept are decisions in a folder of their own.
func kept(t *testing.T, all ...[]Compared) *decisions {
	t.Helper()
	d, err := createDecisions(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.file.Close() })
	var g Game
	for _, plays := range all {
		g.Compared = append(g.Compared, plays...)
		g.ends = append(g.ends, len(g.Compared))
	}
	if err := d.add([]Game{g}); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestWhatAllPlaysHaveInCommonTeachesNothingWithoutAShare(t *testing.T) {
	l := refiner(t)
	shifted := slopes(t, l, decision(0.1), 0)
	for i, w := range slopes(t, l, decision(0), 0) {
		if d := math.Abs(float64(w - shifted[i])); d > 1e-6 {
			t.Fatalf("slope %d differs by %v though the plays differ alike", i, d)
		}
	}
}

func TestWithAFullShareComparingIsPlainRegression(t *testing.T) {
	l := refiner(t)
	d := decision(0)[:1]
	l.learn(&Game{Varied: true, Steps: []Step{{Board: d[0].Board, Value: d[0].Value, Explored: true}}}, 0, 0.1)
	var want []float32
	for _, c := range static.Nets(l.split) {
		l.nets[c].slope.Parameters(func(p []float32) { want = append(want, p...) })
	}
	for i, w := range slopes(t, l, d, 1) {
		if w != want[i] {
			t.Fatalf("slope %d is %v, by regression %v", i, w, want[i])
		}
	}
}

func TestComparingSetsPlaysApartAsTheirValuesAre(t *testing.T) {
	l := refiner(t)
	d := kept(t, decision(0), decision(0), decision(0))
	which := []int{0, 1, 2}
	first, n := l.fit(d, which, 0.1, 0, 1)
	for range 400 {
		l.fit(d, which, 0.1, 0.02, 1)
	}
	if last, _ := l.fit(d, which, 0.1, 0, 1); n != 9 || last > first/100 {
		t.Errorf("after many times %d positions the loss is %v, at first %v", n, last, first)
	}
}

func TestDecisionsComeBackFromTheirFile(t *testing.T) {
	all := [][]Compared{decision(0), decision(0.1)[:2], decision(-0.1)}
	all[1][0].Known = true
	d := kept(t, all...)
	check := func(d *decisions) {
		t.Helper()
		if len(d.ends) != len(all) {
			t.Fatalf("%d decisions, not %d", len(d.ends), len(all))
		}
		for i, want := range all {
			if got := d.read(nil, i); !slices.Equal(got, want) {
				t.Errorf("decision %d is %v, not %v", i, got, want)
			}
		}
	}
	check(d)
	if _, err := d.file.WriteAt([]byte("left by a killed process"), int64(len(d.data))); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(d.file.Name())
	again, err := reopenDecisions(dir, d.plays(), d.sum)
	if err != nil {
		t.Fatal(err)
	}
	defer again.file.Close()
	check(again)
	if info, err := again.file.Stat(); err != nil || info.Size() != int64(len(d.data)) {
		t.Errorf("%d bytes are left of %d: %v", info.Size(), len(d.data), err)
	}
	if _, err := reopenDecisions(dir, d.plays()+1, d.sum); err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Errorf("a file that is too short: %v", err)
	}
	if _, err := again.file.WriteAt([]byte{9}, 40); err != nil {
		t.Fatal(err)
	}
	if _, err := reopenDecisions(dir, d.plays(), d.sum); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a file that was changed: %v", err)
	}
}

func TestDecisionsAreTheNearPlaysJudgedOnePlyDeep(t *testing.T) {
	c := tiny()
	c.Stage, c.Depth, c.Passes, c.PlyLimit = Refine, 1, 1, 40
	l, err := newLearner(&c, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := static.NewModel(l.file(""))
	if err != nil {
		t.Fatal(err)
	}
	p := newPlayer(m, nil)
	var g Game
	p.play(&g, &c, 1, 0.1, nil)
	if len(g.ends) == 0 || g.ends[len(g.ends)-1] != len(g.Compared) {
		t.Fatalf("%d decisions over %d plays", len(g.ends), len(g.Compared))
	}
	from := 0
	for _, to := range g.ends {
		if n := to - from; n < 1 || n > compareMost {
			t.Errorf("a decision of %d plays", n)
		}
		for _, k := range g.Compared[from:to] {
			if k.Known {
				continue
			}
			rolls := p.luck.Rolls(k.Board)
			if k.Value != rolls.MeanOutcome() {
				t.Fatalf("%v is worth %v, one ply deep %v", k.Board, k.Value, rolls.MeanOutcome())
			}
		}
		from = to
	}
}

// The reference is written out: over all dice, best replies, the mean of the end.
func TestLookingAheadAlongOneLineIsRightOverAllDice(t *testing.T) {
	l := refiner(t)
	m, err := static.NewModel(l.file(""))
	if err != nil {
		t.Fatal(err)
	}
	p := newPlayer(m, nil)
	var whole func(b engine.Board, plies int) eval.Outcome
	whole = func(b engine.Board, plies int) eval.Outcome {
		var mean [static.Outputs]float64
		for _, roll := range engine.Rolls() {
			play, o, _ := p.ranker.Best(b, roll)
			next := play.Board.Swap()
			if _, over := eval.Final(&next); plies > 1 && !over {
				o = whole(next, plies-1).Invert()
			}
			for i, v := range fields(o) {
				mean[i] += float64(roll.Chances()) * float64(v) / 36
			}
		}
		return static.OutcomeOf([]float32{float32(mean[0]), float32(mean[1]), float32(mean[2]), float32(mean[3]), float32(mean[4])})
	}
	for _, b := range []engine.Board{
		engine.Start(),
		enginetest.Board("1:2 2:2", "3:1 1:2"), // over before the line is
		enginetest.Board("6:5 8:3 13:2 bar:2", "1:2 2:2 3:2 4:2 5:2"),
	} {
		var mean [static.Outputs]float64
		for _, first := range engine.Rolls() {
			for _, second := range engine.Rolls() {
				o := p.ahead(b, []engine.Roll{first, second})
				for i, v := range fields(o) {
					mean[i] += float64(first.Chances()*second.Chances()) * float64(v) / (36 * 36)
				}
			}
		}
		for i, want := range fields(whole(b, 3)) {
			if math.Abs(mean[i]-float64(want)) > 1e-5 {
				t.Errorf("output %d of %v is %v over all lines, three plies deep %v", i, b, mean[i], want)
			}
		}
	}
}

func TestARefiningRunEndsWithTheSameNetWhenInterruptedAndIsJudgedByItsFirstWeights(t *testing.T) {
	c := tiny()
	c.Games, c.PlyLimit, c.Round = 6, 30, Schedule{From: 2, To: 2}
	first, err := newLearner(&c, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Stage, c.From, c.Depth, c.Passes, c.Common = Refine, "the first weights", 2, 2, 0.1
	c.Optimizer, c.Batch, c.Split = Adam, 64, true
	c.Hidden = []int{16} // grown
	start := func(workers int) *Run {
		o := options(t.TempDir(), workers)
		o.From = first.file("")
		r, err := Start(c, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	whole := start(2)
	if err := whole.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	r := start(1)
	ctx, cancel := context.WithCancel(context.Background())
	r.options.Progress = func(p Progress) {
		if p.Games > 2 {
			cancel()
		}
	}
	if err := r.Go(ctx); !errors.Is(err, ErrInterrupted) {
		t.Fatal(err)
	}
	if r, err = Resume(options(r.options.Dir, 2)); err != nil { // while it judges
		t.Fatal(err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	r.options.Progress = func(p Progress) {
		if p.Passes > 0 {
			cancel()
		}
	}
	if err := r.Go(ctx); !errors.Is(err, ErrInterrupted) {
		t.Fatal(err)
	}
	if r, err = Resume(options(r.options.Dir, 3)); err != nil { // while it learns
		t.Fatal(err)
	}
	if err := r.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	// Killed before the file was removed: the run has ended, and removes it now.
	if err := os.WriteFile(decisionsPath(r.options.Dir), []byte("left"), 0o644); err != nil {
		t.Fatal(err)
	}
	ended, err := Resume(options(r.options.Dir, 1))
	if err != nil {
		t.Fatalf("a run that has ended: %v", err)
	}
	if err := ended.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(decisionsPath(r.options.Dir)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the decisions of a run that has ended are left: %v", err)
	}
	for _, run := range []*Run{whole, r} {
		var playing, from bytes.Buffer
		if err := errors.Join(run.playing.Encode(&playing), first.file("").Encode(&from)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(playing.Bytes(), from.Bytes()) {
			t.Error("other weights than the first play and judge")
		}
	}
	a, err := os.ReadFile(NetPath(whole.options.Dir))
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(NetPath(r.options.Dir))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Error("the interrupted run ends with another net")
	}
}
