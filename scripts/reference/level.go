package main

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/bearoff"
	"tavla/eval/bot"
	"tavla/eval/bot/fibs"
	"tavla/eval/search"
	"tavla/eval/static"
	"tavla/nnet"
)

// chooser answers a decision with the index of one of its legal plays. It belongs
// to one goroutine.
type chooser func(*decision) (int, error)

// listed chooses what the file says was the static choice.
func listed(d *decision) (int, error) { return notation.ParsePlay(d.Static, d.legal) }

// level is what choices of one depth lose.
type level struct {
	plies    int
	choosers func() chooser

	chosen []int         // of each decision, which of its legal plays
	losses []float64     // in mEq, of each decision
	judged *atomic.Int64 // positions by the net; nil without one
	ms     float64       // of all workers together
}

// netLevels are the net alone and, if plies is above 0, the net looking ahead.
func netLevels(path string, plies int, filter search.Filter) ([]level, error) {
	f, err := nnet.Read(path)
	if err != nil {
		return nil, err
	}
	m, err := static.NewModel(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	m = m.WithEndings(bearoff.NewLazy("", runtime.GOMAXPROCS(0)))
	at := func(plies int) level {
		l := level{plies: plies, judged: new(atomic.Int64)}
		cache := search.NewCache(1 << 16)
		l.choosers = func() chooser {
			d := search.NewDeep(search.Options{
				Plies: plies, Filter: filter, Cache: cache,
				NewEvaluator: func() eval.Evaluator { return &counter{m.NewEvaluator(), l.judged} },
			})
			return func(q *decision) (int, error) { return d.BestOf(context.Background(), q.legal) }
		}
		return l
	}
	if plies == 0 {
		return []level{at(0)}, nil
	}
	return []level{at(0), at(plies)}, nil
}

// gnubgLevels are GNU Backgammon's own choices: at 0 plies and, if plies is above 0,
// looking ahead. Its processes end with ctx.
func gnubgLevels(ctx context.Context, plies int) []level {
	at := func(plies int) level {
		return level{plies: plies, choosers: func() chooser {
			g, err := fibs.StartGNUBackgammon(ctx, fibs.Options{Plies: plies})
			return func(q *decision) (int, error) {
				if err != nil || len(q.legal) == 1 {
					return 0, err
				}
				return g.ChoosePlay(ctx, bot.Decision{Board: q.board, Roll: q.Dice, Plays: q.legal})
			}
		}}
	}
	if plies == 0 {
		return []level{at(0)}
	}
	return []level{at(0), at(plies)}
}

// counter counts what an evaluator judges.
type counter struct {
	eval.Guesser
	judged *atomic.Int64
}

func (c *counter) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	c.judged.Add(int64(len(boards)))
	c.Guesser.Evaluate(dst, boards)
}

// measure finds what each choice gives up against the best play listed.
func (l *level) measure(decisions []decision, workers int) error {
	l.chosen = make([]int, len(decisions))
	l.losses = make([]float64, len(decisions))
	errs := make([]error, len(decisions))
	var next atomic.Int64
	var wait sync.WaitGroup
	start := time.Now()
	for range workers {
		wait.Go(func() {
			choose := l.choosers()
			for {
				i := int(next.Add(1) - 1)
				if i >= len(decisions) {
					return
				}
				l.chosen[i], l.losses[i], errs[i] = decisions[i].loss(choose)
			}
		})
	}
	wait.Wait()
	l.ms = float64(workers) * time.Since(start).Seconds() * 1000
	for i, err := range errs {
		if err != nil {
			return fmt.Errorf("%d: %w", i+1, err)
		}
	}
	return nil
}

// loss is which play choose takes and what it gives up by the file, in mEq.
func (d *decision) loss(choose chooser) (chosen int, loss float64, err error) {
	chosen, err = choose(d)
	if err != nil {
		return 0, 0, err
	}
	if math.IsNaN(d.worth[chosen]) {
		return 0, 0, fmt.Errorf("the play %s is not listed", notation.FormatPlay(d.legal[chosen]))
	}
	return chosen, (d.best - d.worth[chosen]) / mEq, nil
}
