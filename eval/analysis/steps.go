package analysis

import (
	"fmt"

	"tavla/engine"
	"tavla/engine/record"
)

// step is one action of a recorded game of which there is something to judge.
type step struct {
	match, game int // indices
	move        int // as match files number them, from 1
	state       engine.State
	action      record.Action
	// asked is, for a cube action, the moment before the double that it belongs to.
	asked engine.State
	// parts of the step that are to be judged
	luck, cube, play, resign bool
	legal                    int // legal plays of a play
}

// stepsOf lists what there is to judge in a match, which is the match of that
// index.
func stepsOf(m *record.Match, match int) ([]step, error) {
	var steps []step
	for g := range m.Games {
		game := &m.Games[g]
		if err := game.Check(); err != nil {
			return nil, fmt.Errorf("game %d: %w", g+1, err)
		}
		w := walker{match: match, game: g}
		for state, action := range game.Steps() {
			w.step(state, action)
		}
		steps = append(steps, w.steps...)
	}
	return steps, nil
}

// walker goes through one game.
type walker struct {
	match, game int
	steps       []step
	rows        rows
	asked       *engine.State // before the double that is pending; nil if the cube was dead
	generator   engine.Generator
}

func (w *walker) step(s engine.State, a record.Action) {
	w.rows.act(a)
	t := step{match: w.match, game: w.game, move: w.rows.row, state: s, action: a}
	switch a.Kind {
	case engine.ActOpen:
		t.luck = !a.Roll.Doublet()
	case engine.ActRoll:
		t.luck, t.cube = true, s.MayDouble()
		t.asked = s
	case engine.ActLoseTurn: // of a player who is closed out, and might have doubled
		t.cube = s.Awaits() == engine.ToRoll && s.MayDouble()
		t.asked = s
	case engine.ActPlay:
		t.play = true
		t.legal = len(w.generator.Plays(s.Board, s.Roll))
	case engine.ActDouble:
		if w.asked = nil; s.MayDouble() {
			w.asked = &s
		}
		fallthrough
	case engine.ActTake, engine.ActPass, engine.ActBeaver, engine.ActRaccoon:
		if w.asked != nil {
			t.cube, t.asked = true, *w.asked
		}
	case engine.ActResign:
		t.resign = s.Awaits() == engine.ToRoll || s.Awaits() == engine.ToPlay
	}
	if t.luck || t.cube || t.play || t.resign {
		w.steps = append(w.steps, t)
	}
}

// rows numbers moves as the rows of an .mat file do: a row has a cell for player
// 0 and one for player 1, and a roll and its play share a cell.
type rows struct {
	row   int
	right bool // the right cell of the row is taken
	begun bool // the roll of the cell stands, and its play is to come
}

func (r *rows) act(a record.Action) {
	switch a.Kind {
	case engine.ActPlay, engine.ActLoseTurn:
		if r.begun {
			r.begun = false
			return
		}
	case engine.ActResign, engine.ActAccept, engine.ActReject:
		if r.row > 0 {
			return // they have no cell
		}
	}
	r.begun = a.Kind == engine.ActOpen || a.Kind == engine.ActRoll
	if a.Player == 0 || r.right || r.row == 0 {
		r.row++
	}
	r.right = a.Player == 1
}
