package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"tavla/engine"
	"tavla/eval/bot"
	"tavla/eval/bot/fibs"
	"tavla/eval/cube"
	"tavla/eval/static"
)

func (a *app) externalCommand() *cobra.Command {
	var (
		address string
		rules   engine.Rules
		silence time.Duration
	)
	c := &cobra.Command{
		Use:   "external",
		Short: "Let GNU Backgammon use Tavla as a player",
		Long: `Listens for GNU Backgammon, or any program that speaks its external protocol, and
plays for whoever connects: it answers with plays, doubles, takes, passes and
beavers, and says whether to accept a resignation. Ctrl-C ends it.

In GNU Backgammon, "set player 0 external localhost:4321" makes Tavla player 0.
The protocol does not say by which rules money games are played: --jacoby and
--beavers do, and are on as in GNU Backgammon. Plays, doubles and answers all heed
the cube and the score.

Everybody who can reach the address can use the player: beyond this machine, give
--listen an address of a network that you trust.

` + filterHelp,
		Example: "  tavla external --listen localhost:4321\n  tavla external --plies 2",
		Args:    cobra.NoArgs,
	}
	f := c.Flags()
	f.StringVar(&address, "listen", "localhost:4321", "`HOST:PORT` to listen at; port 0 takes a free one")
	f.BoolVar(&rules.Jacoby, "jacoby", true, "gammons of money games count only once the cube is turned")
	f.BoolVar(&rules.Beavers, "beavers", true, "money games are played with beavers")
	f.DurationVar(&silence, "silence", 30*time.Minute, "how long a client may ask nothing before it is cut off")
	a.filterFlag(c)
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := checkAddress(cmd.Context(), address, "localhost:4321"); err != nil {
			return err
		}
		if silence <= 0 {
			return badUsage("--silence %v: above 0", silence)
		}
		m, err := a.model()
		if err != nil {
			return err
		}
		players, err := a.players(cmd.Context(), m)
		if err != nil {
			return err
		}
		l, err := listen(address)
		if err != nil {
			return err
		}
		log := a.logger()
		log("listening at " + l.Addr().String())
		err = fibs.Serve(cmd.Context(), l, fibs.ServerOptions{
			NewPlayer: func() (bot.Player, error) { return players(), nil },
			Rules:     rules, Software: "Tavla " + version(), Silence: silence, Log: log,
		})
		if err == nil {
			log("stopped")
		}
		return err
	}
	return c
}

// players returns what makes players for whole games by a model, who look --plies
// ahead with --workers goroutines, and remember together.
func (a *app) players(ctx context.Context, m *static.Model) (func() bot.Player, error) {
	options, err := a.cubeOptions(ctx, "")
	if err != nil {
		return nil, err
	}
	return playersAt(m, options, a.workers, a.depth)
}

// playersAt makes players whose plays, doubles and answers heed cube and score.
// What comes without them is played as cubeless money.
func playersAt(m *static.Model, o cube.Options, workers int, d depth) (func() bot.Player, error) {
	newDeep, err := searchesAt(m, o.Plies, workers, d)
	if err != nil {
		return nil, err
	}
	newRanker, err := rankersAt(m, o, workers, d)
	if err != nil {
		return nil, err
	}
	return func() bot.Player {
		plays := bot.NewCubePlays(bot.NewDeep(newDeep()), newRanker())
		return bot.NewCubeful(plays, cube.New(m.NewEvaluator(), o))
	}, nil
}
