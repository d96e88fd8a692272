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
	guesses   []eval.Outcome
	values    []float32 // of all guesses the first way, then the second, and so on
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

// Plays lists the plays of a roll that are worth judging by their equity, none when the
// turn is lost. The slice is valid until the next call of any method.
func (c *Candidates) Plays(b engine.Board, roll engine.Roll) []engine.Play {
	return c.PlaysBy(b, roll, 1, func(values []float32, guesses []eval.Outcome) {
		for i := range guesses {
			values[i] = -guesses[i].Equity()
		}
	})
}

// PlaysBy lists the plays of a roll that are worth judging in any of so many ways to
// value them. Value fills values with what guesses, seen by the player next on roll, are
// worth to the mover in points: all of them the first way, then all the second way, and
// so on. The slice is valid until the next call of any method.
func (c *Candidates) PlaysBy(b engine.Board, roll engine.Roll, ways int, value func(values []float32, guesses []eval.Outcome)) []engine.Play {
	plays := c.generator.Plays(b, roll)
	if !c.guess(b, plays) {
		return plays
	}
	n := len(plays)
	c.values = slices.Grow(c.values[:0], ways*n)[:ways*n]
	value(c.values, c.guesses)
	for way := range ways {
		c.mark(c.values[way*n:][:n])
	}
	n = 0
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

// guess guesses what becomes of plays; ok is false where all are worth judging.
func (c *Candidates) guess(b engine.Board, plays []engine.Play) (ok bool) {
	n := len(plays)
	if c.guesser == nil || n <= max(c.cut.Least, 1) {
		return false
	}
	c.boards = slices.Grow(c.boards[:0], n)[:n]
	c.guesses = slices.Grow(c.guesses[:0], n)[:n]
	c.keep = slices.Grow(c.keep[:0], n)[:n]
	clear(c.keep)
	for i := range plays { // side by side: to copy what Swap returns takes far longer
		c.boards[i].Own = plays[i].Board.Opp
		c.boards[i].Opp = plays[i].Board.Own
	}
	c.before = b
	return c.guesser.Guess(c.guesses, c.boards, &c.before)
}

// mark marks what the cut leaves by the values of one way, of equal ones the first; the
// values of those are lost.
func (c *Candidates) mark(values []float32) {
	best := values[0]
	for _, v := range values { // slices.Max takes far longer
		if v > best {
			best = v
		}
	}
	near := 0
	for _, v := range values {
		if best-v <= c.cut.Within {
			near++
		}
	}
	lost := float32(math.Inf(-1))
	left := min(max(c.cut.Least, min(near, c.cut.Most), 1), len(values))
	if near <= left { // all of them, in whatever order
		for i, v := range values {
			if best-v <= c.cut.Within {
				c.keep[i], values[i] = true, lost
			}
		}
		left -= near
	}
	for range left { // they are few
		i := 0
		for k, v := range values {
			if v > values[i] {
				i = k
			}
		}
		c.keep[i], values[i] = true, lost
	}
}
