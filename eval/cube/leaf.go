package cube

import (
	"tavla/engine"
	"tavla/eval"
)

// choose0 is choose for a position whose outcome is known already, at 0 plies.
func (j *Judge) choose0(n *node, s *Stakes, b *engine.Board, o *eval.Outcome, p int, some set) {
	n.outcome = numbers(o)
	j.leaf(&n.values, s, b, o, p, s.above(some, p))
	if !b.Over() {
		s.decide(&n.values, p, some)
	}
}

// leaf judges a position on some rungs by its outcome and the model, or exactly
// where that is known, for a player on roll, p, who does not double.
func (j *Judge) leaf(values *[maxRungs]float64, s *Stakes, b *engine.Board, o *eval.Outcome, p int, some set) {
	values[cubeless] = float64(o.Equity())
	some &^= 1 << cubeless
	c := chancesOf(o, p)
	if b.Over() {
		for some != 0 {
			i := some.pop()
			values[i] = s.final(i, &c, p)
		}
		return
	}
	if v, ok := j.exact(s, b); ok {
		for some != 0 {
			i := some.pop()
			values[i] = v.with(s.rungs[i].cube, p)
		}
		return
	}
	j.model.set(s, &c)
	x := j.options.Efficiency.at(b)
	for some != 0 {
		i := some.pop()
		values[i] = j.model.value(i, p, x.with(s.rungs[i].cube, p))
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
