package eval

import "tavla/engine"

// Possible says which outcomes can still happen, in the order of Outcome's
// fields. Win is always possible here: finished games have Final.
type Possible [5]bool

// PossibleFor finds what can still happen to the player on roll: no gammon once
// the loser has a man off, and in a race no backgammon once the loser has left
// the winner's home board.
func PossibleFor(b *engine.Board) Possible {
	race := !b.Contact()
	backgammon := func(loser *engine.Side) bool {
		return loser[engine.Off] == 0 && (!race || loser.Rear() > 18)
	}
	return Possible{
		true,
		b.Opp[engine.Off] == 0, backgammon(&b.Opp),
		b.Own[engine.Off] == 0, backgammon(&b.Own),
	}
}

// Clamp makes an outcome keep the rules of Outcome: what is impossible becomes
// zero, and nothing exceeds what includes it.
func (p *Possible) Clamp(o *Outcome) {
	o.Win = min(max(o.Win, 0), 1)
	clampPair(&o.WinGammon, &o.WinBackgammon, o.Win, p[1], p[2])
	clampPair(&o.LoseGammon, &o.LoseBackgammon, 1-o.Win, p[3], p[4])
}

func clampPair(gammon, backgammon *float32, most float32, canGammon, canBackgammon bool) {
	if !canGammon {
		*gammon = 0
	}
	if !canBackgammon {
		*backgammon = 0
	}
	*gammon = min(max(*gammon, 0), most)
	*backgammon = min(max(*backgammon, 0), *gammon)
}
