package analysis

import (
	"fmt"
	"math"
	"strings"
)

// Row is a row of the table of figures: a figure of both players, or, without a
// Label, the head of a Section.
type Row struct {
	Section string
	Label   string
	Cells   [2]string
}

// Title says in a line what was played, and how it ended.
func (r *Report) Title() string {
	what := "money session"
	if r.IsMatch() {
		what = fmt.Sprintf("%d point match", r.Match.Length)
	}
	points := r.Match.Score().Points
	return fmt.Sprintf("%s – %s, %s, %s, %d – %d", r.PlayerName(0), r.PlayerName(1), what,
		count(len(r.Games), "game"), points[0], points[1])
}

// PlayerName is the name of a player, or a word for one without.
func (r *Report) PlayerName(p int) string {
	if name := strings.TrimSpace(r.Match.Players[p]); name != "" {
		return name
	}
	return [2]string{"first player", "second player"}[p]
}

// Ending says how a game ended.
func (r *Report) Ending(g *Game) string {
	if !g.Finished {
		return "unfinished"
	}
	return fmt.Sprintf("%s wins %s", r.PlayerName(g.Result.Winner), count(g.Result.Points, "point"))
}

func count(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}

// Loss is an amount that was given up, in both units.
func (r *Report) Loss(a Amount) string { return r.signed(a.Times(-1)) }

// signed is an amount with its sign, in both units.
func (r *Report) signed(a Amount) string {
	return fmt.Sprintf("%+.3f (%s)", clean(a.Normalised, 3), r.stake(a.Stake))
}

// stake is an amount of what is at stake, with its sign.
func (r *Report) stake(v float64) string {
	if r.IsMatch() {
		return fmt.Sprintf("%+.2f%% MWC", clean(100*v, 2))
	}
	return fmt.Sprintf("%+.3f points", clean(v, 3))
}

// clean takes the sign from what is shown as nothing.
func clean(v float64, digits int) float64 {
	if math.Abs(v) < 0.5*math.Pow(10, -float64(digits)) {
		return 0
	}
	return v
}

// Table is the figures of both players, in the order in which they are told.
func (r *Report) Table() []Row {
	var rows []Row
	section := func(name string) { rows = append(rows, Row{Section: name}) }
	row := func(label string, cell func(f, other *Figures) string) {
		rows = append(rows, Row{Label: label, Cells: [2]string{
			cell(&r.Players[0], &r.Players[1]), cell(&r.Players[1], &r.Players[0]),
		}})
	}
	number := func(label string, of func(f *Figures) int) {
		row(label, func(f, _ *Figures) string { return fmt.Sprint(of(f)) })
	}
	unit := "points"
	if r.IsMatch() {
		unit = "MWC"
	}
	perDecision := func(a Amount) string {
		if r.IsMatch() {
			return fmt.Sprintf("%.1f (%.3f%%)", a.Normalised, a.Stake/10)
		}
		return fmt.Sprintf("%.1f (%.1f)", a.Normalised, a.Stake)
	}
	marks := func(m [Marks]int) string { return fmt.Sprintf("%d / %d / %d", m[Doubtful], m[Bad], m[VeryBad]) }

	section("Overall")
	row("rating", func(f, _ *Figures) string { return f.Rating() })
	row("error rate, mEMG ("+unit+")", func(f, _ *Figures) string { return perDecision(f.ErrorRate()) })
	row("error, EMG ("+unit+")", func(f, _ *Figures) string { return r.Loss(f.Error()) })
	row("PR", func(f, _ *Figures) string { return fmt.Sprintf("%.2f", f.PR()) })
	row("Snowie rate", func(f, other *Figures) string { return fmt.Sprintf("%.1f", f.SnowieRate(other)) })

	section("Checker play")
	number("rolls", func(f *Figures) int { return f.Rolls })
	number("unforced plays", func(f *Figures) int { return f.Unforced })
	row("marked ?! / ? / ??", func(f, _ *Figures) string { return marks(f.PlayMarks) })
	row("error, EMG ("+unit+")", func(f, _ *Figures) string { return r.Loss(f.PlayError) })
	row("error rate, mEMG ("+unit+")", func(f, _ *Figures) string { return perDecision(f.PlayRate()) })

	section("Cube")
	number("decisions", func(f *Figures) int { return f.CubeTurns })
	number("close or actual", func(f *Figures) int { return f.CubeCounted })
	row("doubles / takes / passes", func(f, _ *Figures) string { return fmt.Sprintf("%d / %d / %d", f.Doubles, f.Takes, f.Passes) })
	if r.Players[0].Beavers+r.Players[1].Beavers > 0 {
		number("beavers and raccoons", func(f *Figures) int { return f.Beavers })
	}
	row("marked ?! / ? / ??", func(f, _ *Figures) string { return marks(f.CubeMarks) })
	for fault := NoFault + 1; fault < Faults; fault++ {
		if r.Players[0].Faults[fault].Count+r.Players[1].Faults[fault].Count == 0 {
			continue
		}
		row(fault.String(), func(f, _ *Figures) string {
			if x := f.Faults[fault]; x.Count > 0 {
				return fmt.Sprintf("%d, %s", x.Count, r.Loss(x.Error))
			}
			return "0"
		})
	}
	row("error, EMG ("+unit+")", func(f, _ *Figures) string { return r.Loss(f.CubeError) })
	row("error rate, mEMG ("+unit+")", func(f, _ *Figures) string { return perDecision(f.CubeRate()) })
	if r.Players[0].Resignations+r.Players[1].Resignations > 0 {
		row("resignations, EMG ("+unit+")", func(f, _ *Figures) string { return r.Loss(f.Resigning) })
	}

	section("Luck")
	row("luck, EMG ("+unit+")", func(f, _ *Figures) string { return r.signed(f.Luck) })
	row("luck per roll, mEMG", func(f, _ *Figures) string {
		return fmt.Sprintf("%+.1f", clean(f.LuckRate().Normalised, 1))
	})
	row("result of finished games", func(f, _ *Figures) string { return r.stake(f.Result) })
	row("luck-adjusted result", func(f, _ *Figures) string { return r.stake(f.Adjusted) })
	return rows
}
