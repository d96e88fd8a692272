package cube

import (
	"tavla/engine"
	"tavla/eval"
)

// Efficiency is how much of a live cube's use players get out of it, from 0
// (dead) to 1 (live), by who may turn it, seen by the player on roll.
type Efficiency = byOwner

// byOwner is a number for each owner of the cube, seen by the player on roll.
type byOwner struct {
	Own, Centred, Opponents float64
}

// Growing is a cube efficiency that grows with the pip count of the player on
// roll, up to a limit: the longer the game, the better the moment to double.
type Growing struct {
	Base, PerPip, Most float64
}

func (g Growing) at(pips int) float64 { return min(g.Base+g.PerPip*float64(pips), g.Most) }

// Efficiencies are the cube efficiencies of every class of position.
type Efficiencies struct {
	Contact Efficiency
	Race    struct{ Own, Centred, Opponents Growing }
}

// Usual are the efficiencies that Tavla judges by.
//
// With contact it is 0.75 whoever owns the cube, by least squares over rollouts with
// the cube of 400 positions around the doubling window (scripts/efficiency): 0.756 for
// all owners; 0.78 for an owned, 0.75 for a centred and 0.67 for the opponent's cube,
// but to keep the three apart loses no less in decisions. In races it is fitted to the
// exact endings of up to six men a side, within 0.16 points of the doubling window: to
// the values of the model itself, by least squares in bands of the pip count. Decisions
// by it lose 0.0005 points there on average, with the cube centred or owned
// (scripts/cubes --exact). Beyond those endings the lines are held at what other
// programs use for long races, about 0.7.
func Usual() (e Efficiencies) {
	e.Contact = Efficiency{Own: 0.75, Centred: 0.75, Opponents: 0.75}
	e.Race.Own = Growing{Base: 0.40, PerPip: 0.0125, Most: 0.70}
	e.Race.Centred = Growing{Base: 0.36, PerPip: 0.0155, Most: 0.75}
	e.Race.Opponents = Growing{Base: 0.25, PerPip: 0.006, Most: 0.68}
	return e
}

// Uniform is the same efficiency x for every position and owner.
func Uniform(x float64) (e Efficiencies) {
	e.Contact = Efficiency{x, x, x}
	g := Growing{Base: x, Most: x}
	e.Race.Own, e.Race.Centred, e.Race.Opponents = g, g, g
	return e
}

// at are the efficiencies on a board seen by the player on roll.
func (e *Efficiencies) at(b *engine.Board) Efficiency {
	if eval.ClassOf(b) == eval.Contact {
		return e.Contact
	}
	pips := b.Own.Pips()
	return Efficiency{e.Race.Own.at(pips), e.Race.Centred.at(pips), e.Race.Opponents.at(pips)}
}

// with is that of a cube as player p, on roll, sees it.
func (e byOwner) with(c engine.Cube, p int) float64 {
	switch c.Owner {
	case p:
		return e.Own
	case engine.Centred:
		return e.Centred
	}
	return e.Opponents
}
