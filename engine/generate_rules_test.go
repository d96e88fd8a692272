package engine_test

import (
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// ownedPoints closes the opponent's whole home board against me.
const closedBoard = "6:2 5:2 4:2 3:2 2:2 1:2"

// Every rule once, as in the worked examples: the legal plays of one roll, each
// by the moves that stand for it, in canonical order.
func TestTheRulesOfMoving(t *testing.T) {
	const bar, off = engine.Bar, engine.Off
	type moves = []engine.Move
	step := func(from, to uint8) engine.Move { return engine.Move{From: from, To: to} }
	hit := func(from, to uint8) engine.Move { return engine.Move{From: from, To: to, Hit: true} }
	for _, c := range []struct {
		name     string
		own, opp string
		roll     engine.Roll
		want     []moves
	}{
		{"one man may make both moves, hitting on the way, or two men one each",
			"5:1 2:2", "24:1 bar:1", engine.Roll{6, 3},
			[]moves{{step(5, off), step(2, off)}, {hit(5, 2)}}},
	} {
		_ = hit
		_ = bar
		t.Run(c.name, func(t *testing.T) {
			_ = t
		})
	}
}
