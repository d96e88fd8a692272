package search

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// tree is the part of a search that workers share: the positions being judged,
// their replies to all rolls, and who has to judge which.
type tree struct {
	nodes []node // one for each of Deep.boards
	jobs  []job
}

// job is one reply that is to be judged.
type job struct{ node, reply int }

// share judges the boards at 1 ply or more with all workers. They take the replies
// of all boards one by one, so that they stay busy however few boards there are;
// what is added up is added up in one order afterwards.
func (d *Deep) share(ctx context.Context, plies int) error {
	t := &d.tree
	for len(t.nodes) < len(d.boards) {
		t.nodes = append(t.nodes, node{})
	}
	err := d.each(len(d.boards), func(w *Lookahead, i int) (err error) {
		b, n := &d.boards[i], &t.nodes[i]
		n.boards = n.boards[:0]
		if plies == 1 {
			d.outcomes[i], err = w.value(ctx, 1, b)
			return err
		}
		var known bool
		if d.outcomes[i], known = w.known(plies, b); known {
			return nil
		}
		return w.expand(ctx, n, plies, b)
	})
	if err != nil {
		return err
	}
	t.jobs = t.jobs[:0]
	for i := range d.boards {
		for r, b := range t.nodes[i].boards {
			if !slices.Contains(t.nodes[i].boards[:r], b) {
				t.jobs = append(t.jobs, job{i, r})
			}
		}
	}
	err = d.each(len(t.jobs), func(w *Lookahead, i int) (err error) {
		n, r := &t.nodes[t.jobs[i].node], t.jobs[i].reply
		n.outcomes[r], err = w.value(ctx, plies-1, &n.boards[r])
		return err
	})
	if err != nil {
		return err
	}
	for i := range d.boards {
		if n := &t.nodes[i]; len(n.boards) > 0 {
			for r, b := range n.boards {
				n.outcomes[r] = n.outcomes[slices.Index(n.boards, b)]
			}
			d.outcomes[i] = d.workers[0].conclude(n, plies, &d.boards[i])
		}
	}
	return nil
}

// each has the workers do jobs 0 to n-1 and returns when all have stopped, with
// the first error there was; after one no new jobs are begun.
func (d *Deep) each(n int, do func(w *Lookahead, i int) error) error {
	var (
		next, failed atomic.Int64
		wait         sync.WaitGroup
	)
	errs := make([]error, min(n, len(d.workers)))
	for k := range errs {
		wait.Go(func() {
			for failed.Load() == 0 {
				i := int(next.Add(1) - 1)
				if i >= n {
					return
				}
				if errs[k] = do(d.workers[k], i); errs[k] != nil {
					failed.Store(1)
				}
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
