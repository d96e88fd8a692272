package static

import (
	"fmt"

	"tavla/engine"
	"tavla/eval"
)

// Kind is which net judges a board, and its name the net's. A set of nets holds
// one for races, and for contact as many as its Split says.
type Kind uint8

// The kinds. Own is the player on roll.
const (
	Over           Kind           = iota // for no net
	Race                                 // no contact any more
	Contact                              // any contact
	BothBack                             // contact, both players having men back
	OwnBack                              // contact, only the player on roll
	OpponentBack                         // contact, only the opponent
	NoneBack                             // contact, men met on the way
	noneNone                             // the first of the nine of Split Nine, see nineOf
	noneNoneBehind = noneNone + 9        // the first of the 27 of Split TwentySeven
	Kinds          = noneNoneBehind + 27
)

// Split is how finely contact is parted, in nets: by the men that each player has
// back, in the opponent's home board or on the bar. Whoever has men back holds or
// fights for an anchor, or with many plays a back game; whoever has none is on the
// way home past what the other still has there. Each asks for a plan of its own, and
// so does the race: who leads runs and trades men, who trails holds and waits.
type Split int

const (
	Whole       Split = 0  // one net for all contact
	Four        Split = 4  // by whether each player has men back
	Nine        Split = 9  // by whether each has none back, one or two, or more
	TwentySeven Split = 27 // and by who leads the race, if anybody does
)

// Splits are all there are, each parting further what the one before it parts.
func Splits() []Split { return []Split{Whole, Four, Nine, TwentySeven} }

// Check reports a split that there is not.
func (s Split) Check() error {
	for _, split := range Splits() {
		if s == split {
			return nil
		}
	}
	return fmt.Errorf("split %d: contact is parted into %d kinds, %d or %d, or not at all (%d)", int(s), int(Four), int(Nine), int(TwentySeven), int(Whole))
}

// degree is how many men n back are, as the nine kinds tell them apart.
func degree(n uint8) Kind {
	switch {
	case n == 0:
		return 0
	case n <= 2:
		return 1
	}
	return 2
}

// nineOf is the kind of the nine of a board.
func nineOf(b *engine.Board) Kind {
	return noneNone + 3*degree(menBack(&b.Own)) + degree(menBack(&b.Opp))
}

// parts gives back the degrees that a kind of the nine stands for.
func (k Kind) parts() (own, opponent Kind) { return (k - noneNone) / 3, (k - noneNone) % 3 }

// lead is by how many pips, or more, a player is ahead in the race for the 27 kinds.
const lead = 25

// twentySeven parts a kind of the nine by how the race stands for the player on roll.
func twentySeven(k Kind, b *engine.Board) Kind {
	standing := Kind(1) // even
	switch ahead := b.Opp.Pips() - b.Own.Pips(); {
	case ahead >= lead:
		standing = 2
	case ahead <= -lead:
		standing = 0
	}
	return noneNoneBehind + 3*(k-noneNone) + standing
}

func (k Kind) String() string {
	switch {
	case k >= noneNoneBehind:
		coarse, _ := k.Coarser()
		standing := [...]string{"behind", "even", "ahead"}[(k-noneNoneBehind)%3]
		return coarse.String() + "-" + standing
	case k >= noneNone:
		names := [...]string{"none", "few", "many"}
		own, opponent := k.parts()
		return names[own] + "-" + names[opponent]
	}
	return [...]string{"over", "race", "contact", "both-back", "own-back", "opponent-back", "none-back"}[k]
}

// Coarser is the kind that holds k in the next coarser split, if there is one.
func (k Kind) Coarser() (Kind, bool) {
	switch {
	case k >= noneNoneBehind:
		return noneNone + (k-noneNoneBehind)/3, true
	case k >= noneNone:
		own, opponent := k.parts()
		return four(own > 0, opponent > 0), true
	case k > Contact:
		return Contact, true
	}
	return k, false
}

func four(own, opponent bool) Kind {
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

// Nets are the kinds that a set of nets holds, in the order of the weights file.
func Nets(s Split) []Kind {
	switch s {
	case Four:
		return []Kind{BothBack, OwnBack, OpponentBack, NoneBack, Race}
	case Nine:
		return append(kinds(noneNone, noneNoneBehind), Race)
	case TwentySeven:
		return append(kinds(noneNoneBehind, Kinds), Race)
	}
	return []Kind{Contact, Race}
}

// kinds are those in [from, to).
func kinds(from, to Kind) (all []Kind) {
	for k := from; k < to; k++ {
		all = append(all, k)
	}
	return all
}

// KindOf is the kind of a board by a set of nets. Every board has exactly one.
func KindOf(b *engine.Board, s Split) Kind {
	switch c := eval.ClassOf(b); {
	case c == eval.Finished:
		return Over
	case c == eval.Race:
		return Race
	case s == Four:
		return four(b.Own.Rear() >= back, b.Opp.Rear() >= back)
	case s == Nine:
		return nineOf(b)
	case s == TwentySeven:
		return twentySeven(nineOf(b), b)
	}
	return Contact
}

// back is the first point of the opponent's home board.
const back = 19

// menBack counts a player's men there and on the bar.
func menBack(s *engine.Side) (n uint8) {
	for _, men := range s[back : engine.Bar+1] {
		n += men
	}
	return n
}
