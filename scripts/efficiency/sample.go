package main

import (
	"context"
	"math"
	"math/rand/v2"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/cube"
	"tavla/eval/search"
)

// state is a money game without Jacoby and beavers, player 0 on roll.
func state(b engine.Board, owner int) engine.State {
	c := engine.Cube{Value: 2, Owner: owner}
	if owner == engine.Centred {
		c.Value = 1
	}
	return engine.State{Board: b, Phase: engine.Playing, Cube: c}
}

// sample is positions of contact near the doubling window, at most one of each game
// of self-play, so that they have little to do with each other. They depend on seed,
// window and evaluator only; asking for more adds to them.
func sample(e eval.Evaluator, s *settings) (all []engine.Board) {
	const longest = 400 // plies
	random := rand.New(rand.NewPCG(s.seed, 0))
	ranker, judge := search.New(e), cube.New(e, cube.Options{Efficiency: cube.Usual()})
	seen := map[engine.Board]bool{}
	for len(all) < s.positions {
		var near []engine.Board
		b := engine.Start()
		for ply := 0; ply < longest && !b.Over(); ply++ {
			if ply > 1 && eval.ClassOf(&b) == eval.Contact && isNear(judge, b, s.window) {
				near = append(near, b)
			}
			roll := engine.Roll{uint8(1 + random.IntN(6)), uint8(1 + random.IntN(6))}
			play, _, _ := ranker.Best(b, roll)
			b = play.Board.Swap()
		}
		if len(near) == 0 {
			continue
		}
		if b := near[random.IntN(len(near))]; !seen[b] {
			seen[b] = true
			all = append(all, b)
		}
	}
	return all
}

// isNear reports whether the double or the take is a matter of no more than window
// points, by the model as it is.
func isNear(j *cube.Judge, b engine.Board, window float64) bool {
	d, err := j.Decide(context.Background(), state(b, engine.Centred))
	if err != nil {
		return false
	}
	return math.Abs(min(d.DoubleTake, d.DoublePass)-d.NoDouble) <= window && math.Abs(d.DoubleTake-d.DoublePass) <= 3*window
}
