package arena

import (
	"context"
	"slices"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/cube"
	"tavla/eval/luck"
)

// luckJudge measures the luck of rolls by one evaluator, in what the games are
// played for: points, or in matches chances to win the match. Luck has mean zero
// over the rolls of a state, whatever the evaluator and however they are played.
type luckJudge interface {
	// opening is the luck of the roll that has opened the game, for the player who
	// starts with it.
	opening(ctx context.Context, s engine.State) (float64, error)
	// roll is the luck of a roll about to be thrown in a state, for its roller.
	roll(ctx context.Context, s engine.State, r engine.Roll) (float64, error)
	// worth is what a state before the roll is worth to its roller, and what
	// becomes of its board.
	worth(ctx context.Context, s engine.State) (float64, eval.Outcome, error)
}

// cubelessLuck is that of cubeless money games.
type cubelessLuck struct {
	judge     *luck.Judge
	evaluator eval.Evaluator // the judge's
}

func (l cubelessLuck) opening(_ context.Context, s engine.State) (float64, error) {
	return l.judge.Opening(s.Roll), nil
}

func (l cubelessLuck) roll(_ context.Context, s engine.State, r engine.Roll) (float64, error) {
	return l.judge.Luck(s.Board, r), nil
}

func (l cubelessLuck) worth(_ context.Context, s engine.State) (float64, eval.Outcome, error) {
	var out [1]eval.Outcome
	l.evaluator.Evaluate(out[:], []engine.Board{s.Board})
	return float64(out[0].Equity()), out[0], nil
}

// cubeLuck is that of games with the cube. A roll is worth what its best play is
// worth with the cube as it stands, the score and the rules, judged at 0 plies, for
// either player by the same judge.
type cubeLuck struct {
	judge     *cube.Judge
	generator engine.Generator
	plays     []cube.Worth // of one roll
	rolls     [21]float64  // in the order of engine.Rolls
}

func newCubeLuck(e eval.Evaluator, o cube.Options) *cubeLuck {
	return &cubeLuck{judge: cube.New(e, o)}
}

func (l *cubeLuck) roll(ctx context.Context, s engine.State, r engine.Roll) (float64, error) {
	r = r.Sorted()
	mine, sum := 0.0, 0.0
	for i, d := range engine.Rolls() {
		v, err := l.best(ctx, s, d)
		if err != nil {
			return 0, err
		}
		l.rolls[i] = v
		sum += float64(d.Chances()) * v
		if d == r {
			mine = v
		}
	}
	return mine - sum/36, nil
}

// opening compares with the mean over the 30 openings, 15 rolls for either player.
func (l *cubeLuck) opening(ctx context.Context, s engine.State) (float64, error) {
	own, err := l.best(ctx, s, s.Roll)
	if err != nil || s.Score.Length == 0 { // where the mean is zero by symmetry
		return own, err
	}
	sum, starter := 0.0, s.Roller
	for _, r := range engine.Rolls() {
		if r.Doublet() {
			continue
		}
		for p := range 2 {
			s.Roller, s.Turn = p, p
			v, err := l.best(ctx, s, r)
			if err != nil {
				return 0, err
			}
			if p != starter {
				v = 1 - v
			}
			sum += v
		}
	}
	return own - sum/30, nil
}

func (l *cubeLuck) worth(ctx context.Context, s engine.State) (float64, eval.Outcome, error) {
	// What the other player has after a turn that moved nothing.
	p := s.Roller
	s.Roller, s.Board = 1-p, s.Board.Swap()
	s.Turn = s.Roller
	v, w, err := l.after(ctx, s, []engine.Play{engine.NewPlay(s.Board)})
	if s.Score.Length > 0 {
		return 1 - v, w.Outcome.Invert(), err
	}
	return -v, w.Outcome.Invert(), err
}

// best is what a roll is worth to the roller of a state who plays it best.
func (l *cubeLuck) best(ctx context.Context, s engine.State, r engine.Roll) (float64, error) {
	plays := l.generator.Plays(s.Board, r)
	if len(plays) == 0 {
		plays = []engine.Play{engine.NewPlay(s.Board)}
	}
	s.Roll = r
	v, _, err := l.after(ctx, s, plays)
	return v, err
}

// after is what the best of some plays is worth to the roller of a state, as points
// or as the chance to win the match.
func (l *cubeLuck) after(ctx context.Context, s engine.State, plays []engine.Play) (float64, cube.Worth, error) {
	l.plays = slices.Grow(l.plays[:0], len(plays))[:len(plays)]
	if err := l.judge.Plays(ctx, l.plays, s, plays); err != nil {
		return 0, cube.Worth{}, err
	}
	best := l.plays[0]
	for _, w := range l.plays {
		if w.Equity > best.Equity {
			best = w
		}
	}
	if s.Score.Length > 0 {
		return best.Winning, best, nil
	}
	return best.Equity * float64(s.Cube.Value), best, nil
}
