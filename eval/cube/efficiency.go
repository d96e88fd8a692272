package cube

import (
	"tavla/engine"
	"tavla/eval"
)

// Efficiency is how much of a live cube's use players really get out of it, from
// 0 (dead) to 1 (live), by who may turn it, seen by the player on roll.
type Efficiency struct {
	Own, Centred, Opponent float64
}

// Efficiencies are the cube efficiencies of every class of position.
type Efficiencies struct {
	Contact Efficiency
	// Race is that of a race in which the player on roll has no pips left to go.
	// It grows with that player's pip count, and stays from RaceLeast to RaceMost.
	Race                Efficiency
	RacePerPip          float64
	RaceLeast, RaceMost float64
}

// Lookahead are the efficiencies GNU Backgammon uses at 2-ply and deeper: 0.68
// with contact, from 0.6 to 0.7 in races. Measured on the cube decisions of
// scripts/cubes, values from 0.6 to 0.76 lose about the same, so that there is
// nothing to gain by a fit to so few.
func Lookahead() Efficiencies {
	return Efficiencies{
		Contact:    Efficiency{Own: 0.68, Centred: 0.68, Opponent: 0.68},
		Race:       Efficiency{Own: 0.55, Centred: 0.55, Opponent: 0.55},
		RacePerPip: 0.00125,
		RaceLeast:  0.6,
		RaceMost:   0.7,
	}
}

// of is the efficiency on a board seen by the player on roll, by the owner of
// the cube: that player, the opponent, or neither.
func (e *Efficiencies) of(b *engine.Board, owner owner) float64 {
	if eval.ClassOf(b) == eval.Contact {
		return e.Contact.by(owner)
	}
	x := e.Race.by(owner) + e.RacePerPip*float64(b.Own.Pips())
	return min(max(x, e.RaceLeast), e.RaceMost)
}

// owner is whose the cube is, seen by the player on roll.
type owner uint8

const (
	centred owner = iota
	own
	opponents
)

// ownerFor is the owner of a cube as player p sees it.
func ownerFor(c engine.Cube, p int) owner {
	switch c.Owner {
	case p:
		return own
	case engine.Centred:
		return centred
	}
	return opponents
}

func (e *Efficiency) by(o owner) float64 { return [...]float64{e.Centred, e.Own, e.Opponent}[o] }
