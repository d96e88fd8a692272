package main

import (
	"context"

	"tavla/engine"
	"tavla/eval/bearoff"
	"tavla/eval/bot"
	"tavla/eval/cube"
	"tavla/eval/static"
)

// adviser judges every decision of a game by score and cube. It is not for
// concurrent use.
type adviser struct {
	ranker  *cube.Ranker
	judge   *cube.Judge
	endings *bearoff.Lazy
}

// adviser makes an adviser by a model that looks so many plies ahead.
func (a *app) adviser(ctx context.Context, m *static.Model, plies int) (*adviser, error) {
	filter, err := a.depth.filter()
	if err != nil {
		return nil, err
	}
	o := cube.Options{MET: cube.Standard(), Exact: a.endings, Efficiency: cube.Usual(), Plies: plies, Guess: filter.Guess}
	newRanker, err := rankersAt(m, o, a.workers, a.depth)
	if err != nil {
		return nil, err
	}
	return &adviser{ranker: newRanker(), judge: cube.New(m.NewEvaluator(), o), endings: a.endings}, nil
}

// action is what the player on turn should do about the cube: double or roll, or
// answer a double, beaver or raccoon.
func (v *adviser) action(ctx context.Context, s engine.State) (engine.Action, error) {
	return bot.NewCubeful(nil, v.judge).ChooseAction(ctx, s)
}

// nearly is how little a certainty may lack.
const nearly = 0.001

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
