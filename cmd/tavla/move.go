package main

import (
	"context"

	"github.com/spf13/cobra"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval/search"
)

// moveFlags are those of move alone.
type moveFlags struct {
	top      int
	cubeless bool
	metPath  string
}

func (a *app) moveCommand() *cobra.Command {
	var flags moveFlags
	c := &cobra.Command{
		Use:   "move POSITION [DICE]",
		Short: "Rank the plays of a roll",
		Long: `Ranks the plays of a roll, best first, by their equity, with the difference to the
best and the chances in percent after the play: W to win, WG to win a gammon at
least, WBG a backgammon; LG and LBG to lose them.

A position id alone is judged as cubeless money, and so is everything with
--cubeless. Else plays are judged by what the position says of the cube, the score
and the rules: the equity counts both players' doubles, in points per unit of the
present cube, and in a match it is normalised, so that winning the game singly is
+1 and losing it -1. MWC is the chance to win the match, by the table of --met or
the one that Tavla computes; it stands in the place of the backgammons. The other
chances are those of a game without the cube.

` + lookaheadHelp + `
The ply of each play is how deep it was judged. What went less deep than the best
stands behind, and without a difference, as it cannot be compared.

` + positionHelp + "\n" + diceHelp + "\n\n" + batchHelp,
		Example: `  tavla move 4HPwATDgc/ABMA 31
  tavla move 4HPwATDgc/ABMA 3 1 --top 3 --json
  tavla move XGID=-b----E-C---eE---c-e----B-:0:0:1:21:5:0:0:7:10 --plies 2
  tavla move 4HPwATDgc/ABMA 31 --plies 2 --filter large --time-limit 5s
  echo 4HPwATDgc/ABMA 31 | tavla move --batch -`,
	}
	f := c.Flags()
	f.IntVar(&flags.top, "top", 10, "how many plays to list (0: all, the default with --json)")
	f.BoolVar(&flags.cubeless, "cubeless", false, "judge as cubeless money whatever the position says")
	metFlag(c, &flags.metPath)
	a.lookaheadFlags(c)
	return a.query(c, 3, func() (func() answerer, error) {
		if a.json && !f.Changed("top") {
			flags.top = 0
		}
		switch {
		case flags.top < 0:
			return nil, badUsage("--top %d: 1 or more, or 0 for all plays", flags.top)
		case flags.cubeless && flags.metPath != "":
			return nil, badUsage("--met has no use with --cubeless")
		}
		newMover, err := a.movers(c, flags)
		if err != nil {
			return nil, err
		}
		return func() answerer {
			m := newMover()
			return func(args []string) (answer, error) { return m.rank(c.Context(), args) }
		}, nil
	})
}

// mover ranks plays for one goroutine.
type mover struct {
	flags    moveFlags
	cubeless *search.Deep
	cubeful  rankerWhenWanted
}

// movers returns what makes the movers of a command.
func (a *app) movers(c *cobra.Command, flags moveFlags) (func() *mover, error) {
	m, err := a.model()
	if err != nil {
		return nil, err
	}
	searches, err := a.searches(m, a.queryWorkers(c))
	if err != nil {
		return nil, err
	}
	rankers, err := a.rankers(c, m, flags.metPath)
	if err != nil {
		return nil, err
	}
	return func() *mover { return &mover{flags, searches(), rankers()} }, nil
}

// rank answers one question.
func (m *mover) rank(ctx context.Context, args []string) (answer, error) {
	s, kind, err := parseDecision(args)
	if err != nil {
		return nil, err
	}
	said := &moveAnswer{Position: args[0], Dice: diceOf(s), Plays: []movePlay{}, state: s}
	if kind.HasMatch() && !m.flags.cubeless {
		said.JudgedFor = circumstances(s)
		err = m.rankCubeful(ctx, s, said)
	} else {
		err = m.rankCubeless(ctx, s, said)
	}
	if err != nil {
		return nil, err
	}
	if top := m.flags.top; top > 0 && top < len(said.Plays) {
		said.more = len(said.Plays) - top
		said.Plays = said.Plays[:top]
	}
	return said, nil
}

func (m *mover) rankCubeless(ctx context.Context, s engine.State, said *moveAnswer) error {
	ranked, err := m.cubeless.Rank(ctx, s.Board, s.Roll)
	for _, p := range ranked {
		said.Plays = append(said.Plays, movePlay{
			playAnswer: playAnswer{notation.FormatPlay(p.Play), p.Equity, toJSON(p.Outcome), p.Plies},
		})
	}
	return interrupted(err)
}

func (m *mover) rankCubeful(ctx context.Context, s engine.State, said *moveAnswer) error {
	ranker, err := m.cubeful()
	if err != nil {
		return err
	}
	ranked, err := ranker.Rank(ctx, s)
	switch {
	case ctx.Err() != nil:
		return interrupted(err)
	case err != nil:
		return badUsage("%w; --cubeless leaves the score out of account", err)
	}
	for _, p := range ranked {
		play := movePlay{
			playAnswer: playAnswer{notation.FormatPlay(p.Play), float32(p.Equity), toJSON(p.Outcome), p.Plies},
		}
		if s.Score.Length > 0 {
			play.MatchWinning = &p.Winning
		}
		said.Plays = append(said.Plays, play)
	}
	return nil
}
