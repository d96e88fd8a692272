package rollout

import (
	"math"

	"tavla/eval/cube"
)

// Decision is what a rollout of the candidates of Double says of the double. All
// equities are the doubler's, as in Figures.
type Decision struct {
	NoDouble Figures
	// DoubleTake is the game with the double taken.
	DoubleTake Figures
	// DoubleBeaver is the equity with the double beavered, where the opponent should
	// (then the Verdict says so), otherwise 0; DoubleBeaverError is its standard error.
	DoubleBeaver, DoubleBeaverError float64
	// Passed is the equity after a pass, which is exact: 1. Winning is the chance to
	// win the match that goes with it, 0 in a money game.
	Passed, Winning float64
	// Gain is how much more the better answer leaves the doubler than not doubling,
	// GainError its standard error.
	Gain, GainError float64
	Verdict         cube.Verdict
}

// isDecision reports whether the candidates are those of Double.
func (r *Rollout) isDecision() bool {
	c := r.candidates
	return len(c) == 2 && r.stakes != nil && c[0].Start == Throws && c[1].Start == Doubles && c[0].State == c[1].State
}

// Decision is what is known so far of a cube decision. Without games its equities
// are NaN and its verdict means nothing. ok is false for other candidates than
// those of Double.
func (r *Rollout) Decision() (d Decision, ok bool) {
	if !r.isDecision() {
		return d, false
	}
	for _, f := range r.Result().Candidates {
		if f.Index == 0 {
			d.NoDouble = f
		} else {
			d.DoubleTake = f
		}
	}
	s := &r.candidates[0].State
	d.Passed = 1
	if s.Score.Length > 0 {
		d.Winning, _ = r.stakes.winning(1, 0, s.Roller)
	}
	d.Verdict = cube.VerdictOf(d.NoDouble.Equity, d.DoubleTake.Equity, d.Passed, s.Rules.Beavers)
	d.Verdict.Redouble = s.Cube.Owner == s.Roller
	kept, raised := d.DoubleTake.Equity, 1.0
	if d.Verdict.Beaver {
		kept, raised = cube.Beavered(kept), cube.Beavered(1)
		d.DoubleBeaver, d.DoubleBeaverError = kept, raised*d.DoubleTake.StandardError
	}
	d.Gain = min(kept, d.Passed) - d.NoDouble.Equity
	d.GainError = d.NoDouble.StandardError
	if d.Verdict.Take {
		d.GainError = r.gainError(raised)
	}
	return d, true
}

// gainError is the standard error of so many times the equity with the double
// taken less that without it.
func (r *Rollout) gainError(times float64) float64 {
	variance := func(m moments) float64 { return math.Pow(m.standardError(), 2) }
	no, take := variance(r.records[0].Equity), variance(r.records[1].Equity)
	shared := no + take - variance(r.difference(1, 0)) // twice the covariance
	return math.Sqrt(max(no+times*times*take-times*shared, 0))
}

// decided reports whether the verdict of a cube decision is proven with the
// confidence asked for: whether to double, and whether to take. Three comparisons
// may go wrong.
func (r *Rollout) decided() bool {
	bound := lineOfProof(r.games, (1-r.options.Confidence)/3)
	no, take, difference := r.records[0].Equity, r.records[1].Equity, r.difference(1, 0)
	// above is +1 or -1 where the mean is proven to lie above or below x, else 0.
	above := func(m moments, x float64) int {
		switch margin := bound * m.standardError(); {
		case m.Mean-x > margin:
			return 1
		case x-m.Mean > margin:
			return -1
		}
		return 0
	}
	beavered := r.candidates[0].State.Rules.Beavers && take.Mean < 0
	tooGood, passed, better := above(no, 1), above(take, 1), above(difference, 0)
	double := tooGood < 0 && better > 0 && !beavered
	notDouble := tooGood > 0 || better < 0
	return passed != 0 && (double || notDouble)
}
