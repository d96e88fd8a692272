// Package arena plays bots against each other: cubeless money games, money games
// with the cube, or whole matches, in pairs on the same dice with seats swapped,
// many at once, with an interval around every figure and, by an evaluator, most of
// the luck taken out.
package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/bot"
	"tavla/eval/cube"
)

// DefaultMaxPlies is Config.MaxPlies when that is 0.
const DefaultMaxPlies = 2000

// Player is one side of a run.
type Player struct {
	Name string // for Result and errors
	// New makes the bot of one worker. Run calls it from one goroutine only, and
	// closes bots that are io.Closers. With the cube, a bot that is no bot.Player
	// plays as a bot.Passive: it never doubles and takes everything.
	New func() (bot.Bot, error)
}

// Config says who plays how much.
type Config struct {
	A, B  Player
	Games int    // or matches; even: two in each pair
	Seed  uint64 // decides dice and bots' chances
	// Cube, if not nil, puts the doubling cube into the games.
	Cube *Cube
	// Luck makes the evaluator by which luck is judged, one for each worker, as
	// Player.New does; nil leaves luck in.
	Luck     func() (eval.Evaluator, error)
	Workers  int // games at once; 0 means one for each core
	MaxPlies int // turns after which a game is stopped; 0 means DefaultMaxPlies
	// Progress, if not nil, is told after every pair how many games or matches of
	// how many are done. Calls never overlap, and hold up the worker that makes them.
	Progress func(done, games int)
}

// Cube says what games with the doubling cube are played.
type Cube struct {
	// Match is the length of matches, whole ones, to be played; 0 plays money games.
	Match int
	// Rules are the options of money games, none in matches.
	Rules engine.Rules
	// Judge is how luck is judged, beside Config.Luck: the efficiencies of the cube,
	// in matches the match equity table, which must reach that far (nil is the
	// standard one), and exact endings if there are any. Its plies are 0.
	Judge cube.Options
}

// match is the length of the matches to be played, 0 for money games.
func (c *Config) match() int {
	if c.Cube == nil {
		return 0
	}
	return c.Cube.Match
}

// check reports settings that make no run.
func (c *Config) check() error {
	switch {
	case c.Games <= 0 || c.Games%2 != 0:
		return fmt.Errorf("arena: %d games; an even number above 0 is needed, since they are played in pairs", c.Games)
	case c.Workers < 0:
		return fmt.Errorf("arena: %d workers; 1 or more are needed, or 0 for one on each core", c.Workers)
	case c.MaxPlies < 0:
		return fmt.Errorf("arena: a limit of %d plies; 1 or more are needed, or 0 for %d", c.MaxPlies, DefaultMaxPlies)
	case c.A.New == nil || c.B.New == nil:
		return errors.New("arena: both players need a New that makes their bots")
	case c.Cube == nil:
		return nil
	}
	if n, most := c.Cube.Match, c.Cube.Judge.MET.Length(); n < 0 || n > most {
		return fmt.Errorf("arena: matches to %d; from 1 point to %d are possible, as far as the match equity table goes, or 0 for money games", n, most)
	}
	if _, err := engine.NewMatch(c.Cube.Match, c.Cube.Rules); err != nil {
		return fmt.Errorf("arena: %w", err)
	}
	return nil
}

// Run plays the games. When the context ends, a bot fails or one cannot be made,
// it returns the error together with the result of the complete pairs, which is
// then Partial.
func Run(ctx context.Context, c Config) (Result, error) {
	if c.Cube != nil {
		own := *c.Cube
		if own.Judge.MET == nil {
			own.Judge.MET = cube.Standard()
		}
		own.Judge.Plies = 0
		c.Cube = &own
	}
	result := Result{A: c.A.Name, B: c.B.Name, Asked: c.Games}
	if err := c.check(); err != nil {
		result.Partial = true
		return result, err
	}
	if c.Workers == 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	if c.MaxPlies == 0 {
		c.MaxPlies = DefaultMaxPlies
	}
	pairs := make([]pair, c.Games/2)
	workers, err := hire(&c, min(c.Workers, len(pairs)))
	var begun int
	if err == nil {
		begun, err = work(ctx, &c, workers, pairs)
	}
	result.summarize(pairs, &c)
	result.Lost = begun - 2*result.Pairs
	result.Partial = 2*result.Pairs < c.Games
	result.Speed = speed(workers)
	for _, w := range workers {
		err = errors.Join(err, w.close())
	}
	return result, err
}

// hire makes n workers, or those it could before an error.
func hire(c *Config, n int) ([]*worker, error) {
	var workers []*worker
	for range n {
		w, err := newWorker(c)
		workers = append(workers, w)
		if err != nil {
			return workers, err
		}
	}
	return workers, nil
}

// work lets the workers play all pairs. It returns how many games or matches were
// begun, and what ended the run early: the first error, or the end of the context.
func work(ctx context.Context, c *Config, workers []*worker, pairs []pair) (begun int, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var (
		next  atomic.Int64 // pair not yet begun
		group sync.WaitGroup
		mu    sync.Mutex // guards begun and done
		done  int
	)
	for _, w := range workers {
		group.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(pairs) {
					return
				}
				games, err := w.pair(ctx, i, &pairs[i])
				mu.Lock()
				begun += games
				if err != nil {
					stop(err) // only the first counts: others may follow from it
				} else if done += 2; c.Progress != nil {
					c.Progress(done, c.Games)
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	if done < c.Games {
		return begun, context.Cause(ctx)
	}
	return begun, nil
}

// speed sums up what the workers' bots took.
func speed(workers []*worker) (s Speed) {
	for side := range s.DecisionsPerSecond {
		var spent time.Duration
		n := 0
		for _, w := range workers {
			spent += w.spent[side]
			n += w.asked[side]
		}
		if spent > 0 {
			s.DecisionsPerSecond[side] = float64(n) / spent.Seconds()
		}
	}
	return s
}

// close closes the worker's bots as far as they can be closed.
func (w *worker) close() error {
	var errs []error
	for side, b := range w.bots {
		if c, ok := b.(io.Closer); ok {
			if err := c.Close(); err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", w.name(side), err))
			}
		}
	}
	return errors.Join(errs...)
}
