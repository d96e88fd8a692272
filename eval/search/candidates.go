package search

import (
	"math"
	"slices"

	"tavla/engine"
	"tavla/eval"
)

// Candidates generates the plays of rolls inside a tree, and leaves out those that are
// not worth judging: by the guesses of an eval.Guesser too far behind the best one.
// What remains stays in the order of engine.Generator. It shares the Evaluator's
// goroutine, owns its scratch, and allocates nothing once warm.
type Candidates struct {
	generator engine.Generator
	guesser   eval.Guesser // nil: all plays are worth judging
	cut       Cut
	before    engine.Board
	boards    []engine.Board
	outcomes  []eval.Outcome
	values    []float32
	keep      []bool
}

// NewCandidates makes Candidates by an evaluator, if that is an eval.Guesser, and a
// cut of its guesses; by the zero Cut all plays are worth judging.
func NewCandidates(e eval.Evaluator, c Cut) *Candidates {
	all := new(Candidates)
	if g, ok := e.(eval.Guesser); ok && c != (Cut{}) {
		all.guesser, all.cut = g, c
	}
	return all
}

// Plays lists the plays of a roll that are worth judging without the cube, none when
// the turn is lost. The slice is valid until the next call.
func (c *Candidates) Plays(b engine.Board, roll engine.Roll) []engine.Play {
	plays := c.generator.Plays(b, roll)
	guesses, ok := c.Guess(b, plays)
	if !ok {
		return plays
	}
	c.values = slices.Grow(c.values[:0], len(plays))[:len(plays)]
	for i := range guesses {
		c.values[i] = -guesses[i].Equity()
	}
	c.Mark(c.values)
	return c.Marked(plays)
}

// All lists all plays of a roll. For who values guesses otherwise than Plays does:
// Guess guesses, Mark marks the plays to keep, as often as there are ways to value
// them, and Marked is what is left.
func (c *Candidates) All(b engine.Board, roll engine.Roll) []engine.Play {
	return c.generator.Plays(b, roll)
}

// Guess guesses what becomes of plays in b, seen by the next on roll. ok is false where
// all of them are worth judging. The slice is valid until the next call.
func (c *Candidates) Guess(b engine.Board, plays []engine.Play) (guesses []eval.Outcome, ok bool) {
	n := len(plays)
	if c.guesser == nil || n <= max(c.cut.Least, 1) {
		return nil, false
	}
	c.boards = slices.Grow(c.boards[:0], n)[:n]
	c.outcomes = slices.Grow(c.outcomes[:0], n)[:n]
	for i := range plays {
		c.boards[i] = plays[i].Board.Swap()
	}
	c.keep = slices.Grow(c.keep[:0], n)[:n]
	clear(c.keep)
	c.before = b
	return c.outcomes, c.guesser.Guess(c.outcomes, c.boards, &c.before)
}

// Mark marks the plays that are worth judging by what their guesses are worth to the
// mover, in points; of equal ones the first. It does not keep values, which are lost.
func (c *Candidates) Mark(values []float32) {
	best, near := slices.Max(values), 0
	for _, v := range values {
		if best-v <= c.cut.Within {
			near++
		}
	}
	for range min(max(c.cut.Least, min(near, c.cut.Most), 1), len(values)) { // they are few
		i := 0
		for k, v := range values {
			if v > values[i] {
				i = k
			}
		}
		c.keep[i], values[i] = true, float32(math.Inf(-1))
	}
}

// Marked are the plays that were marked since Guess, in place.
func (c *Candidates) Marked(plays []engine.Play) []engine.Play {
	n := 0
	for i := range plays {
		if c.keep[i] {
			if n < i {
				plays[n] = plays[i]
			}
			n++
		}
	}
	return plays[:n]
}
