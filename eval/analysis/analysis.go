// Package analysis judges recorded matches: every play and cube action at a chosen
// depth, and the luck of every roll. What was found becomes a Report: decisions
// with what they gave up and what would have been right, and the figures of both
// players in the definitions that players know (see Definitions).
//
// Plays are judged with the cube and the score. Steps of a match are judged
// independently of one another and put together in their order, so that a report
// does not depend on the number of workers, nor on whether the work was
// interrupted. Nothing here touches a disk, and matches are not changed.
package analysis

import (
	"context"
	"fmt"
	"sync"

	"tavla/engine/record"
	"tavla/eval"
	"tavla/eval/cube"
	"tavla/eval/search"
)

// Options are what matches are judged by. NewEvaluator must be given; the rest may
// be left zero.
type Options struct {
	Plies      int           // 0 to search.MaxPlies
	Filter     search.Filter // which plays are judged deeper; the zero Filter means Normal
	MET        *cube.MET     // for matches; nil: the Standard one
	Exact      cube.Exact    // for the endings of money games; nil: none
	Efficiency cube.Efficiencies
	// NewEvaluator makes what judges at 0 plies, one for each worker. All must give
	// the same position the same bits.
	NewEvaluator func() eval.Evaluator
}

// Analysis is the judging of some matches, begun or done. Its methods may be
// called from several goroutines, Run from one at a time.
type Analysis struct {
	options Options
	matches []*record.Match
	steps   []step

	mu     sync.Mutex
	judged []*Judged // by step; nil while it is to be judged
	done   int
}

// New prepares to judge matches, which must not be changed from now on. The error
// names, by its index from 0, the match that cannot be judged, and says why.
func New(matches []*record.Match, o Options) (*Analysis, error) {
	o.Plies = min(max(o.Plies, 0), search.MaxPlies)
	if o.Filter.Name == "" {
		o.Filter = search.Normal()
	}
	if o.MET == nil {
		o.MET = cube.Standard()
	}
	a := &Analysis{options: o, matches: matches}
	for i, m := range matches {
		steps, err := stepsOf(m, i)
		if err == nil && m.Length > o.MET.Length() {
			err = fmt.Errorf("a match to %d points, and the match equity table goes up to %d", m.Length, o.MET.Length())
		}
		if err != nil {
			return nil, &MatchError{i, err}
		}
		a.steps = append(a.steps, steps...)
	}
	a.judged = make([]*Judged, len(a.steps))
	return a, nil
}

// MatchError is why the match of that index cannot be judged.
type MatchError struct {
	Match int
	Err   error
}

func (e *MatchError) Error() string { return fmt.Sprintf("match %d: %v", e.Match+1, e.Err) }

func (e *MatchError) Unwrap() error { return e.Err }

// Done is how many steps have been judged, and how many there are.
func (a *Analysis) Done() (done, all int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.done, len(a.steps)
}

// State is what has been judged so far, to be kept and given to Resume. It is
// plain data that JSON keeps exactly.
type State struct {
	Steps []*Judged `json:"steps"` // null while to be judged
}

// State is what has been judged so far. It may be kept while Run goes on.
func (a *Analysis) State() State {
	a.mu.Lock()
	defer a.mu.Unlock()
	return State{append([]*Judged(nil), a.judged...)}
}

// Resume takes up what was judged before, of the same matches with the same
// Options; whoever keeps a State sees to that. The error says what in the state
// cannot be of these matches.
func (a *Analysis) Resume(s State) error {
	if len(s.Steps) != len(a.steps) {
		return fmt.Errorf("%d steps were kept, and the matches have %d", len(s.Steps), len(a.steps))
	}
	done := 0
	for i, j := range s.Steps {
		if j == nil {
			continue
		}
		if err := j.fits(&a.steps[i]); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
		done++
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.judged, a.done = append([]*Judged(nil), s.Steps...), done
	return nil
}

// Run judges what is left with so many workers, on whose number the result does
// not depend. tell, unless nil, is called after every step, never twice at a time.
// When the context is done Run ends soon with its error, and may be called again.
func (a *Analysis) Run(ctx context.Context, workers int, tell func()) error {
	var todo []int
	a.mu.Lock()
	for i, j := range a.judged {
		if j == nil {
			todo = append(todo, i)
		}
	}
	a.mu.Unlock()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := make(chan int, len(todo))
	for _, i := range todo {
		next <- i
	}
	close(next)
	var wait sync.WaitGroup
	var telling sync.Mutex
	for range min(max(workers, 1), len(todo)) {
		wait.Go(func() {
			w := newWorker(&a.options)
			for i := range next {
				j, err := w.judge(ctx, &a.steps[i])
				if err != nil {
					stop(a.stepError(ctx, i, err))
					return
				}
				a.mu.Lock()
				a.judged[i] = j
				a.done++
				a.mu.Unlock()
				if tell != nil {
					telling.Lock()
					tell()
					telling.Unlock()
				}
			}
		})
	}
	wait.Wait()
	return context.Cause(ctx)
}

// stepError says where an error came up, unless it is only that of a context.
func (a *Analysis) stepError(ctx context.Context, i int, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	s := &a.steps[i]
	return &MatchError{s.match, fmt.Errorf("game %d, move %d: %w", s.game+1, s.move, err)}
}
