package arena

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/bot"
)

var (
	random = Player{"random", func() (bot.Bot, error) { return bot.NewRandom(0), nil }}
	pip    = Player{"pip", func() (bot.Bot, error) { return bot.Pip{}, nil }}
)

func pubeval(t *testing.T) Player {
	w, err := bot.ReadPubeval(enginetest.Shared(t, "pubeval"))
	if err != nil {
		t.Fatal(err)
	}
	return Player{"pubeval", func() (bot.Bot, error) { return bot.NewPubeval(w), nil }}
}

// simple judges by the pip count, blots and home points, weighed as it says.
type simple struct{ blot, point int }

func (s simple) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		b := &boards[i]
		var over bool
		if dst[i], over = eval.Final(b); over {
			continue
		}
		win := 0.5 + float32(s.side(&b.Own)-s.side(&b.Opp)+4)/200
		win = min(max(win, 0), 1)
		o := eval.Outcome{Win: win}
		if b.Opp[engine.Off] == 0 {
			o.WinGammon = 0.4 * win * win
		}
		if b.Own[engine.Off] == 0 {
			o.LoseGammon = 0.4 * (1 - win) * (1 - win)
		}
		dst[i] = o
	}
}

// side is what one player's men are worth, in pips.
func (s simple) side(men *engine.Side) int {
	n := 0
	for p := 1; p <= engine.Bar; p++ {
		c := int(men[p])
		n -= p * c
		if c == 1 && p < engine.Bar {
			n -= s.blot
		} else if c > 1 && p <= 6 {
			n += s.point
		}
	}
	return n
}

// Two players who think for themselves, the second more boldly.
var (
	safe = Player{"safe", func() (bot.Bot, error) { return bot.NewEvaluator(simple{4, 6}), nil }}
	bold = Player{"bold", func() (bot.Bot, error) { return bot.NewEvaluator(simple{1, 3}), nil }}
)

func bySimple() (eval.Evaluator, error) { return simple{4, 6}, nil }

func mustRun(t *testing.T, c Config) Result {
	t.Helper()
	r, err := Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if r.Partial || r.Games != c.Games || r.Pairs != c.Games/2 || r.Asked != c.Games || r.Lost != 0 {
		t.Fatalf("of %d games the result has %+v", c.Games, r)
	}
	t.Logf("%s against %s, %d games: points %+.3f ± %.3f, wins %.3f ± %.3f, gammons %.3f, backgammons %.3f, Elo %+.0f ± %.0f",
		r.A, r.B, r.Games, r.PointsPerGame.Mean, r.PointsPerGame.CI95, r.Wins.Mean, r.Wins.CI95,
		r.Gammons.Mean, r.Backgammons.Mean, r.Elo.Mean, r.Elo.CI95)
	if r.LuckAdjusted != nil {
		t.Logf("luck-adjusted %+.3f ± %.3f", r.LuckAdjusted.Mean, r.LuckAdjusted.CI95)
	}
	return r
}

func TestRandomBotsAreEquals(t *testing.T) {
	r := mustRun(t, Config{A: random, B: random, Games: 1000, Seed: 1})
	if math.Abs(r.PointsPerGame.Mean) > r.PointsPerGame.CI95 {
		t.Errorf("points per game %+v", r.PointsPerGame)
	}
	if math.Abs(r.Elo.Mean) > r.Elo.CI95 || math.Abs(r.Wins.Mean-0.5) > r.Wins.CI95 {
		t.Errorf("wins %+v, Elo %+v", r.Wins, r.Elo)
	}
}

func TestPubevalBeatsTheRandomBotNearlyAlways(t *testing.T) {
	r := mustRun(t, Config{A: pubeval(t), B: random, Games: 1000, Seed: 1})
	if r.PointsPerGame.Mean-r.PointsPerGame.CI95 < 2 || r.Wins.Mean < 0.99 {
		t.Errorf("points per game %+v, wins %+v", r.PointsPerGame, r.Wins)
	}
}

func TestRunningAndHittingAloneLosesEvenToTheRandomBot(t *testing.T) {
	r := mustRun(t, Config{A: pip, B: random, Games: 60, Seed: 1, MaxPlies: 30_000})
	if r.PointsPerGame.Mean+r.PointsPerGame.CI95 > 0 || r.Stopped > 0 {
		t.Errorf("points per game %+v, %d games stopped", r.PointsPerGame, r.Stopped)
	}
}

func TestPubevalBeatsThePipBotClearly(t *testing.T) {
	r := mustRun(t, Config{A: pubeval(t), B: pip, Games: 2000, Seed: 1})
	if r.PointsPerGame.Mean-r.PointsPerGame.CI95 < 0.5 {
		t.Errorf("points per game %+v", r.PointsPerGame)
	}
}

func TestTheSameSeedGivesTheSameResultWithAnyNumberOfWorkers(t *testing.T) {
	run := func(seed uint64, workers int) Result {
		r := mustRun(t, Config{A: safe, B: random, Games: 60, Seed: seed, Luck: bySimple, Workers: workers})
		r.Speed = Speed{}
		return r
	}
	one := run(5, 1)
	for _, workers := range []int{2, 8} {
		if r := run(5, workers); !reflect.DeepEqual(r, one) {
			t.Errorf("with %d workers %+v, with one %+v", workers, r, one)
		}
	}
	if reflect.DeepEqual(run(6, 1), one) {
		t.Error("another seed gives the same result")
	}
}

func TestChangingPlacesChangesTheSign(t *testing.T) {
	ab := mustRun(t, Config{A: safe, B: bold, Games: 100, Seed: 3, Luck: bySimple})
	ba := mustRun(t, Config{A: bold, B: safe, Games: 100, Seed: 3, Luck: bySimple})
	if ab.PointsPerGame.Mean != -ba.PointsPerGame.Mean || ab.PointsPerGame.CI95 != ba.PointsPerGame.CI95 {
		t.Errorf("points per game %+v and %+v", ab.PointsPerGame, ba.PointsPerGame)
	}
	if d := ab.LuckAdjusted.Mean + ba.LuckAdjusted.Mean; math.Abs(d) > 1e-12 {
		t.Errorf("luck-adjusted %+v and %+v", ab.LuckAdjusted, ba.LuckAdjusted)
	}
	if d := ab.Wins.Mean + ba.Wins.Mean - 1; math.Abs(d) > 1e-12 {
		t.Errorf("wins %+v and %+v", ab.Wins, ba.Wins)
	}
}

func TestABotAgainstItselfOnTheSameDiceIsEven(t *testing.T) {
	r := mustRun(t, Config{A: safe, B: safe, Games: 40, Seed: 2, Luck: bySimple})
	if even := (Figure{0, 0}); r.PointsPerGame != even || *r.LuckAdjusted != even || r.Elo != even {
		t.Errorf("points %+v, luck-adjusted %+v, Elo %+v", r.PointsPerGame, *r.LuckAdjusted, r.Elo)
	}
}

func TestTakingOutLuckLeavesTheResultButNarrowsIt(t *testing.T) {
	r := mustRun(t, Config{A: safe, B: bold, Games: 2000, Seed: 7, Luck: bySimple})
	plain, adjusted := r.PointsPerGame, *r.LuckAdjusted
	if math.Abs(plain.Mean-adjusted.Mean) > plain.CI95+adjusted.CI95 {
		t.Errorf("plain %+v and adjusted %+v disagree", plain, adjusted)
	}
	if adjusted.CI95 >= plain.CI95 {
		t.Errorf("the interval went from %v to %v only", plain.CI95, adjusted.CI95)
	}
}

func TestAGameAtThePlyLimitIsCountedAndReported(t *testing.T) {
	c := Config{A: safe, B: random, Games: 20, Seed: 1, MaxPlies: 10}
	r := mustRun(t, c)
	if r.Stopped != 20 || r.PointsPerGame.Mean != 0 || r.Wins.Mean != 0.5 || r.Gammons.Mean != 0 {
		t.Errorf("without an evaluator: %+v", r)
	}
	c.Luck = bySimple
	if r = mustRun(t, c); r.Stopped != 20 || r.PointsPerGame.Mean <= 0 || r.Wins.Mean <= 0.5 {
		t.Errorf("with an evaluator: %+v", r)
	}
}

// mortal is a bot that fails once those that share a count have used it up.
type mortal struct {
	bot.Bot
	left   *atomic.Int64
	answer int
	err    error
	closed *atomic.Int64
}

func (m *mortal) ChoosePlay(ctx context.Context, d bot.Decision) (int, error) {
	if m.left.Add(-1) < 0 {
		return m.answer, m.err
	}
	return m.Bot.ChoosePlay(ctx, d)
}

func (m *mortal) Close() error {
	m.closed.Add(1)
	return nil
}

func TestALostBotEndsTheRunWithWhatIsComplete(t *testing.T) {
	cause := errors.New("the line went dead")
	for name, c := range map[string]struct {
		answer int
		err    error
		hint   string
	}{
		"an error":        {0, cause, "player B (mortal) is lost: the line went dead"},
		"no such play":    {1000, nil, "it chose play 1000"},
		"a negative play": {-1, nil, "it chose play -1"},
	} {
		for _, workers := range []int{1, 3} {
			var left, closed atomic.Int64
			left.Store(500)
			weak := Player{"mortal", func() (bot.Bot, error) {
				return &mortal{Bot: bot.NewEvaluator(simple{4, 6}), left: &left, answer: c.answer, err: c.err, closed: &closed}, nil
			}}
			r, err := Run(context.Background(), Config{A: safe, B: weak, Games: 1000, Seed: 1, Workers: workers})
			if err == nil || !strings.Contains(err.Error(), c.hint) || c.err != nil && !errors.Is(err, cause) {
				t.Errorf("%s: error %v", name, err)
			}
			if !r.Partial || r.Asked != 1000 || r.Games == 0 || r.Games >= 1000 || r.Games != 2*r.Pairs {
				t.Errorf("%s: result %+v", name, r)
			}
			if r.Lost < 1 || r.Lost > 2*workers {
				t.Errorf("%s: %d games lost with %d workers", name, r.Lost, workers)
			}
			if int(closed.Load()) != workers {
				t.Errorf("%s: %d of %d bots closed", name, closed.Load(), workers)
			}
		}
	}
}

func TestABotThatCannotBeMadeIsAnError(t *testing.T) {
	cause := errors.New("not installed")
	none := Player{"none", func() (bot.Bot, error) { return nil, cause }}
	r, err := Run(context.Background(), Config{A: pip, B: none, Games: 2})
	if !errors.Is(err, cause) || !strings.Contains(err.Error(), "making player B (none)") {
		t.Errorf("error %v", err)
	}
	if !r.Partial || r.Games != 0 || r.Lost != 0 {
		t.Errorf("result %+v", r)
	}
	_, err = Run(context.Background(), Config{A: pip, B: pip, Games: 2,
		Luck: func() (eval.Evaluator, error) { return nil, cause }})
	if !errors.Is(err, cause) {
		t.Errorf("error %v", err)
	}
}

func TestTheEndOfTheContextGivesThePartialResult(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	last := 0
	r, err := Run(ctx, Config{A: safe, B: random, Games: 100_000, Seed: 1, Workers: 2,
		Progress: func(done, games int) {
			if done != last+2 || games != 100_000 {
				t.Errorf("progress went from %d to %d of %d", last, done, games)
			}
			if last = done; done == 20 {
				cancel()
			}
		}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if !r.Partial || r.Games < 20 || r.Games > 24 || r.Games != last {
		t.Errorf("result %+v after %d games", r, last)
	}
	if r.Lost > 4 {
		t.Errorf("%d games lost", r.Lost)
	}
}

func TestSettingsThatMakeNoRunAreExplained(t *testing.T) {
	for hint, c := range map[string]Config{
		"an even number above 0": {A: pip, B: pip, Games: 3},
		"0 games":                {A: pip, B: pip},
		"-1 workers":             {A: pip, B: pip, Games: 2, Workers: -1},
		"-1 plies":               {A: pip, B: pip, Games: 2, MaxPlies: -1},
		"need a New":             {A: pip, Games: 2},
	} {
		if r, err := Run(context.Background(), c); err == nil || !r.Partial || !strings.Contains(err.Error(), hint) {
			t.Errorf("error %v does not say %q", err, hint)
		}
	}
}

func TestADecisionIsCountedOnlyWhereThereIsAChoice(t *testing.T) {
	r := mustRun(t, Config{A: safe, B: random, Games: 20, Seed: 1})
	for side, n := range r.Decisions {
		if n < 100 || n > 20*DefaultMaxPlies || r.Speed.DecisionsPerSecond[side] <= 0 {
			t.Errorf("side %d: %d decisions, %v a second", side, n, r.Speed.DecisionsPerSecond[side])
		}
	}
}

func TestFiguresFollowStudentAndElo(t *testing.T) {
	f := figure([]float64{1, 2, 3})
	if f.Mean != 2 || math.Abs(f.CI95-4.302653/math.Sqrt(3)) > 1e-5 {
		t.Errorf("1, 2, 3 have %+v", f)
	}
	if f := figure([]float64{1}); f.Mean != 1 || !math.IsInf(f.CI95, 1) {
		t.Errorf("a single value has %+v", f)
	}
	if e := elo(Figure{10.0 / 11, 0.01}); math.Abs(e.Mean-400) > 1e-9 || math.Abs(e.CI95-21.02) > 0.01 {
		t.Errorf("ten wins in eleven are Elo %+v", e)
	}
	for share, want := range map[float64]float64{0: math.Inf(-1), 1: math.Inf(1)} {
		if e := elo(Figure{share, 0}); e.Mean != want || !math.IsInf(e.CI95, 1) {
			t.Errorf("a share of %v is Elo %+v", share, e)
		}
	}
	if e := elo(Figure{0.9, 0.2}); math.IsInf(e.Mean, 0) || !math.IsInf(e.CI95, 1) {
		t.Errorf("an interval that reaches 1 gives Elo %+v", e)
	}
}

func TestWhatHasNoBoundIsNullInJSON(t *testing.T) {
	got, err := json.Marshal([]Figure{{0.5, 0.25}, {math.Inf(1), math.NaN()}})
	want := `[{"mean":0.5,"ci95":0.25},{"mean":null,"ci95":null}]`
	if err != nil || string(got) != want {
		t.Errorf("%s (%v), not %s", got, err, want)
	}
}
