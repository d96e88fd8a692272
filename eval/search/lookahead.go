package search

import (
	"context"
	"slices"

	"tavla/engine"
	"tavla/eval"
)

// Lookahead judges positions n plies deep: the mean over the 36 throws of the best
// reply's value at n-1 plies, which at 0 plies is that of the evaluator it is
// made around. Inside the tree only the best replies at 0 plies are judged
// deeper. It is an eval.Evaluator, so it is not for concurrent use; it allocates
// nothing once warm.
type Lookahead struct {
	plies, replies int
	guess          Cut
	cache          *Cache
	expander       expander
	nodes          [MaxPlies]node // one for each depth
}

// NewLookahead makes a Lookahead of 0 to MaxPlies plies around an evaluator that
// nobody else uses meanwhile; other plies are taken to the nearer end. Of the filter
// it takes Replies and Guess. The cache may be nil, and may be shared; see Cache.
func NewLookahead(e eval.Evaluator, plies int, f Filter, cache *Cache) *Lookahead {
	return &Lookahead{
		plies: min(max(plies, 0), MaxPlies), replies: max(f.Replies, 1), guess: f.Guess, cache: cache,
		expander: newExpander(e, f.Guess),
	}
}

// Evaluate implements eval.Evaluator.
func (l *Lookahead) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	if l.plies == 0 {
		l.expander.evaluator.Evaluate(dst, boards)
		return
	}
	for i := range boards {
		dst[i], _ = l.value(context.Background(), l.plies, &boards[i]) // which cannot be cancelled
	}
}

// value is what becomes of b, judged plies deep, at least 1, seen by the player on
// roll. The context is asked once for every position that is expanded.
func (l *Lookahead) value(ctx context.Context, plies int, b *engine.Board) (eval.Outcome, error) {
	o, known := l.known(plies, b)
	if known {
		return o, nil
	}
	n := &l.nodes[plies-1]
	if err := l.expand(ctx, n, plies, b); err != nil {
		return o, err
	}
	if plies > 1 {
		for i := range n.boards {
			if same := slices.Index(n.boards[:i], n.boards[i]); same >= 0 { // as when many rolls do not enter
				n.outcomes[i] = n.outcomes[same]
				continue
			}
			var err error
			if n.outcomes[i], err = l.value(ctx, plies-1, &n.boards[i]); err != nil {
				return o, err
			}
		}
	}
	return l.conclude(n, plies, b), nil
}

// known is the value of b where it need not be searched for: a finished game or
// one in the cache.
func (l *Lookahead) known(plies int, b *engine.Board) (eval.Outcome, bool) {
	if o, over := eval.Final(b); over {
		return o, true
	}
	return l.cache.get(b, l.key(plies))
}

// expand fills n with the replies to the rolls of b that are judged at plies - 1.
func (l *Lookahead) expand(ctx context.Context, n *node, plies int, b *engine.Board) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	most := l.replies
	if plies == 1 {
		most = 1 // its value at 0 plies is there already
	}
	l.expander.expand(n, b, most)
	return nil
}

// conclude is the value of b, the position of n, once its replies are judged.
func (l *Lookahead) conclude(n *node, plies int, b *engine.Board) eval.Outcome {
	o := n.mean(b)
	l.cache.put(b, l.key(plies), o)
	return o
}

// key is what a value depends on beside the board and the evaluator.
func (l *Lookahead) key(plies int) key {
	k := key{plies: uint8(plies), guess: l.guess}
	if plies > 1 {
		k.replies = l.replies
	}
	return k
}
