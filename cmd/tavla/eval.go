package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
)

type evalAnswer struct {
	Position string      `json:"position"`
	Outcome  outcomeJSON `json:"outcome"`
	Equity   float32     `json:"equity"`

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

` + positionHelp + "\n\n" + batchHelp,
		Example: `  tavla eval 4HPwATDgc/ABMA
  tavla eval 4HPwATDgc/ABMA:cAkAAAAAAAAE --json
  tavla eval --batch positions.txt`,
		Args: cobra.ExactArgs(1),
	}
	return a.query(c, func() (func() answerer, error) {
		m, err := a.model()
		if err != nil {
			return nil, err
		}
		return func() answerer {
			e := m.NewEvaluator()
			return func(args []string) (answer, error) { return judgePosition(e, args) }
		}, nil
	})
}

func judgePosition(e eval.Evaluator, args []string) (answer, error) {
	s, _, err := parsePosition(args)
	if err != nil {
		return nil, err
	}
	var o [1]eval.Outcome
	e.Evaluate(o[:], []engine.Board{s.Board})
	return &evalAnswer{args[0], toJSON(o[0]), o[0].Equity(), s}, nil
}

func (e *evalAnswer) text() string {
	x := eval.Outcome(e.Outcome)
	o := x.Invert()
	return fmt.Sprintf(`%s
              win  gammon  backgammon
X (on roll)  %s   %s       %s
O            %s   %s       %s

equity for X  %+.4f
`, notation.Draw(e.state),
		percent(x.Win), percent(x.WinGammon), percent(x.WinBackgammon),
		percent(o.Win), percent(o.WinGammon), percent(o.WinBackgammon), e.Equity)
}

func (e *evalAnswer) note() string {
	note := cubelessNote(e.state)
	left := ""
	switch s := e.state; s.Awaits() {
	case engine.ToPlay:
		left = fmt.Sprintf("judged before the roll; the dice %d %d are left out", s.Roll[0], s.Roll[1])
	case engine.ToAnswerDouble:
		left = "judged for the player who doubled, the double left out"
	case engine.ToAnswerResignation:
		left = "judged as if nobody had offered to resign"
	case engine.ToEnd:
		if !s.Board.Over() {
			left = "the game is over; judged as if it went on"
		}
	}
	if note != "" && left != "" {
		note += "\nnote: "
	}
	return note + left
}
