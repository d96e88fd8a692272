package cube

import (
	"math/bits"

	"tavla/eval"
)

// set is a set of rungs by index, which are few: a match of maxMET points has 13.
type set uint16

const maxRungs = 16

// cubeless is not a rung, but an index among them for a game without the cube:
// the plays that are best there lead to a node's outcome.
const cubeless = maxRungs - 1

func (s *set) pop() (i int) {
	i = bits.TrailingZeros16(uint16(*s))
	*s &= *s - 1
	return i
}

func (s set) has(i int) bool { return s>>i&1 != 0 }

// above adds to some rungs those that doubles by player p lead to.
func (s *Stakes) above(some set, p int) set {
	all := some
	for some &^= 1 << cubeless; some != 0; {
		if up := s.rungs[some.pop()].doubled[p]; up != none {
			all |= 1 << up
		}
	}
	return all
}

// node is what a position is worth to the player on roll: a value for the rungs
// that were asked for, and the outcome if cubeless was among them.
type node struct {
	values  [maxRungs]float64
	outcome [5]float64 // in the order of Outcome's fields
}

// addInverted adds a part of what the other player's node is worth on some rungs.
func (n *node) addInverted(other *node, part float64, some set) {
	if some.has(cubeless) {
		o := &other.outcome
		for i, v := range [5]float64{1 - o[0], o[3], o[4], o[1], o[2]} {
			n.outcome[i] += part * v
		}
	}
	for some != 0 {
		i := some.pop()
		n.values[i] -= part * other.values[i]
	}
}

func numbers(o *eval.Outcome) [5]float64 {
	return [5]float64{
		float64(o.Win), float64(o.WinGammon), float64(o.WinBackgammon),
		float64(o.LoseGammon), float64(o.LoseBackgammon),
	}
}

// asOutcome is the node's cubeless outcome.
func (n *node) asOutcome() eval.Outcome {
	o := &n.outcome
	return eval.Outcome{
		Win: float32(o[0]), WinGammon: float32(o[1]), WinBackgammon: float32(o[2]),
		LoseGammon: float32(o[3]), LoseBackgammon: float32(o[4]),
	}
}
