package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tavla/engine"
	"tavla/eval/arena"
	"tavla/eval/bot"
	"tavla/eval/cube"
)

// playFlags are the settings of a game in the terminal; those the user has given
// must agree with a file that is gone on with.
type playFlags struct {
	length int
	rules  engine.Rules
	seed   uint64
	name   string
	bot    string
	file   string
	given  func(flag string) bool
}

func (a *app) playCommand() *cobra.Command {
	var o playFlags
	c := &cobra.Command{
		Use:   "play",
		Short: "Play a match or a money session in the terminal",
		Long: `Plays against you in the terminal, with the cube: a match to --match points, or
without it for money, one game after the other until you quit. You are X, and your
points are numbered as the board shows them.

A play is typed as 8/5 6/5; 85 65, 8-5,6-5, bar/22, b22, 6/off, 13/9(2) and steps in
any order do as well, hit marks may be left out, and as much of a play as only one
legal play contains is enough. The other commands, which may be abbreviated, are
listed by "help"; among them hint ranks the plays of the roll, or judges the cube.
Tavla plays and hints by score and cube, and looks --plies ahead.

The match is saved as an .mat after every turn, in a new file of this folder or in
--file. If that file is there already, the match in it goes on where it was, with
the same dice: they depend on the seed alone, never on how anybody played, and the
file keeps the seed. So nothing is lost by a crash, and nothing won. A file that
holds no match is left alone. The end of the input and Ctrl-C save and end it.

` + filterHelp,
		Example: "  tavla play\n  tavla play --match 5 --plies 2 --file evening.mat\n  tavla play --jacoby --beavers --bot net@1 --name Ann",
		Args:    cobra.NoArgs,
	}
	f := c.Flags()
	f.IntVar(&o.length, "match", 0, "play a match to so many points (0: for money, without end)")
	f.StringVar(&o.file, "file", "", "the .mat `FILE` to save in, and to go on from if it is there (default: tavla-DATE-TIME.mat)")
	f.Uint64Var(&o.seed, "seed", 0, "what the dice come from (default: drawn at random)")
	f.BoolVar(&o.rules.Jacoby, "jacoby", false, "gammons of money games count only once the cube is turned")
	f.BoolVar(&o.rules.Beavers, "beavers", false, "money games are played with beavers and raccoons")
	f.StringVar(&o.name, "name", "You", "your name in the file")
	f.StringVar(&o.bot, "bot", string(bot.KindNet), "who plays against you, by `NAME` as in tavla bench; cube and resignations are the net's")
	a.filterFlag(c)
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		o.given = cmd.Flags().Changed
		return a.play(cmd.Context(), o)
	}
	return c
}

func (a *app) play(ctx context.Context, o playFlags) error {
	if a.json {
		return badUsage("--json: a game in the terminal is for people")
	}
	if err := o.check(); err != nil {
		return err
	}
	if !o.given("seed") {
		o.seed = uint64(rand.Uint32())
	}
	if o.file == "" {
		o.file = freePath(time.Now())
	}
	t, err := openTable(o)
	if err != nil {
		return err
	}
	spec, err := t.opponent(o, a.plies, o.given("plies"))
	if err != nil {
		return err
	}
	game := arena.Cube{Match: t.record.Length, Rules: t.record.Rules}
	if game.Judge, err = a.cubeOptions(ctx, ""); err != nil {
		return err
	}
	them, hints, err := a.opponent(ctx, spec, game, o.given("plies"))
	if err != nil {
		return err
	}
	defer them.close()
	s := newSitting(t, them, hints, a.in, a.out)
	if err := s.welcome(); err != nil {
		return err
	}
	return s.run(ctx)
}

// check looks at what can be told to be wrong without a file.
func (o *playFlags) check() error {
	if most := cube.Standard().Length(); o.length < 0 || o.length > most {
		return badUsage("--match %d: from 1 to %d points, or 0 for money", o.length, most)
	}
	if _, err := engine.NewMatch(o.length, o.rules); err != nil {
		return badUsage("--match %d: %w", o.length, err)
	}
	if o.given("file") && o.file == "" {
		return badUsage("--file: the name of a file is missing")
	}
	if strings.HasSuffix(strings.ToLower(o.file), ".sgf") {
		return badUsage("--file %s: the match is saved as an .mat, so name it so", o.file)
	}
	return o.checkName()
}

// agree refuses flags that contradict the match in the file.
func (o *playFlags) agree(t *table) error {
	m := t.record
	kind := func(length int) string {
		if length == 0 {
			return "for money"
		}
		return fmt.Sprintf("to %s", count(length, "point"))
	}
	onOff := map[bool]string{true: "with", false: "without"}
	var clash string
	switch {
	case o.given("match") && o.length != m.Length:
		clash = fmt.Sprintf("--match %d: it is played %s", o.length, kind(m.Length))
	case o.given("jacoby") && o.rules.Jacoby != m.Rules.Jacoby:
		clash = fmt.Sprintf("--jacoby: it is played %s the Jacoby rule", onOff[m.Rules.Jacoby])
	case o.given("beavers") && o.rules.Beavers != m.Rules.Beavers:
		clash = fmt.Sprintf("--beavers: it is played %s beavers", onOff[m.Rules.Beavers])
	case o.given("seed") && o.seed != t.seed:
		clash = fmt.Sprintf("--seed %d: its dice are those of seed %d", o.seed, t.seed)
	case o.given("name") && o.name != m.Players[t.human]:
		clash = fmt.Sprintf("--name %s: you are called %s in it", o.name, m.Players[t.human])
	default:
		return nil
	}
	return badUsage("%s holds a match, which would go on, but %s; leave that flag out, or name another file", t.path, clash)
}

// count is a number of things: 1 point, 2 points.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// endOfPlay makes of what ended a sitting the error of the command: none when the
// player has left or the match is over.
func endOfPlay(err error, path string) error {
	switch {
	case errors.Is(err, errLeft):
		return nil
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%w; the match is saved, and goes on by: tavla play --file %s", errInterrupted, path)
	}
	return err
}
