// Package bot holds what can play backgammon: the Bot interface and the bots.
package bot

import (
	"context"

	"tavla/engine"
)

// Decision is a roll to be played.
type Decision struct {
	Board engine.Board // seen by the player on roll, before the play
	Roll  engine.Roll
	// State is the game around the decision, with Board and Roll: the cube, the
	// score, the rules. nil means cubeless money. Like Plays it is the asker's.
	State *engine.State
	// Plays are the legal plays, two or more of them, in canonical order. They
	// belong to the asker and are valid until the bot has answered.
	Plays []engine.Play
}

// Bot plays. One Bot is not for concurrent use. A Bot that holds a connection or
// a process is an io.Closer too; whoever made it closes it.
type Bot interface {
	// ChoosePlay answers with the index of one of d.Plays. An error means that
	// the bot is lost: the game cannot go on.
	ChoosePlay(ctx context.Context, d Decision) (int, error)
}

// Gambler is a Bot that leaves something to chance. NewGame is called before
// every game; the same seed and decisions then give the same answers.
type Gambler interface {
	Bot
	NewGame(seed uint64)
}
