package arena

import (
	"context"

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

// cubeLuck is that of games with the cube: of the cube as it stands, the score and
// the rules, judged at 0 plies, for either player by the same judge.
type cubeLuck struct{ judge *luck.Cubeful }

func newCubeLuck(e eval.Evaluator, o cube.Options) cubeLuck {
	return cubeLuck{luck.NewCubeful(cube.New(e, o))}
}

func (l cubeLuck) opening(ctx context.Context, s engine.State) (float64, error) {
	if s.Score.Length == 0 { // where the mean is zero by symmetry
		r, err := l.judge.Rolls(ctx, s)
		return playedFor(s, luck.Amount{Equity: r.Of(s.Roll).Equity}), err
	}
	a, err := l.judge.Opening(ctx, s)
	return playedFor(s, a), err
}

func (l cubeLuck) roll(ctx context.Context, s engine.State, r engine.Roll) (float64, error) {
	a, err := l.judge.Luck(ctx, s, r)
	return playedFor(s, a), err
}

func (l cubeLuck) worth(ctx context.Context, s engine.State) (float64, eval.Outcome, error) {
	w, err := l.judge.Worth(ctx, s)
	return playedFor(s, luck.Amount{Equity: w.Equity, Winning: w.Winning}), w.Outcome, err
}

// playedFor is an amount in points or, in a match, in chances to win it.
func playedFor(s engine.State, a luck.Amount) float64 {
	if s.Score.Length > 0 {
		return a.Winning
	}
	return a.Equity * float64(s.Cube.Value)
}
