// Package rollout plays a position, or the positions after several plays, to the
// end (or for some plies) many times over, and says what became of them on
// average and how sure that is: without the cube, or with the cube and by the
// score, where both sides double and answer as a cube.Judge tells them.
//
// Three things make few games go far: the first two rolls are stratified, so that
// each comes up equally often; the luck of all rolls is taken out of the results,
// which leaves them unbiased (see eval/luck); and all candidates get the same
// dice, so that their differences are surer than their values.
package rollout

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/cube"
	"tavla/eval/search"
)

// Player chooses how the games go on; search.Deep is one. It is not for
// concurrent use: each worker has its own.
type Player interface {
	// BestOf is the index of the play chosen among two or more, all of one
	// decision, which it does not hold on to. The choice depends on nothing but
	// plays. It fails only when the context is done, or to end the rollout.
	BestOf(ctx context.Context, plays []engine.Play) (int, error)
}

// The limits of Options, and what is used where they are left zero.
const (
	DefaultGames  = 1296 // each pair of first two rolls once
	MaxGames      = 10_000_000
	MaxCandidates = 1000
)

// Settings are what the games depend on, beside their number. A rollout that is
// taken up again must have the same.
type Settings struct {
	Seed uint64 `json:"seed"`
	// Truncate is after how many plies (rolls) a game is cut off and counted as
	// what the evaluator expects of it; 0 plays to the end.
	Truncate int `json:"truncate"`
	// Stratify makes the first two rolls of the games cover all 36 × 36 throws
	// evenly: once in every 1296 games, and each single throw once in every 36.
	Stratify bool `json:"stratify"`
	// Luck takes the luck of the rolls, as the evaluator sees it, out of the
	// results. A game takes some ten times as long, with the cube some six times.
	Luck bool `json:"luck"`
	// Confidence, if not 0, drops a candidate as soon as another one is better with
	// this confidence, and ends the rollout when one is left. It holds for the whole
	// rollout, however often it is looked at and however many candidates there
	// are: the best one is dropped with a chance of at most 1 - Confidence. A cube
	// decision ends once both the double and the answer are proven so.
	Confidence float64 `json:"confidence"`
	// Cubeful is set by New where Options.Cubeful is there.
	Cubeful bool `json:"cubeful"`
	// Judge names the evaluator and the players, so that a rollout is not taken up
	// again with others. It may be left empty.
	Judge string `json:"judge"`
}

// Options is how to roll out. NewEvaluator must be given.
type Options struct {
	Settings
	Games int // how many games of each candidate at most; 0 means DefaultGames
	// Error, if not 0, ends the rollout when the standard error of every candidate
	// that is left is no more than this, in points, normalised in a match.
	Error float64
	// NewEvaluator makes what judges luck and games that are cut off, and what
	// chooses the plays at 0 plies where there is no NewPlayer, one for each worker.
	// All must give the same position the same bits.
	NewEvaluator func() eval.Evaluator
	// NewPlayer makes what chooses the plays of both sides in games without the
	// cube, one for each worker.
	NewPlayer func() Player
	// Guess says which plays are judged for luck without the cube; see
	// search.Filter.Guess. With the cube it is that of the Judge.
	Guess search.Cut
	// Cubeful, if not nil, is how games are played with the cube, all of one game:
	// the candidates have the score, the cube, the rules and the viewer in common.
	Cubeful *Cubeful
}

// check reports options that make no rollout.
func (o *Options) check() error {
	switch {
	case o.NewEvaluator == nil:
		return errors.New("rollout: no NewEvaluator, which makes what judges")
	case o.Games < 1 || o.Games > MaxGames:
		return fmt.Errorf("rollout: %d games; from 1 to %d are possible", o.Games, MaxGames)
	case o.Truncate < 0:
		return fmt.Errorf("rollout: games cut off after %d plies; 1 or more are needed, or 0 to play to the end", o.Truncate)
	case !(o.Error >= 0) || math.IsInf(o.Error, 1):
		return fmt.Errorf("rollout: a standard error of %v; it is above 0, or 0 for none", o.Error)
	case o.Cubeful != nil && (o.Cubeful.Plies < 0 || o.Cubeful.Plies > search.MaxPlies):
		return fmt.Errorf("rollout: plays at %d plies; from 0 to %d are possible", o.Cubeful.Plies, search.MaxPlies)
	case o.Cubeful != nil && (o.Cubeful.Judge.Plies < 0 || o.Cubeful.Judge.Plies > search.MaxPlies):
		return fmt.Errorf("rollout: cube decisions at %d plies; from 0 to %d are possible", o.Cubeful.Judge.Plies, search.MaxPlies)
	case o.Confidence != 0 && !(o.Confidence > 0.5 && o.Confidence < 1):
		return fmt.Errorf("rollout: a confidence of %v; it is between 0.5 and 1, or 0 for none", o.Confidence)
	}
	return nil
}

// Rollout is the candidates and what is known of them so far. It is not for
// concurrent use, though Run works in parallel.
type Rollout struct {
	options    Options
	candidates []Candidate
	games      int      // that all candidates not dropped have played
	records    []record // by candidate
	pairs      []moments
	stakes     *stakes // nil without the cube
}

// record is what has become of one candidate.
type record struct {
	Parts   [parts]moments `json:"parts"`  // see result
	Equity  moments        `json:"equity"` // of the same results
	Plain   moments        `json:"plain"`  // equity with the luck left in
	Endless int            `json:"endless"`
	Dropped bool           `json:"dropped"`
}

// New begins a rollout of one or more candidates, all seen by the same player. It
// makes its own copy of them.
func New(candidates []Candidate, o Options) (*Rollout, error) {
	if o.Games == 0 {
		o.Games = DefaultGames
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	if n := len(candidates); n < 1 || n > MaxCandidates {
		return nil, fmt.Errorf("rollout: %d candidates; from 1 to %d are possible", n, MaxCandidates)
	}
	o.Settings.Cubeful = o.Cubeful != nil
	for i := range candidates {
		if err := candidates[i].check(o.Settings.Cubeful); err != nil {
			return nil, fmt.Errorf("rollout: candidate %d: %w", i+1, err)
		}
		if o.Cubeful != nil && !candidates[0].sameGame(&candidates[i]) {
			return nil, fmt.Errorf("rollout: candidate %d has another score, cube, rules or viewer than the first", i+1)
		}
	}
	n := len(candidates)
	r := &Rollout{
		options: o, candidates: slices.Clone(candidates),
		records: make([]record, n), pairs: make([]moments, n*(n-1)/2),
	}
	return r, r.stake()
}

// stake says what games with the cube are played for.
func (r *Rollout) stake() error {
	if r.options.Cubeful == nil {
		return nil
	}
	c, s := *r.options.Cubeful, r.candidates[0].State
	if s.Score.Length > 0 && c.Judge.MET == nil {
		c.Judge.MET = cube.Standard()
	}
	r.options.Cubeful = &c
	var err error
	if r.stakes, err = newStakes(s, c.Judge.MET); err != nil {
		return fmt.Errorf("rollout: %w", err)
	}
	return nil
}

// Games is how many games of each candidate that is left have been played.
func (r *Rollout) Games() int { return r.games }

// pair is where the differences between candidates i < j are: those of i less
// those of j, game by game.
func (r *Rollout) pair(i, j int) *moments { return &r.pairs[j*(j-1)/2+i] }

// difference is the moments of candidate i's results less j's.
func (r *Rollout) difference(i, j int) moments {
	switch {
	case i < j:
		return *r.pair(i, j)
	case i > j:
		m := *r.pair(j, i)
		m.Mean = -m.Mean
		return m
	}
	return r.records[i].Equity.zero()
}

// add counts the results of the next game, one for each candidate. Those of
// dropped candidates are not looked at.
func (r *Rollout) add(results []result) {
	for j := range r.records {
		rec := &r.records[j]
		if rec.Dropped {
			continue
		}
		t := &results[j]
		for k, v := range t.parts {
			rec.Parts[k].add(v)
		}
		rec.Equity.add(t.equity)
		rec.Plain.add(t.plain)
		if t.endless {
			rec.Endless++
		}
		for i := range j {
			if !r.records[i].Dropped {
				r.pair(i, j).add(results[i].equity - t.equity)
			}
		}
	}
	r.games++
	r.drop()
}
