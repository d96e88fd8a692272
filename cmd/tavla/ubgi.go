package main

import (
	"sync"

	"github.com/spf13/cobra"

	"tavla/eval/bot"
	"tavla/eval/bot/ubgi"
	"tavla/eval/cube"
	"tavla/eval/search"
)

func (a *app) ubgiCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "ubgi",
		Short: "Let a UBGI controller use Tavla as a player",
		Long: `Speaks UBGI 0.2, the Universal Backgammon Interface, on standard input and output:
a controller starts this command and asks for plays and doubles. The key
engine.ply counts as UBGI does: 1 is 0 plies elsewhere. The keys begin as the
flags say. Beside the commands of 0.2 those of 0.1 that controllers still send are
understood: "setoption name N value V" and "go role chequer". Plays heed the cube and
the score that a position carries; a position id alone is played as cubeless money.

` + filterHelp,
		Example: "  tavla ubgi\n  printf 'position gnubgid 4HPwATDgc/ABMA\\ndice 3 1\\ngo\\n' | tavla ubgi",
		Args:    cobra.NoArgs,
	}
	a.filterFlag(c)
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		options := sync.OnceValues(func() (cube.Options, error) { return a.cubeOptions(cmd.Context(), "") })
		return interrupted(ubgi.Serve(cmd.Context(), a.in, a.out, ubgi.ServerOptions{
			Name: "Tavla " + version(), Author: "the Tavla authors",
			Settings: ubgi.Settings{Plies: a.plies, Threads: min(a.workers, ubgi.MaxThreads), Net: a.netPath},
			MaxPlies: search.MaxPlies,
			NewPlayer: func(s ubgi.Settings) (bot.Player, error) {
				m, err := (&app{netPath: s.Net, endings: a.endings}).model()
				if err != nil {
					return nil, err
				}
				o, err := options()
				if err != nil {
					return nil, err
				}
				o.Plies = s.Plies
				newPlayer, err := playersAt(m, o, s.Threads, a.depth)
				if err != nil {
					return nil, err
				}
				return newPlayer(), nil
			},
		}))
	}
	return c
}
