package rollout

import (
	"cmp"
	"math"
	"slices"

	"tavla/eval"
)

// Result is what a rollout has come to. It depends on the candidates, the options
// and Games, whatever the number of workers and of interruptions.
type Result struct {
	Games      int       // of each candidate that is left
	Reason     Reason    // why the rollout has ended, "" if it has not
	Candidates []Figures // best first, dropped ones behind the others
}

// Figures are what is known of a candidate, in the view that it asks for.
type Figures struct {
	Index int // among the candidates of New
	Games int // fewer than Result.Games for one that was dropped
	// Dropped says that another candidate proved better, so that it was not played
	// any further.
	Dropped bool
	// Outcome is the mean of all games. Where luck is taken out, what is a little
	// outside of what can be is taken to the nearest that can; Equity is not.
	Outcome eval.Outcome
	// Equity is in points: in games with the cube per unit of the cube as it stands
	// in the candidates, in a match normalised, so that winning the game singly at
	// that cube is +1 and losing it so -1. It is NaN without games, as is Difference.
	Equity float64
	// Winning is the chance to win the match that goes with Equity, WinningError its
	// standard error; both 0 where there is no match.
	Winning, WinningError float64
	// StandardError is that of Equity, infinite for fewer than two games, as are the
	// other errors. PlainError is what it would be with the luck left in.
	StandardError, PlainError float64
	// Difference is how much more Equity is than that of the first, over the games
	// that both have played; DifferenceError is its standard error.
	Difference, DifferenceError float64
	// Best is the chance that this candidate is truly the best one, as far as the
	// games tell, with the differences from the first taken as independent.
	Best float64
	// Endless counts games that went on for so long that they were cut off and
	// counted as what the evaluator expected of them.
	Endless int
}

// Result is what is known so far. It is the caller's.
func (r *Rollout) Result() Result {
	result := Result{Games: r.games, Reason: r.end()}
	first := r.leader()
	for i := range r.records {
		rec := &r.records[i]
		d := r.difference(i, first)
		f := Figures{
			Index: i, Games: rec.Equity.N, Dropped: rec.Dropped, Outcome: rec.outcome(), Endless: rec.Endless,
			Equity: rec.Equity.Mean, StandardError: rec.Equity.standardError(), PlainError: rec.Plain.standardError(),
			Difference: d.Mean, DifferenceError: d.standardError(),
		}
		if f.Games == 0 {
			f.Equity, f.Difference = math.NaN(), math.NaN()
		}
		if r.stakes != nil && r.stakes.score.Length > 0 {
			f.Winning, f.WinningError = r.stakes.winning(f.Equity, f.StandardError, r.candidates[i].viewer())
		}
		result.Candidates = append(result.Candidates, f)
	}
	slices.SortStableFunc(result.Candidates, func(a, b Figures) int {
		switch {
		case a.Dropped != b.Dropped && a.Dropped:
			return 1
		case a.Dropped != b.Dropped:
			return -1
		}
		return cmp.Compare(b.Equity, a.Equity)
	})
	chances(result.Candidates)
	return result
}

func (rec *record) outcome() eval.Outcome {
	m := &rec.Parts
	o := eval.Outcome{
		Win:            float32(m[0].Mean),
		WinGammon:      float32(m[1].Mean),
		WinBackgammon:  float32(m[2].Mean),
		LoseGammon:     float32(m[3].Mean),
		LoseBackgammon: float32(m[4].Mean),
	}
	possible := eval.Possible{true, true, true, true, true}
	possible.Clamp(&o)
	return o
}

// chances fills in Best. With the first at 0 and the others normally distributed
// around their differences, one is best when it is above 0 and all others are
// below it.
func chances(figures []Figures) {
	if len(figures) == 1 {
		figures[0].Best = 1
		return
	}
	below := func(i int, x float64) float64 {
		f := &figures[i]
		if f.DifferenceError == 0 {
			if f.Difference <= x {
				return 1
			}
			return 0
		}
		return normal((x - f.Difference) / f.DifferenceError)
	}
	othersBelow := func(but int, x float64) float64 {
		p := 1.0
		for i := 1; i < len(figures) && p > 0; i++ {
			if i != but {
				p *= below(i, x)
			}
		}
		return p
	}
	if figures[0].Games < 2 {
		for i := range figures {
			figures[i].Best = 1 / float64(len(figures))
		}
		return
	}
	figures[0].Best = othersBelow(0, 0)
	for i := 1; i < len(figures); i++ {
		f := &figures[i]
		// From 0 to six errors above the difference, in steps, with the chance of
		// being within the step taken as a whole.
		const steps = 100
		step := (f.Difference + 6*f.DifferenceError) / steps
		for k := 0; k < steps && step > 0; k++ {
			x := float64(k) * step
			f.Best += (below(i, x+step) - below(i, x)) * othersBelow(i, x+step/2)
		}
	}
}
