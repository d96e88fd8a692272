package record

import (
	"strconv"
	"strings"

	"tavla/engine"
)

// setup are the properties of a node that set up a position: AE, AW and AB
// (points emptied, White's and Black's men), PL (who is on roll), CV and CP (cube
// and owner), DI (dice thrown).
type setup struct {
	line  int
	props []Property
}

func isSetup(name string) bool {
	switch name {
	case "AE", "AW", "AB", "PL", "CV", "CP", "DI":
		return true
	}
	return false
}

// apply changes the start of the game as long as nothing has happened in it, and
// returns the roll if dice are set.
func (s *setup) apply(g *rawGame, w *warnings) []event {
	player, dice := g.start.Roller, ""
	var men [2]engine.Side // of White and Black, each in their own numbers
	men[0], men[1] = g.start.Board.Own, g.start.Board.Opp
	if g.start.Roller == 1 {
		men[0], men[1] = men[1], men[0]
	}
	board := false
	cube := g.start.Cube
	for _, p := range s.props {
		value := strings.ToLower(strings.TrimSpace(p.Values[0]))
		switch p.Name {
		case "PL":
			player = strings.IndexByte("wb", (value + " ")[0])
		case "DI":
			dice = value
		case "CV":
			cube.Value, _ = points(value)
		case "CP":
			cube.Owner = strings.IndexByte("wb", (value + " ")[0])
		default:
			board = true
			place(&men, p)
		}
	}
	var events []event
	if dice != "" {
		e := sgfEvent(s.line, max(player, 0), dice)
		e.unplayed = e.kind == evRoll
		events = append(events, e)
	}
	later := board || cube != g.start.Cube
	switch {
	case player < 0:
		return []event{{line: s.line, kind: evUnreadable, text: "PL[] of neither player"}}
	case len(g.events) > 0 && later:
		return []event{{line: s.line, kind: evUnreadable, text: "a position set up within the game"}}
	case len(g.events) > 0:
		return events
	}
	start := &g.start
	start.Cube = cube
	if board || cube.Owner != engine.Centred || start.Phase == engine.Playing {
		// Otherwise the game begins as any other, with its opening throw.
		start.Phase, start.Roller, start.Turn = engine.Playing, player, player
		for p := range men {
			n := 0
			for _, c := range men[p][1:] {
				n += int(c)
			}
			men[p][engine.Off] = uint8(max(0, engine.Men-n))
		}
		start.Board = engine.Board{Own: men[player], Opp: men[1-player]}
	}
	if err := start.Check(); err != nil {
		w.add(s.line, "the position set up cannot be: %v", err)
	}
	return events
}

// place puts men where AW and AB say, one for each point named, and takes all
// away where AE says.
func place(men *[2]engine.Side, p Property) {
	const most = 100 // far too many already
	side := strings.Index("WB", p.Name[1:])
	for _, v := range p.Values {
		first, last, ok := strings.Cut(strings.ToLower(strings.TrimSpace(v)), ":")
		if !ok {
			last = first
		}
		if len(first) != 1 || len(last) != 1 || first[0] < 'a' || last[0] > 'z' {
			continue
		}
		for c := first[0]; c <= last[0]; c++ {
			for q := range men {
				point, _ := sgfPoint(q, c)
				switch {
				case side < 0:
					men[q][point] = 0
				case q == side && point != engine.Off && men[q][point] < most:
					men[q][point]++
				}
			}
		}
	}
}

// setupText writes the start of a game that doesn't begin with an opening throw.
func setupText(s *engine.State) string {
	var b strings.Builder
	if s.Phase == engine.NotStarted || s.Opening {
		if s.Cube.Value > 1 {
			b.WriteString("CV[" + strconv.Itoa(s.Cube.Value) + "]")
		}
		return b.String()
	}
	b.WriteString("\n;AE[a:y]")
	men := [2]*engine.Side{&s.Board.Own, &s.Board.Opp}
	for p, name := range []string{"AW", "AB"} {
		side := men[p^s.Roller]
		if side[engine.Off] < engine.Men {
			b.WriteString(name)
		}
		for point := engine.Bar; point > engine.Off; point-- {
			for range side[point] {
				b.WriteString("[" + string(sgfLetter(p, uint8(point))) + "]")
			}
		}
	}
	b.WriteString("PL[" + "WB"[s.Roller:s.Roller+1] + "]CV[" + strconv.Itoa(s.Cube.Value) + "]")
	if s.Cube.Owner >= 0 {
		b.WriteString("CP[" + "wb"[s.Cube.Owner:s.Cube.Owner+1] + "]")
	} else {
		b.WriteString("CP[c]")
	}
	return b.String()
}
