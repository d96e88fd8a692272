package main

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"

	"tavla/engine"
	"tavla/engine/notation"
)

// question is a path with its query, and what the answer begins with.
type question struct{ target, begins string }

// questions makes n of them: four of ten are wildbg's /move, two /eval, the rest
// the commands' move, eval and cube, and a twentieth of all looks a ply ahead.
func questions(seed uint64, n int) []question {
	rng := rand.New(rand.NewPCG(seed, 0))
	var (
		g    engine.Generator
		list []question
	)
	for b := engine.Start(); len(list) < n; {
		roll := engine.Roll{uint8(1 + rng.IntN(6)), uint8(1 + rng.IntN(6))}
		list = append(list, newQuestion(rng, b, roll))
		if plays := g.Plays(b, roll); len(plays) > 0 {
			b = plays[rng.IntN(len(plays))].Board
		}
		if b = b.Swap(); b.Over() {
			b = engine.Start()
		}
	}
	return list
}

func newQuestion(rng *rand.Rand, b engine.Board, roll engine.Roll) question {
	id := url.QueryEscape(notation.FormatPositionID(b))
	plies := ""
	if rng.IntN(8) == 0 { // of the commands' questions
		plies = "&plies=1"
	}
	dice := fmt.Sprintf("%d%d", roll[0], roll[1])
	switch rng.IntN(10) {
	case 0, 1, 2, 3:
		return question{fmt.Sprintf("/move?die1=%d&die2=%d%s", roll[0], roll[1], points(b)), `{"moves":[{"play":[`}
	case 4, 5:
		return question{"/eval?" + points(b)[1:], `{"cube":{"double":`}
	case 6, 7:
		return question{"/api/move?position=" + id + "&dice=" + dice + plies, `{"position":`}
	case 8:
		return question{"/api/eval?position=" + id + plies, `{"position":`}
	}
	return question{"/api/cube?position=" + id + plies, `{"position":`}
}

// points are the men of a board as wildbg's parameters.
func points(b engine.Board) string {
	var s strings.Builder
	for p := 0; p <= engine.Bar; p++ {
		if p > 0 && b.Own[p] > 0 {
			fmt.Fprintf(&s, "&p%d=%d", p, b.Own[p])
		}
		if p < engine.Bar && b.Opp[engine.Bar-p] > 0 {
			fmt.Fprintf(&s, "&p%d=-%d", p, b.Opp[engine.Bar-p])
		}
	}
	return s.String()
}
