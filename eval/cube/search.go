package cube

import (
	"slices"

	"tavla/engine"
	"tavla/eval"
)

// node is what a position is worth to the player on roll: a value for every
// rung of the Stakes, and the cubeless outcome that the same plays lead to.
type node struct {
	values  []float64
	outcome [5]float64 // in the order of Outcome's fields
}

// throw judges a position for the player on roll, p, who throws without
// doubling, looking the given plies ahead.
func (j *Judge) throw(n *node, s *Stakes, b engine.Board, p, plies int) {
	if plies == 0 || b.Over() {
		var o [1]eval.Outcome
		j.evaluator.Evaluate(o[:], []engine.Board{b})
		j.leaf(n, s, &b, &o[0], p)
		return
	}
	l := &j.levels[plies]
	j.reply(l, s, b, p)
	n.clear(len(s.rungs))
	below := node{values: l.values}
	for i, roll := range engine.Rolls() {
		next, o := &l.boards[l.best[i]], &l.outcomes[l.best[i]]
		if plies == 1 {
			j.leaf(&below, s, next, o, 1-p)
		} else {
			j.throw(&below, s, *next, 1-p, plies-1)
		}
		if !next.Over() {
			s.decide(below.values, 1-p)
		}
		n.addInverted(&below, float64(roll.Chances())/36)
	}
	l.values = below.values
}

// reply finds player p's best play for each roll, by the model's value of the
// position it leads to with the cube as it is now. All are judged in one batch.
func (j *Judge) reply(l *level, s *Stakes, b engine.Board, p int) {
	l.boards = l.boards[:0]
	for i, roll := range engine.Rolls() {
		plays := j.generator.Plays(b, roll)
		for k := range plays {
			l.boards = append(l.boards, plays[k].Board.Swap())
		}
		if len(plays) == 0 {
			l.boards = append(l.boards, b.Swap())
		}
		l.ends[i] = len(l.boards)
	}
	l.outcomes = slices.Grow(l.outcomes[:0], len(l.boards))[:len(l.boards)]
	j.evaluator.Evaluate(l.outcomes, l.boards)
	k := 0
	for i, end := range l.ends {
		l.best[i] = k
		for least := 0.0; k < end; k++ {
			v := j.afterPlay(s, &l.boards[k], &l.outcomes[k], 1-p)
			if k == l.best[i] || v < least {
				l.best[i], least = k, v
			}
		}
	}
}

// afterPlay is the value of a position, with the present cube, to the player on
// roll, p.
func (j *Judge) afterPlay(s *Stakes, b *engine.Board, o *eval.Outcome, p int) float64 {
	c := chancesOf(o, p)
	if b.Over() {
		return s.final(0, &c, p)
	}
	j.model.set(s, c)
	return j.model.value(0, p, j.options.Efficiency.of(b, ownerFor(s.rungs[0].cube, p)))
}

// leaf judges a position by its outcome and the model. Nobody doubles at a
// finished game.
func (j *Judge) leaf(n *node, s *Stakes, b *engine.Board, o *eval.Outcome, p int) {
	n.clear(len(s.rungs))
	n.outcome = [5]float64{float64(o.Win), float64(o.WinGammon), float64(o.WinBackgammon), float64(o.LoseGammon), float64(o.LoseBackgammon)}
	c := chancesOf(o, p)
	if b.Over() {
		for i := range n.values {
			n.values[i] = s.final(i, &c, p)
		}
		return
	}
	j.model.set(s, c)
	var x [3]float64
	for _, w := range [...]owner{centred, own, opponents} {
		x[w] = j.options.Efficiency.of(b, w)
	}
	for i := range n.values {
		n.values[i] = j.model.value(i, p, x[ownerFor(s.rungs[i].cube, p)])
	}
}

// final is what a finished game is worth to player p on rung i.
func (s *Stakes) final(i int, c *chances, p int) float64 {
	v := 0.0
	for k := range 3 {
		v += c.win[p]*c.sizes[p][k]*s.rungs[i].win[p][k] - c.win[1-p]*c.sizes[1-p][k]*s.rungs[i].win[1-p][k]
	}
	return v
}

func (n *node) clear(rungs int) {
	n.values = slices.Grow(n.values[:0], rungs)[:rungs]
	clear(n.values)
	n.outcome = [5]float64{}
}

// addInverted adds a part of what the other player's node is worth to this one.
func (n *node) addInverted(other *node, part float64) {
	for i, v := range other.values {
		n.values[i] -= part * v
	}
	o := &other.outcome
	for i, v := range [5]float64{1 - o[0], o[3], o[4], o[1], o[2]} {
		n.outcome[i] += part * v
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
