package main

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/search"
	"tavla/eval/static"
)

// speedPositions are lines of a position id and how many legal plays its 21
// rolls have together. They were reached in games of the shipped nets.
//
//go:embed speed-positions.txt
var speedPositions string

// checkedPositions reads the fixed positions and refuses to go on unless the
// play generator finds exactly as many plays as it should: the speed of a wrong
// generator is worth nothing.
func checkedPositions(text string) ([]engine.Board, error) {
	var boards []engine.Board
	var g engine.Generator
	for line := range strings.Lines(text) {
		var id string
		var want int
		if _, err := fmt.Sscan(line, &id, &want); err != nil {
			return nil, fmt.Errorf("position %d for measuring speed: %w", len(boards)+1, err)
		}
		b, err := notation.ParsePositionID(id)
		if err != nil {
			return nil, fmt.Errorf("position %d for measuring speed: %w", len(boards)+1, err)
		}
		got := 0
		for _, roll := range engine.Rolls() {
			got += len(g.Plays(b, roll))
		}
		if got != want {
			return nil, fmt.Errorf("the play generator is wrong: it finds %d plays for the 21 rolls of %s, not %d", got, id, want)
		}
		boards = append(boards, b)
	}
	return boards, nil
}

// selfPlay plays one game of the ranker against itself and shows every position
// before its roll.
func selfPlay(r *search.Ranker, rng *rand.Rand, visit func(engine.Board)) {
	die := func() uint8 { return uint8(1 + rng.IntN(6)) }
	roll := engine.Roll{die(), die()}
	for roll.Doublet() {
		roll = engine.Roll{die(), die()}
	}
	const plyLimit = 1000
	b := engine.Start()
	for ply := 0; ply < plyLimit && !b.Over(); ply++ {
		visit(b)
		play, _, _ := r.Best(b, roll)
		b = play.Board.Swap()
		roll = engine.Roll{die(), die()}
	}
}

// differentPositions are n different positions of games, in no order.
func differentPositions(m *static.Model, n int) []engine.Board {
	r := search.New(m.NewEvaluator())
	rng := rand.New(rand.NewPCG(1, 2))
	seen := make(map[engine.Board]bool, n)
	boards := make([]engine.Board, 0, n)
	for len(boards) < n {
		selfPlay(r, rng, func(b engine.Board) {
			if !seen[b] && len(boards) < n {
				seen[b] = true
				boards = append(boards, b)
			}
		})
	}
	rng.Shuffle(n, func(i, j int) { boards[i], boards[j] = boards[j], boards[i] })
	return boards
}

// perSecond runs work again and again for a time, at least so many times. Work
// gets a counter from 0 on and says how much it has done.
func perSecond(spend time.Duration, least int, work func(i int) int) float64 {
	work(0) // grows the scratch
	began, done := time.Now(), 0
	for i := 0; ; i++ {
		done += work(i)
		if took := time.Since(began); took >= spend && i >= least {
			return float64(done) / took.Seconds()
		}
	}
}

func staticSpeed(e eval.Evaluator, boards []engine.Board, spend time.Duration) float64 {
	const batch = 100
	out := make([]eval.Outcome, batch)
	batches := len(boards) / batch
	return perSecond(spend, batches, func(i int) int {
		e.Evaluate(out, boards[i%batches*batch:][:batch])
		return batch
	})
}

// candidateSpeed judges the plays of decisions, found before the clock runs.
func candidateSpeed(e eval.Evaluator, boards []engine.Board, spend time.Duration) float64 {
	var g engine.Generator
	var decisions [][]engine.Play
	for i, b := range boards {
		if plays := g.Plays(b, rollFor(i)); len(plays) > 0 {
			decisions = append(decisions, append([]engine.Play(nil), plays...))
		}
	}
	r := search.New(e)
	return perSecond(spend, 1, func(i int) int {
		plays := decisions[i%len(decisions)]
		r.BestOf(plays)
		return len(plays)
	})
}

func decisionSpeed(e eval.Evaluator, boards []engine.Board, spend time.Duration) float64 {
	r := search.New(e)
	return perSecond(spend, 1, func(i int) int {
		r.Best(boards[i%len(boards)], rollFor(i))
		return 1
	})
}

func rollSpeed(boards []engine.Board, spend time.Duration) float64 {
	var g engine.Generator
	return perSecond(spend, 1, func(i int) int {
		g.Plays(boards[i%len(boards)], rollFor(i))
		return 1
	})
}

// rollFor gives rolls as often as dice do, in a fixed order.
func rollFor(i int) engine.Roll {
	i = (i * 7) % 36 // 7 and 36 have no common divisor
	return engine.Roll{uint8(1 + i/6), uint8(1 + i%6)}
}

func selfPlaySpeedOf(m *static.Model, workers int, spend time.Duration) float64 {
	var games atomic.Int64
	var wg sync.WaitGroup
	began := time.Now()
	for w := range workers {
		wg.Go(func() {
			r := search.New(m.NewEvaluator())
			rng := rand.New(rand.NewPCG(3, uint64(w)))
			for first := true; first || time.Since(began) < spend; first = false {
				selfPlay(r, rng, func(engine.Board) {})
				games.Add(1)
			}
		})
	}
	wg.Wait()
	return float64(games.Load()) / time.Since(began).Seconds()
}
