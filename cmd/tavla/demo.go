package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval/arena"
	"tavla/eval/bot"
	"tavla/eval/search"
	"tavla/eval/static"
	"tavla/train"
)

// demoAnswer is the answer of `tavla demo --json`.
type demoAnswer struct {
	Run     trainReport   `json:"run"`
	Bench   benchAnswer   `json:"bench"`
	Opening openingAnswer `json:"opening"`
}

// openingAnswer is the best plays of the opening 3-1 by both nets.
type openingAnswer struct {
	Position string       `json:"position"`
	Dice     engine.Roll  `json:"dice"`
	Fresh    []playAnswer `json:"fresh"`
	Shipped  []playAnswer `json:"shipped"`
}

// demoConfig is a run that gets the most out of a minute.
func demoConfig(t time.Duration, seed uint64) train.Config {
	c := train.Default()
	c.Seed, c.Games, c.Time = seed, 0, t
	c.Round = train.Schedule{From: 16, To: 200, End: 0.2}
	c.Lambda = train.Schedule{From: 0.7, To: 0, End: 0.2}
	c.Step = train.Schedule{From: 0.1, To: 0.01, Hold: 0.3}
	c.AverageFrom = 0.9
	return c
}

func (a *app) demoCommand() *cobra.Command {
	var (
		spend time.Duration
		out   string
		games int
		seed  uint64
	)
	c := &cobra.Command{
		Use:   "demo",
		Short: "Watch a net learn backgammon in two minutes",
		Long: `Demo tells the whole story in about two minutes: it trains a net from random
weights, plays it against a bot that only counts pips, asks it and the shipped net
for the opening 3-1, and says where the net and its learning curve lie.`,
		Example: "  tavla demo\n  tavla demo --time 10s --out first-try",
		Args:    cobra.NoArgs,
	}
	f := c.Flags()
	f.DurationVar(&spend, "time", 60*time.Second, "how long to train")
	f.StringVar(&out, "out", "", "`DIR` to work in (tavla-demo, or the next that is free)")
	f.IntVar(&games, "games", 1000, "how many games against pip, an even number")
	f.Uint64Var(&seed, "seed", 1, "what first weights and all dice come from")
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		switch {
		case spend <= 0:
			return badUsage("--time %v: more than 0", spend)
		case games <= 0 || games%2 != 0:
			return badUsage("--games %d: games are played in pairs, so an even number above 0 is needed", games)
		}
		shipped, err := a.model()
		if err != nil {
			return err
		}
		if out == "" {
			if out, err = freshDir("tavla-demo"); err != nil {
				return err
			}
		} else if err := free(out); err != nil {
			return err
		}
		answer, err := a.demo(cmd.Context(), demoConfig(spend, seed), out, games, shipped)
		if err == nil && a.json {
			return json.NewEncoder(a.out).Encode(answer)
		}
		return err
	}
	return c
}

// demo tells the story to people as it goes, unless JSON is wanted.
func (a *app) demo(ctx context.Context, c train.Config, dir string, games int, shipped *static.Model) (*demoAnswer, error) {
	tell := a.out
	if a.json {
		tell = io.Discard
	}
	answer := new(demoAnswer)
	fmt.Fprintf(tell, "1. A net with random weights plays itself for %v and learns from every game.\n\n", c.Time)
	t := &training{
		app: a, config: c, dir: dir, command: a.commandLine(),
		measuring: measuring{Games: 100, Against: weakest, MetricsEvery: max(metricsInterval(&c)/2, 100)},
	}
	var err error
	if answer.Run, err = t.do(ctx); err != nil {
		return nil, err
	}
	answer.Run.print(tell)

	fmt.Fprintf(tell, "\n2. The fresh net plays a bot that only counts pips.\n\n")
	fresh, err := a.modelAt(train.NetPath(dir))
	if err != nil {
		return nil, err
	}
	bar := newProgress(a.err, "bench", 0)
	result, err := arena.Run(ctx, arena.Config{
		A:     arena.Player{Name: "fresh net", New: netBots(fresh)},
		B:     arena.Player{Name: "pip", New: func() (bot.Bot, error) { return bot.Pip{}, nil }},
		Games: games, Seed: c.Seed, Workers: a.workers, MaxPlies: longestGame,
		Progress: func(done, games int) {
			bar.at(float64(done)/float64(games), fmt.Sprintf("%d of %d games", done, games))
		},
	})
	bar.end()
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, fmt.Errorf("%w: the net is trained and lies in %s", errInterrupted, train.NetPath(dir))
	case err != nil:
		return nil, err
	}
	answer.Bench = newBenchAnswer(result, c.Seed)
	if !a.json {
		if err := a.printBench(answer.Bench, result); err != nil {
			return nil, err
		}
	}

	fmt.Fprintf(tell, "\n3. Both are asked for the opening 3-1.\n\n")
	roll := engine.Roll{3, 1}
	answer.Opening = openingAnswer{
		Position: notation.FormatPositionID(engine.Start()), Dice: roll,
		Fresh: favourites(fresh, roll), Shipped: favourites(shipped, roll),
	}
	if err := printOpening(tell, &answer.Opening); err != nil {
		return nil, err
	}
	fmt.Fprintf(tell, "\nThe net lies in %s, its learning curve in %s.\n", answer.Run.Net, answer.Run.Curve)
	fmt.Fprintf(tell, "Ask it anything: tavla move --net %s %s 31\n", answer.Run.Net, answer.Opening.Position)
	return answer, nil
}

// favourites are the three best opening plays of a roll by a model.
func favourites(m *static.Model, roll engine.Roll) []playAnswer {
	var best []playAnswer
	for _, p := range search.New(m.NewEvaluator()).Rank(engine.Start(), roll)[:3] {
		best = append(best, playAnswer{notation.FormatPlay(p.Play), p.Equity, toJSON(p.Outcome), p.Plies})
	}
	return best
}

// printOpening sets the favourite plays of both nets side by side.
func printOpening(out io.Writer, o *openingAnswer) error {
	w := tabwriter.NewWriter(out, 0, 0, 3, ' ', 0)
	fmt.Fprintln(w, "\tfresh net\tequity\tshipped net\tequity")
	for i, f := range o.Fresh {
		s := o.Shipped[i]
		fmt.Fprintf(w, "%d.\t%s\t%+.3f\t%s\t%+.3f\n", i+1, f.Play, f.Equity, s.Play, s.Equity)
	}
	return w.Flush()
}

// freshDir makes the first folder of name, name-2, name-3, … that is not there
// yet, or one for temporary files where nothing can be made here.
func freshDir(name string) (string, error) {
	const most = 1000
	dir := name
	for n := 2; n < most; n++ {
		err := os.Mkdir(dir, 0o755)
		switch {
		case err == nil:
			return dir, nil
		case !errors.Is(err, fs.ErrExist):
			return os.MkdirTemp("", name+"-")
		}
		dir = fmt.Sprintf("%s-%d", name, n)
	}
	return "", fmt.Errorf("there are %d folders like %s here already: say with --out where to work", most, name)
}
