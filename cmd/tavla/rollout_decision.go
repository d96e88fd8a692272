package main

import (
	"fmt"
	"math"
	"strings"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval/rollout"
)

// rolledDecision is a cube decision rolled out, under the keys of tavla cube and
// more.
type rolledDecision struct {
	Position          string         `json:"position"`
	NoDouble          figure         `json:"noDouble"`
	DoubleTake        figure         `json:"doubleTake"`
	DoubleBeaver      *figure        `json:"doubleBeaver,omitempty"` // where it is right
	DoublePass        float64        `json:"doublePass"`
	Verdict           string         `json:"verdict"` // "" before the first game
	Outcome           *outcomeJSON   `json:"outcome"` // without the double
	NoDoubleError     figure         `json:"noDoubleError"`
	DoubleTakeError   figure         `json:"doubleTakeError"`
	DoubleBeaverError *figure        `json:"doubleBeaverError,omitempty"`
	Gain              figure         `json:"gain"` // of doubling
	GainError         figure         `json:"gainError"`
	MatchWinning      *rolledWinning `json:"matchWinning,omitempty"` // in a match
	Games             int            `json:"games"`
	rolledHow

	state    engine.State
	decision rollout.Decision
}

// rolledWinning are the chances to win the match that go with a decision.
type rolledWinning struct {
	NoDouble        figure  `json:"noDouble"`
	DoubleTake      figure  `json:"doubleTake"`
	DoublePass      float64 `json:"doublePass"`
	NoDoubleError   figure  `json:"noDoubleError"`
	DoubleTakeError figure  `json:"doubleTakeError"`
}

func newRolledDecision(r *rolling, how rolledHow) *rolledDecision {
	d, _ := r.rollout.Decision()
	said := &rolledDecision{
		Position: r.kept.Position, NoDouble: figure(d.NoDouble.Equity), DoubleTake: figure(d.DoubleTake.Equity), DoublePass: d.Passed,
		Outcome: outcomeIn(d.NoDouble), NoDoubleError: figure(d.NoDouble.StandardError),
		DoubleTakeError: figure(d.DoubleTake.StandardError), Gain: figure(d.Gain), GainError: figure(d.GainError),
		Games: d.NoDouble.Games, rolledHow: how, state: r.state, decision: d,
	}
	if said.Games > 0 {
		said.Verdict = d.Verdict.String()
	}
	if d.Verdict.Beaver {
		equity, e := figure(d.DoubleBeaver), figure(d.DoubleBeaverError)
		said.DoubleBeaver, said.DoubleBeaverError = &equity, &e
	}
	if r.state.Score.Length > 0 {
		said.MatchWinning = &rolledWinning{
			figure(d.NoDouble.Winning), figure(d.DoubleTake.Winning), d.Winning,
			figure(d.NoDouble.WinningError), figure(d.DoubleTake.WinningError),
		}
	}
	return said
}

func (r *rolledDecision) text() string {
	var b strings.Builder
	b.WriteString(notation.Draw(r.state) + "\n" + r.rolledHow.text(r.Games) + "\n")
	if r.Games == 0 {
		return b.String()
	}
	d := &r.decision
	double := "double"
	if d.Verdict.Redouble {
		double = "redouble"
	}
	row := func(what string, equity, e, winning, winningError float64) {
		fmt.Fprintf(&b, "%-16s  %+.4f%s", what, equity, plusMinus(e, "%.4f"))
		if r.MatchWinning != nil {
			fmt.Fprintf(&b, "   wins the match %5.2f%s%%", 100*winning, plusMinus(100*winningError, "%.2f"))
		}
		b.WriteString("\n")
	}
	row("no "+double, d.NoDouble.Equity, d.NoDouble.StandardError, d.NoDouble.Winning, d.NoDouble.WinningError)
	row(double+", take", d.DoubleTake.Equity, d.DoubleTake.StandardError, d.DoubleTake.Winning, d.DoubleTake.WinningError)
	if d.Verdict.Beaver {
		row(double+", beaver", d.DoubleBeaver, d.DoubleBeaverError, 0, 0)
	}
	row(double+", pass", d.Passed, 0, d.Winning, 0)
	fmt.Fprintf(&b, "\n%s\n\n", r.Verdict)
	what := "gains"
	if d.Gain < -0.00005 { // not by 0.0000
		what = "loses"
	}
	fmt.Fprintf(&b, "doubling %s %.4f%s\n", what, math.Abs(d.Gain), plusMinus(d.GainError, "%.4f"))
	o := d.NoDouble.Outcome
	fmt.Fprintf(&b, "undoubled X wins %.1f%%, a gammon %.1f%%; loses a gammon %.1f%%\n\n", 100*o.Win, 100*o.WinGammon, 100*o.LoseGammon)
	b.WriteString("± is the standard error; both sides had the same dice, and a pass is exact.\n" + unitText(r.state))
	return b.String()
}

// plusMinus is a standard error behind its figure, nothing where it is exact.
func plusMinus(e float64, format string) string {
	switch {
	case e == 0:
		return ""
	case math.IsInf(e, 0) || math.IsNaN(e):
		return " ± ?"
	}
	return " ± " + fmt.Sprintf(format, e)
}

// unitText says in what unit equities with the cube are.
func unitText(s engine.State) string {
	if s.Score.Length > 0 {
		return "Equities are normalised: a single game at the present cube is +1 or -1.\n"
	}
	return "Equities are points per unit of the present cube.\n"
}

func (r *rolledDecision) note() string {
	if r.state.Doubled {
		return "the double is pending; the equities are the doubler's"
	}
	return ""
}
