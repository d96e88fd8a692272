package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval/search"
)

type moveAnswer struct {
	Position string       `json:"position"`
	Dice     [2]int       `json:"dice"`
	Plays    []playAnswer `json:"plays"`

	state engine.State
	more  int // legal plays beyond those listed
}

type playAnswer struct {
	Play    string      `json:"play"`
	Equity  float32     `json:"equity"`
	Outcome outcomeJSON `json:"outcome"`
	Plies   int         `json:"plies"`
}

func (a *app) moveCommand() *cobra.Command {
	var top int
	c := &cobra.Command{
		Use:   "move POSITION [DICE]",
		Short: "Rank the plays of a roll",
		Long: `Ranks the plays of a roll, best first, by their cubeless money equity, with the
difference to the best and the chances in percent after the play: W to win, WG to
win a gammon at least, WBG a backgammon; LG and LBG to lose them.

` + lookaheadHelp + `
The ply of each play is how deep it was judged. What went less deep than the best
stands behind, and without a difference, as it cannot be compared.

` + positionHelp + "\n" + diceHelp + "\n\n" + batchHelp,
		Example: `  tavla move 4HPwATDgc/ABMA 31
  tavla move 4HPwATDgc/ABMA 3 1 --top 3 --json
  tavla move 4HPwATDgc/ABMA 31 --plies 2 --filter large --time-limit 5s
  echo 4HPwATDgc/ABMA 31 | tavla move --batch -`,
	}
	c.Flags().IntVar(&top, "top", 10, "how many plays to list (0: all, the default with --json)")
	a.lookaheadFlags(c)
	return a.query(c, 3, func() (func() answerer, error) {
		if a.json && !c.Flags().Changed("top") {
			top = 0
		}
		if top < 0 {
			return nil, badUsage("--top %d: 1 or more, or 0 for all plays", top)
		}
		m, err := a.model()
		if err != nil {
			return nil, err
		}
		searches, err := a.searches(m, a.queryWorkers(c))
		if err != nil {
			return nil, err
		}
		return func() answerer {
			d := searches()
			return func(args []string) (answer, error) { return rankPlays(c.Context(), d, args, top) }
		}, nil
	})
}

// rankPlays answers one question; top 0 lists all plays.
func rankPlays(ctx context.Context, d *search.Deep, args []string, top int) (answer, error) {
	s, err := parseDecision(args)
	if err != nil {
		return nil, err
	}
	ranked, err := d.Rank(ctx, s.Board, s.Roll)
	if err != nil {
		return nil, interrupted(err)
	}
	listed := len(ranked)
	if top > 0 {
		listed = min(top, listed)
	}
	said := &moveAnswer{
		Position: args[0], Dice: diceOf(s), Plays: []playAnswer{},
		state: s, more: len(ranked) - listed,
	}
	for _, p := range ranked[:listed] {
		said.Plays = append(said.Plays, playAnswer{notation.FormatPlay(p.Play), p.Equity, toJSON(p.Outcome), p.Plies})
	}
	return said, nil
}

func (m *moveAnswer) text() string {
	var b strings.Builder
	b.WriteString(notation.Draw(m.state) + "\n")
	if len(m.Plays) == 0 {
		return b.String() + noLegalPlay
	}
	width := len("play")
	for _, p := range m.Plays {
		width = max(width, len(p.Play))
	}
	fmt.Fprintf(&b, "  #  %-*s   equity     diff    W%%   WG%%  WBG%%   LG%%  LBG%%  ply\n", width, "play")
	for i, p := range m.Plays {
		diff := ""
		if i > 0 && p.Plies == m.Plays[0].Plies {
			diff = fmt.Sprintf("%+.4f", p.Equity-m.Plays[0].Equity)
		}
		o := p.Outcome
		fmt.Fprintf(&b, "%3d  %-*s  %+.4f  %7s %5.1f %5.1f %5.1f %5.1f %5.1f  %3d\n", i+1, width, p.Play, p.Equity, diff,
			100*o.Win, 100*o.WinGammon, 100*o.WinBackgammon, 100*o.LoseGammon, 100*o.LoseBackgammon, p.Plies)
	}
	if m.more > 0 {
		fmt.Fprintf(&b, "     and %d more; --top 0 lists all\n", m.more)
	}
	return b.String()
}

func (m *moveAnswer) note() string { return cubelessNote(m.state) }
