package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"tavla/engine"
	"tavla/eval/analysis"
)

// analysisText is a report for people.
func analysisText(file string, r *analysis.Report, worst int) string {
	t := &analysisTable{r: r}
	for p := range t.names {
		t.names[p] = printable(r.PlayerName(p))
	}
	fmt.Fprintf(&t.b, "%s: %s\n\n", printable(file), printable(r.Title()))
	t.figures()
	t.games()
	for p := range t.names {
		t.worst(p, worst)
	}
	t.b.WriteString("\n")
	for _, line := range r.Definitions() {
		t.b.WriteString(wrap(line, 80, "  "))
	}
	return t.b.String()
}

type analysisTable struct {
	r     *analysis.Report
	names [2]string
	b     strings.Builder
}

func (t *analysisTable) figures() {
	fmt.Fprintf(&t.b, "%-33s", "")
	t.columns(t.names[0], t.names[1])
	for _, row := range t.r.Table() {
		if row.Label == "" {
			t.b.WriteString("\n" + row.Section + "\n")
			continue
		}
		fmt.Fprintf(&t.b, "  %-31s", row.Label)
		t.columns(row.Cells[0], row.Cells[1])
	}
}

func (t *analysisTable) columns(left, right string) {
	t.b.WriteString(strings.TrimRight(pad(left, 23)+right, " ") + "\n")
}

// pad fills a text up with blanks, at least one.
func pad(text string, width int) string {
	if n := utf8.RuneCountInString(text); n < width {
		return text + strings.Repeat(" ", width-n)
	}
	return text + " "
}

func (t *analysisTable) games() {
	if len(t.r.Games) < 2 {
		return
	}
	t.b.WriteString("\nGames (error rate and luck, normalised)\n")
	for i := range t.r.Games {
		g := &t.r.Games[i]
		fmt.Fprintf(&t.b, "  %3d  %2d-%-2d  %-26s", g.Number, g.Start.Points[0], g.Start.Points[1], t.r.Ending(g))
		t.columns(t.gameCell(&g.Players[0]), t.gameCell(&g.Players[1]))
	}
}

func (t *analysisTable) gameCell(f *analysis.Figures) string {
	return fmt.Sprintf("%.1f, luck %+.3f", f.ErrorRate().Normalised, f.Luck.Normalised)
}

func (t *analysisTable) worst(p, n int) {
	worst := t.r.Worst(p, n)
	if len(worst) == 0 {
		fmt.Fprintf(&t.b, "\n%s made no error.\n", t.names[p])
		return
	}
	fmt.Fprintf(&t.b, "\nWhat cost %s most\n", t.names[p])
	for i, d := range worst {
		made := d.Made
		if d.State.Roll != (engine.Roll{}) && d.Kind == analysis.Play {
			made = fmt.Sprintf("%d%d: %s", d.State.Roll[0], d.State.Roll[1], made)
		}
		if d.Mark != analysis.Unmarked {
			made += " " + d.Mark.String()
		}
		fmt.Fprintf(&t.b, "%3d. game %d, move %d  %s  %s\n", i+1, d.Game, d.Move, made, t.r.Loss(d.Lost))
		fmt.Fprintf(&t.b, "     right: %s%s\n", d.Right, t.reason(d))
		if id := d.ID(); id != "" {
			fmt.Fprintf(&t.b, "     %s\n", id)
		}
	}
}

// reason says of a cube action how it is judged.
func (t *analysisTable) reason(d *analysis.Decision) string {
	if d.Cube == nil {
		return ""
	}
	beavered := ""
	if d.Cube.Beaver {
		beavered = fmt.Sprintf(" beavered %+.3f,", d.Cube.DoubleBeaver())
	}
	return fmt.Sprintf(" (%s: %+.3f; taken %+.3f,%s passed %+.3f)",
		strings.ToLower(d.Cube.Verdict), d.Cube.NoDouble, d.Cube.DoubleTake, beavered, d.Cube.DoublePass)
}

// printable leaves out what a terminal would take for a command.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text)
}

// wrap breaks a text into lines, all but the first indented.
func wrap(text string, width int, indent string) string {
	var b strings.Builder
	at := 0
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case at+1+n > width:
			b.WriteString("\n" + indent)
			at = len(indent)
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return b.String() + "\n"
}
