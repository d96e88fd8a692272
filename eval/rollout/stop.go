package rollout

import "math"

const (
	// leastGames are played before a rollout may end early or drop a candidate: the
	// spread of the results is not known well before.
	leastGames = 4 * throws
	// looksEvery is how many games lie between two looks at whether to end early
	// or drop: so many have each first roll once.
	looksEvery = throws
)

// Reason says why a rollout has ended.
type Reason string

const (
	AllGames      Reason = "games"      // all games have been played
	SmallError    Reason = "error"      // the standard errors are as small as asked for
	SureOfTheBest Reason = "confidence" // one candidate is left, or the cube decision proven
)

// end is why the rollout has ended, "" while it goes on.
func (r *Rollout) end() Reason {
	switch {
	case r.looks() && r.options.Confidence > 0 && r.proven():
		return SureOfTheBest
	case r.looks() && r.options.Error > 0 && r.largestError() <= r.options.Error:
		return SmallError
	case r.games >= r.options.Games:
		return AllGames
	}
	return ""
}

// looks reports whether the rollout may end early or drop a candidate here.
func (r *Rollout) looks() bool { return r.games >= leastGames && r.games%looksEvery == 0 }

// proven reports whether the question is answered with the confidence asked for.
func (r *Rollout) proven() bool {
	if r.isDecision() {
		return r.decided()
	}
	return len(r.records) > 1 && r.left() == 1
}

// left is how many candidates are not dropped.
func (r *Rollout) left() int {
	n := 0
	for i := range r.records {
		if !r.records[i].Dropped {
			n++
		}
	}
	return n
}

// largestError is the largest standard error of a candidate that is left.
func (r *Rollout) largestError() float64 {
	most := 0.0
	for i := range r.records {
		if rec := &r.records[i]; !rec.Dropped {
			most = max(most, rec.Equity.standardError())
		}
	}
	return most
}

// leader is the candidate with the highest equity among those left, the first of
// equals.
func (r *Rollout) leader() int {
	best := -1
	for i := range r.records {
		if !r.records[i].Dropped && (best < 0 || r.records[i].Equity.Mean > r.records[best].Equity.Mean) {
			best = i
		}
	}
	return best
}

// drop drops the candidates that the leader is better than with the confidence
// asked for.
func (r *Rollout) drop() {
	if r.options.Confidence == 0 || !r.looks() || r.isDecision() {
		return
	}
	best := r.leader()
	// Any of the others might be the one that wrongly drops the best.
	bound := lineOfProof(r.games, (1-r.options.Confidence)/float64(max(len(r.records)-1, 1)))
	for i := range r.records {
		if rec := &r.records[i]; i != best && !rec.Dropped {
			d := r.difference(best, i)
			rec.Dropped = d.Mean > bound*d.standardError()
		}
	}
}

// lineOfProof is how many standard errors above 0 the mean of n values must lie to
// show, wrongly with a chance of at most risk, that their expectation is above 0,
// if one looks at every n. A bound for a single look, 2.33 for a risk of 0.01,
// would be passed by chance sooner or later. This is Robbins' bound for a mixture
// of normal alternatives; the spread of the mixture makes it tightest between a
// few hundred and some thousand games.
func lineOfProof(n int, risk float64) float64 {
	const spread = 72.0 // games
	m := float64(n)
	return math.Sqrt((m + spread) / m * (math.Log((m+spread)/spread) - 2*math.Log(risk)))
}
