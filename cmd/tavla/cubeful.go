package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"tavla/engine"
	"tavla/eval/cube"
	"tavla/eval/static"
)

// metFlag lets a command judge matches by another match equity table.
func metFlag(c *cobra.Command, path *string) {
	c.Flags().StringVar(path, "met", "", "match equity table `FILE` to use instead of the computed one")
}

// cubeOptions are what all judges of whole states share, for money games and
// matches: exact endings, and the match equity table in a file or, if path is "",
// the computed one.
func (a *app) cubeOptions(ctx context.Context, path string) (o cube.Options, err error) {
	filter, err := a.depth.filter()
	if err != nil {
		return o, err
	}
	o = cube.Options{Efficiency: cube.Usual(), Plies: a.plies, Guess: filter.Guess}
	if path == "" {
		o.MET = cube.Standard()
	} else if o.MET, err = readMET(path); err != nil {
		return o, err
	}
	o.Exact = a.endings
	return o, nil
}

// rankerWhenWanted makes a ranker when it is first called, and returns it again later.
type rankerWhenWanted func() (*cube.Ranker, error)

// rankers returns what makes the rankers of a command's answerers. What they share is
// there when one is first wanted; but a bad match equity table is found out at once.
func (a *app) rankers(c *cobra.Command, m *static.Model, metPath string) (func() rankerWhenWanted, error) {
	shared := sync.OnceValues(func() (func() *cube.Ranker, error) {
		o, err := a.cubeOptions(c.Context(), metPath)
		if err != nil {
			return nil, err
		}
		return rankersAt(m, o, a.queryWorkers(c), a.depth)
	})
	if metPath != "" {
		if _, err := shared(); err != nil {
			return nil, err
		}
	}
	return func() rankerWhenWanted {
		return sync.OnceValues(func() (*cube.Ranker, error) {
			newRanker, err := shared()
			if err != nil {
				return nil, err
			}
			return newRanker(), nil
		})
	}, nil
}

func readMET(path string) (*cube.MET, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--met: %w", err)
	}
	defer f.Close()
	met, err := cube.ReadMET(f)
	if err != nil {
		return nil, fmt.Errorf("--met: %s: %w", path, err)
	}
	return met, nil
}

// circumstances are what of a state beside the board a play or a double is judged
// by; X is the player on roll, whose points stand first.
func circumstances(s engine.State) string {
	var parts []string
	if s.Score.Length > 0 {
		parts = append(parts, fmt.Sprintf("match to %d", s.Score.Length),
			fmt.Sprintf("%d-%d", s.Score.Points[s.Roller], s.Score.Points[1-s.Roller]))
	} else {
		parts = append(parts, "money")
	}
	switch {
	case s.Score.Crawford:
		parts = append(parts, "Crawford game")
	case s.Cube.Owner == engine.Centred && s.Cube.Value == 1:
		parts = append(parts, "centred cube")
	case s.Cube.Owner == engine.Centred:
		parts = append(parts, fmt.Sprintf("cube %d centred", s.Cube.Value))
	case s.Cube.Owner == s.Roller:
		parts = append(parts, fmt.Sprintf("cube %d owned by X", s.Cube.Value))
	default:
		parts = append(parts, fmt.Sprintf("cube %d owned by O", s.Cube.Value))
	}
	if s.Score.Length == 0 && s.Rules.Jacoby {
		parts = append(parts, "Jacoby")
	}
	if s.Score.Length == 0 && s.Rules.Beavers {
		parts = append(parts, "beavers")
	}
	return strings.Join(parts, ", ")
}
