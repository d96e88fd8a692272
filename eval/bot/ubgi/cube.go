package ubgi

import (
	"context"
	"fmt"

	"tavla/engine"
	"tavla/engine/notation"
)

// ChooseAction asks the engine whether to double, and otherwise takes, or rejects a
// resignation. It fails as ChoosePlay does.
func (e *Engine) ChooseAction(ctx context.Context, s engine.State) (engine.Action, error) {
	switch {
	case e.lost != nil:
		return "", e.lost
	case s.Awaits() == engine.ToAnswerDouble:
		return engine.ActTake, nil
	case s.Awaits() == engine.ToAnswerResignation:
		return engine.ActReject, nil
	case !s.MayDouble():
		return engine.ActRoll, nil
	}
	a, err := e.double(ctx, s)
	if err != nil {
		e.lost = fmt.Errorf("%s, to roll or double: %w", notation.FormatPositionID(s.Board), err)
		return "", e.lost
	}
	return a, nil
}

func (e *Engine) double(ctx context.Context, s engine.State) (engine.Action, error) {
	xgid, err := notation.FormatXGID(s)
	if err != nil {
		return "", err
	}
	answer, err := e.ask(ctx, append(e.newGame(), "position xgid "+xgid, "go cube"), "bestcube", nil)
	switch {
	case err != nil:
		return "", err
	case answer == "double":
		return engine.ActDouble, nil
	case answer == "nodouble":
		return engine.ActRoll, nil
	}
	return "", fmt.Errorf("%s answered bestcube %s; double or nodouble was to come", e.name, quote(answer))
}
