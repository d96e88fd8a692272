package cube

import (
	"context"
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

// level is the scratch of one node on the way down.
type level struct {
	boards   []engine.Board // after the candidates of all 21 rolls, seen by the next on roll
	outcomes []eval.Outcome // of each of them
	ends     [21]int        // where each roll's candidates end
	best     [21]int        // the candidate chosen for each roll
	below    node
}

func (j *Judge) evaluate(l *level) {
	l.outcomes = slices.Grow(l.outcomes[:0], len(l.boards))[:len(l.boards)]
	j.evaluator.Evaluate(l.outcomes, l.boards)
}

// throw judges a position for the player on roll, p, who throws without
// doubling, looking the given plies ahead. It fails when the context is done.
func (j *Judge) throw(ctx context.Context, n *node, s *Stakes, b engine.Board, p, plies int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	l := &j.levels[plies]
	if plies == 0 || b.Over() {
		l.boards = append(l.boards[:0], b)
		j.evaluate(l)
		j.leaf(n, s, &b, &l.outcomes[0], p)
		return nil
	}
	j.reply(l, s, b, p)
	n.clear(len(s.rungs))
	for i, roll := range engine.Rolls() {
		next := &l.boards[l.best[i]]
		if plies == 1 {
			j.leaf(&l.below, s, next, &l.outcomes[l.best[i]], 1-p)
		} else if err := j.throw(ctx, &l.below, s, *next, 1-p, plies-1); err != nil {
			return err
		}
		if !next.Over() {
			s.decide(l.below.values, 1-p)
		}
		n.addInverted(&l.below, float64(roll.Chances())/36)
	}
	return nil
}

// reply finds player p's best play for each roll, the first of equals, by what
// the position it leads to is worth with the cube as it is now. All candidates
// are judged in one batch.
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
	j.evaluate(l)
	k := 0
	for i, end := range l.ends {
		l.best[i] = k
		for least := 0.0; k < end; k++ {
			v := j.present(s, &l.boards[k], &l.outcomes[k], 1-p)
			if k == l.best[i] || v < least {
				l.best[i], least = k, v
			}
		}
	}
}

// present is the value to the player on roll, p, of a position with the cube as
// it is now.
func (j *Judge) present(s *Stakes, b *engine.Board, o *eval.Outcome, p int) float64 {
	c := chancesOf(o, p)
	if b.Over() {
		return s.final(0, &c, p)
	}
	cube := s.rungs[0].cube
	if x, ok := j.exact(s, b); ok {
		return x.with(cube, p)
	}
	j.model.set(s, &c)
	return j.model.value(0, p, j.options.Efficiency.at(b).with(cube, p))
}

// leaf judges a position by its outcome and the model, or exactly where that is
// known. Nobody doubles at a finished game.
func (j *Judge) leaf(n *node, s *Stakes, b *engine.Board, o *eval.Outcome, p int) {
	n.clear(len(s.rungs))
	for i, v := range [5]float32{o.Win, o.WinGammon, o.WinBackgammon, o.LoseGammon, o.LoseBackgammon} {
		n.outcome[i] = float64(v)
	}
	c := chancesOf(o, p)
	if b.Over() {
		for i := range n.values {
			n.values[i] = s.final(i, &c, p)
		}
		return
	}
	if v, ok := j.exact(s, b); ok {
		for i := range n.values {
			n.values[i] = v.with(s.rungs[i].cube, p)
		}
		return
	}
	j.model.set(s, &c)
	x := j.options.Efficiency.at(b)
	for i := range n.values {
		n.values[i] = j.model.value(i, p, x.with(s.rungs[i].cube, p))
	}
}

// exact are the exact equities of a money game, by owner, where they are known.
func (j *Judge) exact(s *Stakes, b *engine.Board) (v byOwner, ok bool) {
	if !s.money || j.options.Exact == nil {
		return v, false
	}
	own, centred, opponents, ok := j.options.Exact.Cubeful(b)
	return byOwner{float64(own), float64(centred), float64(opponents)}, ok
}

// final is what a finished game is worth to player p on rung i.
func (s *Stakes) final(i int, c *chances, p int) (v float64) {
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
