package rollout

import (
	"context"
	"sync"
)

// job is one game of one candidate.
type job struct{ game, candidate int }

// done is what came of a job.
type done struct {
	job
	result result
	err    error
}

// row is one game of all candidates, on its way. Its slices are by candidate.
type row struct {
	results []result
	there   []bool
}

// Run plays games until one of the rollout's ends is reached, with that many
// workers, at least 1. Games count in their order and only when all candidates
// have played them, so that figures depend on their number alone. progress, if not
// nil, is called after each game that counts; it may look at the rollout, and
// holds it up. When the context ends or a player fails, Run returns the error; the
// figures so far stand, and another Run goes on from there.
func (r *Rollout) Run(ctx context.Context, workers int, progress func()) error {
	if r.end() != "" {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	jobs, results := make(chan job), make(chan done)
	var group sync.WaitGroup
	defer func() {
		cancel()
		group.Wait()
	}()
	workers = max(workers, 1)
	for range workers {
		w := newWorker(&r.options, r.stakes)
		group.Go(func() { w.work(ctx, r.candidates, jobs, results) })
	}
	p := newPlan(r, workers)
	for {
		next, more := p.next()
		send := jobs
		if !more {
			send = nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case send <- next:
			p.sent()
		case d := <-results:
			if d.err != nil {
				return d.err
			}
			p.take(d)
			for p.complete() {
				r.add(p.pop())
				if progress != nil {
					progress()
				}
				if r.end() != "" {
					return nil
				}
			}
		}
	}
}

// work plays games until the context ends.
func (w *worker) work(ctx context.Context, candidates []Candidate, jobs <-chan job, results chan<- done) {
	for {
		var d done
		select {
		case <-ctx.Done():
			return
		case d.job = <-jobs:
		}
		d.result, d.err = w.play(ctx, d.game, &candidates[d.candidate])
		select {
		case <-ctx.Done():
			return
		case results <- d:
		}
	}
}

// plan is which games are on their way. A few rows are open at a time, so that
// workers need not wait for each other at the end of each.
type plan struct {
	rollout *Rollout
	first   int // game of rows[0]
	rows    []*row
	window  int // most rows open
	game    int // the next job, unless the candidate is behind the last
	which   int
}

func newPlan(r *Rollout, workers int) *plan {
	return &plan{rollout: r, first: r.games, game: r.games, window: 2 + 4*workers/len(r.candidates)}
}

// next is the job to be done next; more is false while there is none.
func (p *plan) next() (j job, more bool) {
	for {
		if p.game >= p.rollout.options.Games || p.game-p.first >= p.window {
			return j, false
		}
		for p.which < len(p.rollout.records) && p.rollout.records[p.which].Dropped {
			p.which++
		}
		if p.which < len(p.rollout.records) {
			return job{p.game, p.which}, true
		}
		p.game, p.which = p.game+1, 0
	}
}

// sent notes that the job of next has been taken.
func (p *plan) sent() {
	if n := len(p.rollout.records); p.game-p.first == len(p.rows) {
		p.rows = append(p.rows, &row{make([]result, n), make([]bool, n)})
	}
	p.which++
}

// take notes a result. A row may be gone without one of a dropped candidate.
func (p *plan) take(d done) {
	if i := d.game - p.first; i >= 0 {
		p.rows[i].results[d.candidate], p.rows[i].there[d.candidate] = d.result, true
	}
}

// complete reports whether the first row has all that count.
func (p *plan) complete() bool {
	if len(p.rows) == 0 {
		return false
	}
	for i, there := range p.rows[0].there {
		if !there && !p.rollout.records[i].Dropped {
			return false
		}
	}
	return true
}

// pop takes the first row away and returns its results.
func (p *plan) pop() []result {
	r := p.rows[0].results
	p.rows, p.first = p.rows[1:], p.first+1
	return r
}
