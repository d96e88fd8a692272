package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/search"
)

type evalAnswer struct {
	Position string      `json:"position"`
	Outcome  outcomeJSON `json:"outcome"`
	Equity   float32     `json:"equity"`
	Plies    int         `json:"plies,omitempty"`

	state engine.State
}

func (a *app) evalCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "eval POSITION",
		Short: "Judge a position: chances and equity",
		Long: `Judges a position for the player on roll before the roll, as cubeless money: the
chances to win and to lose, a gammon or backgammon at least (a backgammon counts
as a gammon too), and the equity in points. A finished game has the outcome that
it had.

` + lookaheadHelp + `

` + positionHelp + "\n\n" + batchHelp,
		Example: `  tavla eval 4HPwATDgc/ABMA
  tavla eval 4HPwATDgc/ABMA:cAkAAAAAAAAE --json
  tavla eval 4HPwATDgc/ABMA --plies 2
  tavla eval --batch positions.txt`,
	}
	a.lookaheadFlags(c)
	return a.query(c, 1, func() (func() answerer, error) {
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
			return func(args []string) (answer, error) { return judgePosition(c.Context(), d, args) }
		}, nil
	})
}

func judgePosition(ctx context.Context, d *search.Deep, args []string) (answer, error) {
	s, _, err := parsePosition(args)
	if err != nil {
		return nil, err
	}
	o, plies, err := d.Evaluate(ctx, s.Board)
	if err != nil {
		return nil, interrupted(err)
	}
	return &evalAnswer{args[0], toJSON(o), o.Equity(), plies, s}, nil
}

func (e *evalAnswer) text() string {
	var b strings.Builder
	b.WriteString(notation.Draw(e.state) + "\n")
	fmt.Fprintf(&b, "%-12s  %6s  %6s  %10s\n", "", "win", "gammon", "backgammon")
	row := func(who string, o eval.Outcome) {
		fmt.Fprintf(&b, "%-12s  %5.1f%%  %5.1f%%  %9.1f%%\n", who, 100*o.Win, 100*o.WinGammon, 100*o.WinBackgammon)
	}
	o := eval.Outcome(e.Outcome)
	row("X, on roll", o)
	row("O", o.Invert())
	fmt.Fprintf(&b, "\nequity for X  %+.4f", e.Equity)
	if e.Plies > 0 {
		fmt.Fprintf(&b, "  at %d-ply", e.Plies)
	}
	b.WriteString("\n")
	return b.String()
}

func (e *evalAnswer) note() string {
	var notes []string
	if note := cubelessNote(e.state); note != "" {
		notes = append(notes, note)
	}
	switch s := e.state; s.Awaits() {
	case engine.ToPlay:
		notes = append(notes, fmt.Sprintf("judged before the roll; the dice %d %d are left out", s.Roll[0], s.Roll[1]))
	case engine.ToAnswerDouble:
		notes = append(notes, "judged for the player on roll; the double is left out")
	case engine.ToAnswerResignation:
		notes = append(notes, "judged as if nobody had offered to resign")
	case engine.ToEnd:
		if !s.Board.Over() {
			notes = append(notes, ending(s)+"; judged as if it went on")
		}
	}
	return strings.Join(notes, "; ")
}
