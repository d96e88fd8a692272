package engine_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tavla/engine"
	"tavla/engine/enginetest"
)

func TestEveryPlayKeepsTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boards.Draw(t, "board")
		var gen engine.Generator
		for _, r := range engine.Rolls() {
			plays := gen.Plays(b, r)
			if err := keepsTheRules(b, r, plays); err != nil {
				t.Fatalf("%v: %v", r, err)
			}
			plays = slices.Clone(plays)
			if !slices.Equal(gen.Plays(b, engine.Roll{r[1], r[0]}), plays) {
				t.Fatalf("%v: the order of the dice changes the plays", r)
			}
		}
	})
}

func TestEveryPlayKeepsTheRulesInGames(t *testing.T) {
	var gen engine.Generator
	n := 0
	for b, r := range enginetest.Reachable(3) {
		if err := keepsTheRules(b, r, gen.Plays(b, r)); err != nil {
			t.Fatalf("%v with %v: %v", b, r, err)
		}
		if n++; n == 20_000 {
			break
		}
	}
}

// boards draws any position that can stand on a table and is not over.
var boards = rapid.Custom(func(t *rapid.T) engine.Board {
	var b engine.Board
	furthest := rapid.SampledFrom([]int{6, 12, engine.Bar}).Draw(t, "furthest")
	for range engine.Men {
		b.Own[rapid.IntRange(0, furthest).Draw(t, "own man")]++
	}
	for range engine.Men {
		p := rapid.IntRange(0, engine.Bar).Draw(t, "opposing man")
		if p >= 1 && p <= 24 && b.Own[25-p] > 0 {
			p = engine.Off
		}
		b.Opp[p]++
	}
	return b
}).Filter(func(b engine.Board) bool { return b.Check() == nil && !b.Over() })

// keepsTheRules reports the first rule that the list of plays breaks.
func keepsTheRules(b engine.Board, r engine.Roll, plays []engine.Play) error {
	seen := map[engine.Board]bool{}
	for i := range plays {
		p := &plays[i]
		moves := p.Moves()
		switch {
		case len(moves) != len(plays[0].Moves()):
			return fmt.Errorf("%v and %v have different numbers of moves", plays[0].Moves(), moves)
		case len(moves) == 0:
			return fmt.Errorf("a play without moves")
		case seen[p.Board]:
			return fmt.Errorf("%v leads where another play leads", moves)
		case i > 0 && plays[i-1].Compare(p) >= 0:
			return fmt.Errorf("%v comes before %v", plays[i-1].Moves(), moves)
		case !slices.IsSortedFunc(moves, descending):
			return fmt.Errorf("the moves of %v are not in order", moves)
		}
		seen[p.Board] = true
		if err := p.Board.Check(); err != nil { // men are conserved, no point has two owners
			return fmt.Errorf("%v: %v", moves, err)
		}
		end, ok := legalSteps(b, diceOf(r), moves)
		if !ok {
			return fmt.Errorf("%v is not a sequence of legal steps", moves)
		}
		if end != p.Board {
			return fmt.Errorf("%v leads to %v, not to %v", moves, end, p.Board)
		}
	}
	return keepsTheCount(b, r, plays)
}

// keepsTheCount reports a play with fewer numbers than can be played, or with
// the lower number where the higher can be.
func keepsTheCount(b engine.Board, r engine.Roll, plays []engine.Play) error {
	played := 0
	if len(plays) > 0 {
		played = len(plays[0].Moves())
	}
	if most := mostMoves(b, diceOf(r)); played != most {
		return fmt.Errorf("%d numbers are played, %d can be", played, most)
	}
	if high := int(r.Sorted()[0]); played == 1 && !r.Doublet() && len(enginetest.Moves(b, high)) > 0 {
		for i := range plays {
			if !slices.Contains(enginetest.Moves(b, high), plays[i].Moves()[0]) {
				return fmt.Errorf("%v plays the lower number", plays[i].Moves())
			}
		}
	}
	return nil
}

// descending compares moves by sources, then destinations, the higher first.
func descending(a, b engine.Move) int {
	if a.From != b.From {
		return int(b.From) - int(a.From)
	}
	return int(b.To) - int(a.To)
}

// diceOf is the numbers a roll gives to play.
func diceOf(r engine.Roll) []int {
	if r.Doublet() {
		return slices.Repeat([]int{int(r[0])}, 4)
	}
	return []int{int(r[0]), int(r[1])}
}

// legalSteps plays the moves in the order given, each legal with a die not used
// before and right about whether it hits, and returns where they lead.
func legalSteps(b engine.Board, dice []int, moves []engine.Move) (engine.Board, bool) {
	if len(moves) == 0 {
		return b, true
	}
	for i, die := range dice {
		if !slices.Contains(enginetest.Moves(b, die), moves[0]) {
			continue
		}
		rest := slices.Delete(slices.Clone(dice), i, i+1)
		if end, ok := legalSteps(enginetest.Apply(b, moves[0]), rest, moves[1:]); ok {
			return end, true
		}
	}
	return b, false
}

// mostMoves is how many of the dice can be played.
func mostMoves(b engine.Board, dice []int) int {
	most := 0
	for i, die := range dice {
		if i > 0 && die == dice[i-1] {
			continue // a doublet's numbers are alike
		}
		rest := slices.Delete(slices.Clone(dice), i, i+1)
		for _, m := range enginetest.Moves(b, die) {
			most = max(most, 1+mostMoves(enginetest.Apply(b, m), rest))
			if most == len(dice) {
				return most
			}
		}
	}
	return most
}

func TestTheCanonicallyFirstSequenceStandsForAPosition(t *testing.T) {
	var gen engine.Generator
	n := 0
	for b, r := range enginetest.Reachable(4) {
		if n++; n > 5000 {
			break
		}
		if r.Doublet() && n%8 != 0 {
			continue // doublets have thousands of sequences
		}
		first := map[engine.Board]engine.Play{}
		sequences(b, diceOf(r), nil, func(end engine.Board, moves []engine.Move) {
			p := engine.NewPlay(end, moves...)
			if q, ok := first[end]; !ok || p.Compare(&q) < 0 {
				first[end] = p
			}
		})
		plays := gen.Plays(b, r)
		for i := range plays {
			want := first[plays[i].Board]
			if !slices.Equal(plays[i].Moves(), want.Moves()) {
				t.Fatalf("%v with %v: %v stands for %v", b, r, plays[i].Moves(), want.Moves())
			}
		}
	}
}

// sequences calls do with each sequence of legal steps whose sources, then
// destinations, descend, of any number of dice.
func sequences(b engine.Board, dice []int, done []engine.Move, do func(engine.Board, []engine.Move)) {
	do(b, done)
	for i, die := range dice {
		if i > 0 && die == dice[i-1] {
			continue
		}
		rest := slices.Delete(slices.Clone(dice), i, i+1)
		for _, m := range enginetest.Moves(b, die) {
			if len(done) == 0 || descending(done[len(done)-1], m) <= 0 {
				sequences(enginetest.Apply(b, m), rest, append(slices.Clone(done), m), do)
			}
		}
	}
}
