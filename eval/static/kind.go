package static

import (
	"tavla/engine"
	"tavla/eval"
)

// Kind is which net judges a board, and its name the net's. A set of nets holds
// one for races, and for contact either one or, split, one for each of the four
// ways of having men back: in the opponent's home board or on the bar. Whoever has
// men back holds or fights for an anchor; whoever has none is on the way home past
// what the other still has there. Each asks for a plan of its own.
type Kind uint8

// The kinds. Own is the player on roll.
const (
	Over         Kind = iota // for no net
	Race                     // no contact any more
	Contact                  // any contact
	BothBack                 // contact, both players having men back
	OwnBack                  // contact, only the player on roll
	OpponentBack             // contact, only the opponent
	NoneBack                 // contact, men met on the way
	Kinds        = iota
)

func (k Kind) String() string {
	return [Kinds]string{"over", "race", "contact", "both-back", "own-back", "opponent-back", "none-back"}[k]
}

// Nets are the kinds that a set of nets holds, in the order of the weights file.
func Nets(split bool) []Kind {
	if split {
		return []Kind{BothBack, OwnBack, OpponentBack, NoneBack, Race}
	}
	return []Kind{Contact, Race}
}

// KindOf is the kind of a board by a set of nets. Every board has exactly one.
func KindOf(b *engine.Board, split bool) Kind {
	switch c := eval.ClassOf(b); {
	case c == eval.Finished:
		return Over
	case c == eval.Race:
		return Race
	case !split:
		return Contact
	}
	own, opponent := b.Own.Rear() >= back, b.Opp.Rear() >= back
	switch {
	case own && opponent:
		return BothBack
	case own:
		return OwnBack
	case opponent:
		return OpponentBack
	}
	return NoneBack
}

// back is the first point of the opponent's home board.
const back = 19
