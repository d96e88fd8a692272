package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"tavla/eval"
	"tavla/eval/bot"
	"tavla/eval/cube"
	"tavla/eval/search"
	"tavla/eval/static"
)

const (
	filterHelp = `--filter says how many plays go on to be judged a ply deeper each time: tiny,
narrow, normal, large, huge or full (all of them), the fastest first. It says too how
many replies to them are judged at all, by the guesses of small nets; full: all.`

	lookaheadHelp = `With --plies P, 0 to 3, positions are judged by looking ahead: the mean over all
rolls of the best reply, as judged one ply less deep.
` + filterHelp + `
With cube and score one reply to a roll is judged deeper, the best at 0 plies.
With --time-limit the deepest level that is complete by then counts.`
)

// depth is how commands look ahead, beside the plies.
type depth struct {
	filterName string
	timeLimit  time.Duration
}

// filter is the filter of that name.
func (d depth) filter() (search.Filter, error) {
	if d.filterName == "" {
		return search.Normal(), nil
	}
	f, err := search.FilterByName(d.filterName)
	if err != nil {
		return f, badUsage("--filter: %w", err)
	}
	return f, nil
}

// filterFlag makes c a command that looks ahead.
func (a *app) filterFlag(c *cobra.Command) {
	c.Flags().StringVar(&a.depth.filterName, "filter", search.Normal().Name,
		"which plays to judge, and to judge deeper, by `NAME`")
}

// lookaheadFlags makes c a command that looks ahead, for a while if that is wanted.
func (a *app) lookaheadFlags(c *cobra.Command) {
	a.filterFlag(c)
	c.Flags().DurationVar(&a.depth.timeLimit, "time-limit", 0, "how long to think about each question, as 2s or 500ms (0: as long as it takes)")
}

// checkDepth refuses plies and filters that c has no use for or that there are not.
func (a *app) checkDepth(c *cobra.Command) error {
	filters := c.Flags().Lookup("filter") != nil
	switch {
	case a.plies < 0 || a.plies > search.MaxPlies:
		return badUsage("--plies %d: from 0 to %d", a.plies, search.MaxPlies)
	case a.plies > 0 && !filters:
		return badUsage("--plies %d: %s does not look ahead", a.plies, c.Name())
	case a.depth.timeLimit < 0:
		return badUsage("--time-limit %v: above 0, or 0 for no limit", a.depth.timeLimit)
	}
	if filters {
		if _, err := search.FilterByName(a.depth.filterName); err != nil {
			return badUsage("--filter: %w", err)
		}
	}
	return nil
}

// searches returns what makes searches by a model that work with so many goroutines
// each and remember together.
func (a *app) searches(m *static.Model, workers int) (func() *search.Deep, error) {
	return searchesAt(m, a.plies, workers, a.depth)
}

func searchesAt(m *static.Model, plies, workers int, d depth) (func() *search.Deep, error) {
	const remembered = 1 << 18 // positions: 30 MB
	filter, err := d.filter()
	if err != nil {
		return nil, err
	}
	o := search.Options{
		Plies: plies, Filter: filter, Workers: workers, TimeLimit: d.timeLimit,
		NewEvaluator: func() eval.Evaluator { return m.NewEvaluator() },
	}
	if plies > 0 {
		o.Cache = search.NewCache(remembered)
	}
	return func() *search.Deep { return search.NewDeep(o) }, nil
}

// rankersAt returns what makes rankers of plays with cube and score by a model, of
// so many plies and with so many goroutines each.
func rankersAt(m *static.Model, o cube.Options, workers int, d depth) (func() *cube.Ranker, error) {
	filter, err := d.filter()
	if err != nil {
		return nil, err
	}
	return func() *cube.Ranker {
		return cube.NewRanker(cube.RankerOptions{
			Options: o, Filter: filter, Workers: workers, TimeLimit: d.timeLimit,
			NewEvaluator: func() eval.Evaluator { return m.NewEvaluator() },
		})
	}, nil
}

// queryWorkers is how many goroutines answer one query: all of them, or in a batch,
// where they share the lines, one.
func (a *app) queryWorkers(c *cobra.Command) int {
	if c.Flags().Changed("batch") {
		return 1
	}
	return a.workers
}

// deepBots makes bots that play by a model looking so many plies ahead.
func (a *app) deepBots(m *static.Model, plies int) (func() (bot.Bot, error), error) {
	deep, err := searchesAt(m, plies, 1, depth{filterName: a.depth.filterName})
	if err != nil {
		return nil, err
	}
	return func() (bot.Bot, error) { return bot.NewDeep(deep()), nil }, nil
}

// interrupted turns the end of a search by Ctrl-C into the error of interrupted
// commands.
func interrupted(err error) error {
	if errors.Is(err, context.Canceled) {
		return errInterrupted
	}
	return err
}
