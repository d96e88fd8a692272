package bearoff

import (
	"context"
	"sync"

	"tavla/engine"
	"tavla/eval"
)

// Lazy is Tables that are opened when first asked for, so that whoever meets no
// ending does not wait for them. It may be shared between goroutines.
type Lazy struct {
	open func() *Tables
}

// NewLazy makes a Lazy of the tables in a folder; see Open.
func NewLazy(dir string, workers int) *Lazy {
	return &Lazy{sync.OnceValue(func() *Tables {
		t, err := Open(context.Background(), dir, workers, nil)
		if err != nil {
			panic(err) // only a context can fail Open, and this one is never done
		}
		return t
	})}
}

// Tables opens the tables, or waits until they are open.
func (l *Lazy) Tables() *Tables { return l.open() }

// Cubeful is that of Tables.
func (l *Lazy) Cubeful(b *engine.Board) (own, centred, opponents float32, ok bool) {
	if !Exact(b) {
		return 0, 0, 0, false
	}
	return l.open().Cubeful(b)
}

// Lookup is that of Tables.
func (l *Lazy) Lookup(b *engine.Board) (eval.Outcome, bool) {
	if b.Own.Rear() > points || b.Opp.Rear() > points {
		return eval.Final(b) // no ending: the tables are not needed
	}
	return l.open().Lookup(b)
}
