package train

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/static"
	"tavla/nnet"
)

// refiner is a learner of the stage Refine with random weights.
func refiner(t *testing.T) *learner {
	t.Helper()
	c := tiny()
	c.Stage, c.From, c.Depth, c.Lines, c.Passes, c.Optimizer, c.Batch = Refine, "somewhere", 1, 1, 1, Adam, 8
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

// unsettled is a player with random weights and the settings of short games.
func unsettled(t *testing.T) (*player, Config) {
	t.Helper()
	c := tiny()
	c.Stage, c.Depth, c.Lines, c.Passes, c.PlyLimit = Refine, 1, 1, 1, 40
	m, err := static.NewModel(refiner(t).file(""))
	if err != nil {
		t.Fatal(err)
	}
	return newPlayer(m, nil), c
}

func TestDecisionsAreTheNearPlaysAndTheRepliesToThemJudgedOnePlyDeep(t *testing.T) {
	p, c := unsettled(t)
	c.Replies = 1
	var g Game
	p.play(&g, &c, 1, 0.1, 0, nil)
	if n := len(g.groups); n == 0 || g.groups[n-1].end != len(g.Compared) {
		t.Fatalf("%d decisions over %d plays", n, len(g.Compared))
	}
	from, replies := 0, 0
	for _, d := range g.groups {
		to := d.end
		if d.replies {
			replies++
		}
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
	if n := len(g.groups); 3*replies < n || 2*replies > n {
		t.Errorf("%d of %d groups are replies", replies, n)
	}
}

func TestReturnsMoveThePlaysOfADecisionTogether(t *testing.T) {
	p, c := unsettled(t)
	c.Depth, c.Replies = 2, 2
	var plain, settled Game
	p.play(&plain, &c, 1, 0.1, 0, nil)
	p.play(&settled, &c, 1, 0.1, 0.8, nil)
	moved, alone := 0, 0
	returns := settled.returns(nil, 0.8)
	at := make(map[[2]int][]Compared) // by turn and whether they are replies
	key := func(d group) [2]int {
		if d.replies {
			return [2]int{d.turn, 1}
		}
		return [2]int{d.turn, 0}
	}
	from := 0
	for _, d := range plain.groups {
		at[key(d)] = plain.Compared[from:d.end]
		from = d.end
	}
	from = 0
	for _, d := range settled.groups {
		plays, was := settled.Compared[from:d.end], at[key(d)]
		from = d.end
		if d.made >= 0 {
			if got, want := settled.Compared[d.made], returns[d.turn+1]; got.Board != settled.Steps[d.turn+1].Board ||
				math.Abs(float64(got.Value.Equity()-want.Equity())) > 1e-5 {
				t.Errorf("turn %d: the position after the play made is worth %v, by returns %v", d.turn, got.Value, want)
			}
		}
		if len(plays) == 1 {
			alone++
			continue
		}
		for i := range plays {
			if plays[i].Board != was[i].Board {
				t.Fatalf("turn %d: other plays", d.turn)
			}
			shift := plays[i].Value.Equity() - was[i].Value.Equity()
			if math.Abs(float64(shift-(plays[0].Value.Equity()-was[0].Value.Equity()))) > 1e-5 || d.replies && shift != 0 {
				t.Errorf("turn %d: play %d moved by %v", d.turn, i, shift)
			}
			if shift != 0 {
				moved++
			}
		}
	}
	if moved < 20 || alone < 10 {
		t.Errorf("%d plays moved, %d positions alone", moved, alone)
	}
}

func TestReturnsAreMixedByLambdaTurnedAndCutWhereAnotherPlayWasMade(t *testing.T) {
	o := func(win, gammon, lost float32) eval.Outcome {
		return eval.Outcome{Win: win, WinGammon: gammon, LoseGammon: lost}
	}
	g := Game{
		Steps: []Step{
			{Value: o(0.5, 0.2, 0.1), Ahead: o(0.4, 0.1, 0.2)},
			{Value: o(0.3, 0.1, 0.3), Ahead: o(0.7, 0.3, 0), Explored: true},
			{Value: o(0.6, 0.3, 0.1), Ahead: o(0.2, 0, 0.1)},
		},
		Final: o(0, 0, 0), // the player who is not on roll at step 2 has lost
	}
	for t2, want := range []eval.Outcome{
		o(0.4+0.5*(0.3-0.5), 0.1+0.5*(0-0.2), 0.2+0.5*(0.3-0.1)), // by step 1, turned
		o(0.7, 0.3, 0), // cut
		o(0.2+0.5*(1-0.6), 0+0.5*(0-0.3), 0.1+0.5*(0-0.1)),
	} {
		got := g.returns(nil, 0.5)[t2]
		for i, v := range fields(got) {
			if math.Abs(float64(v-fields(want)[i])) > 1e-6 {
				t.Errorf("step %d: %+v, not %+v", t2, got, want)
				break
			}
		}
	}
}

func TestPlaysAndTheirRepliesAreJudgedAlongTheSameLinesOfDice(t *testing.T) {
	p, c := unsettled(t)
	one := func(b engine.Board) eval.Outcome { r := p.luck.Rolls(b); return r.MeanOutcome() }
	for _, lines := range [][]engine.Roll{
		{{6, 4}, {5, 2}},
		{{6, 4}, {5, 2}, {3, 4}, {1, 1}}, // two lines
	} {
		c.Depth, c.Lines, c.Replies = 2, len(lines)/2, 2
		plays := p.generator.Plays(engine.Start(), engine.Roll{3, 1})
		near := p.near(plays)
		for j := range c.Lines {
			p.dice[j] = lines[2*j : 2*j+2]
		}
		var g Game
		p.compare(&g, near, &c)
		n := g.groups[0].end
		if near < 2 || len(g.groups) != 1+c.Lines {
			t.Fatalf("%d near plays, groups %v", near, g.groups)
		}
		worth := make([]float64, n) // over the lines
		for j := range c.Lines {
			if d := g.groups[1+j]; !d.replies || d.end != (2+j)*n {
				t.Fatalf("group %d: %+v", 1+j, d)
			}
			for i, play := range g.Compared[:n] {
				reply, before, _ := p.ranker.Best(play.Board, p.dice[j][0])
				s1 := reply.Board.Swap()
				next, beyond, _ := p.ranker.Best(s1, p.dice[j][1])
				worth[i] += float64(one(play.Board).Equity()-one(s1).Equity()-before.Equity()) / float64(c.Lines)
				want := one(s1).Equity() - one(next.Board.Swap()).Equity() - beyond.Equity()
				if got := g.Compared[(1+j)*n+i]; got.Board != s1 || math.Abs(float64(got.Value.Equity()-want)) > 1e-5 {
					t.Errorf("line %d: the reply to play %d is worth %v, not %v", j, i, got.Value.Equity(), want)
				}
			}
		}
		for i, play := range g.Compared[:n] {
			if got := float64(play.Value.Equity()); math.Abs(got-worth[i]) > 1e-5 {
				t.Errorf("along %d lines play %d is worth %v, not %v", c.Lines, i, got, worth[i])
			}
		}
	}
}

func TestLinesBeginWithDifferentRollsEachAsLikelyAsAny(t *testing.T) {
	p, c := unsettled(t)
	c.Depth = 3
	for c.Lines = 1; c.Lines <= maxLines; c.Lines++ {
		var seen [maxLines]map[engine.Roll]int
		for i := range 36 {
			dice := []uint8{uint8(1 + i/6), uint8(1 + i%6)}
			p.throw(&c, func() uint8 {
				if len(dice) == 0 {
					return 1
				}
				d := dice[0]
				dice = dice[1:]
				return d
			})
			sorted := make(map[engine.Roll]bool)
			for j := range c.Lines {
				first := p.dice[j][0]
				if len(p.dice[j]) != 2 || p.dice[j][1] != (engine.Roll{1, 1}) {
					t.Fatalf("line %d is %v", j, p.dice[j])
				}
				if seen[j] == nil {
					seen[j] = make(map[engine.Roll]int)
				}
				seen[j][first]++
				sorted[engine.Roll{max(first[0], first[1]), min(first[0], first[1])}] = true
			}
			if len(sorted) != c.Lines {
				t.Errorf("two of %d lines begin alike: %v", c.Lines, p.dice)
			}
		}
		for j := range c.Lines {
			if len(seen[j]) != 36 {
				t.Errorf("line %d of %d begins with %d different throws of 36", j, c.Lines, len(seen[j]))
			}
		}
	}
}

// A short race of random weights against themselves: what it is worth is written out.
func TestReturnsWithoutLuckComeOnTheAverageToWhatThePlayIsWorth(t *testing.T) {
	p, c := unsettled(t)
	c.Varied = 1
	begin := enginetest.Board("6:1 5:1 3:1", "6:2 2:1")
	worth := map[engine.Board]float64{}
	var truth func(b engine.Board) float64
	truth = func(b engine.Board) float64 {
		if o, over := eval.Final(&b); over {
			return float64(o.Equity())
		}
		if v, known := worth[b]; known {
			return v
		}
		v := 0.0
		for _, roll := range engine.Rolls() {
			play, _, _ := p.ranker.Best(b, roll)
			v -= float64(roll.Chances()) / 36 * truth(play.Board.Swap())
		}
		worth[b] = v
		return v
	}
	var mean, square, plain float64
	const games = 2000
	var g Game
	for i := range games {
		p.play(&g, &c, i, 0, 1, pool{begin})
		rolls := p.luck.Rolls(begin)
		g.Steps[0].Ahead = rolls.MeanOutcome()
		v := float64(g.returns(nil, 1)[0].Equity())
		mean += v / games
		square += v * v / games
		final := float64(g.Final.Equity())
		if len(g.Steps)%2 == 1 {
			final = -final
		}
		plain += (final - truth(begin)) * (final - truth(begin)) / games
	}
	noise := square - mean*mean
	if off := math.Abs(mean - truth(begin)); off > 4*math.Sqrt(noise/games) {
		t.Errorf("returns come to %v, the play to %v: off by %v", mean, truth(begin), off)
	}
	if noise > plain/2 { // even by random weights
		t.Errorf("their variance is %v, that of the results %v", noise, plain)
	}
}

// The reference is written out: over all dice, best replies, the mean of the end.
func TestLookingAheadAlongOneLineIsRightOverAllDice(t *testing.T) {
	m, err := static.NewModel(refiner(t).file(""))
	if err != nil {
		t.Fatal(err)
	}
	p := newPlayer(m, nil)
	var l line
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
				p.follow(&l, p.spot(b), []engine.Roll{first, second})
				o := l.value(0, 3)
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

// begun is a run that begins with some weights, in a folder of its own.
func begun(t *testing.T, c Config, from *nnet.File, workers int) *Run {
	t.Helper()
	o := options(t.TempDir(), workers)
	o.From = from
	r, err := Start(c, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestARefiningRunEndsWithTheSameNetWhenInterruptedAndIsJudgedByItsFirstWeights(t *testing.T) {
	for _, split := range []static.Split{static.Four, static.TwentySeven} {
		t.Run(fmt.Sprint(int(split), " nets"), func(t *testing.T) { refineInterrupted(t, split) })
	}
}

func refineInterrupted(t *testing.T, split static.Split) {
	t.Helper()
	c := tiny()
	c.Games, c.PlyLimit, c.Round = 6, 30, Schedule{From: 2, To: 2}
	first, err := newLearner(&c, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Stage, c.From, c.Depth, c.Passes, c.Common = Refine, "the first weights", 2, 2, 0.1
	c.Lines, c.Replies, c.Lambda = 2, 1, Schedule{From: 0.5, To: 0.9}
	c.Optimizer, c.Batch, c.Split = Adam, 64, split
	c.Hidden = []int{16} // grown
	if split == static.TwentySeven {
		c.Fade = 0.5
	}
	start := func(workers int) *Run { return begun(t, c, first.file(""), workers) }
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
