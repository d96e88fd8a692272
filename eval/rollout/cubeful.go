package rollout

import (
	"context"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/cube"
	"tavla/eval/search"
)

// Cubeful is how games are played with the cube and by the score.
type Cubeful struct {
	// Judge is how cube decisions are judged, with their plies. Its MET, if nil, is
	// the Standard one.
	Judge cube.Options
	// Plies is how deep plays are judged, and Filter which of them; the zero one is
	// search.Normal.
	Plies  int
	Filter search.Filter
}

// cubePlayer plays games with the cube: it doubles, answers, plays and measures
// luck. It is one worker's.
type cubePlayer struct {
	stakes  *stakes
	decider *cube.Judge  // of doubles
	judge   *cube.Judge  // at 0 plies
	ranker  *cube.Ranker // of plays, nil at 0 plies
	worths  []cube.Worth // scratch
	rolls   [21]turn     // scratch
}

func newCubePlayer(o *Options, e eval.Evaluator, k *stakes) *cubePlayer {
	c := o.Cubeful
	shallow := c.Judge
	shallow.Plies = 0
	p := &cubePlayer{stakes: k, decider: cube.New(e, c.Judge), judge: cube.New(e, shallow)}
	if c.Plies > 0 {
		deep := cube.RankerOptions{Options: c.Judge, Filter: c.Filter, NewEvaluator: func() eval.Evaluator { return e }}
		deep.Plies = c.Plies
		p.ranker = cube.NewRanker(deep)
	}
	return p
}

// turn is a roll played best at 0 plies, seen by the player who threw it.
type turn struct {
	board   engine.Board
	outcome outcome
	equity  float64 // with the cube, normalised at its height now
}

// best finds the best of some plays of a state; with none the turn is lost. Of
// equals (when all lose the match to a double, say) it is the best without the
// cube.
func (c *cubePlayer) best(ctx context.Context, s engine.State, plays []engine.Play) (t turn, err error) {
	if len(plays) == 0 {
		lost := [1]engine.Play{engine.NewPlay(s.Board)}
		plays = lost[:]
	}
	for len(c.worths) < len(plays) {
		c.worths = append(c.worths, cube.Worth{})
	}
	worths := c.worths[:len(plays)]
	if err := c.judge.Plays(ctx, worths, s, plays); err != nil {
		return t, err
	}
	first := 0
	for i := range worths {
		w, f := &worths[i], &worths[first]
		if w.Equity > f.Equity || w.Equity == f.Equity && w.Outcome.Equity() > f.Outcome.Equity() {
			first = i
		}
	}
	return turn{plays[first].Board, outcomeOf(worths[first].Outcome), worths[first].Equity}, nil
}

// worth is what the model makes of a state before the roll, in which the player on
// roll may double first: his outcome, and his equity at the cube's height now. It
// is the worth of a lost turn to the opponent, seen from the other side.
func (c *cubePlayer) worth(ctx context.Context, s engine.State) (outcome, float64, error) {
	t, err := c.best(ctx, after(s, s.Board), nil)
	o := invertDifference(t.outcome)
	o[0]++
	return o, -t.equity, err
}

// double lets the player on roll double, if he may and should, and the opponent
// answer. After a pass ok is false, and o is what the evaluator expected of the
// game without the cube.
func (c *cubePlayer) double(ctx context.Context, s *engine.State) (o outcome, ok bool, err error) {
	if !s.MayDouble() {
		return o, true, nil
	}
	d, err := c.decider.Decide(ctx, *s)
	switch {
	case err != nil:
		return o, false, err
	case !d.Verdict.Doubles():
		return o, true, nil
	case !d.Verdict.Take:
		return outcomeOf(d.Outcome), false, nil
	}
	offered := *s
	offered.Doubled, offered.Turn = true, 1-s.Roller
	raise(s)
	if d.Verdict.Beaver && offered.MayBeaver() {
		raise(s)
	}
	return o, true, nil
}

// raise doubles the cube, which the opponent of the player on roll then owns.
func raise(s *engine.State) {
	s.Cube = engine.Cube{Value: 2 * s.Cube.Value, Owner: 1 - s.Roller}
}

// luck finds the best plays of all rolls, which it leaves in c.rolls in the order of
// engine.Rolls, and how much better for the player on roll that of the one thrown is
// than their mean: in the outcome, and in the value.
func (c *cubePlayer) luck(ctx context.Context, s engine.State, g *engine.Generator, thrown engine.Roll) (d outcome, value float64, err error) {
	thrown = thrown.Sorted()
	equity := 0.0
	for i, r := range engine.Rolls() {
		if c.rolls[i], err = c.best(ctx, s, g.Plays(s.Board, r)); err != nil {
			return d, 0, err
		}
		weight := -float64(r.Chances()) / throws
		if r == thrown {
			weight++
		}
		d.add(c.rolls[i].outcome, weight)
		equity += float64(weight * c.rolls[i].equity)
	}
	up, down := c.stakes.span(s.Cube.Value, s.Roller)
	return d, equity * (up - down) / 2, nil
}

// playCubeful is play with the cube.
func (w *worker) playCubeful(ctx context.Context, game int, c *Candidate) (result, error) {
	w.dice.begin(game)
	limit, endless := w.limit()
	s, viewer, k := c.State, c.viewer(), w.cube.stakes
	var lucky outcome // the luck of all rolls, in the candidate's view
	var luckyValue float64
	conclude := func(o outcome, value float64, p int, endless bool) result {
		if p != viewer {
			value, o = -value, invertDifference(o)
			o[0]++
		}
		r := result{plain: k.equity(value, viewer), equity: k.equity(value-luckyValue, viewer), parts: o, endless: endless}
		r.parts.add(lucky, -1)
		return r
	}
	if c.Start == Doubles {
		raise(&s)
	}
	for ply := 0; ; ply++ {
		p := s.Roller
		if r, over := s.Result(); over {
			o, _ := eval.Final(&s.Board)
			return conclude(outcomeOf(o), k.of(r, p), p, false), nil
		}
		if ply == limit {
			o, equity, err := w.cube.worth(ctx, s)
			return conclude(o, k.value(equity, s.Cube.Value, p), p, endless), err
		}
		if err := ctx.Err(); err != nil {
			return result{}, err
		}
		if ply > 0 || c.Start == Decides {
			o, on, err := w.cube.double(ctx, &s)
			if err != nil {
				return result{}, err
			}
			if !on {
				return conclude(o, k.of(engine.Result{Winner: p, Size: 1, Points: s.Cube.Value}, p), p, false), nil
			}
		}
		roll := w.dice.throw()
		if w.settings.Luck {
			d, value, err := w.cube.luck(ctx, s, &w.generator, roll)
			if err != nil {
				return result{}, err
			}
			if p != viewer {
				d, value = invertDifference(d), -value
			}
			lucky.add(d, 1)
			luckyValue += value
		}
		b, err := w.turnCubeful(ctx, s, roll)
		if err != nil {
			return result{}, err
		}
		s = after(s, b)
	}
}

// turnCubeful is turn with the cube. The luck of the roll has been measured
// before, if it is at all.
func (w *worker) turnCubeful(ctx context.Context, s engine.State, roll engine.Roll) (engine.Board, error) {
	if w.cube.ranker == nil && w.settings.Luck {
		return w.cube.rolls[indexOf(roll)].board, nil
	}
	plays := w.generator.Plays(s.Board, roll)
	switch {
	case len(plays) == 0:
		return s.Board, nil
	case len(plays) == 1:
		return plays[0].Board, nil
	case w.cube.ranker == nil:
		t, err := w.cube.best(ctx, s, plays)
		return t.board, err
	}
	i, err := w.cube.ranker.BestOf(ctx, s, plays)
	if err != nil {
		return s.Board, err
	}
	return plays[i].Board, nil
}

// indexOf is where a roll stands in engine.Rolls.
func indexOf(r engine.Roll) int {
	r = r.Sorted()
	hi, lo := int(r[0]), int(r[1])
	return hi*(hi-1)/2 + lo - 1
}
