package rollout

import (
	"errors"
	"fmt"

	"tavla/engine"
)

// Start is what the player on roll does with the cube before the first throw.
type Start uint8

const (
	Decides Start = iota // doubles if that is right, as later on
	Throws               // does not double
	Doubles              // doubles, and the opponent takes
)

// Candidate is a position to be rolled out. It is a value.
type Candidate struct {
	// State is the game before the roll. Without the cube only its Board counts.
	State engine.State `json:"state"`
	// Inverted says that the figures are told from the side of the opponent of the
	// player on roll, the one who has just played.
	Inverted bool `json:"inverted"`
	// Start matters with the cube only.
	Start Start `json:"start"`
}

// Position is a candidate before the roll without the cube, its figures seen by
// the player on roll.
func Position(b engine.Board) Candidate { return Candidate{State: engine.State{Board: b}} }

// After is the candidate after a play without the cube, its figures seen by the
// player who made it.
func After(p *engine.Play) Candidate {
	return Candidate{State: engine.State{Board: p.Board.Swap()}, Inverted: true}
}

// Game is a candidate with the cube: a state before the roll, in which the player
// on roll may double first. Before the first roll of a game nobody does.
func Game(s engine.State) Candidate {
	c := Candidate{State: s}
	if s.Opening || s.Phase == engine.NotStarted {
		c.State.Opening, c.State.Phase, c.Start = false, engine.Playing, Throws
	}
	return c
}

// GameAfter is the candidate with the cube after a play of the state's roll, its
// figures seen by the player who made it. The opponent may double first.
func GameAfter(s engine.State, p *engine.Play) Candidate {
	return Candidate{State: after(s, p.Board), Inverted: true}
}

// Double are the candidates of a cube decision, which is the player's on roll: the
// game without the double, and that with the double taken, both in units of the
// cube before it. A double that is pending is the one in question.
func Double(s engine.State) []Candidate {
	s.Doubled, s.Turn = false, s.Roller
	return []Candidate{{State: s, Start: Throws}, {State: s, Start: Doubles}}
}

// after is the state when the player on roll has moved to a board that he sees.
func after(s engine.State, b engine.Board) engine.State {
	s.Board, s.Roll, s.Roller = b.Swap(), engine.Roll{}, 1-s.Roller
	s.Turn = s.Roller
	if b.Over() {
		s.Phase = engine.Over
	}
	return s
}

// viewer is the player who sees the figures.
func (c *Candidate) viewer() int {
	if c.Inverted {
		return 1 - c.State.Roller
	}
	return c.State.Roller
}

// check reports a candidate that cannot be played out.
func (c *Candidate) check(cubeful bool) error {
	if !cubeful {
		return c.State.Board.Check()
	}
	if err := c.State.Check(); err != nil {
		return err
	}
	switch d := c.State.Awaits(); {
	case c.State.Phase == engine.Over && c.Start != Doubles:
		return nil
	case d != engine.ToRoll:
		return errors.New("the player on roll is not about to throw")
	case c.Start > Doubles:
		return fmt.Errorf("start %d; the last one is %d", c.Start, Doubles)
	case c.Start == Doubles && !c.State.MayDouble():
		return errors.New("the player on roll may not double")
	}
	return nil
}

// sameGame reports whether two candidates with the cube are of one game, so that
// their figures can be compared.
func (c *Candidate) sameGame(d *Candidate) bool {
	a, b := &c.State, &d.State
	return a.Score == b.Score && a.Cube == b.Cube && a.Rules == b.Rules && c.viewer() == d.viewer()
}
