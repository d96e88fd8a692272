package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"tavla/engine"
)

// WriteMAT writes the match as an .mat. The format has no room for set-up
// positions, which are an error, nor for properties, which are left out.
func WriteMAT(w io.Writer, m *Match) error {
	out := bufio.NewWriter(w)
	writeTags(out, m)
	fmt.Fprintf(out, " %d point match\n", m.Length)
	for i := range m.Games {
		if err := writeGame(out, m, i); err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return out.Flush()
}

func writeTags(out *bufio.Writer, m *Match) {
	tag := func(name, value string) { fmt.Fprintf(out, "; [%s \"%s\"]\n", name, value) }
	for _, t := range m.Tags {
		if name := strings.ReplaceAll(clean(t.Name), `"`, "'"); name != "" {
			tag(name, clean(t.Value))
		}
	}
	if m.Length > 1 && !m.Crawford {
		tag("Crawford", "Off")
	}
	if m.Length == 0 && m.Rules.Jacoby {
		tag("Jacoby", "On")
	}
	if m.Length == 0 && m.Rules.Beavers {
		tag("Beavers", "On")
	}
	if out.Buffered() > 0 {
		out.WriteString("\n")
	}
}

// The right column of rows and of names.
const (
	rightCell = 33
	rightName = 32
)

func writeGame(out *bufio.Writer, m *Match, i int) error {
	g, end, err := plain(&m.Games[i])
	if err != nil {
		return err
	}
	start := &g.Start
	if start.Board != engine.Start() || start.Roll != (engine.Roll{}) || start.Cube.Owner != engine.Centred || start.Doubled || start.Resigning > 0 {
		return errors.New("it begins with a position set up, for which an .mat has no room; an .sgf has")
	}
	out.WriteString("\n")
	if start.Cube.Value > 1 {
		fmt.Fprintf(out, "; [Stake \"%d\"]\n", start.Cube.Value)
	}
	names := [2]string{clean(m.Players[0]), clean(m.Players[1])}
	left := fmt.Sprintf(" %s : %d", names[0], start.Score.Points[0])
	fmt.Fprintf(out, " Game %d\n%s%s : %d\n", i+1, pad(left, rightName), names[1], start.Score.Points[1])
	rows := rowWriter{out: out}
	for j, a := range g.Actions {
		if text := g.cellText(j); text != "" {
			rows.cell(a.Player, text)
		}
	}
	rows.end()
	writeResult(out, &end)
	return nil
}

// pad fills up to a column, and leaves two blanks at least.
func pad(s string, column int) string {
	return s + strings.Repeat(" ", max(2, column-utf8.RuneCountInString(s)))
}

// rowWriter sets cells into numbered rows of two.
type rowWriter struct {
	out  *bufio.Writer
	n    int
	left string
	open bool // left waits for its right neighbour
}

func (r *rowWriter) cell(player int, text string) {
	if player == 0 {
		r.end()
		r.left, r.open = text, true
		return
	}
	r.row(text)
}

// end writes a row that has no right cell.
func (r *rowWriter) end() {
	if r.open {
		r.row("")
	}
}

func (r *rowWriter) row(right string) {
	r.n++
	line := fmt.Sprintf("%3d) %s", r.n, r.left)
	if right != "" {
		line = pad(line, rightCell) + right
	}
	fmt.Fprintln(r.out, strings.TrimRight(line, " "))
	r.left, r.open = "", false
}

// cellText is what stands for action j: a roll's stands with its play. It is
// empty where that needs no cell.
func (g *Game) cellText(j int) string {
	a := &g.Actions[j]
	dice := ""
	if j > 0 {
		r := g.Actions[j-1].Roll.Sorted()
		dice = fmt.Sprintf("%d%d: ", r[0], r[1])
	}
	switch a.Kind {
	case engine.ActPlay:
		return dice + stepText(a.Play)
	case engine.ActLoseTurn:
		if j > 0 && g.Actions[j-1].Roll != (engine.Roll{}) {
			return dice // every program reads that as a lost turn, unlike Cannot Move
		}
	case engine.ActOpen, engine.ActRoll:
		if g.unplayed(j) {
			r := a.Roll.Sorted()
			return fmt.Sprintf("%d%d: ????", r[0], r[1])
		}
	case engine.ActDouble:
		return fmt.Sprintf(" Doubles => %d", 2*g.cube(j))
	case engine.ActBeaver, engine.ActRaccoon:
		return fmt.Sprintf(" Beavers => %d", 4*g.cube(j)) // on the double or beaver before
	case engine.ActTake:
		return " Takes"
	case engine.ActPass:
		return " Drops"
	}
	return ""
}

// unplayed reports whether roll j is the last and was not played.
func (g *Game) unplayed(j int) bool {
	return j+1 == len(g.Actions) || g.Actions[j+1].Kind == engine.ActResign
}

// cube is the stake in force before action j; a double is in force once it is
// taken or beavered.
func (g *Game) cube(j int) int {
	value := g.Start.Cube.Value
	for _, a := range g.Actions[:j] {
		switch a.Kind {
		case engine.ActTake, engine.ActBeaver, engine.ActRaccoon:
			value *= 2
		}
	}
	return value
}

// stepText spells a play as .mat files do: every step on its own.
func stepText(p engine.Play) string {
	var words []string
	for _, m := range p.Moves() {
		w := fmt.Sprintf("%d/%d", m.From, m.To)
		if m.Hit {
			w += "*"
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}

// writeResult writes who has won, if somebody has. Where the player to move
// didn't resign, only both results together tell who did.
func writeResult(out *bufio.Writer, end *engine.State) {
	r, ok := end.Result()
	if !ok {
		return
	}
	line := "Wins " + plural(r.Points)
	if end.Score.After(r).Over() {
		line += " and the match"
	}
	cells := [2]string{}
	cells[r.Winner] = line
	if end.Phase == engine.Resigned && end.Roller == r.Winner {
		cells[1-r.Winner] = "Losses " + plural(r.Points)
	}
	text := "      " + cells[0]
	if cells[1] != "" {
		text = pad(text, rightCell) + cells[1]
	}
	fmt.Fprintln(out, text)
}
