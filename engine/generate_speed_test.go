package engine_test

import (
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

func TestAWarmGeneratorAllocatesNothing(t *testing.T) {
	var gen engine.Generator
	positions := someBoards(500)
	every := func() {
		for _, b := range positions {
			for _, r := range engine.Rolls() {
				gen.Plays(b, r)
			}
		}
	}
	every()
	if n := testing.AllocsPerRun(3, every); n != 0 {
		t.Errorf("%v allocations in %d calls", n, 21*len(positions))
	}
}

func BenchmarkPlays(b *testing.B) {
	positions := someBoards(4000)
	rng := enginetest.Rand(5)
	rolls := make([]engine.Roll, len(positions))
	for i := range rolls {
		rolls[i] = enginetest.RandomRoll(rng)
	}
	var gen engine.Generator
	plays, i := 0, 0
	for b.Loop() {
		plays += len(gen.Plays(positions[i], rolls[i]))
		if i++; i == len(positions) {
			i = 0
		}
	}
	b.ReportMetric(float64(plays)/float64(b.N), "plays/op")
}

// someBoards returns n positions met in games.
func someBoards(n int) []engine.Board {
	var boards []engine.Board
	for b := range enginetest.Reachable(6) {
		if boards = append(boards, b); len(boards) == n {
			break
		}
	}
	return boards
}
