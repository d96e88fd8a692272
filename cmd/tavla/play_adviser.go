package main

import (
	"context"
	"errors"

	"tavla/engine"
	"tavla/eval/bearoff"
	"tavla/eval/cube"
	"tavla/eval/static"
)

// adviser judges every decision of a game by score and cube. It is not for
// concurrent use.
type adviser struct {
	ranker    *cube.Ranker
	judge     *cube.Judge
	met       *cube.MET
	endings   *bearoff.Lazy
	generator engine.Generator
}

// adviser makes an adviser by a model that looks so many plies ahead.
func (a *app) adviser(ctx context.Context, m *static.Model, plies int) (*adviser, error) {
	o := cube.Options{MET: cube.Standard(), Exact: a.endings, Efficiency: cube.Usual(), Plies: plies}
	newRanker, err := rankersAt(m, o, a.workers, a.depth)
	if err != nil {
		return nil, err
	}
	return &adviser{ranker: newRanker(), judge: cube.New(m.NewEvaluator(), o), met: o.MET, endings: a.endings}, nil
}

// doubles reports whether the player on roll should double.
func (v *adviser) doubles(ctx context.Context, s engine.State) (bool, error) {
	if !s.MayDouble() {
		return false, nil
	}
	d, err := v.judge.Decide(ctx, s)
	return d.Verdict.Doubles(), err
}

// answer is what the player should do who has been doubled, beavered or raccooned.
func (v *adviser) answer(ctx context.Context, s engine.State) (engine.Action, error) {
	a, err := v.judge.Answer(ctx, s)
	switch {
	case err != nil:
		return "", err
	case a == cube.Raise && s.Beavered:
		return engine.ActRaccoon, nil
	case a == cube.Raise:
		return engine.ActBeaver, nil
	case a == cube.Take:
		return engine.ActTake, nil
	}
	return engine.ActPass, nil
}

// expects is what a player may hope for by playing on, before the throw (and a
// double) or before the play, in points per unit of the cube, in a match
// normalised. A resignation that is pending does not count.
func (v *adviser) expects(ctx context.Context, s engine.State, player int) (float64, error) {
	s.Resigning, s.Turn = 0, s.Roller
	worth, plays := 0.0, []engine.Play(nil)
	if s.Roll == (engine.Roll{}) {
		// The player on roll is next after a play of the other one.
		plays = []engine.Play{engine.NewPlay(s.Board.Swap())}
		s.Board = s.Board.Swap()
		s.Roller = 1 - s.Roller
		s.Turn = s.Roller
	} else if plays = v.generator.Plays(s.Board, s.Roll); len(plays) == 0 {
		plays = []engine.Play{engine.NewPlay(s.Board)}
	}
	list := make([]cube.Worth, len(plays))
	if err := v.judge.Plays(ctx, list, s, plays); err != nil {
		return 0, err
	}
	for i, w := range list {
		if i == 0 || w.Equity > worth {
			worth = w.Equity
		}
	}
	if player != s.Roller {
		worth = -worth
	}
	return worth, nil
}

// pays is what a resignation of a size is worth to its winner, measured as expects
// does.
func (v *adviser) pays(s engine.State, winner, size int) (float64, error) {
	ended := s
	ended.Phase, ended.Turn, ended.Resigning = engine.Resigned, winner, size
	r, ok := ended.Result()
	if !ok {
		return 0, errors.New("the game has no result")
	}
	if s.Score.Length == 0 {
		return float64(r.Points) / float64(s.Cube.Value), nil
	}
	stakes, err := cube.NewStakes(s, v.met)
	if err != nil {
		return 0, err
	}
	return stakes.Normalised(2*v.met.Winning(s.Score.After(r), winner)-1, winner), nil
}

// nearly is how little a resignation may lack, or exceed, what is expected.
const nearly = 0.001

// accepts reports whether the resignation that is pending is worth no less than
// playing on, and both.
func (v *adviser) accepts(ctx context.Context, s engine.State) (yes bool, offered, expected float64, err error) {
	if offered, err = v.pays(s, s.Turn, s.Resigning); err != nil {
		return false, 0, 0, err
	}
	expected, err = v.expects(ctx, s, s.Turn)
	return offered >= expected-nearly, offered, expected, err
}

// resigns is the size at which the player on roll should resign: where both bear
// off, the game is lost for certain, and how dearly is certain too. 0 is to go on.
func (v *adviser) resigns(s engine.State) int {
	o, known := v.endings.Lookup(&s.Board)
	gammon := enough(s, 1-s.Roller, 2)
	switch {
	case !known || o.Win > nearly:
		return 0
	case gammon == 1 || o.LoseGammon < nearly:
		return 1
	case o.LoseGammon > 1-nearly:
		return gammon
	}
	return 0
}

// enough is the size of a resignation in favour of winner, no larger than it counts.
func enough(s engine.State, winner, size int) int {
	if s.Score.Length > 0 {
		for n := 1; n < size; n++ {
			if n*s.Cube.Value >= s.Score.Away(winner) {
				return n
			}
		}
	} else if s.Rules.Jacoby && s.Cube.Owner == engine.Centred {
		return 1
	}
	return size
}
