package search

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"tavla/engine"
	"tavla/eval"
)

// Options is how a Deep searches. NewEvaluator must be given; the rest may be
// left zero.
type Options struct {
	Plies   int    // 0 to MaxPlies
	Filter  Filter // the zero Filter means Normal
	Workers int    // goroutines at work; up to 1 starts none
	Cache   *Cache // nil for none; may be shared, see Cache
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
	tree      tree           // scratch of the work in parallel
}

// NewDeep makes a Deep. Plies beyond the limits are taken to the nearer end.
func NewDeep(o Options) *Deep {
	o.Plies = min(max(o.Plies, 0), MaxPlies)
	if o.Filter == (Filter{}) {
		o.Filter = Normal()
	}
	d := &Deep{options: o}
	for range max(o.Workers, 1) {
		d.workers = append(d.workers, NewLookahead(o.NewEvaluator(), o.Plies, o.Filter, o.Cache))
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
	return d.rank(ctx, plays, 0)
}

// BestOf is the index of the best of one or more plays, the one that RankPlays puts
// first. It judges no deeper than the choice needs.
func (d *Deep) BestOf(ctx context.Context, plays []engine.Play) (int, error) {
	ranked, err := d.rank(ctx, plays, 1)
	if err != nil {
		return 0, err
	}
	board := ranked[0].Play.Board // every play leads to another one
	return slices.IndexFunc(plays, func(p engine.Play) bool { return p.Board == board }), nil
}

// Evaluate is what becomes of b, seen by the player on roll before the roll, and
// the plies it was judged at: all of them unless the time limit came first. It
// fails only when the context is done, with its error.
func (d *Deep) Evaluate(ctx context.Context, b engine.Board) (o eval.Outcome, plies int, err error) {
	limited, stop := d.limit(ctx)
	defer stop()
	from := d.options.Plies
	if d.options.TimeLimit > 0 {
		from = 0
	}
	d.setBoards(1)
	for n := from; n <= d.options.Plies; n++ {
		d.boards[0] = b
		if err := d.level(ctx, limited, n); err == errTime {
			break
		} else if err != nil {
			return o, plies, err
		}
		o, plies = d.outcomes[0], n
	}
	return o, plies, nil
}

// rank judges plays level by level. It stops when no more than enough of them go
// on.
func (d *Deep) rank(ctx context.Context, plays []engine.Play, enough int) ([]Ranked, error) {
	limited, stop := d.limit(ctx)
	defer stop()
	d.ranked = d.ranked[:0]
	for i := range plays {
		d.ranked = append(d.ranked, Ranked{Play: plays[i]})
	}
	going := d.ranked // those judged at the last level; a play that is cut stays cut
	for n := 0; n <= d.options.Plies; n++ {
		if n > 0 {
			going = going[:d.options.Filter.Cuts[n-1].keep(going)]
		}
		if len(going) <= enough && n > 0 {
			break
		}
		d.setBoards(len(going))
		for i := range going {
			d.boards[i] = going[i].Play.Board.Swap()
		}
		if err := d.level(ctx, limited, n); err == errTime {
			break
		} else if err != nil {
			return nil, err
		}
		for i := range going {
			o := d.outcomes[i].Invert()
			going[i] = Ranked{Play: going[i].Play, Outcome: o, Equity: o.Equity(), Plies: n}
		}
		slices.SortStableFunc(going, func(a, b Ranked) int {
			return cmp.Or(cmp.Compare(b.Equity, a.Equity), a.Play.Compare(&b.Play))
		})
	}
	return d.ranked, nil
}

func (d *Deep) setBoards(n int) {
	d.boards = slices.Grow(d.boards[:0], n)[:n]
	d.outcomes = slices.Grow(d.outcomes[:0], n)[:n]
}

// errTime is that the time limit came before a level was complete.
var errTime = errors.New("search: out of time")

// limit is the context that ends with the time limit too.
func (d *Deep) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if d.options.TimeLimit <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d.options.TimeLimit)
}

// level judges the boards at so many plies. The time limit does not hold at 0
// plies: something must count.
func (d *Deep) level(ctx, limited context.Context, plies int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if plies == 0 {
		d.workers[0].expander.evaluator.Evaluate(d.outcomes, d.boards)
		return ctx.Err()
	}
	err := d.judge(limited, plies)
	if err != nil && ctx.Err() == nil {
		return errTime
	}
	return err
}

// judge judges the boards at 1 ply or more, seen by the player on roll.
func (d *Deep) judge(ctx context.Context, plies int) error {
	if len(d.workers) > 1 {
		return d.share(ctx, plies)
	}
	for i := range d.boards {
		var err error
		if d.outcomes[i], err = d.workers[0].value(ctx, plies, &d.boards[i]); err != nil {
			return err
		}
	}
	return nil
}
