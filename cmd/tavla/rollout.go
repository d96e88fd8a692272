package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval/rollout"
	"tavla/eval/static"
)

// rolloutFlags are the flags of tavla rollout.
type rolloutFlags struct {
	rollout.Settings
	games    int
	least    float64 // standard error
	top      int
	plays    []string
	save     string
	resume   string
	changed  func(flag string) bool
	filterOf *string // what the app has for --filter

	cube      bool // the question is whether to double
	cubeful   bool // the games are played with the cube
	cubeless  bool // they are not
	settled   bool // cubeful is known, not to be found from the position
	cubePlies int
	met       string
}

func (a *app) rolloutCommand() *cobra.Command {
	var f rolloutFlags
	c := &cobra.Command{
		Use:   "rollout POSITION [DICE]",
		Short: "Play a position, the plays of a roll or a double out many times",
		Long: `Plays a position out many times and shows the mean outcome and equity with their
standard error; with dice, does so for the best plays of the roll, all on the same
dice, and shows how sure their differences are; with --cube, for the double that the
player on roll may offer or has offered: no double and double, take on the same
dice, double, pass exactly, double, beaver where that is right (twice the figure
of a take), and the verdict in the words of tavla cube.

A position id alone is rolled out as cubeless money; with --cubeful or --cube it is
money, the cube centred at 1, no Jacoby rule and no beavers. A position with a match
id, an XGID or a FIBS board is played as it stands, with its score, cube and rules,
unless --cubeless says to leave them out. Then both sides double, take, pass and
beaver as tavla cube --plies CUBE-PLIES would, play for the score, and a pass ends
the game. In a position before the roll the player on roll may double first. Money
equities are points per unit of the present cube; in a match they are normalised (a
single game at the present cube is +1 or -1), and the chance to win the match stands
beside them. Chances to win and gammons are cubeless: after a pass, what the nets
expect.

The first two rolls are spread evenly over all throws. The luck of all rolls, as
the nets see it (and the cube model, with the cube), is taken out of the results,
which leaves them unbiased and makes far fewer games do; each game takes some ten
times as long, or six with the cube. With --truncate games end after so many rolls
with what the nets and the model expect. --plies is how far the players look ahead
with their plays, and --cube-plies with the cube, 0 to 3 both.

It ends after --games of each play, or when every standard error is down to
--error, or, with --confidence, when one play is left: a play is dropped once
another is better with that confidence, which holds however often one looks. With
--cube it ends when both the double and the answer to it are proven so.

Ctrl-C shows the figures so far. With --save they are kept in FILE, and --resume
goes on from there as if nothing had happened, to more --games if wanted.

` + positionHelp + "\n" + diceHelp,
		Example: `  tavla rollout 4HPwATDgc/ABMA --games 144
  tavla rollout 4HPwATDgc/ABMA 31 --top 3 --truncate 8
  tavla rollout 4HPwATDgc/ABMA 31 --play '8/5 6/5' --play '24/21 24/23'
  tavla rollout 4HPwATDgc/ABMA 31 --confidence 0.99 --save opening.json
  tavla rollout --resume opening.json
  tavla rollout 2TYgAjPmvRsAAA:cAlgAAAACAAE --cube --games 324
  tavla rollout XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:4:0:7:10`,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	fs := c.Flags()
	fs.IntVar(&f.games, "games", rollout.DefaultGames, "how many games of each play at most")
	fs.Float64Var(&f.least, "error", 0, "end when every standard error is at most this (0: never)")
	fs.Float64Var(&f.Confidence, "confidence", 0, "drop plays that are worse with this confidence, as 0.99 (0: none)")
	fs.IntVar(&f.Truncate, "truncate", 0, "after how many rolls a game is cut off (0: play to the end)")
	fs.BoolVar(&f.Luck, "luck", true, "take the luck of the rolls out (--luck=false: a faster game, but more are needed)")
	fs.BoolVar(&f.Stratify, "stratify", true, "spread the first two rolls evenly")
	fs.Uint64Var(&f.Seed, "seed", 1, "what the dice come from")
	fs.IntVar(&f.top, "top", 5, "how many plays, the best without looking ahead (0: all)")
	fs.StringArrayVar(&f.plays, "play", nil, "roll out this `PLAY`; may be given again for each")
	fs.StringVar(&f.save, "save", "", "`FILE` to keep the rollout in, also while it runs")
	fs.StringVar(&f.resume, "resume", "", "`FILE` of a rollout to go on with")
	fs.BoolVar(&f.cube, "cube", false, "roll out the double: without it, and with it taken")
	fs.BoolVar(&f.cubeful, "cubeful", false, "play with the cube and by the score (default: where the position has them)")
	fs.IntVar(&f.cubePlies, "cube-plies", 0, "how many plies cube decisions look ahead")
	fs.BoolVar(&f.cubeless, "cubeless", false, "play cubeless money whatever the position says, as --cubeful=false")
	metFlag(c, &f.met)
	a.filterFlag(c)
	c.Args = func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) == 0 && f.resume == "":
			return fmt.Errorf("no position; want POSITION [DICE]")
		case len(args) > 3:
			return fmt.Errorf("%q is too much; want POSITION [DICE]", args[3])
		}
		return nil
	}
	c.RunE = func(cmd *cobra.Command, args []string) error {
		f.changed = cmd.Flags().Changed
		f.filterOf = &a.depth.filterName
		r, err := a.newRolling(cmd.Context(), &f, args)
		if err != nil {
			return err
		}
		return r.run(cmd.Context())
	}
	return c
}

// check reports flags that make no rollout.
func (f *rolloutFlags) check() error {
	switch {
	case f.games < 1 || f.games > rollout.MaxGames:
		return badUsage("--games %d: from 1 to %d", f.games, rollout.MaxGames)
	case !(f.least >= 0 && f.least <= 3):
		return badUsage("--error %v: points above 0, as 0.005, or 0 for no such end", f.least)
	case f.Confidence != 0 && !(f.Confidence > 0.5 && f.Confidence < 1):
		return badUsage("--confidence %v: above 0.5 and below 1, as 0.99, or 0 to drop no play", f.Confidence)
	case f.Truncate < 0:
		return badUsage("--truncate %d: a number of rolls, or 0 to play to the end", f.Truncate)
	case f.top < 0:
		return badUsage("--top %d: 1 or more, or 0 for all plays", f.top)
	case len(f.plays) > 0 && f.changed("top"):
		return badUsage("--top and --play: the plays are named, or the best are taken")
	}
	return nil
}

// parseRollout is parsePosition for what can be rolled out. Whether there is a cube
// decision is seen later.
func parseRollout(args []string, decision bool) (engine.State, notation.Kind, error) {
	s, kind, err := parsePosition(args)
	if err != nil || decision {
		return s, kind, err
	}
	switch s.Awaits() {
	case engine.ToAnswerDouble:
		return s, kind, badUsage("a double is pending: it has to be answered before the game goes on; --cube rolls it out")
	case engine.ToAnswerResignation:
		return s, kind, badUsage("a resignation is pending: it has to be answered before the game goes on")
	case engine.ToEnd:
		return s, kind, badUsage("nothing to roll out: %s", ending(s))
	}
	return s, kind, nil
}

// candidates are the plays to roll out, none if the dice are not thrown or there is
// no legal play. The options of games with the cube are nil for those without.
func (f *rolloutFlags) candidates(ctx context.Context, m *static.Model, s engine.State, c *rollout.Cubeful) (plays []engine.Play, err error) {
	if s.Roll == (engine.Roll{}) {
		if len(f.plays) > 0 {
			return nil, badUsage("--play %s: there are no dice to play", f.plays[0])
		}
		return nil, nil
	}
	if len(f.plays) == 0 {
		plays, err = f.rankPlays(ctx, m, s, c)
		if f.top > 0 && len(plays) > f.top {
			plays = plays[:f.top]
		}
		return plays, err
	}
	var g engine.Generator
	legal := g.Plays(s.Board, s.Roll)
	seen := map[int]bool{}
	for _, text := range f.plays {
		i, err := notation.ParsePlay(text, legal)
		switch {
		case err != nil:
			return nil, badUsage("--play %s: %w", text, err)
		case i < 0:
			return nil, nil
		case seen[i]:
			return nil, badUsage("--play %s: it has been given before", text)
		}
		seen[i] = true
		plays = append(plays, legal[i])
	}
	return plays, nil
}

func textOf(plays []engine.Play) (texts []string) {
	for _, p := range plays {
		texts = append(texts, notation.FormatPlay(p))
	}
	return texts
}
