// Package search ranks the plays of a roll: it generates the candidates, has an
// Evaluator judge them all in one batch, and says which is best for the mover.
package search

import (
	"cmp"
	"slices"

	"tavla/engine"
	"tavla/eval"
)

// Ranked is a play and what it is worth to the player who makes it.
type Ranked struct {
	Play    engine.Play
	Outcome eval.Outcome // after the play, seen by the mover
	Equity  float32      // Outcome's, cubeless, in points from -3 to 3
	Plies   int          // how deep the play was judged; 0 is the evaluator alone
}

// Ranker ranks plays by one Evaluator. It owns the Evaluator, a Generator and
// all scratch, so it is not for concurrent use, and allocates nothing once warm.
type Ranker struct {
	evaluator eval.Evaluator
	generator engine.Generator
	boards    []engine.Board // after each candidate, seen by the next on roll
	outcomes  []eval.Outcome // of each candidate
	ranked    []Ranked
}

// New makes a Ranker around an evaluator that nobody else uses meanwhile.
func New(e eval.Evaluator) *Ranker { return &Ranker{evaluator: e} }

// Rank lists the legal plays of a roll, best for the player on roll first, equal
// ones in canonical order; none when the turn is lost. The slice is valid until
// the next call of any method.
func (r *Ranker) Rank(b engine.Board, roll engine.Roll) []Ranked {
	return r.RankPlays(r.generator.Plays(b, roll))
}

// RankPlays is Rank for plays already known, all of one decision; equal ones
// keep the order they are given in. It does not hold on to plays.
func (r *Ranker) RankPlays(plays []engine.Play) []Ranked {
	r.ranked = r.ranked[:0]
	for i, o := range r.judge(plays) {
		r.ranked = append(r.ranked, Ranked{Play: plays[i], Outcome: o, Equity: o.Equity()})
	}
	slices.SortStableFunc(r.ranked, func(a, b Ranked) int { return cmp.Compare(b.Equity, a.Equity) })
	return r.ranked
}

// Best finds the first play of Rank without ranking the others, and its outcome
// seen by the mover. ok is false when there is no legal play: then the play
// moves nothing, and the outcome is that of the lost turn.
func (r *Ranker) Best(b engine.Board, roll engine.Roll) (play engine.Play, o eval.Outcome, ok bool) {
	plays := r.generator.Plays(b, roll)
	if len(plays) == 0 {
		lost := [1]engine.Play{engine.NewPlay(b)}
		_, o = r.BestOf(lost[:])
		return lost[0], o, false
	}
	i, o := r.BestOf(plays)
	return plays[i], o, true
}

// BestOf is the index of the best of one or more plays, the first of equals,
// and its outcome seen by the mover. It does not hold on to plays.
func (r *Ranker) BestOf(plays []engine.Play) (int, eval.Outcome) {
	outcomes := r.judge(plays)
	best, most := 0, outcomes[0].Equity()
	for i := 1; i < len(outcomes); i++ {
		if e := outcomes[i].Equity(); e > most {
			best, most = i, e
		}
	}
	return best, outcomes[best]
}

// judge evaluates the positions after plays in one batch, seen by the mover.
func (r *Ranker) judge(plays []engine.Play) []eval.Outcome {
	n := len(plays)
	r.boards = slices.Grow(r.boards[:0], n)[:n]
	r.outcomes = slices.Grow(r.outcomes[:0], n)[:n]
	for i := range plays {
		r.boards[i] = plays[i].Board.Swap()
	}
	r.evaluator.Evaluate(r.outcomes, r.boards)
	for i, o := range r.outcomes {
		r.outcomes[i] = o.Invert()
	}
	return r.outcomes
}
