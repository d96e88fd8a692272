// Package luck measures the luck of a roll. With h(s, d) the equity of the best
// play of roll d in position s, judged by one fixed evaluator, the luck of d is
// h(s, d) less the mean of h over all throws. Its expectation is zero whatever
// the evaluator and however the roll is then played, so that taking the luck of
// all rolls away from results leaves them unbiased but far less noisy. A Judge measures it
// without the cube, a Cubeful with the cube and the score.
package luck

import (
	"tavla/engine"
	"tavla/eval"
	"tavla/eval/search"
)

// Judge measures luck by one evaluator. It is not for concurrent use, and
// allocates nothing once warm.
type Judge struct {
	best  *search.BestReplies
	start *Rolls // of the start, once Opening was asked
}

// New makes a Judge by an evaluator that nobody else uses meanwhile, which prunes as
// search.Normal does.
func New(e eval.Evaluator) *Judge { return NewPruning(e, search.Normal().Guess) }

// NewPruning is New with another cut of the guesses; see search.Filter.Guess.
func NewPruning(e eval.Evaluator, guess search.Cut) *Judge {
	return &Judge{best: search.NewBestReplies(e, guess)}
}

// Rolls is what every throw is worth in one position, each played best, seen by
// the player on roll. Arrays are in the order of engine.Rolls.
type Rolls struct {
	Outcome [21]eval.Outcome // after the best play, or after the lost turn
	Equity  [21]float64      // Outcome's equity, in points: h(s, d)
	Mean    float64          // over the 36 throws: the position's value at 1 ply
}

// Rolls judges all 21 different throws of a game that is not over.
func (j *Judge) Rolls(b engine.Board) Rolls {
	var r Rolls
	sum := 0.0
	j.best.Of(&r.Outcome, &b)
	for i, roll := range engine.Rolls() {
		r.Equity[i] = float64(r.Outcome[i].Equity())
		sum += float64(roll.Chances()) * r.Equity[i]
	}
	r.Mean = sum / 36
	return r
}

// Luck is the luck of a roll, its dice in either order, in points for the
// player who threw it.
func (r *Rolls) Luck(roll engine.Roll) float64 {
	return r.Equity[index(roll)] - r.Mean
}

// index is where a roll stands in engine.Rolls.
func index(roll engine.Roll) int {
	roll = roll.Sorted()
	hi, lo := int(roll[0]), int(roll[1])
	return hi*(hi-1)/2 + lo - 1
}

// MeanOutcome is the outcome over the 36 throws: the position's at 1 ply.
func (r *Rolls) MeanOutcome() eval.Outcome {
	var win, wg, wb, lg, lb float64
	for i, roll := range engine.Rolls() {
		n, o := float64(roll.Chances()), r.Outcome[i]
		win += n * float64(o.Win)
		wg += n * float64(o.WinGammon)
		wb += n * float64(o.WinBackgammon)
		lg += n * float64(o.LoseGammon)
		lb += n * float64(o.LoseBackgammon)
	}
	return eval.Outcome{
		Win:            float32(win / 36),
		WinGammon:      float32(wg / 36),
		WinBackgammon:  float32(wb / 36),
		LoseGammon:     float32(lg / 36),
		LoseBackgammon: float32(lb / 36),
	}
}

// Luck is the luck of one roll of a game that is not over, in points for the
// player on roll. For the roll that opens a game use Opening.
func (j *Judge) Luck(b engine.Board, roll engine.Roll) float64 {
	r := j.Rolls(b)
	return r.Luck(roll)
}

// Opening is the luck of an opening roll, in points for the player who starts
// with it; for the other player it is the same with the other sign. The throw
// decides who starts too, so its mean over all 30 outcomes (15 rolls, either
// player) is zero by symmetry.
func (j *Judge) Opening(roll engine.Roll) float64 {
	if j.start == nil {
		r := j.Rolls(engine.Start())
		j.start = &r
	}
	return j.start.Equity[index(roll)]
}
