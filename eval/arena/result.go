package arena

import (
	"encoding/json"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"tavla/engine"
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

	// The figures are over Games finished games, in Pairs complete pairs of games or
	// of matches.
	Games, Pairs int
	Match        int // the length of the matches; 0 for money games
	// Partial says that the run ended early. Which pairs were complete by then
	// depends on the clock. Asked is how many games, or matches, the run was to have,
	// Lost how many were begun but belong to no complete pair, and count nowhere else.
	Partial     bool
	Asked, Lost int
	// Stopped counts the games that reached the ply limit. A money game of them is in
	// all figures with what the judge of luck expected of it, or else as half a win for
	// either side and no points. In a match, the match ends with such a game, as won by
	// what was expected of it; the figures of single games leave it out.
	Stopped int

	PointsPerGame Figure // to A, the cube counted
	// LuckAdjusted is what A made of a game or match less the luck of all rolls: points
	// per game, or in matches the share of matches won. It is nil without a judge.
	LuckAdjusted *Figure
	Wins         Figure // share of the games, or matches, that A won, 0 to 1
	Gammons      Figure // share of the games that A won as what counts as a gammon or more
	Backgammons  Figure // share of the games that A won as a backgammon, likewise
	Elo          Figure // of A over B, from Wins: 400 × log10(p/(1-p))
	// With the cube: Stake is the mean cube at the end of a game, nil without. PerStake
	// is what A makes of each point of it in money games, luck-adjusted if there is a
	// judge of luck; nil elsewhere.
	Stake, PerStake *Figure

	// Decisions counts each side's real choices, A's first: forced plays, lost turns
	// and cubes that may not be turned are not asked for.
	Decisions [2]int
	Speed     Speed
}

// Speed is measured by the clock, so it differs from run to run.
type Speed struct {
	DecisionsPerSecond [2]float64 // of the time spent choosing, A's first; 0 when unknown
}

// contest is what a game or a match came to, in A's view: sums over its games, but
// for win.
type contest struct {
	games, points, luck       float64
	gammon, backgammon, stake float64
	win                       float64 // of the game or match, 0 to 1
}

// end counts a game that ended with the cube at a value.
func (c *contest) end(r engine.Result, seatA, stake int) {
	c.games++
	c.stake += float64(stake)
	if r.Winner != seatA {
		c.win = 0
		c.points -= float64(r.Points)
		return
	}
	c.win = 1
	c.points += float64(r.Points)
	if r.Size >= 2 {
		c.gammon++
	}
	if r.Size >= 3 {
		c.backgammon++
	}
}

// pair is a complete pair of games or matches.
type pair struct {
	done      bool
	contests  [2]contest
	stopped   int
	decisions [2]int
}

// sum is that of something over both contests.
func (p *pair) sum(of func(c *contest) float64) float64 {
	return of(&p.contests[0]) + of(&p.contests[1])
}

// summarize fills in the figures, over complete pairs in their order.
func (r *Result) summarize(pairs []pair, config *Config) {
	r.Match = config.match()
	var complete []*pair
	for i := range pairs {
		if p := &pairs[i]; p.done {
			complete = append(complete, p)
			r.Games += int(p.sum(func(c *contest) float64 { return c.games }))
			r.Stopped += p.stopped
			for side, n := range p.decisions {
				r.Decisions[side] += n
			}
		}
	}
	r.Pairs = len(complete)
	values := func(of func(c *contest) float64) (v []float64) {
		for _, p := range complete {
			v = append(v, p.sum(of))
		}
		return v
	}
	stake := func(c *contest) float64 { return c.stake }
	perContest := func(of func(c *contest) float64) Figure {
		v := values(of)
		for i := range v {
			v[i] /= 2
		}
		return figure(v)
	}
	perGame := perContest
	if r.Match > 0 { // which do not all have as many games
		games := values(func(c *contest) float64 { return c.games })
		perGame = func(of func(c *contest) float64) Figure { return ratio(values(of), games) }
	}
	r.PointsPerGame = perGame(func(c *contest) float64 { return c.points })
	r.Gammons = perGame(func(c *contest) float64 { return c.gammon })
	r.Backgammons = perGame(func(c *contest) float64 { return c.backgammon })
	r.Wins = perContest(func(c *contest) float64 { return c.win })
	r.Elo = elo(r.Wins)
	if config.Cube != nil {
		f := perGame(stake)
		r.Stake = &f
	}
	made := func(c *contest) float64 { return c.points }
	if config.Luck != nil {
		made = func(c *contest) float64 { return c.points - c.luck }
		if r.Match > 0 {
			made = func(c *contest) float64 { return c.win - c.luck }
		}
		f := perContest(made)
		r.LuckAdjusted = &f
	}
	if config.Cube != nil && r.Match == 0 {
		f := ratio(values(made), values(stake))
		r.PerStake = &f
	}
}

// ratio is a sum over another one, with the interval of what each pair's part of
// the first differs from what its part of the second makes expect.
func ratio(parts, of []float64) Figure {
	sum, total, n := 0.0, 0.0, float64(len(of))
	for i := range of {
		sum += parts[i]
		total += of[i]
	}
	if total == 0 {
		return Figure{math.NaN(), math.NaN()}
	}
	mean := sum / total
	rest := make([]float64, len(parts))
	for i := range rest {
		rest[i] = (parts[i] - mean*of[i]) * n / total
	}
	return Figure{mean, figure(rest).CI95}
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
