package rollout

import (
	"context"
	"math"
	"testing"

	"tavla/engine"
	"tavla/eval"
)

// exact judges small endings by going through all that can happen, each play the
// best. Once it has judged a position it only reads what can come of it, so that
// workers may share it for that.
type exact struct {
	known map[engine.Board]outcome
	tries engine.Generator
}

// solve goes through all that can come of b.
func solve(b engine.Board) *exact {
	e := &exact{known: map[engine.Board]outcome{}}
	e.value(b)
	return e
}

func (e *exact) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		o := e.value(boards[i])
		dst[i] = eval.Outcome{Win: float32(o[0]), WinGammon: float32(o[1]), WinBackgammon: float32(o[2]),
			LoseGammon: float32(o[3]), LoseBackgammon: float32(o[4])}
	}
}

// value is what becomes of b, seen by the player on roll.
func (e *exact) value(b engine.Board) outcome {
	if o, ok := e.known[b]; ok {
		return o
	}
	if o, over := eval.Final(&b); over {
		return outcomeOf(o)
	}
	var mean outcome
	for hi := uint8(1); hi <= 6; hi++ {
		for lo := uint8(1); lo <= 6; lo++ {
			best := outcome{}
			best[0] = math.Inf(-1)
			for _, after := range e.after(b, engine.Roll{hi, lo}) {
				v := e.value(after)
				v = outcome{1 - v[0], v[3], v[4], v[1], v[2]}
				if math.IsInf(best[0], -1) || v.equity() > best.equity() {
					best = v
				}
			}
			for k := range mean {
				mean[k] += best[k] / 36
			}
		}
	}
	e.known[b] = mean
	return mean
}

// after are the positions after the plays of a roll, seen by the other player.
func (e *exact) after(b engine.Board, roll engine.Roll) (boards []engine.Board) {
	for _, p := range e.tries.Plays(b, roll) {
		boards = append(boards, p.Board.Swap())
	}
	if len(boards) == 0 {
		boards = append(boards, b.Swap())
	}
	return boards
}

// byExact plays best.
type byExact struct{ *exact }

func (e byExact) BestOf(_ context.Context, plays []engine.Play) (int, error) {
	best, least := 0, math.Inf(1)
	for i := range plays {
		v := e.value(plays[i].Board.Swap())
		if q := v.equity(); q < least {
			best, least = i, q
		}
	}
	return best, nil
}

// rough judges by the pip count, and by nothing else.
type rough struct{}

func (rough) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		b := &boards[i]
		var over bool
		if dst[i], over = eval.Final(b); over {
			continue
		}
		win := 1 / (1 + math.Exp(-float64(b.Opp.Pips()-b.Own.Pips()+4)/6))
		dst[i] = eval.Outcome{Win: float32(win)}
		if b.Opp[engine.Off] == 0 {
			dst[i].WinGammon = float32(win * win / 3)
		}
		if b.Own[engine.Off] == 0 {
			dst[i].LoseGammon = float32((1 - win) * (1 - win) / 3)
		}
	}
}

func newRough() eval.Evaluator { return rough{} }

// side is a side with so many men on points 1, 2, … and the rest off.
func side(men ...uint8) engine.Side {
	s := engine.Side{engine.Off: engine.Men}
	for i, n := range men {
		s[i+1] = n
		s[engine.Off] -= n
	}
	return s
}

// endings are small enough to be known exactly. The last ones can end in gammons
// and backgammons.
var endings = map[string]engine.Board{
	"a man on the 6-point each":   {Own: side(0, 0, 0, 0, 0, 1), Opp: side(0, 0, 0, 0, 0, 1)},
	"two men against two":         {Own: side(0, 0, 0, 0, 1, 1), Opp: side(0, 0, 0, 0, 1, 1)},
	"four men against three":      {Own: side(1, 1, 0, 1, 1), Opp: side(0, 0, 1, 1, 1)},
	"three men behind":            {Own: side(0, 0, 0, 1, 1, 1), Opp: side(1, 0, 2)},
	"a gammon in the balance":     {Own: side(1, 0, 1), Opp: engine.Side{1: 4, 2: 4, 3: 6, 9: 1}},
	"a gammon for the other":      {Own: engine.Side{1: 4, 2: 4, 3: 6, 11: 1}, Opp: side(3)},
	"a backgammon in the balance": {Own: side(2, 1), Opp: engine.Side{1: 5, 2: 5, 3: 4, 21: 1}},
}

func mustRun(t *testing.T, o Options, candidates ...Candidate) Result {
	t.Helper()
	r, err := New(candidates, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Run(context.Background(), 2, nil); err != nil {
		t.Fatal(err)
	}
	return r.Result()
}

func TestRolloutsComeToTheExactValuesWithAndWithoutTheLuck(t *testing.T) {
	for name, b := range endings {
		e := solve(b)
		want := e.value(b)
		for _, c := range []struct {
			name     string
			settings Settings
		}{
			{"plain", Settings{Seed: 1}},
			{"stratified", Settings{Seed: 2, Stratify: true}},
			{"less luck", Settings{Seed: 3, Luck: true}},
			{"stratified, less luck", Settings{Seed: 4, Stratify: true, Luck: true}},
		} {
			o := Options{Settings: c.settings, Games: block, NewEvaluator: newRough,
				NewPlayer: func() Player { return byExact{e} }}
			got := mustRun(t, o, Position(b)).Candidates[0]
			if off := math.Abs(got.Equity - want.equity()); off > 4*got.StandardError+1e-6 {
				t.Errorf("%s, %s: equity %+.4f ± %.4f, not %+.4f", name, c.name, got.Equity, got.StandardError, want.equity())
			}
			parts := outcomeOf(got.Outcome)
			for k := range parts {
				if off := math.Abs(parts[k] - want[k]); off > 4*max(got.StandardError, got.PlainError)+1e-6 {
					t.Errorf("%s, %s: part %d of the outcome %.4f, not %.4f", name, c.name, k, parts[k], want[k])
				}
			}
		}
	}
}

func TestFiguresAreSeenByThePlayerWhoHasPlayed(t *testing.T) {
	b := endings["a gammon in the balance"]
	e := solve(b.Swap())
	want := e.value(b.Swap())
	play := engine.NewPlay(b)
	o := Options{Games: block, NewEvaluator: newRough, NewPlayer: func() Player { return byExact{e} }}
	got := mustRun(t, o, After(&play)).Candidates[0]
	if math.Abs(got.Equity+want.equity()) > 4*got.StandardError {
		t.Errorf("equity %+.4f ± %.4f, not %+.4f", got.Equity, got.StandardError, -want.equity())
	}
}

func TestAnExactEvaluatorLeavesNoVariance(t *testing.T) {
	for name, b := range endings {
		e := solve(b)
		o := Options{Settings: Settings{Luck: true}, Games: 72, NewEvaluator: func() eval.Evaluator { return e }}
		got := mustRun(t, o, Position(b)).Candidates[0]
		want := e.value(b)
		if got.StandardError > 1e-6 || math.Abs(got.Equity-want.equity()) > 1e-5 {
			t.Errorf("%s: equity %+.7f ± %g, not %+.7f", name, got.Equity, got.StandardError, want.equity())
		}
	}
}

func TestGamesCutOffAreWorthWhatTheEvaluatorExpects(t *testing.T) {
	for name, b := range endings {
		e := solve(b)
		want := e.value(b)
		for _, luck := range []bool{false, true} {
			for plies := 1; plies <= 3; plies++ {
				o := Options{Settings: Settings{Truncate: plies, Stratify: true, Luck: luck},
					NewEvaluator: func() eval.Evaluator { return e }}
				got := mustRun(t, o, Position(b)).Candidates[0]
				if math.Abs(got.Equity-want.equity()) > 4*got.StandardError+1e-6 {
					t.Errorf("%s, %d plies, luck out %v: equity %+.4f ± %.4f, not %+.4f",
						name, plies, luck, got.Equity, got.StandardError, want.equity())
				}
				// 1296 games are all pairs of rolls once: no chance is left.
				if plies <= 2 && math.Abs(got.Equity-want.equity()) > 1e-6 {
					t.Errorf("%s, %d plies, luck out %v: equity %+.7f, not %+.7f", name, plies, luck, got.Equity, want.equity())
				}
			}
		}
	}
}

func TestAFinishedGameIsCountedAsItEnded(t *testing.T) {
	b := engine.Board{Own: side(1), Opp: engine.Side{6: 15}}
	var g engine.Generator
	play := g.Plays(b, engine.Roll{6, 5})[0]
	got := mustRun(t, Options{Settings: Settings{Luck: true}, NewEvaluator: newRough}, After(&play)).Candidates[0]
	if want := (eval.Outcome{Win: 1, WinGammon: 1}); got.Outcome != want || got.Equity != 2 || got.StandardError != 0 {
		t.Errorf("%+v", got)
	}
}
