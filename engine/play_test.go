package engine_test

import (
	"slices"
	"testing"

	"tavla/engine"
)

func TestPlaysAreOrderedBySourcesThenDestinationsDescending(t *testing.T) {
	play := func(moves ...engine.Move) engine.Play { return engine.NewPlay(engine.Start(), moves...) }
	ordered := []engine.Play{
		play(engine.Move{From: engine.Bar, To: 24}, engine.Move{From: 6, To: 4}),
		play(engine.Move{From: engine.Bar, To: 23}, engine.Move{From: 13, To: 12}),
		play(engine.Move{From: 24, To: 23}, engine.Move{From: 24, To: 22}),
		play(engine.Move{From: 24, To: 23}, engine.Move{From: 13, To: 11}),
		play(engine.Move{From: 24, To: 23}),
		play(engine.Move{From: 6, To: 5}, engine.Move{From: 5, To: 3}),
		play(engine.Move{From: 6, To: 4}, engine.Move{From: 6, To: 5}),
		play(engine.Move{From: 6, To: engine.Off}, engine.Move{From: 2, To: 1}),
		play(),
	}
	for i := range ordered {
		for j := range ordered {
			got := ordered[i].Compare(&ordered[j])
			if got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("play %d against play %d: %d", i, j, got)
			}
		}
	}
}

func TestAPlayGivesBackItsMovesAndBoard(t *testing.T) {
	moves := []engine.Move{{From: 24, To: 23}, {From: 6, To: 5, Hit: true}}
	p := engine.NewPlay(engine.Start(), moves...)
	if !slices.Equal(p.Moves(), moves) || p.Board != engine.Start() {
		t.Errorf("got %v and %v", p.Moves(), p.Board)
	}
	p.Moves()[0].To = 9
	if p.Moves()[0].To != 23 {
		t.Error("writing to the slice of moves changes the play")
	}
}
