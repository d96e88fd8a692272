package cube

import (
	"fmt"

	"tavla/engine"
)

// Stakes are what the rest of a game is played for: every state the cube can
// still reach from the present one, and what it pays there. They are immutable
// and shared.
//
// A value is what a player expects, the other's being its negative: in a money
// game points per unit of the cube as it then stands, in a match twice the
// chance to win the match less one.
type Stakes struct {
	rungs []rung  // the present cube first; a doubled cube stands behind its former self
	raise float64 // values after a double count so many times
	// beavers is whether a taker may double again at once.
	beavers bool
	money   bool
}

// rung is one state of the cube.
type rung struct {
	cube engine.Cube
	// doubled is the rung that a double by player p leads to, none where p may
	// not double.
	doubled [2]int
	// win is what player p gets by winning a single game, a gammon, a backgammon.
	win [2][3]float64
	// automatic is set where the only player who may double wins the match or
	// loses it anyway, and so doubles at the first chance.
	automatic bool
}

const none = -1

// newMoney is a money game seen from its present cube. Values are per unit of
// the cube, so three rungs are enough: whose it is, however high.
func newMoney(c engine.Cube, rules engine.Rules) *Stakes {
	all := [2][3]float64{{1, 2, 3}, {1, 2, 3}}
	s := &Stakes{raise: 2, beavers: rules.Beavers, money: true}
	owned := func(base int) {
		s.rungs = append(s.rungs,
			rung{cube: engine.Cube{Value: c.Value, Owner: 0}, doubled: [2]int{base + 1, none}, win: all},
			rung{cube: engine.Cube{Value: c.Value, Owner: 1}, doubled: [2]int{none, base}, win: all})
	}
	switch c.Owner {
	case engine.Centred:
		centred := rung{cube: c, doubled: [2]int{2, 1}, win: all}
		if rules.Jacoby {
			centred.win = [2][3]float64{{1, 1, 1}, {1, 1, 1}}
		}
		s.rungs = append(s.rungs, centred)
		owned(1)
	case 0:
		owned(0)
	case 1: // the present cube goes first
		owned(0)
		s.rungs[0], s.rungs[1] = s.rungs[1], s.rungs[0]
		s.rungs[0].doubled, s.rungs[1].doubled = [2]int{none, 1}, [2]int{0, none}
	}
	return s
}

// newMatch is a game of a match. The table must reach to both players' scores.
func newMatch(c engine.Cube, score engine.Score, met *MET) *Stakes {
	s := &Stakes{raise: 1}
	s.climb(c, score, met)
	return s
}

// climb adds the rung of a cube and all those above it, and returns its index.
func (s *Stakes) climb(c engine.Cube, score engine.Score, met *MET) int {
	for i := range s.rungs {
		if s.rungs[i].cube == c {
			return i
		}
	}
	i := len(s.rungs)
	r := rung{cube: c, doubled: [2]int{none, none}}
	for p := range 2 {
		for size := range 3 {
			after := score.After(engine.Result{Winner: p, Size: size + 1, Points: (size + 1) * c.Value})
			r.win[p][size] = 2*met.Winning(after, p) - 1
		}
	}
	s.rungs = append(s.rungs, r)
	for p := range 2 {
		if c.Owner == 1-p || score.Crawford || score.Away(p) <= c.Value {
			continue
		}
		up := s.climb(engine.Cube{Value: 2 * c.Value, Owner: 1 - p}, score, met)
		s.rungs[i].doubled[p] = up
		s.rungs[i].automatic = score.Away(1-p) <= c.Value
	}
	return i
}

// NewStakes are the stakes of a game whose state passes Check. In a match the
// table must reach to the points both players need.
func NewStakes(s engine.State, met *MET) (*Stakes, error) {
	if s.Score.Length == 0 {
		return newMoney(s.Cube, s.Rules), nil
	}
	if need := max(s.Score.Away(0), s.Score.Away(1)); need > met.Length() {
		return nil, fmt.Errorf("a player needs %d points, and the match equity table goes up to %d", need, met.Length())
	}
	return newMatch(s.Cube, s.Score, met), nil
}

// Normalised turns a value of player p into points per unit of the present
// cube: winning it singly is +1 and losing it singly -1. In a money game it is
// that already.
func (s *Stakes) Normalised(value float64, p int) float64 {
	return s.normalised(0, value, p)
}

// normalised is Normalised with the cube of rung i.
func (s *Stakes) normalised(i int, value float64, p int) float64 {
	if s.money {
		return value
	}
	up, down := s.rungs[i].win[p][0], -s.rungs[i].win[1-p][0]
	if up == down { // neither can change anything
		return 0
	}
	return (2*value - up - down) / (up - down)
}

// decide turns the values of a player who throws now into those of the same
// player who may double first, on some rungs; those above them must be there.
func (s *Stakes) decide(values *[maxRungs]float64, p int, some set) {
	for some &^= 1 << cubeless; some != 0; { // a doubled cube is not the same player's to double again
		i := some.pop()
		if up := s.rungs[i].doubled[p]; up != none {
			take, pass := s.taken(values[up]), s.rungs[i].win[p][0]
			if v := values[i]; take >= v && pass >= v {
				values[i] = min(take, pass)
			}
		}
	}
}

// taken is what a double is worth to the doubler once it is taken, or beavered
// where that is right, if value is that of the cube in the taker's hands.
func (s *Stakes) taken(value float64) float64 {
	v := s.raise * value
	if s.beavers && v < 0 {
		return Beavered(v)
	}
	return v
}
