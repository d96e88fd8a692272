package cube

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/search"
)

// RankerOptions is how a Ranker ranks. NewEvaluator must be given, and Efficiency
// says how much a cube is worth; the rest may be left zero.
type RankerOptions struct {
	Options // of its judges; Plies from 0 to search.MaxPlies, and Guess is the filter's
	// Filter says which plays go on to be judged deeper; the zero Filter means
	// search.Normal. Inside the tree only the best reply goes on.
	Filter  search.Filter
	Workers int // goroutines at work; up to 1 starts none
	// TimeLimit is how long a decision may take; 0 is no limit. When it is over,
	// the deepest level that is complete counts.
	TimeLimit time.Duration
	// NewEvaluator makes what judges at 0 plies, one for each worker. All must give
	// the same position the same bits.
	NewEvaluator func() eval.Evaluator
}

// Ranked is a play and what it is worth to the player who makes it, with the cube.
type Ranked struct {
	Play engine.Play
	Worth
	Plies int // how deep the play was judged
}

// Ranker ranks the plays of whole states: search.Deep with cube and score. It
// judges level by level, all plays at 0 plies, those that the filter leaves at 1
// ply, and so on. The result is the same for any number of workers. A Ranker owns
// its scratch: it is not for concurrent use, though it works in parallel itself.
type Ranker struct {
	options   RankerOptions
	judges    []*Judge // one for each worker
	generator engine.Generator
	ranked    []Ranked
	plays     []engine.Play // being judged
	worth     []Worth       // of those
}

// NewRanker makes a Ranker. Plies beyond the limits are taken to the nearer end.
func NewRanker(o RankerOptions) *Ranker {
	o.Plies = min(max(o.Plies, 0), search.MaxPlies)
	if o.Filter == (search.Filter{}) {
		o.Filter = search.Normal()
	}
	o.Guess = o.Filter.Guess
	r := &Ranker{options: o}
	for range max(o.Workers, 1) {
		r.judges = append(r.judges, New(o.NewEvaluator(), o.Options))
	}
	return r
}

// Rank lists the legal plays of the state's roll, those that were judged deepest
// first, each group best for the player on roll first; of equal ones the better
// without the cube comes first, then the canonically first. There are none when the
// turn is lost. So a play that was left behind never comes before one that went on.
// It fails when the context is done, with its error, and for a state that passes no
// Check, has no roll to be played, or is of a match longer than the table. The
// slice is valid until the next call of any method.
func (r *Ranker) Rank(ctx context.Context, s engine.State) ([]Ranked, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if s.Awaits() != engine.ToPlay {
		return nil, errors.New("no roll to be played in this state")
	}
	return r.rank(ctx, s, r.generator.Plays(s.Board, s.Roll), 0)
}

// BestOf is the index of the best of one or more plays of the player on roll, the
// one that Rank puts first. It judges no deeper than the choice needs. It fails when
// the context is done, with its error, and for a state that passes no Check or is of a
// match longer than the table.
func (r *Ranker) BestOf(ctx context.Context, s engine.State, plays []engine.Play) (int, error) {
	ranked, err := r.rank(ctx, s, plays, 1)
	if err != nil {
		return 0, err
	}
	board := ranked[0].Play.Board // every play leads to another one
	return slices.IndexFunc(plays, func(p engine.Play) bool { return p.Board == board }), nil
}

// Evaluate is what a state is worth to the player on roll, who has yet to throw and
// may double first where the rules allow it, and the plies it was judged at: all of
// them unless the time limit came first. It works with one goroutine. It fails when
// the context is done, with its error, and for a state that passes no Check, does
// not wait for a throw, or is of a match longer than the table.
func (r *Ranker) Evaluate(ctx context.Context, s engine.State) (w Worth, plies int, err error) {
	stakes, err := r.judges[0].stakes(s)
	if err != nil {
		return w, 0, err
	}
	if s.Awaits() != engine.ToRoll {
		return w, 0, errors.New("nobody is about to throw in this state")
	}
	limited, stop := r.limit(ctx)
	defer stop()
	n := r.options.Plies
	if r.options.TimeLimit > 0 {
		n = 0
	}
	for ; n <= r.options.Plies; n++ {
		levelCtx := limited
		if n == 0 { // something must count
			levelCtx = context.WithoutCancel(ctx)
		}
		deeper, err := r.judges[0].value(levelCtx, stakes, s, n)
		switch {
		case ctx.Err() != nil:
			return w, 0, ctx.Err()
		case err != nil: // the time is over
			return w, plies, nil
		}
		w, plies = deeper, n
	}
	return w, plies, nil
}

// limit is the context that ends with the time limit too.
func (r *Ranker) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if r.options.TimeLimit <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, r.options.TimeLimit)
}

// rank judges plays level by level. It stops when no more than enough of them go
// on.
func (r *Ranker) rank(ctx context.Context, s engine.State, plays []engine.Play, enough int) ([]Ranked, error) {
	stakes, err := r.judges[0].stakes(s)
	if err != nil {
		return nil, err
	}
	limited, stop := r.limit(ctx)
	defer stop()
	r.ranked = r.ranked[:0]
	for i := range plays {
		r.ranked = append(r.ranked, Ranked{Play: plays[i]})
	}
	going := r.ranked // those judged at the last level; a play that is cut stays cut
	for n := 0; n <= r.options.Plies; n++ {
		if n > 0 {
			best := going
			going = going[:r.options.Filter.Cuts[n-1].Keep(len(best), func(i int) float32 {
				return float32(best[0].Equity - best[i].Equity)
			})]
			if len(going) <= enough {
				break
			}
		}
		err := r.level(limited, stakes, s.Roller, going, n)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil: // the time is over
			return r.ranked, nil
		}
		for i := range going {
			going[i].Worth, going[i].Plies = r.worth[i], n
		}
		slices.SortStableFunc(going, func(a, b Ranked) int {
			return cmp.Or(cmp.Compare(b.Equity, a.Equity),
				cmp.Compare(b.Outcome.Equity(), a.Outcome.Equity()), a.Play.Compare(&b.Play))
		})
	}
	return r.ranked, nil
}

// level fills r.worth with what the plays that go on are worth at so many plies.
// The time limit does not hold at 0 plies: something must count.
func (r *Ranker) level(ctx context.Context, stakes *Stakes, p int, going []Ranked, plies int) error {
	r.plays = r.plays[:0]
	for i := range going {
		r.plays = append(r.plays, going[i].Play)
	}
	r.worth = slices.Grow(r.worth[:0], len(going))[:len(going)]
	if plies == 0 {
		return r.judges[0].plays(context.WithoutCancel(ctx), r.worth, stakes, p, r.plays, 0)
	}
	var next atomic.Int64
	work := func(j *Judge) error {
		for {
			i := int(next.Add(1) - 1)
			if i >= len(r.plays) {
				return nil
			}
			if err := j.plays(ctx, r.worth[i:i+1], stakes, p, r.plays[i:i+1], plies); err != nil {
				return err // that of the context, so that all others stop too
			}
		}
	}
	errs := make([]error, min(len(r.judges), len(going)))
	var wait sync.WaitGroup
	for k := 1; k < len(errs); k++ {
		wait.Go(func() { errs[k] = work(r.judges[k]) })
	}
	if len(errs) > 0 {
		errs[0] = work(r.judges[0])
	}
	wait.Wait()
	return errors.Join(errs...)
}
