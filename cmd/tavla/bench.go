package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"tavla/engine"
	"tavla/eval/arena"
)

// longestGame is the ply limit of games. Hardly a game of sound play needs half as
// many; what goes on for longer, as of pip against random, goes on for ever.
const longestGame = 500

// benchFlags are what is to be played.
type benchFlags struct {
	games   int
	seed    uint64
	luck    bool
	cube    bool
	match   int
	rules   engine.Rules
	metPath string
}

func (a *app) benchCommand() *cobra.Command {
	var o benchFlags
	c := &cobra.Command{
		Use:   "bench A B",
		Short: "Play two bots against each other",
		Long: `Bench plays two bots against each other, in pairs on the same dice with seats
swapped, and shows every figure from the side of A with the half-width of its 95 %
interval: cubeless money games; with --cube money games with the doubling cube; with
--match N whole matches to N points.

Luck adjusted is the same as points per game in expectation, but with far less noise:
the points less the luck of all rolls as the nets see it, with the cube as it stands.
With --cube, the stake is the mean cube at the end of a game, and per point of stake
stands what A makes of each (luck adjusted, if luck is taken out). Gammons and
backgammons are those that count.

With --match, --games is how many matches to play; wins and Elo are those of matches,
and luck adjusted is the share of matches won less the luck of all rolls, measured in
chances to win the match. What else is per game is per game.

Bots are random, pip (the best pip-count lead), pubeval=DIR (a folder with WT.cntc
and WT.race), net (the nets inside the program, or those of --net), net=FILE, gnubg
(starts an installed GNU Backgammon for each worker), external=HOST:PORT (what
speaks GNU Backgammon's external protocol there, one connection for each worker)
and ubgi=COMMAND (starts that program for each worker, and speaks UBGI with it).
@P behind a name sets its plies, as net@2; a name without has those of --plies.

With the cube, net and gnubg judge plays, doubles and takes by cube and score. An
external player must have been told the rules of money games. A UBGI engine is asked
whether to double; UBGI has no question about takes, so the nets answer for it. random,
pip and pubeval know no cube: they never double, and take everything.
` + filterHelp,
		Example: `  tavla bench net pip --games 1000
  tavla bench net=run/net.tavla net --games 10000 --seed 7
  tavla bench net gnubg@0 --cube --jacoby --games 2000
  tavla bench net gnubg@0 --match 7 --games 400`,
		Args: cobra.ExactArgs(2),
	}
	f := c.Flags()
	f.IntVar(&o.games, "games", 1000, "how many games or matches, an even number")
	f.Uint64Var(&o.seed, "seed", 1, "what dice and chances come from")
	a.filterFlag(c)
	f.BoolVar(&o.luck, "luck", true, "take the luck of the rolls out (--luck=false is faster)")
	f.BoolVar(&o.cube, "cube", false, "play money games with the doubling cube")
	f.IntVar(&o.match, "match", 0, "play matches to `N` points")
	f.BoolVar(&o.rules.Jacoby, "jacoby", false, "with --cube: gammons count only once the cube is turned")
	f.BoolVar(&o.rules.Beavers, "beavers", false, "with --cube: the taker may double again at once and keep the cube")
	f.IntVar(&o.rules.AutomaticDoubles, "auto-doubles", 0, "with --cube: up to `N` ties of the opening throw double the stake")
	metFlag(c, &o.metPath)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		game, err := a.benchGame(cmd, &o)
		if err != nil {
			return err
		}
		return a.bench(cmd.Context(), args, &o, game)
	}
	return c
}

// benchGame is what the flags make of the games; nil means cubeless money.
func (a *app) benchGame(cmd *cobra.Command, o *benchFlags) (*arena.Cube, error) {
	given := cmd.Flags().Changed
	if o.games <= 0 || o.games%2 != 0 {
		return nil, badUsage("--games %d: they are played in pairs, so an even number above 0 is needed", o.games)
	}
	if given("match") && o.match < 1 {
		return nil, badUsage("--match %d: a match is to 1 point or more", o.match)
	}
	for _, name := range []string{"jacoby", "beavers", "auto-doubles"} {
		switch {
		case !given(name):
		case o.match > 0:
			return nil, badUsage("--%s: a rule of money games, unknown in matches", name)
		case !o.cube:
			return nil, badUsage("--%s: a rule of games with the cube, so --cube is needed", name)
		}
	}
	if o.rules.AutomaticDoubles < 0 {
		return nil, badUsage("--auto-doubles %d: 0 or more", o.rules.AutomaticDoubles)
	}
	if given("met") && o.match == 0 {
		return nil, badUsage("--met: a table for matches, so --match is needed")
	}
	if !o.cube && o.match == 0 {
		return nil, nil
	}
	judge, err := a.cubeOptions(cmd.Context(), o.metPath)
	if err != nil {
		return nil, err
	}
	if n := judge.MET.Length(); o.match > n {
		return nil, badUsage("--match %d: the match equity table goes up to %d points", o.match, n)
	}
	return &arena.Cube{Match: o.match, Rules: o.rules, Judge: judge}, nil
}

// bench plays, and shows what came of it, also where it ended early.
func (a *app) bench(ctx context.Context, names []string, o *benchFlags, game *arena.Cube) error {
	config := arena.Config{Games: o.games, Seed: o.seed, Cube: game, Workers: a.workers, MaxPlies: longestGame}
	for i, p := range []*arena.Player{&config.A, &config.B} {
		var err error
		if *p, err = a.playerFor(ctx, names[i], game); err != nil {
			return err
		}
	}
	if o.luck {
		m, err := a.model()
		if err != nil {
			return err
		}
		config.Luck = judges(m)
	}
	what := "games"
	if o.match > 0 {
		what = "matches"
	}
	bar := newProgress(a.err, "bench", 0)
	config.Progress = func(done, games int) {
		bar.at(float64(done)/float64(games), fmt.Sprintf("%d of %d %s", done, games, what))
	}
	result, err := arena.Run(ctx, config)
	bar.end()
	interrupted := err != nil && ctx.Err() != nil
	if err == nil || interrupted || result.Games > 0 {
		if shown := a.showBench(result, o.seed); shown != nil {
			return shown
		}
	}
	if interrupted {
		return fmt.Errorf("%w after %d of %d %s; the figures are those of the complete pairs", errInterrupted, 2*result.Pairs, result.Asked, what)
	}
	return err
}
