package cube

import (
	"tavla/engine"
	"tavla/eval"
)

// chances are an Outcome with the sizes of a player's wins apart from how many
// there are: how often each player wins, and what part of that player's wins is
// a single game, a gammon, a backgammon.
type chances struct {
	win   [2]float64
	sizes [2][3]float64
}

// chancesOf reads an outcome of the player on roll, p.
func chancesOf(o *eval.Outcome, p int) (c chances) {
	c.win[p] = float64(o.Win)
	c.win[1-p] = 1 - float64(o.Win)
	c.sizes[p] = sizes(float64(o.Win), float64(o.WinGammon), float64(o.WinBackgammon))
	c.sizes[1-p] = sizes(1-float64(o.Win), float64(o.LoseGammon), float64(o.LoseBackgammon))
	return c
}

func sizes(win, gammon, backgammon float64) [3]float64 {
	if win <= 0 {
		return [3]float64{1, 0, 0}
	}
	g, b := min(gammon/win, 1), min(backgammon/win, 1)
	return [3]float64{1 - g, g - b, b}
}

// model is the live-cube model. A dead cube is never turned again, so that the
// value goes straight from a lost game to a won one. A live cube is turned at
// the very moment when the other is indifferent between taking and passing: the
// value is bent where either player cashes. The truth lies between them, at the
// part x of the way to the live one.
type model struct {
	stakes *Stakes
	chances
	mean [maxRungs][2]float64 // for each rung, what each player's wins are worth on average
	cash [maxRungs][2]float64 // for each rung, the player's own chance at which a live cube cashes
}

// set takes the chances that the next values are about.
func (m *model) set(s *Stakes, c *chances) {
	m.stakes, m.chances = s, *c
	for i := range s.rungs {
		for p := range 2 {
			of, w := &c.sizes[p], &s.rungs[i].win[p]
			m.mean[i][p] = of[0]*w[0] + of[1]*w[1] + of[2]*w[2]
		}
		m.cash[i] = [2]float64{}
	}
	if s.money {
		m.cashMoney()
	}
	for i := len(s.rungs) - 1; i >= 0; i-- { // a doubled cube stands behind its former self
		for p, up := range s.rungs[i].doubled {
			if up != none && !(s.money && s.rungs[i].cube.Owner == p) {
				m.cash[i][p] = 1 - m.takePoint(i, up, 1-p)
			}
		}
	}
}

// cashMoney finds the cash points of owned cubes in a money game, where a cube
// twice as high is the same game at twice the stake: the two players' points
// depend on each other, and (L + 1) / (W + L + 1/2) solves that.
func (m *model) cashMoney() {
	for i := range m.stakes.rungs {
		if p := m.stakes.rungs[i].cube.Owner; p != engine.Centred {
			w, l := m.mean[i][p], m.mean[i][1-p]
			m.cash[i][p] = (l + 1) / (w + l + 0.5)
		}
	}
}

// takePoint is the chance of player q from which q takes a double from rung i to
// rung up, with a live cube: q's value there rises straight from a loss to q's
// own cash point, or to a win if q may not redouble.
func (m *model) takePoint(i, up, q int) float64 {
	at, top := 1.0, m.mean[up][q]
	if m.stakes.rungs[up].doubled[q] != none {
		at, top = m.cash[up][q], m.stakes.rungs[up].win[q][0]
	}
	bottom := -m.mean[up][1-q]
	pass := -m.stakes.rungs[i].win[1-q][0] / m.stakes.raise
	if pass <= bottom || top <= bottom {
		return 0
	}
	return min(at*(pass-bottom)/(top-bottom), 1)
}

// value is what rung i is worth to player p with cube efficiency x from 0 (dead)
// to 1 (live). On an automatic rung nothing is lost up to the cash point; beyond it
// the doubler has what a pass brings, unless playing on for a gammon is worth more.
func (m *model) value(i, p int, x float64) float64 {
	r := &m.stakes.rungs[i]
	win, up, down := m.win[p], m.mean[i][p], -m.mean[i][1-p]
	dead := down + win*(up-down)
	left, right, low, high := 0.0, 1.0, down, up
	if r.doubled[1-p] != none {
		left, low = 1-m.cash[i][1-p], -r.win[1-p][0]
	}
	if r.doubled[p] != none {
		right, high = m.cash[i][p], r.win[p][0]
	}
	var live float64
	switch {
	case r.doubled == [2]int{none, none}:
		return dead
	case win < left:
		live = between(win, 0, left, down, low)
	case win > right:
		live = between(win, right, 1, high, up)
	default:
		live = between(win, left, right, low, high)
	}
	mixed := dead + x*(live-dead)
	switch {
	case !r.automatic:
		return mixed
	case r.doubled[p] != none && win > right: // p cashes next turn, if no better
		return max(high, mixed)
	case r.doubled[1-p] != none && win < left:
		return min(low, mixed)
	}
	return live
}

// between is the straight line through (x0, y0) and (x1, y1) at x.
func between(x, x0, x1, y0, y1 float64) float64 {
	if x1 <= x0 {
		return (y0 + y1) / 2
	}
	return y0 + (x-x0)/(x1-x0)*(y1-y0)
}
