package main

import (
	"github.com/spf13/cobra"

	"tavla/eval/bot"
	"tavla/eval/bot/ubgi"
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
understood: "setoption name N value V" and "go role chequer".

` + filterHelp,
		Example: "  tavla ubgi\n  printf 'position gnubgid 4HPwATDgc/ABMA\\ndice 3 1\\ngo\\n' | tavla ubgi",
		Args:    cobra.NoArgs,
	}
	a.filterFlag(c)
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		return interrupted(ubgi.Serve(cmd.Context(), a.in, a.out, ubgi.ServerOptions{
			Name: "Tavla " + version(), Author: "the Tavla authors",
			Settings: ubgi.Settings{Plies: a.plies, Threads: min(a.workers, ubgi.MaxThreads), Net: a.netPath},
			MaxPlies: search.MaxPlies,
			NewPlayer: func(s ubgi.Settings) (bot.Player, error) {
				m, err := (&app{netPath: s.Net}).model()
				if err != nil {
					return nil, err
				}
				deep, err := searchesAt(m, s.Plies, s.Threads, a.depth)
				if err != nil {
					return nil, err
				}
				return newPlayer(m, deep(), s.Plies), nil
			},
		}))
	}
	return c
}
