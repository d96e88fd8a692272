package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval/cube"
	"tavla/eval/rollout"
	"tavla/eval/search"
	"tavla/eval/static"
)

// checkCube settles whether games are played with the cube, and reports flags that
// go against that.
func (f *rolloutFlags) checkCube(kind notation.Kind) error {
	if f.cubeless {
		if f.changed("cubeful") && f.cubeful {
			return badUsage("--cubeful and --cubeless: with the cube or without it")
		}
		f.cubeful, f.settled = false, true
	}
	settled := f.settled || f.changed("cubeful")
	switch {
	case f.cube && settled && !f.cubeful:
		return badUsage("--cube without the cube: a cube decision is rolled out with it")
	case f.cube && (len(f.plays) > 0 || f.changed("top")):
		return badUsage("--cube with --play or --top: a cube decision comes before the roll")
	case f.cubePlies < 0 || f.cubePlies > search.MaxPlies:
		return badUsage("--cube-plies %d: from 0 to %d", f.cubePlies, search.MaxPlies)
	}
	if !settled {
		f.cubeful = f.cube || kind.HasMatch()
	}
	for _, flag := range []string{"cube-plies", "met"} {
		if !f.cubeful && f.changed(flag) {
			return badUsage("--%s: the games are played without the cube; add --cubeful, or give a position with its match id", flag)
		}
	}
	return nil
}

// cubefulOptions adds to the options what games with the cube need, and to the name
// of the judge.
func (f *rolloutFlags) cubefulOptions(ctx context.Context, a *app, s engine.State, filter search.Filter, o *rollout.Options) error {
	judge, err := a.cubeOptions(ctx, f.met)
	if err != nil {
		return err
	}
	judge.Plies = f.cubePlies
	o.Judge += fmt.Sprintf(", cube at %d plies, efficiencies %v", f.cubePlies, judge.Efficiency)
	if f.met != "" {
		data, err := os.ReadFile(f.met)
		if err != nil {
			return fmt.Errorf("--met: %w", err)
		}
		o.Judge += fmt.Sprintf(", match equity table %x", sha256.Sum256(data))
	}
	if _, err := cube.NewStakes(s, judge.MET); err != nil {
		return usageError{err}
	}
	o.Cubeful = &rollout.Cubeful{Judge: judge, Plies: a.plies, Filter: filter}
	return nil
}

// decisionOf reports a state without a cube decision as tavla cube does.
func decisionOf(ctx context.Context, s engine.State, m *static.Model, c *rollout.Cubeful) error {
	shallow := c.Judge
	shallow.Plies = 0
	_, err := cube.New(m.NewEvaluator(), shallow).Decide(ctx, s)
	if err != nil && ctx.Err() == nil {
		return usageError{err}
	}
	return nil
}

// candidatesOf are what is rolled out: the two sides of a cube decision, the plays,
// or the position.
func (f *rolloutFlags) candidatesOf(s engine.State, plays []engine.Play) (all []rollout.Candidate) {
	switch {
	case f.cube:
		return rollout.Double(s)
	case s.Roll == engine.Roll{} && f.cubeful:
		return []rollout.Candidate{rollout.Game(s)}
	case s.Roll == engine.Roll{}:
		return []rollout.Candidate{rollout.Position(s.Board)}
	}
	for i := range plays {
		if f.cubeful {
			all = append(all, rollout.GameAfter(s, &plays[i]))
		} else {
			all = append(all, rollout.After(&plays[i]))
		}
	}
	return all
}

// rankPlays lists the plays of the state's roll, the best without looking ahead
// first.
func (f *rolloutFlags) rankPlays(ctx context.Context, m *static.Model, s engine.State, c *rollout.Cubeful) (plays []engine.Play, err error) {
	if c == nil {
		for _, p := range search.New(m.NewEvaluator()).Rank(s.Board, s.Roll) {
			plays = append(plays, p.Play)
		}
		return plays, nil
	}
	shallow := c.Judge
	shallow.Plies = 0
	newRanker, err := rankersAt(m, shallow, 1, depth{})
	if err != nil {
		return nil, err
	}
	ranked, err := newRanker().Rank(ctx, s)
	for _, p := range ranked {
		plays = append(plays, p.Play)
	}
	return plays, interrupted(err)
}
