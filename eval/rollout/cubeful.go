package rollout

import (
	"context"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/cube"
	"tavla/eval/luck"
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
	decider *cube.Judge   // of doubles
	judge   *luck.Cubeful // at 0 plies
	ranker  *cube.Ranker  // of plays
}

func newCubePlayer(o *Options, e eval.Evaluator, k *stakes) *cubePlayer {
	c := o.Cubeful
	shallow := c.Judge
	shallow.Plies = 0
	plays := cube.RankerOptions{Options: c.Judge, Filter: c.Filter, NewEvaluator: func() eval.Evaluator { return e }}
	plays.Plies = c.Plies
	return &cubePlayer{
		stakes: k, decider: cube.New(e, c.Judge), judge: luck.NewCubeful(cube.New(e, shallow)),
		ranker: cube.NewRanker(plays),
	}
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

// luck is how much better for the player on roll the best play of the roll thrown is
// than the mean of those of all rolls: in the outcome, and in the value.
func (c *cubePlayer) luck(ctx context.Context, s engine.State, thrown engine.Roll) (d outcome, value float64, err error) {
	rolls, err := c.judge.Rolls(ctx, s)
	if err != nil {
		return d, 0, err
	}
	thrown = thrown.Sorted()
	equity := 0.0
	for i, r := range engine.Rolls() {
		weight := -float64(r.Chances()) / throws
		if r == thrown {
			weight++
		}
		d.add(outcomeOf(rolls.Best[i].Outcome), weight)
		equity += float64(weight * rolls.Best[i].Equity)
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
			now, err := w.cube.judge.Worth(ctx, s)
			return conclude(outcomeOf(now.Outcome), k.value(now.Equity, s.Cube.Value, p), p, endless), err
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
			d, value, err := w.cube.luck(ctx, s, roll)
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

// turnCubeful is turn with the cube.
func (w *worker) turnCubeful(ctx context.Context, s engine.State, roll engine.Roll) (engine.Board, error) {
	plays := w.generator.Plays(s.Board, roll)
	switch len(plays) {
	case 0:
		return s.Board, nil
	case 1:
		return plays[0].Board, nil
	}
	i, err := w.cube.ranker.BestOf(ctx, s, plays)
	if err != nil {
		return s.Board, err
	}
	return plays[i].Board, nil
}
