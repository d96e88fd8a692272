package cube

import (
	"math"

	"tavla/engine"
	"tavla/eval"
)

// Points are the winning chances at which a decision turns, by the model, for
// the gammons and backgammons that a position's wins and losses hold. A point
// that does not exist is NaN.
type Points struct {
	Take    float64 // the opponent's chance from which a double is taken
	Double  float64 // the doubler's chance from which to double
	Cash    float64 // the doubler's chance from which a double is passed: 1 - Take
	TooGood float64 // the doubler's chance from which to play on for a gammon
}

// Points are those of a state that Decide has judged, where the wins and losses
// hold as many gammons as in the outcome it found.
func (j *Judge) Points(s engine.State, o eval.Outcome) (Points, error) {
	if err := mayConsider(s); err != nil {
		return Points{}, err
	}
	stakes, err := j.stakes(s)
	if err != nil {
		return Points{}, err
	}
	return j.points(stakes, &s.Board, o, s.Roller), nil
}

// points finds the points of player p, on roll with the cube of rung 0, by
// varying the chance to win.
func (j *Judge) points(s *Stakes, b *engine.Board, o eval.Outcome, p int) Points {
	c := chancesOf(&o, p)
	up := s.rungs[0].doubled[p]
	pass := s.rungs[0].win[p][0]
	x := j.options.Efficiency.at(b)
	var m model
	value := func(rung int, win float64) float64 {
		c.win[p], c.win[1-p] = win, 1-win
		m.set(s, &c)
		return m.value(rung, p, x.with(s.rungs[rung].cube, p))
	}
	take := func(win float64) float64 { return s.raise * value(up, win) }
	var pts Points
	pts.Cash = rising(0, 1, func(win float64) float64 { return take(win) - pass })
	pts.Take = 1 - pts.Cash
	most := pts.Cash
	if math.IsNaN(most) {
		most = 1
	}
	pts.Double = rising(0, most, func(win float64) float64 { return take(win) - value(0, win) })
	pts.TooGood = rising(0, 1, func(win float64) float64 { return value(0, win) - pass })
	return pts
}

// rising finds where f passes from below 0 to above it, NaN if it does not.
func rising(low, high float64, f func(float64) float64) float64 {
	if !(f(low) < 0 && f(high) > 0) {
		return math.NaN()
	}
	for range 50 {
		if middle := (low + high) / 2; f(middle) < 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}
