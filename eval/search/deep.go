package search

import (
	"cmp"
	"context"
	"slices"
	"time"

	"tavla/engine"
	"tavla/eval"
)

// Options is how a Deep searches. NewEvaluator must be given; the rest may be
// left zero.
type Options struct {
	Plies   int           // 0 to MaxPlies
	Filter  Filter        // the zero Filter means Normal
	Workers int           // goroutines at work; up to 1 starts none
	Cache   *Cache        // nil for none; may be shared, see Cache
	// TimeLimit is how long a decision may take; 0 is no limit. When it is over,
	// the deepest level that is complete counts.
	TimeLimit time.Duration
	// NewEvaluator makes what judges at 0 plies, one for each worker. All must give
	// the same position the same bits.
	NewEvaluator func() eval.Evaluator
}

// Deep ranks plays and judges positions by looking ahead, level by level: all
// plays at 0 plies, those that the filter leaves at 1 ply, and so on. The result
// is the same for any number of workers, and with or without a cache. A Deep
// owns its scratch: it is not for concurrent use, though it works in parallel
// itself. With one worker and no time limit it allocates nothing once warm.
type Deep struct {
	options   Options
	workers   []*Lookahead
	generator engine.Generator
	ranked    []Ranked
	boards    []engine.Board // after the plays being judged, seen by the next on roll
	outcomes  []eval.Outcome // of those
	tree      tree
}

// NewDeep makes a Deep. Plies beyond the limits are taken to the nearer end.
func NewDeep(o Options) *Deep {
	o.Plies = min(max(o.Plies, 0), MaxPlies)
	if o.Filter == (Filter{}) {
		o.Filter = Normal()
	}
	d := &Deep{options: o}
	for range max(o.Workers, 1) {
		d.workers = append(d.workers, NewLookahead(o.NewEvaluator(), o.Plies, o.Filter.Replies, o.Cache))
	}
	return d
}

// Rank lists the legal plays of a roll, those that were judged deepest first,
// each group best for the player on roll first, equal ones in canonical order;
// none when the turn is lost. So a play that was left behind never comes before
// one that went on. It fails only when the context is done, with its error. The
// slice is valid until the next call of any method.
func (d *Deep) Rank(ctx context.Context, b engine.Board, roll engine.Roll) ([]Ranked, error) {
	return d.RankPlays(ctx, d.generator.Plays(b, roll))
}

// RankPlays is Rank for plays already known, all of one decision. It does not hold
// on to plays.
func (d *Deep) RankPlays(ctx context.Context, plays []engine.Play) ([]Ranked, error) {
	d.ranked = d.ranked[:0]
	for _, p := range plays {
		d.ranked = append(d.ranked, Ranked{Play: p})
	}
	if err := d.levels(ctx, len(plays), func(ctx context.Context, plies int) error {
		going := d.ranked
		if plies > 0 {
			going = going[:d.options.Filter.Cuts[plies-1].keep(going)]
		}
		return d.rejudge(ctx, going, plies)
	}); err != nil {
		return nil, err
	}
	return d.ranked, nil
}
