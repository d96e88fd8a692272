package cube

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"tavla/engine"
	"tavla/eval"
)

// level is the scratch of one node on the way down.
type level struct {
	boards   []engine.Board        // after the candidates of all 21 rolls, seen by the next on roll
	outcomes []eval.Outcome        // of each of them
	best     [21][maxRungs]int     // the candidate chosen for each roll, by rung
	values   [21][maxRungs]float64 // what the model makes of it, seen by the next on roll
	searched []searched            // what was chosen, where it is judged deeper
	below    node
}

// searched is what a candidate is worth on some rungs, seen by the next on roll.
type searched struct {
	candidate int
	some      set
	node      node
}

func (j *Judge) evaluate(l *level) {
	l.outcomes = slices.Grow(l.outcomes[:0], len(l.boards))[:len(l.boards)]
	j.evaluator.Evaluate(l.outcomes, l.boards)
}

// throw judges a position on some rungs for the player on roll, p, who throws
// without doubling, looking the given plies ahead. It fails when the context is
// done.
func (j *Judge) throw(ctx context.Context, n *node, s *Stakes, b engine.Board, p, plies int, some set) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	l := &j.levels[plies]
	if plies == 0 || b.Over() {
		l.boards = append(l.boards[:0], b)
		j.evaluate(l)
		n.outcome = numbers(&l.outcomes[0])
		j.leaf(&n.values, s, &b, &l.outcomes[0], p, some)
		return nil
	}
	j.reply(l, s, b, p, some)
	l.searched = l.searched[:0]
	*n = node{}
	for i, roll := range engine.Rolls() {
		part := float64(roll.Chances()) / 36
		for left := some; left != 0; {
			k := l.best[i][bits.TrailingZeros16(uint16(left))]
			var same set // the rungs on which this play is the best
			for m := left; m != 0; {
				if r := m.pop(); l.best[i][r] == k {
					same |= 1 << r
				}
			}
			left &^= same
			below := &l.below
			if plies == 1 || l.boards[k].Over() {
				below.values, below.outcome = l.values[i], numbers(&l.outcomes[k])
			} else {
				var err error
				if below, err = j.search(ctx, l, s, k, 1-p, plies-1, same); err != nil {
					return err
				}
			}
			n.addInverted(below, part, same)
		}
	}
	return nil
}

// search judges a candidate of l like choose, or finds what an equal one of another roll
// came to on the same rungs, as when many rolls do not enter.
func (j *Judge) search(ctx context.Context, l *level, s *Stakes, candidate, p, plies int, some set) (*node, error) {
	b := &l.boards[candidate]
	for i := range l.searched {
		if had := &l.searched[i]; had.some == some && l.boards[had.candidate] == *b {
			return &had.node, nil
		}
	}
	l.searched = append(l.searched, searched{candidate: candidate, some: some})
	n := &l.searched[len(l.searched)-1].node
	return n, j.choose(ctx, n, s, *b, p, plies, some)
}

// choose judges like throw for a player who may double first.
func (j *Judge) choose(ctx context.Context, n *node, s *Stakes, b engine.Board, p, plies int, some set) error {
	err := j.throw(ctx, n, s, b, p, plies, s.above(some, p))
	if err == nil && !b.Over() {
		s.decide(&n.values, p, some)
	}
	return err
}

// worthJudging lists those plays of player p's that may be the best on some rungs, or on
// those that a double of the opponent's leads to: by what their guesses come to with the
// cube of the rung to the end.
func (j *Judge) worthJudging(s *Stakes, b engine.Board, roll engine.Roll, p int, some set) []engine.Play {
	var few [maxRungs]int
	rungs := few[:0] // without those that pay as another one does
	for some = s.above(some, 1-p); some != 0; {
		r := some.pop()
		if r == cubeless || !slices.ContainsFunc(rungs, func(q int) bool { return s.rungs[q].win == s.rungs[r].win }) {
			rungs = append(rungs, r)
		}
	}
	return j.candidates.PlaysBy(b, roll, len(rungs), func(values []float32, guesses []eval.Outcome) {
		for i := range guesses {
			mine := guesses[i].Invert()
			c := chancesOf(&mine, p)
			for way, r := range rungs {
				v := &values[way*len(guesses)+i]
				if r == cubeless {
					*v = mine.Equity()
				} else {
					*v = float32(s.normalised(r, s.final(r, &c, p), p))
				}
			}
		}
	})
}

// reply finds player p's best play of each roll on some rungs, by what the model
// makes of the position it leads to, where the other may double first. Among
// equals (when all plays lose the game to a double, say) it is the best without
// the cube. All candidates are judged in one batch.
func (j *Judge) reply(l *level, s *Stakes, b engine.Board, p int, some set) {
	var ends [21]int // where each roll's candidates end
	l.boards = l.boards[:0]
	for i, roll := range engine.Rolls() {
		plays := j.worthJudging(s, b, roll, p, some)
		for k := range plays {
			l.boards = append(l.boards, plays[k].Board.Swap())
		}
		if len(plays) == 0 {
			l.boards = append(l.boards, b.Swap())
		}
		ends[i] = len(l.boards)
	}
	j.evaluate(l)
	first := 0
	for i, end := range ends {
		for r := range maxRungs {
			l.values[i][r] = math.Inf(1)
		}
		for k, plain := first, float32(0); k < end; k++ {
			o, next := &l.outcomes[k], &l.boards[k]
			j.choose0(&l.below, s, next, o, 1-p, some)
			e := o.Equity()
			plainer := k == first || e < plain
			for m := some; m != 0; {
				r := m.pop()
				if v := l.below.values[r]; v < l.values[i][r] || v == l.values[i][r] && plainer {
					l.values[i][r], l.best[i][r] = v, k
				}
			}
			plain = min(plain, e)
		}
		first = end
	}
}
