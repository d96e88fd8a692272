package engine

// Action names what a player does in a game, in the words of error messages.
type Action string

// The actions are methods of Game; only the next game is one of Match.
const (
	ActOpen     Action = "opening throw"
	ActDouble   Action = "double"
	ActTake     Action = "take"
	ActPass     Action = "pass"
	ActBeaver   Action = "beaver"
	ActRaccoon  Action = "raccoon"
	ActRoll     Action = "roll"
	ActPlay     Action = "play"
	ActLoseTurn Action = "lost turn"
	ActResign   Action = "resignation"
	ActAccept   Action = "accepting a resignation"
	ActReject   Action = "rejecting a resignation"
	ActNextGame Action = "next game"
)

// RuleError says that an action is not legal at that moment, and by which rule.
// Whatever it was tried on is as it was before.
type RuleError struct {
	Action Action
	Rule   string
}

func (e *RuleError) Error() string { return string(e.Action) + " refused: " + e.Rule }

// Decision is what a game waits for before it can go on.
type Decision uint8

const (
	ToOpen              Decision = iota // the opening throw, one die of each player
	ToRoll                              // the player on roll throws, or doubles first
	ToPlay                              // the roll is played, or the turn is lost
	ToAnswerDouble                      // take or pass, perhaps beaver or raccoon
	ToAnswerResignation                 // accept or reject
	ToEnd                               // nothing: the game is over
)

// Awaits says what the game waits for; Turn says from whom.
func (s State) Awaits() Decision {
	switch {
	case s.Phase == NotStarted:
		return ToOpen
	case s.Phase != Playing:
		return ToEnd
	case s.Resigning > 0:
		return ToAnswerResignation
	case s.Doubled:
		return ToAnswerDouble
	case s.Roll != Roll{}:
		return ToPlay
	}
	return ToRoll
}

// instead is the rule against an action for which the game does not wait.
func (d Decision) instead() string {
	switch d {
	case ToOpen:
		return "the game begins with the opening throw, one die of each player"
	case ToRoll:
		return "the player on roll has to throw first"
	case ToPlay:
		return "the dice are thrown, and the roll has to be played first"
	case ToAnswerDouble:
		return "a double has to be answered first"
	case ToAnswerResignation:
		return "a resignation has to be answered first"
	}
	return "the game is over"
}
