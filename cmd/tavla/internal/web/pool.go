package web

import (
	"context"
	"sync/atomic"
)

// pool lends the workers out, first come first served.
type pool struct {
	newWorker func() *Worker
	free      chan *Worker
	waiting   atomic.Int64
	mayWait   int64
}

func newPool(o Options) *pool {
	p := &pool{newWorker: o.NewWorker, free: make(chan *Worker, o.Workers), mayWait: int64(o.Waiting)}
	for range o.Workers {
		p.free <- o.NewWorker()
	}
	return p
}

// with calls use with a worker as soon as one is free. The error is errBusy if too
// many wait already, or that of the context.
func (p *pool) with(ctx context.Context, use func(*Worker) (any, error)) (any, error) {
	w, err := p.take(ctx)
	if err != nil {
		return nil, err
	}
	sound := false
	defer func() {
		if !sound { // a panic left it in the middle of something
			w = p.newWorker()
		}
		p.free <- w
	}()
	said, err := use(w)
	sound = true
	return said, err
}

func (p *pool) take(ctx context.Context) (*Worker, error) {
	select {
	case w := <-p.free:
		return w, nil
	default:
	}
	if p.waiting.Add(1) > p.mayWait {
		p.waiting.Add(-1)
		return nil, errBusy
	}
	defer p.waiting.Add(-1)
	select {
	case w := <-p.free:
		return w, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
