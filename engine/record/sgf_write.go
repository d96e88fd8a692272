package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"tavla/engine"
)

// WriteSGF writes the match as GNU Backgammon's .sgf, with all properties it was
// read with. Of the tags, those that an .sgf has properties for are written.
func WriteSGF(w io.Writer, m *Match) error {
	if len(m.Games) == 0 {
		return errors.New("the match has no game, and an .sgf consists of games")
	}
	out := bufio.NewWriter(w)
	for i := range m.Games {
		if err := writeTree(out, m, i); err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return out.Flush()
}

func writeTree(out *bufio.Writer, m *Match, i int) error {
	g, end, err := plain(&m.Games[i])
	if err != nil {
		return err
	}
	s := &g.Start
	if s.Roll != (engine.Roll{}) || s.Doubled || s.Resigning > 0 {
		return errors.New("it begins in the middle of a turn, for which an .sgf has no room")
	}
	prop := func(name, value string) { fmt.Fprintf(out, "%s[%s]", name, sgfEscape.Replace(value)) }
	fmt.Fprintf(out, "(;FF[4]GM[6]CA[UTF-8]AP[Tavla]MI[length:%d][game:%d][ws:%d][bs:%d]", m.Length, i, s.Score.Points[0], s.Score.Points[1])
	prop("PW", clean(m.Players[0]))
	prop("PB", clean(m.Players[1]))
	for _, t := range m.Tags {
		for _, known := range sgfTags {
			if known.tag == t.Name {
				value := clean(t.Value)
				if known.property == "DT" {
					value = strings.ReplaceAll(value, ".", "-")
				}
				prop(known.property, value)
			}
		}
	}
	if rules := sgfRules(m, s); rules != "" {
		prop("RU", rules)
	}
	if r, ok := end.Result(); ok {
		how := ""
		if end.Phase == engine.Resigned {
			how = "R"
		}
		prop("RE", fmt.Sprintf("%c+%d%s", "WB"[r.Winner], r.Points, how))
	}
	begin := setupText(s)
	inRoot := strings.HasPrefix(begin, "CV") // as GNU Backgammon writes automatic doubles
	if inRoot {
		out.WriteString(begin)
	}
	writeProps(out, g.Properties)
	if !inRoot {
		out.WriteString(begin)
	}
	for j := range g.Actions {
		if text := g.nodeText(j); text != "" {
			fmt.Fprintf(out, "\n;%s", text)
			if k := g.Actions[j].Kind; (k == engine.ActPlay || k == engine.ActLoseTurn) && g.rolled(j) {
				writeProps(out, g.Actions[j-1].Properties)
			}
			writeProps(out, g.Actions[j].Properties)
		}
	}
	out.WriteString(")\n")
	return nil
}

func writeProps(out *bufio.Writer, props []Property) {
	for _, p := range props {
		out.WriteString(p.Name)
		for _, v := range p.Values {
			out.WriteString("[" + sgfEscape.Replace(v) + "]")
		}
	}
}

func sgfRules(m *Match, s *engine.State) string {
	var rules []string
	if m.Length > 1 && m.Crawford {
		rules = append(rules, "Crawford")
	}
	if s.Score.Crawford {
		rules = append(rules, "CrawfordGame")
	}
	if m.Length == 0 && m.Rules.Jacoby {
		rules = append(rules, "Jacoby")
	}
	if m.Length == 0 && m.Rules.Beavers {
		rules = append(rules, "Beavers")
	}
	return strings.Join(rules, ":")
}

// rolled reports whether action j goes with the roll before it.
func (g *Game) rolled(j int) bool { return j > 0 && g.Actions[j-1].Roll != engine.Roll{} }

// nodeText is the node of action j: a roll's is its play's.
func (g *Game) nodeText(j int) string {
	a := &g.Actions[j]
	colour := "WB"[a.Player : a.Player+1]
	switch a.Kind {
	case engine.ActPlay, engine.ActLoseTurn:
		if !g.rolled(j) {
			return "" // closed out: nothing was thrown
		}
		r := g.Actions[j-1].Roll.Sorted()
		text := fmt.Sprintf("%s[%d%d", colour, r[0], r[1])
		for _, m := range a.Play.Moves() {
			text += string([]byte{sgfLetter(a.Player, m.From), sgfLetter(a.Player, m.To)})
		}
		return text + "]"
	case engine.ActOpen, engine.ActRoll:
		if g.unplayed(j) {
			r := a.Roll.Sorted()
			return fmt.Sprintf("PL[%s]DI[%d%d]", colour, r[0], r[1])
		}
	case engine.ActDouble, engine.ActBeaver, engine.ActRaccoon:
		return colour + "[double]"
	case engine.ActTake:
		return colour + "[take]"
	case engine.ActPass:
		return colour + "[drop]"
	}
	return ""
}

// sgfLetter is the letter of a point in the numbers of a side.
func sgfLetter(side int, point uint8) byte {
	switch {
	case point == engine.Bar:
		return 'y'
	case point == engine.Off:
		return 'z'
	case side == 1:
		return 'a' + 24 - point
	}
	return 'a' + point - 1
}
