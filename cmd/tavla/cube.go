package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/cube"
)

type cubeAnswer struct {
	Position     string      `json:"position"`
	NoDouble     float64     `json:"noDouble"`
	DoubleTake   float64     `json:"doubleTake"`
	DoubleBeaver float64     `json:"doubleBeaver,omitempty"` // where it is right, and so below 0
	DoublePass   float64     `json:"doublePass"`
	Verdict      string      `json:"verdict"`
	Outcome      outcomeJSON `json:"outcome"`
	Points       pointsJSON  `json:"points"`
	// MatchWinning are the chances behind the three equities, in a match only.
	MatchWinning *matchWinning `json:"matchWinning,omitempty"`
	Plies        int           `json:"plies"`

	state engine.State
}

// pointsJSON are winning chances; null where there is no such point.
type pointsJSON struct {
	Take    *float64 `json:"take"`
	Double  *float64 `json:"double"`
	Cash    *float64 `json:"cash"`
	TooGood *float64 `json:"tooGood"`
}

type matchWinning struct {
	NoDouble   float64 `json:"noDouble"`
	DoubleTake float64 `json:"doubleTake"`
	DoublePass float64 `json:"doublePass"`
}

func (a *app) cubeCommand() *cobra.Command {
	var metPath string
	c := &cobra.Command{
		Use:   "cube POSITION",
		Short: "Judge a double: whether to offer it and whether to take it",
		Long: `Judges the double that the player on roll may offer, or has offered: the equities
without it, with it taken and with it passed, for the doubler in points per unit
of the present cube (in a match normalised, so that winning the game singly is +1
and losing it -1), and the verdict. Below them stand the winning chances on which
the decision turns: from the take point the opponent takes; from the doubling
point the player on roll doubles; from the cash point the opponent should pass;
beyond too good it is better to play on for a gammon. Where the opponent should
beaver, the equity with the double beavered is there too.

A position id alone means money, the cube centred at 1, no Jacoby rule and no
beavers. In a match the chances to win it rest on a match equity table that Tavla
computes; --met reads another one, in GNU Backgammon's XML form.

With --plies P, 0 to 3, the equities are means over all rolls and best replies, so
many plies deep, and both players may double on the way. --filter says how many plays
of each roll are judged, by the guesses of small nets: tiny, narrow, normal, large,
huge or full (all of them).

` + positionHelp + "\n\n" + batchHelp,
		Example: `  tavla cube 2TYgAjPmvRsAAA:cAlgAAAACAAE
  tavla cube Ws7gAgPbzgXAAA --plies 2 --json
  tavla cube --met Kazaross-XG2.xml --batch positions.txt`,
	}
	metFlag(c, &metPath)
	a.filterFlag(c)
	return a.query(c, 1, func() (func() answerer, error) {
		m, err := a.model()
		if err != nil {
			return nil, err
		}
		options, err := a.cubeOptions(c.Context(), metPath)
		if err != nil {
			return nil, err
		}
		return func() answerer {
			j := cube.New(m.NewEvaluator(), options)
			return func(args []string) (answer, error) {
				s, _, err := parsePosition(args)
				if err != nil {
					return nil, err
				}
				return judgeCube(c.Context(), j, s, args[0], a.plies)
			}
		}, nil
	})
}

func judgeCube(ctx context.Context, j *cube.Judge, s engine.State, position string, plies int) (answer, error) {
	d, err := j.Decide(ctx, s)
	if ctx.Err() != nil {
		return nil, interrupted(err)
	}
	if err != nil {
		return nil, usageError{err}
	}
	points, err := j.Points(s, d.Outcome)
	if err != nil {
		return nil, usageError{err}
	}
	said := &cubeAnswer{
		Position: position, NoDouble: d.NoDouble, DoubleTake: d.DoubleTake, DoubleBeaver: d.DoubleBeaver,
		DoublePass: d.DoublePass, Verdict: d.Verdict.String(), Outcome: toJSON(d.Outcome), Plies: plies, state: s,
		Points: pointsJSON{finite(points.Take), finite(points.Double), finite(points.Cash), finite(points.TooGood)},
	}
	if s.Score.Length > 0 {
		said.MatchWinning = &matchWinning{d.Winning[0], d.Winning[1], d.Winning[2]}
	}
	return said, nil
}

func (c *cubeAnswer) text() string {
	var b strings.Builder
	b.WriteString(notation.Draw(c.state) + "\n")
	w := c.MatchWinning
	if w == nil {
		w = &matchWinning{}
	}
	word := "double"
	if c.state.Cube.Owner == c.state.Roller {
		word = "redouble"
	}
	row := func(what string, equity, winning float64) {
		fmt.Fprintf(&b, "%-16s %+.4f", what, equity)
		if c.MatchWinning != nil {
			fmt.Fprintf(&b, "   wins the match %5.2f%%", 100*winning)
		}
		b.WriteByte('\n')
	}
	row("no "+word, c.NoDouble, w.NoDouble)
	row(word+", take", c.DoubleTake, w.DoubleTake)
	if c.DoubleBeaver != 0 {
		row(word+", beaver", c.DoubleBeaver, 0)
	}
	row(word+", pass", c.DoublePass, w.DoublePass)
	fmt.Fprintf(&b, "\n%s\n\n", c.Verdict)
	o := eval.Outcome(c.Outcome)
	fmt.Fprintf(&b, "X wins %.1f%%, a gammon %.1f%%; loses a gammon %.1f%%\n", 100*o.Win, 100*o.WinGammon, 100*o.LoseGammon)
	for _, p := range []struct {
		what string
		at   *float64
	}{
		{"take point, O", c.Points.Take},
		{"doubling point, X", c.Points.Double},
		{"cash point, X", c.Points.Cash},
		{"too good, X", c.Points.TooGood},
	} {
		if p.at == nil {
			fmt.Fprintf(&b, "%-18s   none\n", p.what)
		} else {
			fmt.Fprintf(&b, "%-18s  %4.1f%%\n", p.what, 100**p.at)
		}
	}
	return b.String()
}

func (c *cubeAnswer) note() string {
	if c.state.Doubled {
		return "the double is pending; the equities are the doubler's"
	}
	return ""
}
