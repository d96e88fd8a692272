// Package page writes reports of match analysis as one HTML page that stands for
// itself: styles and boards are inside, and nothing is fetched or run. Whatever
// comes from match files is escaped.
package page

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"

	"tavla/engine"
	"tavla/eval/analysis"
)

// Entry is a report, and the file that it is about.
type Entry struct {
	File   string
	Report *analysis.Report
	Worst  int // how many decisions of each player to show with their boards; 0: all errors
}

//go:embed page.html
var text string

// Write writes the page.
func Write(w io.Writer, entries []Entry) error {
	t, err := template.New("page").Parse(text)
	if err != nil {
		return err
	}
	var views []view
	for _, e := range entries {
		views = append(views, viewOf(e))
	}
	return t.Execute(w, views)
}

// view is an Entry as the template shows it.
type view struct {
	File, Title string
	Names       [2]string
	Rows        []analysis.Row
	Games       []gameRow
	Worst       [2][]decision
	Definitions []string
}

type gameRow struct {
	Number        int
	Score, Ending string
	Rate, Luck    [2]string
}

// decision is a decision that cost something.
type decision struct {
	Head, Made, Right, Mark, Loss, ID string
	Board                             template.HTML
	Plays                             []playRow
	Cube                              *analysis.Cube
}

type playRow struct {
	Play, Equity, Behind string
	Win, Gammon, Lose    string
	Plies                int
	Made                 bool
}

func viewOf(e Entry) view {
	r := e.Report
	v := view{File: filepath.Base(e.File), Title: r.Title(), Rows: r.Table(), Definitions: r.Definitions()}
	for p := range v.Names {
		v.Names[p] = r.PlayerName(p)
		for _, d := range r.Worst(p, e.Worst) {
			v.Worst[p] = append(v.Worst[p], decisionOf(r, d))
		}
	}
	for i := range r.Games {
		g := &r.Games[i]
		row := gameRow{
			Number: g.Number, Score: fmt.Sprintf("%d – %d", g.Start.Points[0], g.Start.Points[1]), Ending: r.Ending(g),
		}
		for p := range g.Players {
			row.Rate[p] = fmt.Sprintf("%.1f", g.Players[p].ErrorRate().Normalised)
			row.Luck[p] = fmt.Sprintf("%+.3f", g.Players[p].Luck.Normalised)
		}
		v.Games = append(v.Games, row)
	}
	return v
}

func decisionOf(r *analysis.Report, d *analysis.Decision) decision {
	said := decision{
		Head: fmt.Sprintf("Game %d, move %d", d.Game, d.Move), Made: d.Made, Right: d.Right, Mark: d.Mark.String(),
		Loss: r.Loss(d.Lost), ID: d.ID(), Board: board(&d.State, d.Player), Cube: d.Cube,
	}
	if roll := d.State.Roll; roll != (engine.Roll{}) {
		said.Head += fmt.Sprintf(", %d%d", roll[0], roll[1])
	}
	for _, c := range d.Plays {
		row := playRow{
			Play: c.Play, Equity: fmt.Sprintf("%+.3f", c.Equity), Plies: c.Plies, Made: c.Made,
			Win: percent(c.Outcome.Win), Gammon: percent(c.Outcome.WinGammon), Lose: percent(c.Outcome.LoseGammon),
		}
		if best := &d.Plays[0]; c.Plies == best.Plies && c != *best {
			row.Behind = fmt.Sprintf("%+.3f", c.Equity-best.Equity)
		}
		said.Plays = append(said.Plays, row)
	}
	return said
}

func percent(v float32) string { return fmt.Sprintf("%.1f", 100*v) }
