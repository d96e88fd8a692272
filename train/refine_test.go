package train

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
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

// kept are decisions in a folder of their own.
func kept(t *testing.T, all ...[]Compared) *decisions {
	t.Helper()
	var g Game
	for _, plays := range all {
		g.Compared = append(g.Compared, plays...)
		g.groups = append(g.groups, group{end: len(g.Compared)})
	}
	return keptGame(t, g)
}

func keptGame(t *testing.T, g Game) *decisions {
	t.Helper()
	d, err := createDecisions(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.file.Close() })
	if err := d.add([]Game{g}); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDecisionsComeBackFromTheirFile(t *testing.T) {
	all := [][]Compared{decision(0), decision(0.1)[:2], decision(-0.1)}
	all[1][0].Known = true
	var g Game
	for i, plays := range all {
		g.Compared = append(g.Compared, plays...)
		g.groups = append(g.groups, group{end: len(g.Compared), replies: i == 1})
	}
	d := keptGame(t, g)
	check := func(d *decisions) {
		t.Helper()
		if len(d.ends) != len(all) {
			t.Fatalf("%d decisions, not %d", len(d.ends), len(all))
		}
		for i, want := range all {
			if got, replies := d.read(nil, i); !slices.Equal(got, want) || replies != (i == 1) {
				t.Errorf("decision %d is %v, replies %t, not %v", i, got, replies, want)
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

// Learning with the labels of an earlier run is learning from both files, the earlier
// one first; and the earlier file stays as it is.
func TestLabelsOfAnEarlierRunAreLearnedBesideItsOwn(t *testing.T) {
	c := tiny()
	c.Games, c.PlyLimit, c.Round = 4, 30, Schedule{From: 2, To: 2}
	first, err := newLearner(&c, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Stage, c.From, c.Depth, c.Lines, c.Passes, c.Optimizer, c.Batch = Refine, "the first weights", 1, 1, 1, Adam, 64
	run := func(seed uint64, labels string) (r *Run, kept []byte) {
		t.Helper()
		c, o := c, options(t.TempDir(), 2)
		c.Seed, o.From, o.KeepLabels = seed, first.file(""), true
		if labels != "" {
			data, err := os.ReadFile(labels)
			if err != nil {
				t.Fatal(err)
			}
			c.Labels, o.Labels = fmt.Sprintf("%x", sha256.Sum256(data)), labels
		}
		r, err := Start(c, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Go(context.Background()); err != nil {
			t.Fatal(err)
		}
		if kept, err = os.ReadFile(decisionsPath(o.Dir)); err != nil {
			t.Fatal(err)
		}
		return r, kept
	}
	one, earlier := run(1, "")
	alone, own := run(2, "")
	both, all := run(2, decisionsPath(one.options.Dir))
	if !bytes.Equal(all, slices.Concat(earlier, own)) {
		t.Error("the labels are not those of both runs, the earlier one first")
	}
	if want := one.state.Decisions + alone.state.Decisions; both.state.Decisions != want || both.state.Fitted != want {
		t.Errorf("%d decisions and %d learned, not %d", both.state.Decisions, both.state.Fitted, want)
	}
}

func TestAFileThatIsNoLabelsIsRefusedWithWhereItIsWrong(t *testing.T) {
	good := kept(t, decision(0), decision(0.1)).data
	plays := len(good) / compareSize
	last := func(d []byte, play int) *byte { return &d[play*compareSize-1] }
	for name, c := range map[string]struct {
		spoil func(d []byte) []byte
		want  string
	}{
		"cut":           {func(d []byte) []byte { return d[:len(d)-1] }, "no whole number of plays"},
		"empty":         {func(d []byte) []byte { return nil }, "empty"},
		"without end":   {func(d []byte) []byte { *last(d, plays) &^= flagLast; return d }, "no end"},
		"strange flags": {func(d []byte) []byte { *last(d, 2) |= 64; return d }, "play 2: the flags 0x40"},
		"men missing":   {func(d []byte) []byte { d[6] = 0; return d }, "play 1: the player on roll has 10 men"},
		"no number": {func(d []byte) []byte {
			binary.LittleEndian.PutUint32(d[4*compareSize+engine.Bar+1:], math.Float32bits(float32(math.NaN())))
			return d
		}, "play 5: the value NaN"},
		"too many plays": {func(d []byte) []byte {
			*last(d, 3) &^= flagLast
			*last(d, 6) &^= flagLast
			return append(d, good...)
		}, "play 9 ends a decision of 9"},
	} {
		path := filepath.Join(t.TempDir(), "labels")
		data := c.spoil(bytes.Clone(good))
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := readDecisions(path, fmt.Sprintf("%x", sha256.Sum256(data)))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := readDecisions(path, "another"); err == nil || !strings.Contains(err.Error(), "SHA-256") {
			t.Errorf("%s, by another checksum: %v", name, err)
		}
	}
}
