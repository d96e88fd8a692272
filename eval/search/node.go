package search

import (
	"cmp"
	"slices"

	"tavla/engine"
	"tavla/eval"
)

// node is a position whose 21 rolls have been played: the replies that count,
// and what they are worth as far as they are judged. Slices are reused.
type node struct {
	// boards are the positions after the replies, seen by the next on roll, those
	// of each roll together in the order of engine.Rolls; outcomes are what becomes
	// of them, seen likewise. ends[i] is where the replies to roll i end.
	boards   []engine.Board
	outcomes []eval.Outcome
	ends     [21]int
}

// expander plays the rolls of positions with an evaluator. All candidates of a
// position are one batch.
type expander struct {
	evaluator  eval.Evaluator
	candidates *Candidates
	boards     []engine.Board // after each candidate, seen by the next on roll
	outcomes   []eval.Outcome
	order      []scored
}

func newExpander(e eval.Evaluator, guess Cut) expander {
	return expander{evaluator: e, candidates: NewCandidates(e, guess)}
}

type scored struct {
	index  int
	equity float32 // for the mover
}

// expand fills n with the best replies to every roll of b at 0 plies, at most
// most of each, and their outcomes at 0 plies. A lost turn is a reply too. b is
// not over.
func (x *expander) expand(n *node, b *engine.Board, most int) {
	ends := x.judge(b)
	n.boards, n.outcomes = n.boards[:0], n.outcomes[:0]
	from := 0
	for i, end := range ends {
		if most <= 1 {
			best, _ := bestReply(x.outcomes[from:end])
			n.add(x, from+best)
		} else {
			for _, s := range x.best(from, end, most) {
				n.add(x, s.index)
			}
		}
		n.ends[i], from = len(n.boards), end
	}
}

// judge judges the candidates of every roll of b at 0 plies. Those of roll i end at
// ends[i].
func (x *expander) judge(b *engine.Board) (ends [21]int) {
	x.boards = x.boards[:0]
	for i, roll := range engine.Rolls() {
		plays := x.candidates.Plays(*b, roll)
		for j := range plays {
			x.boards = append(x.boards, plays[j].Board.Swap())
		}
		if len(plays) == 0 {
			x.boards = append(x.boards, b.Swap())
		}
		ends[i] = len(x.boards)
	}
	x.outcomes = slices.Grow(x.outcomes[:0], len(x.boards))[:len(x.boards)]
	x.evaluator.Evaluate(x.outcomes, x.boards)
	return ends
}

func (n *node) add(x *expander, i int) {
	n.boards = append(n.boards, x.boards[i])
	n.outcomes = append(n.outcomes, x.outcomes[i])
}

// best lists the best candidates in [from, end), at most most of them.
func (x *expander) best(from, end, most int) []scored {
	x.order = x.order[:0]
	for i := from; i < end; i++ {
		x.order = append(x.order, scored{i, x.outcomes[i].Invert().Equity()})
	}
	slices.SortStableFunc(x.order, func(a, b scored) int { return cmp.Compare(b.equity, a.equity) })
	return x.order[:min(most, len(x.order))]
}

// BestReplies judges what the best play of every roll is worth. It owns the Evaluator
// and all scratch, so it is not for concurrent use, and allocates nothing once warm.
type BestReplies struct{ expander expander }

// NewBestReplies makes a BestReplies around an evaluator that nobody else uses
// meanwhile; for guess see Filter.Guess.
func NewBestReplies(e eval.Evaluator, guess Cut) *BestReplies {
	return &BestReplies{newExpander(e, guess)}
}

// Of writes to dst what becomes of b, which is not over, after the best play of each
// roll, or the lost turn, seen by the player on roll and in the order of engine.Rolls.
func (r *BestReplies) Of(dst *[21]eval.Outcome, b *engine.Board) {
	from := 0
	for i, end := range r.expander.judge(b) {
		_, dst[i] = bestReply(r.expander.outcomes[from:end])
		from = end
	}
}

// bestReply is the index of the best of one or more outcomes, the first of equals,
// and that outcome; outcomes are seen by the opponent, the result by the mover.
func bestReply(outcomes []eval.Outcome) (int, eval.Outcome) {
	best, o := 0, outcomes[0].Invert()
	most := o.Equity()
	for i := 1; i < len(outcomes); i++ {
		mine := outcomes[i].Invert()
		if e := mine.Equity(); e > most {
			best, o, most = i, mine, e
		}
	}
	return best, o
}

// mean is what becomes of b, the position of the node, seen by the player on roll:
// the mean over all throws of the best reply.
func (n *node) mean(b *engine.Board) eval.Outcome {
	var win, wg, wb, lg, lb float64
	from := 0
	for i, roll := range engine.Rolls() {
		_, o := bestReply(n.outcomes[from:n.ends[i]])
		from = n.ends[i]
		c := float64(roll.Chances())
		win += c * float64(o.Win)
		wg += c * float64(o.WinGammon)
		wb += c * float64(o.WinBackgammon)
		lg += c * float64(o.LoseGammon)
		lb += c * float64(o.LoseBackgammon)
	}
	o := eval.Outcome{
		Win:            float32(win / 36),
		WinGammon:      float32(wg / 36),
		WinBackgammon:  float32(wb / 36),
		LoseGammon:     float32(lg / 36),
		LoseBackgammon: float32(lb / 36),
	}
	possible := eval.PossibleFor(b) // rounding may lift the losses above 1 - Win
	possible.Clamp(&o)
	return o
}
