package bot

import (
	"context"

	"tavla/engine"
)

// Player is a Bot for whole games: it doubles, and answers doubles and
// resignations.
type Player interface {
	Bot
	// ChooseAction says what the player on turn does in a state that passes Check
	// and waits for anything but a play or the opening throw:
	//
	//	engine.ToRoll               ActRoll, or ActDouble if the state allows it
	//	engine.ToAnswerDouble       ActTake, ActPass, or ActBeaver or ActRaccoon if allowed
	//	engine.ToAnswerResignation  ActAccept, ActReject
	//
	// An error means that the player is lost.
	ChooseAction(ctx context.Context, s engine.State) (engine.Action, error)
}
