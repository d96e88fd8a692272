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
	// Cubeful is there where the position says more than the board.
	Cubeful *cubefulJSON `json:"cubeful,omitempty"`

	state engine.State
}

// cubefulJSON is what a position is worth with cube, score and rules to the player on
// roll, who may double first.
type cubefulJSON struct {
	Equity       float64  `json:"equity"`
	MatchWinning *float64 `json:"matchWinning,omitempty"` // in a match only
	JudgedFor    string   `json:"judgedFor"`
	Plies        int      `json:"plies"`
}

func (a *app) evalCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "eval POSITION",
		Short: "Judge a position: chances and equity",
		Long: `Judges a position for the player on roll before the roll, as cubeless money: the
chances to win and to lose, a gammon or backgammon at least (a backgammon counts
as a gammon too), and the equity in points. A finished game has the outcome that
it had. Where the position says more than the board, there follows what it is worth
with that: the equity by cube, score and rules, if X doubles when that is right, in
points per unit of the present cube, and normalised in a match. A time limit holds
for each of these two judgements.

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
		rankers, err := a.rankers(c, m, "")
		if err != nil {
			return nil, err
		}
		return func() answerer {
			d, ranker := searches(), rankers()
			return func(args []string) (answer, error) { return judgeState(c.Context(), d, ranker, args) }
		}, nil
	})
}

// judgeState judges with the cube too, where a position says more than the board.
func judgeState(ctx context.Context, d *search.Deep, ranker rankerWhenWanted, args []string) (answer, error) {
	s, kind, err := parsePosition(args)
	if err != nil {
		return nil, err
	}
	o, plies, err := d.Evaluate(ctx, s.Board)
	if err != nil {
		return nil, interrupted(err)
	}
	said := &evalAnswer{Position: args[0], Outcome: toJSON(o), Equity: o.Equity(), Plies: plies, state: s}
	next := s.Awaits()
	if kind.HasMatch() && (next == engine.ToRoll || next == engine.ToPlay) {
		s.Roll = engine.Roll{}
		said.Cubeful, err = judgeCubeful(ctx, ranker, s)
	}
	return said, err
}

func judgeCubeful(ctx context.Context, ranker rankerWhenWanted, s engine.State) (*cubefulJSON, error) {
	r, err := ranker()
	if err != nil {
		return nil, err
	}
	w, plies, err := r.Evaluate(ctx, s)
	switch {
	case ctx.Err() != nil:
		return nil, interrupted(err)
	case err != nil: // a match longer than the table: cubeless only, as the note says
		return nil, nil
	}
	said := &cubefulJSON{Equity: w.Equity, JudgedFor: circumstances(s), Plies: plies}
	if s.Score.Length > 0 {
		said.MatchWinning = &w.Winning
	}
	return said, nil
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
	if c := e.Cubeful; c != nil {
		fmt.Fprintf(&b, "with the cube %+.4f", c.Equity)
		if c.MatchWinning != nil {
			fmt.Fprintf(&b, "  and the match is won %.2f%%", 100**c.MatchWinning)
		}
		fmt.Fprintf(&b, "\njudged for: %s\n", c.JudgedFor)
	}
	return b.String()
}

func (e *evalAnswer) note() string {
	var notes []string
	if note := cubelessNote(e.state); note != "" && e.Cubeful == nil {
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
