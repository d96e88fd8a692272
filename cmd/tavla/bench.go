package main

import (
	"encoding/json"
	"fmt"
	"math"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tavla/eval/arena"
)

// benchAnswer is a run of bot A against bot B, everything from A's side.
type benchAnswer struct {
	A                  string       `json:"a"`
	B                  string       `json:"b"`
	Games              int          `json:"games"`
	Seed               uint64       `json:"seed"`
	Partial            bool         `json:"partial"` // ended before all games were played
	Stopped            int          `json:"stopped"` // games that reached the ply limit
	PointsPerGame      arena.Figure `json:"pointsPerGame"`
	LuckAdjusted       arena.Figure `json:"luckAdjusted"`
	Wins               arena.Figure `json:"wins"`
	Gammons            arena.Figure `json:"gammons"`
	Backgammons        arena.Figure `json:"backgammons"`
	Elo                arena.Figure `json:"elo"`
	DecisionsPerSecond perSide      `json:"decisionsPerSecond"`
}

// perSide is a figure of either bot.
type perSide struct {
	A float64 `json:"a"`
	B float64 `json:"b"`
}

// longestGame is the ply limit of games. Hardly a game of sound play needs half as
// many; what goes on for longer, as of pip against random, goes on for ever.
const longestGame = 500

func (a *app) benchCommand() *cobra.Command {
	var (
		games int
		seed  uint64
		luck  bool
	)
	c := &cobra.Command{
		Use:   "bench A B",
		Short: "Play two bots against each other",
		Long: `Bench plays cubeless money games between two bots, in pairs on the same dice
with seats swapped, and shows every figure from the side of A with the half-width
of its 95 % interval. Luck adjusted is the points per game less the luck of all
rolls as the nets see it: the same in expectation, with far less noise.

Bots are random, pip (the best pip-count lead), pubeval=DIR (a folder with WT.cntc
and WT.race), net (the nets inside the program, or those of --net), net=FILE, gnubg
(starts an installed GNU Backgammon for each worker), external=HOST:PORT (what
speaks GNU Backgammon's external protocol there, one connection for each worker)
and ubgi=COMMAND (starts that program for each worker, and speaks UBGI with it).
@P behind a name sets its plies, as net@2; a name without has those of --plies.
` + filterHelp,
		Example: "  tavla bench net pip --games 1000\n  tavla bench net=run/net.tavla net --games 10000 --seed 7",
		Args:    cobra.ExactArgs(2),
	}
	f := c.Flags()
	f.IntVar(&games, "games", 1000, "how many games, an even number")
	f.Uint64Var(&seed, "seed", 1, "what dice and chances come from")
	a.filterFlag(c)
	f.BoolVar(&luck, "luck", true, "take the luck of the rolls out (--luck=false is faster)")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if games <= 0 || games%2 != 0 {
			return badUsage("--games %d: games are played in pairs, so an even number above 0 is needed", games)
		}
		config := arena.Config{Games: games, Seed: seed, Workers: a.workers, MaxPlies: longestGame}
		for i, p := range []*arena.Player{&config.A, &config.B} {
			var err error
			if *p, err = a.player(cmd.Context(), args[i]); err != nil {
				return err
			}
		}
		if luck {
			m, err := a.model()
			if err != nil {
				return err
			}
			config.Luck = judges(m)
		}
		bar := newProgress(a.err, "bench", 0)
		config.Progress = func(done, games int) {
			bar.at(float64(done)/float64(games), fmt.Sprintf("%d of %d games", done, games))
		}
		result, err := arena.Run(cmd.Context(), config)
		bar.end()
		interrupted := err != nil && cmd.Context().Err() != nil
		if err == nil || interrupted || result.Games > 0 {
			if shown := a.showBench(result, seed); shown != nil {
				return shown
			}
		}
		if interrupted {
			return fmt.Errorf("%w after %d of %d games; the figures are those of the complete pairs", errInterrupted, result.Games, result.Asked)
		}
		return err
	}
	return c
}

// showBench prints what came of a run, as text or JSON.
func (a *app) showBench(r arena.Result, seed uint64) error {
	answer := newBenchAnswer(r, seed)
	if a.json {
		return json.NewEncoder(a.out).Encode(answer)
	}
	return a.printBench(answer, r)
}

func newBenchAnswer(r arena.Result, seed uint64) benchAnswer {
	answer := benchAnswer{
		A: r.A, B: r.B, Games: r.Games, Seed: seed, Partial: r.Partial, Stopped: r.Stopped,
		PointsPerGame: r.PointsPerGame, LuckAdjusted: arena.Figure{Mean: math.NaN(), CI95: math.NaN()},
		Wins: r.Wins, Gammons: r.Gammons, Backgammons: r.Backgammons, Elo: r.Elo,
		DecisionsPerSecond: perSide{r.Speed.DecisionsPerSecond[0], r.Speed.DecisionsPerSecond[1]},
	}
	if r.LuckAdjusted != nil {
		answer.LuckAdjusted = *r.LuckAdjusted
	}
	return answer
}

func (a *app) printBench(b benchAnswer, r arena.Result) error {
	fmt.Fprintf(a.out, "%s against %s: %d games", b.A, b.B, b.Games)
	if b.Partial {
		fmt.Fprintf(a.out, " of %d (partial)", r.Asked)
	}
	fmt.Fprintf(a.out, ", seed %d\n\n", b.Seed)
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, row := range []struct {
		name  string
		f     arena.Figure
		scale float64
		mean  string // its form
		ci    string
	}{
		{"points per game", b.PointsPerGame, 1, "%+.4f", "± %.4f"},
		{"luck adjusted", b.LuckAdjusted, 1, "%+.4f", "± %.4f"},
		{"wins", b.Wins, 100, "%.2f%%", "± %.2f%%"},
		{"gammons", b.Gammons, 100, "%.2f%%", "± %.2f%%"},
		{"backgammons", b.Backgammons, 100, "%.2f%%", "± %.2f%%"},
		{"Elo", b.Elo, 1, "%+.1f", "± %.1f"},
	} {
		switch {
		case row.name == "luck adjusted" && r.LuckAdjusted == nil: // not asked for
		case math.IsNaN(row.f.Mean):
			fmt.Fprintf(w, "%s\tunknown\n", row.name)
		case math.IsInf(row.f.Mean, 0):
			fmt.Fprintf(w, "%s\tunbounded\n", row.name)
		case math.IsInf(row.f.CI95, 0):
			fmt.Fprintf(w, "%s\t"+row.mean+"\t± unbounded\n", row.name, row.scale*row.f.Mean)
		default:
			fmt.Fprintf(w, "%s\t"+row.mean+"\t"+row.ci+"\n", row.name, row.scale*row.f.Mean, row.scale*row.f.CI95)
		}
	}
	fmt.Fprintf(w, "decisions per second\t%.0f\tand %.0f\n", b.DecisionsPerSecond.A, b.DecisionsPerSecond.B)
	if err := w.Flush(); err != nil {
		return err
	}
	if b.Stopped > 0 {
		fmt.Fprintf(a.out, "\n%d games went on for too long and were stopped.\n", b.Stopped)
	}
	return nil
}
