package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval/rollout"
	"tavla/eval/search"
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
}

func (a *app) rolloutCommand() *cobra.Command {
	var f rolloutFlags
	c := &cobra.Command{
		Use:   "rollout POSITION [DICE]",
		Short: "Play a position, or the plays of a roll, out many times",
		Long: `Plays a position out many times and shows the mean outcome and equity with their
standard error; with dice, does so for the best plays of the roll, all on the same
dice, and shows how sure their differences are. Games are cubeless money.

The first two rolls are spread evenly over all throws. The luck of all rolls, as
the nets see it, is taken out of the results, which leaves them unbiased and makes
far fewer games do; each game takes some twenty times as long. With --truncate
games end after so many rolls with what the nets expect. --plies is how far the
players look ahead.

It ends after --games of each play, or when every standard error is down to
--error, or, with --confidence, when one play is left: a play is dropped once
another is better with that confidence, which holds however often one looks.

Ctrl-C shows the figures so far. With --save they are kept in FILE, and --resume
goes on from there as if nothing had happened, to more --games if wanted.

` + positionHelp + "\n" + diceHelp,
		Example: `  tavla rollout 4HPwATDgc/ABMA --games 144
  tavla rollout 4HPwATDgc/ABMA 31 --top 3 --truncate 8
  tavla rollout 4HPwATDgc/ABMA 31 --play '8/5 6/5' --play '24/21 24/23'
  tavla rollout 4HPwATDgc/ABMA 31 --confidence 0.99 --save opening.json
  tavla rollout --resume opening.json`,
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
		r, err := a.newRolling(&f, args)
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

// parseRollout is parsePosition for what can be rolled out.
func parseRollout(args []string) (engine.State, error) {
	s, _, err := parsePosition(args)
	if err != nil {
		return s, err
	}
	switch s.Awaits() {
	case engine.ToAnswerDouble:
		return s, badUsage("a double is pending: it has to be answered before the game goes on")
	case engine.ToAnswerResignation:
		return s, badUsage("a resignation is pending: it has to be answered before the game goes on")
	case engine.ToEnd:
		return s, badUsage("nothing to roll out: %s", ending(s))
	}
	return s, nil
}

// candidates are the plays to roll out, none if the dice are not thrown or there is
// no legal play.
func (f *rolloutFlags) candidates(m *static.Model, s engine.State) (plays []engine.Play, err error) {
	if s.Roll == (engine.Roll{}) {
		if len(f.plays) > 0 {
			return nil, badUsage("--play %s: there are no dice to play", f.plays[0])
		}
		return nil, nil
	}
	if len(f.plays) == 0 {
		for i, p := range search.New(m.NewEvaluator()).Rank(s.Board, s.Roll) {
			if f.top == 0 || i < f.top {
				plays = append(plays, p.Play)
			}
		}
		return plays, nil
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
