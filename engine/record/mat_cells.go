package record

import (
	"strings"

	"tavla/engine"
)

// cell is one entry of a row: a roll with its play, a cube action or a result.
type cell struct {
	text   string // from the word it begins with, trimmed
	column int    // where it begins, counted from the end of the row's number
	roll   bool
	word   string // the keyword it begins with
}

func (c cell) known() bool { return c.roll || c.word != "" }

// keywords begin cells, in the spellings seen.
var keywords = map[string]string{
	"doubles": "double", "double": "double", "redoubles": "double",
	"takes": "take", "take": "take", "accepts": "take",
	"drops": "pass", "drop": "pass", "passes": "pass", "rejects": "pass",
	"beavers": "beaver", "beaver": "beaver", "raccoons": "beaver", "raccoon": "beaver",
	"wins": "wins", "losses": "loses", "loses": "loses",
	"resigns": "resigns", "resigned": "resigns",
}

// keyword is the kind of cell a word begins, "" if none. Results have a number.
func keyword(word, rest string) string {
	k := keywords[strings.ToLower(word)]
	if k == "wins" || k == "loses" {
		rest = strings.TrimLeft(rest, " ")
		if rest == "" || rest[0] < '0' || rest[0] > '9' {
			return ""
		}
	}
	return k
}

// rowNumber is the number a row begins with, with its parenthesis or point.
func rowNumber(trimmed string) string {
	n := 0
	for n < len(trimmed) && trimmed[n] >= '0' && trimmed[n] <= '9' {
		n++
	}
	if n == 0 || n == len(trimmed) || trimmed[n] != ')' && trimmed[n] != '.' {
		return ""
	}
	return trimmed[:n+1]
}

// scanCells parts a row. It goes by what cells begin with: their columns are
// where programs differ most.
func scanCells(line string) []cell {
	body := line
	if n := rowNumber(strings.TrimSpace(line)); n != "" {
		body = line[strings.Index(line, n)+len(n):]
	}
	var cells []cell
	begin := 0
	for at := 0; at < len(body); {
		if body[at] == ' ' {
			at++
			continue
		}
		end := at
		for end < len(body) && body[end] != ' ' {
			end++
		}
		c := cell{column: at, roll: isRoll(body[at:end])}
		if !c.roll {
			c.word = keyword(body[at:end], body[end:])
		}
		if c.known() {
			endCell(cells, body[begin:at])
			begin = at
			cells = append(cells, c)
		} else if len(cells) == 0 {
			// Something before the first cell: it is one of its own.
			cells, begin = append(cells, c), at
		}
		at = end
	}
	endCell(cells, body[begin:])
	return dropStrays(cells)
}

func endCell(cells []cell, text string) {
	if n := len(cells); n > 0 {
		cells[n-1].text = strings.TrimSpace(text)
	}
}

// dropStrays removes entries that begin with nothing known, if that is all there is.
func dropStrays(cells []cell) []cell {
	for _, c := range cells {
		if c.known() {
			return cells
		}
	}
	return nil
}

// isRoll reports whether a word begins with two digits and a colon.
func isRoll(word string) bool {
	return len(word) >= 3 && word[2] == ':' && '0' <= word[0] && word[0] <= '9' && '0' <= word[1] && word[1] <= '9'
}

// row takes the cells of one row into the game.
func (r *matReader) row(n int, cells []cell) {
	g := r.game()
	var acts []event
	var columns []int
	wins, loses, results := nobody, nobody, 0
	for _, c := range cells {
		switch c.word {
		case "wins", "loses":
			side := sideOf(c.column)
			if results > 0 {
				side = 1
			}
			if results++; c.word == "wins" {
				wins = side
			} else {
				loses = side
			}
			r.result(n, c)
		case "resigns":
			r.outcome(n).loser = r.player(sideOf(c.column))
		default:
			acts = append(acts, c.event(n))
			columns = append(columns, c.column)
		}
	}
	if wins != nobody && loses != nobody && wins != loses {
		g.result.column = r.player(wins)
	}
	for i := range acts {
		side := sideOf(columns[i])
		if len(acts) == 2 {
			side, acts[i].sure = i, true
		}
		acts[i].side = r.player(side)
	}
	g.events = append(g.events, acts...)
}

// player is who sits on a side.
func (r *matReader) player(side int) int {
	if r.swapped {
		return 1 - side
	}
	return side
}

// sideOf tells left from right by the column.
func sideOf(column int) int {
	if column > 12 {
		return 1
	}
	return 0
}

func (r *matReader) outcome(n int) *outcome {
	g := r.game()
	if g.result == nil {
		g.result = &outcome{line: n, winner: nobody, column: nobody, loser: nobody}
	}
	return g.result
}

// result reads Wins 2 points and the match, or Losses 2 points.
func (r *matReader) result(n int, c cell) {
	o := r.outcome(n)
	for _, w := range strings.Fields(c.text) {
		if p, ok := points(w); ok && (c.word == "wins" || o.points == 0) {
			o.points = p
			break
		}
	}
	o.match = o.match || strings.Contains(strings.ToLower(c.text), "the match")
}

// event makes an event of a cell that is no result.
func (c cell) event(n int) event {
	e := event{line: n, text: c.text}
	switch c.word {
	case "double":
		e.kind, e.value = evDouble, lastNumber(c.text)
		return e
	case "take":
		e.kind = evTake
		return e
	case "pass":
		e.kind = evPass
		return e
	case "beaver":
		e.kind = evBeaver
		return e
	}
	if !c.roll {
		e.kind = evUnreadable
		return e
	}
	e.roll = engine.Roll{c.text[0] - '0', c.text[1] - '0'}.Sorted()
	if e.roll.Check() != nil {
		e.kind = evUnreadable
		return e
	}
	e.text = strings.TrimSpace(c.text[3:])
	if rowNumber(e.text) == e.text {
		e.text = "" // GNU Backgammon sometimes runs two rows together
	}
	switch lower := strings.ToLower(e.text); {
	case lower != "" && strings.Trim(lower, "? ") == "":
		e.unplayed, e.text = true, ""
	case strings.HasPrefix(lower, "cannot"), strings.HasPrefix(lower, "can't"), strings.HasPrefix(lower, "no move"):
		e.cannot, e.text = true, ""
	}
	return e
}

// lastNumber is the last number in a text, 0 if there is none.
func lastNumber(text string) int {
	last := 0
	for w := range strings.FieldsSeq(text) {
		if n, ok := points(strings.TrimPrefix(w, "=>")); ok {
			last = n
		}
	}
	return last
}
