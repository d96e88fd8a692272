package bot

import (
	"context"

	"tavla/engine"
)

// Passive is a Player that knows nothing of the cube: it never doubles, takes
// whatever it is offered, and accepts no resignation. It is what makes any Bot play
// whole games.
type Passive struct{ Bot }

// ChooseAction never fails.
func (Passive) ChooseAction(_ context.Context, s engine.State) (engine.Action, error) {
	switch s.Awaits() {
	case engine.ToAnswerDouble:
		return engine.ActTake, nil
	case engine.ToAnswerResignation:
		return engine.ActReject, nil
	}
	return engine.ActRoll, nil
}
