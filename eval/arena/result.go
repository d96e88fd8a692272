package arena

import (
	"encoding/json"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Figure is a mean with the half-width of its 95 % interval, by Student's t over
// pairs of games. What has no bound is infinite, what nothing is known of is NaN;
// both are null in JSON.
type Figure struct {
	Mean, CI95 float64
}

// MarshalJSON writes {"mean":…,"ci95":…}.
func (f Figure) MarshalJSON() ([]byte, error) {
	finite := func(x float64) *float64 {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	return json.Marshal(struct {
		Mean *float64 `json:"mean"`
		CI95 *float64 `json:"ci95"`
	}{finite(f.Mean), finite(f.CI95)})
}

// Result is what came of a run. All of it but Speed is the same for the same
// bots, seed and settings, whatever the number of workers, unless Partial.
type Result struct {
	A, B string // names, from Config

	// The figures are over Games finished games, in Pairs complete pairs.
	Games, Pairs int
	// Partial says that the run ended early. Which pairs were complete by then
	// depends on the clock. Asked is how many games the run was to have, Lost how
	// many were begun but belong to no complete pair, and count nowhere else.
	Partial     bool
	Asked, Lost int
	// Stopped counts the games that reached the ply limit; they are in all figures
	// with what the luck evaluator expected of them, or else as half a win for
	// either side and no points.
	Stopped int

	PointsPerGame Figure  // to A
	LuckAdjusted  *Figure // points per game to A less the luck of all rolls; nil without a luck evaluator
	Wins          Figure  // share of the games that A won, 0 to 1
	Gammons       Figure  // share that A won as gammon or backgammon
	Backgammons   Figure  // share that A won as backgammon
	Elo           Figure  // of A over B, from Wins: 400 × log10(p/(1-p))

	// Decisions counts each side's real choices, A's first: forced plays and
	// lost turns are not asked for.
	Decisions [2]int
	Speed     Speed
}

// Speed is measured by the clock, so it differs from run to run.
type Speed struct {
	DecisionsPerSecond [2]float64 // of the time spent choosing, A's first; 0 when unknown
}

// game is what one game, or the mean of a pair, came to, in A's view.
type game struct {
	points, luck            float64
	win, gammon, backgammon float64
}

// pair is a complete pair of games.
type pair struct {
	done      bool
	mean      game
	stopped   int
	decisions [2]int
}

// summarize fills in the figures, over complete pairs in their order.
func (r *Result) summarize(pairs []pair, luck bool) {
	var points, adjusted, wins, gammons, backgammons []float64
	for i := range pairs {
		p := &pairs[i]
		if !p.done {
			continue
		}
		r.Pairs++
		r.Games += 2
		r.Stopped += p.stopped
		for side, n := range p.decisions {
			r.Decisions[side] += n
		}
		points = append(points, p.mean.points)
		adjusted = append(adjusted, p.mean.points-p.mean.luck)
		wins = append(wins, p.mean.win)
		gammons = append(gammons, p.mean.gammon)
		backgammons = append(backgammons, p.mean.backgammon)
	}
	r.PointsPerGame = figure(points)
	if luck {
		f := figure(adjusted)
		r.LuckAdjusted = &f
	}
	r.Wins, r.Gammons, r.Backgammons = figure(wins), figure(gammons), figure(backgammons)
	r.Elo = elo(r.Wins)
}

// figure is the mean of independent values with its interval.
func figure(values []float64) Figure {
	n := float64(len(values))
	switch len(values) {
	case 0:
		return Figure{math.NaN(), math.NaN()}
	case 1:
		return Figure{values[0], math.Inf(1)}
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975)
	return Figure{mean, t * stat.StdErr(deviation, n)}
}

// elo turns a share of wins into a difference in Elo. It has no bound when one
// side won everything; nor has its interval where that of the share reaches 0 or
// 1. Elsewhere the interval is the share's times the slope of the curve.
func elo(wins Figure) Figure {
	p := wins.Mean
	if math.IsNaN(p) {
		return wins
	}
	f := Figure{400 * math.Log10(p/(1-p)), math.Inf(1)}
	if p-wins.CI95 > 0 && p+wins.CI95 < 1 {
		f.CI95 = wins.CI95 * 400 / math.Ln10 / (p * (1 - p))
	}
	return f
}
