package analysis

import (
	"context"

	"tavla/engine"
	"tavla/eval/luck"
)

// luck judges a roll at 0 plies, with the cube and the score: what its best play
// is worth, less the mean over all rolls. The throw that opens a game decides who
// begins too.
func (w *worker) luck(ctx context.Context, t *step, j *Judged) error {
	s, roll := t.state, t.action.Roll.Sorted()
	if t.action.Kind == engine.ActRoll {
		r, err := w.rolls(ctx, s)
		if err != nil {
			return err
		}
		l := r.Luck(roll)
		j.Luck = &l
		return nil
	}
	s.Phase = engine.Playing
	// The opening throw: either player may begin, with equal chances.
	var of [2]luck.Rolls
	var means [2]float64
	for p := range 2 {
		s.Roller, s.Turn = p, p
		var err error
		if of[p], err = w.rolls(ctx, s); err != nil {
			return err
		}
		if means[p] = of[p].Mean; !s.Rules.RerollOpening {
			means[p] = openingMean(&of[p])
		}
	}
	p := t.action.Player
	mean := (means[p] - means[1-p]) / 2
	l := means[p] - mean
	if !s.Rules.RerollOpening {
		l = of[p].Luck(roll) + of[p].Mean - mean
	}
	j.Luck = &l
	return nil
}

// rolls is what every throw is worth to the player on roll, who does not double.
func (w *worker) rolls(ctx context.Context, s engine.State) (luck.Rolls, error) {
	var r luck.Rolls
	var ends [21]int
	w.plays = w.plays[:0]
	for i, roll := range engine.Rolls() {
		w.plays = append(w.plays, w.legal(s.Board, roll)...)
		ends[i] = len(w.plays)
	}
	worth, err := w.worths(ctx, s, 0)
	if err != nil {
		return r, err
	}
	sum, from := 0.0, 0
	for i, roll := range engine.Rolls() {
		best := from
		for k := from + 1; k < ends[i]; k++ {
			if worth[k].Equity > worth[best].Equity {
				best = k
			}
		}
		r.Outcome[i], r.Equity[i] = worth[best].Outcome, worth[best].Equity
		sum += float64(roll.Chances()) * r.Equity[i]
		from = ends[i]
	}
	r.Mean = sum / 36
	return r, nil
}

// openingMean is the mean over the fifteen rolls that open a game.
func openingMean(r *luck.Rolls) float64 {
	sum := 0.0
	for i, roll := range engine.Rolls() {
		if !roll.Doublet() {
			sum += r.Equity[i]
		}
	}
	return sum / 15
}
