package eval

import "tavla/engine"

// Possible says which outcomes can still happen, in the order of Outcome's
// fields. Win is always possible here: finished games have Final.
type Possible [5]bool

// PossibleFor finds what can still happen to the player on roll: no gammon once
// the loser has a man off, and in a race no backgammon once the loser has left
// the winner's home board.
func PossibleFor(b *engine.Board) Possible {
	gammon, loseGammon := b.Opp[engine.Off] == 0, b.Own[engine.Off] == 0
	p := Possible{true, gammon, gammon, loseGammon, loseGammon}
	if (gammon || loseGammon) && !b.Contact() {
		p[2] = gammon && b.Opp.Rear() > 18
		p[4] = loseGammon && b.Own.Rear() > 18
	}
	return p
}

// Clamp makes an outcome keep the rules of Outcome: what is impossible becomes
// zero, and nothing exceeds what includes it.
func (p *Possible) Clamp(o *Outcome) {
	o.Win = clamp(o.Win, 1)
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
	*gammon = clamp(*gammon, most)
	*backgammon = clamp(*backgammon, *gammon)
}

// clamp keeps x from 0 to most; it costs less than min and max, which see to
// signed zeros and NaN.
func clamp(x, most float32) float32 {
	if x > most {
		x = most
	}
	if x < 0 {
		x = 0
	}
	return x
}
