package analysis

import (
	"context"

	"tavla/engine"
	"tavla/eval/luck"
)

// luck judges a roll at 0 plies, with the cube and the score: what its best play
// is worth, less the mean over all rolls. The throw that opens a game decides who
// begins too.
func (w *worker) luck(ctx context.Context, t *step, j *Judged) (err error) {
	s, roll := t.state, t.action.Roll
	var l luck.Amount
	if t.action.Kind == engine.ActRoll {
		l, err = w.rolls.Luck(ctx, s, roll)
	} else {
		p := t.action.Player
		s.Phase, s.Roller, s.Turn, s.Roll = engine.Playing, p, p, roll
		l, err = w.rolls.Opening(ctx, s)
	}
	j.Luck = &l.Equity
	return err
}
