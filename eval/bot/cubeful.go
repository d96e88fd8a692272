package bot

import (
	"context"
	"errors"

	"tavla/engine"
	"tavla/eval/cube"
)

// Cubeful is a Player that doubles, and answers doubles, beavers, raccoons and
// resignations, as a cube.Judge thinks right. Its plays are those of another Bot.
type Cubeful struct {
	Bot
	judge *cube.Judge
}

// NewCubeful makes a Player that leaves the plays to b. Nobody else may use the judge
// meanwhile.
func NewCubeful(b Bot, j *cube.Judge) *Cubeful { return &Cubeful{b, j} }

// ChooseAction implements Player. It fails when the context is done, and for a
// match that is longer than the judge's match equity table.
func (c *Cubeful) ChooseAction(ctx context.Context, s engine.State) (engine.Action, error) {
	switch s.Awaits() {
	case engine.ToRoll:
		return c.offer(ctx, s)
	case engine.ToAnswerDouble:
		return c.answer(ctx, s)
	case engine.ToAnswerResignation:
		yes, _, _, err := c.judge.Resignation(ctx, s)
		switch {
		case err != nil:
			return "", err
		case yes:
			return engine.ActAccept, nil
		}
		return engine.ActReject, nil
	}
	return "", errors.New("no action is asked for in this state")
}

func (c *Cubeful) offer(ctx context.Context, s engine.State) (engine.Action, error) {
	d, err := c.judge.Decide(ctx, s)
	var unavailable *cube.Unavailable
	switch {
	case errors.As(err, &unavailable):
		return engine.ActRoll, nil
	case err != nil:
		return "", err
	case d.Verdict.Doubles():
		return engine.ActDouble, nil
	}
	return engine.ActRoll, nil
}

func (c *Cubeful) answer(ctx context.Context, s engine.State) (engine.Action, error) {
	a, err := c.judge.Answer(ctx, s)
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
