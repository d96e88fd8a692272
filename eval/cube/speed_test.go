package cube_test

import (
	"context"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/cube"
	"tavla/eval/search"
	"tavla/eval/static"
	"tavla/nnet"
)

func BenchmarkATwoPlyCubeDecision(b *testing.B) {
	f, err := nnet.Read("../../weights/tavla.tavla")
	if err != nil {
		b.Fatal(err)
	}
	m, err := static.NewModel(f)
	if err != nil {
		b.Fatal(err)
	}
	r, random := search.New(m.NewEvaluator()), enginetest.Rand(1)
	var boards []engine.Board
	for len(boards) < 50 {
		for board := engine.Start(); !board.Over(); {
			roll := engine.Roll{uint8(1 + random.IntN(6)), uint8(1 + random.IntN(6))}
			if ranked := r.Rank(board, roll); len(ranked) > 0 {
				board = ranked[0].Play.Board
			}
			if board = board.Swap(); eval.ClassOf(&board) == eval.Contact && random.IntN(8) == 0 {
				boards = append(boards, board)
			}
		}
	}
	for name, s := range map[string]engine.State{
		"money":  {},
		"Jacoby": {Rules: engine.Rules{Jacoby: true}},
		"match":  {Score: engine.Score{Length: 7}},
	} {
		b.Run(name, func(b *testing.B) {
			s.Phase, s.Cube = engine.Playing, engine.Cube{Value: 1, Owner: engine.Centred}
			j := cube.New(m.NewEvaluator(), cube.Options{Plies: 2, Efficiency: cube.Usual(), Guess: search.Normal().Guess})
			for i := range b.N {
				s.Board = boards[i%len(boards)]
				if _, err := j.Decide(context.Background(), s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
