package record

import (
	"errors"
	"fmt"
	"strings"

	"tavla/engine"
)

func readSGF(text string, at int, w *warnings) (*Match, error) {
	s := sgfScanner{text: text, at: at, line: 1 + strings.Count(text[:at], "\n")}
	r := sgfReader{m: &Match{}, w: w}
	for _, nodes := range s.trees(w) {
		if len(nodes) > 0 {
			r.tree(nodes)
		}
	}
	if len(r.raws) == 0 {
		return nil, errors.New("no backgammon in this .sgf; want game trees with GM[6]")
	}
	resolve(r.m, r.raws, w)
	return r.m, nil
}

// sgfReader reads game trees into raw games.
type sgfReader struct {
	m    *Match
	w    *warnings
	raws []rawGame
}

// sgfTags are the tags of an .mat that have properties in an .sgf.
var sgfTags = [...]struct{ tag, property string }{
	{"Event", "EV"}, {"Round", "RO"}, {"Site", "PC"}, {"EventDate", "DT"}, {"Transcriber", "AN"},
	{"Player 1 Elo", "WR"}, {"Player 2 Elo", "BR"}, {"Comment", "GC"},
}

// tagOf is the tag a property stands for, "" if none.
func tagOf(property string) string {
	for _, t := range sgfTags {
		if t.property == property {
			return t.tag
		}
	}
	return ""
}

// tree reads one game tree.
func (r *sgfReader) tree(nodes []sgfNode) {
	root := &nodes[0]
	if gm := strings.TrimSpace(root.get("GM")); gm != "6" {
		r.w.add(root.line, "a game tree of another game (GM[%.10s]) is left out", gm)
		return
	}
	g := rawGame{line: root.line}
	length, score := r.matchInfo(root)
	if len(r.raws) == 0 {
		r.header(root, length)
	} else if length != r.m.Length {
		r.w.add(root.line, "a game of a match of %s is left out; the first one's match is of %s", plural(length), plural(r.m.Length))
		return
	}
	for p, n := range score {
		if length > 0 && n >= length {
			r.w.add(root.line, "a score of %d before a game in a match of %s; it is taken as %d", n, plural(length), length-1)
			score[p] = length - 1
		}
	}
	g.start = newStart(engine.Score{Length: length, Points: score})
	r.rules(root, &g.start.Score)
	g.result = sgfResult(root)
	g.events = append(g.events, r.node(root, &g, true)...)
	for i := range nodes[1:] {
		g.events = append(g.events, r.node(&nodes[1+i], &g, false)...)
	}
	r.raws = append(r.raws, g)
}

// header takes names and tags from the first root.
func (r *sgfReader) header(root *sgfNode, length int) {
	m := r.m
	m.Length = length
	for _, p := range root.props {
		value := clean(p.Values[0])
		tag := tagOf(p.Name)
		if p.Name == "DT" {
			value = strings.ReplaceAll(value, "-", ".")
		}
		switch {
		case p.Name == "PW":
			m.Players[0] = value
		case p.Name == "PB":
			m.Players[1] = value
		case tag != "" && value != "":
			m.Tags = append(m.Tags, Tag{tag, value})
		}
	}
}

// matchInfo reads MI[length:3][game:0][ws:0][bs:0].
func (r *sgfReader) matchInfo(root *sgfNode) (length int, score [2]int) {
	for _, p := range root.props {
		if p.Name != "MI" {
			continue
		}
		for _, v := range p.Values {
			key, value, _ := strings.Cut(v, ":")
			n, ok := points(strings.TrimSpace(value))
			if !ok {
				r.w.add(root.line, "MI[%.30s] is no number of points; it is taken as 0", v)
			}
			switch strings.TrimSpace(key) {
			case "length":
				length = n
			case "ws":
				score[0] = n
			case "bs":
				score[1] = n
			}
		}
	}
	return length, score
}

// rules reads RU[Crawford:CrawfordGame]. Rules of play are one for all games.
func (r *sgfReader) rules(root *sgfNode, score *engine.Score) {
	m := r.m
	for _, rule := range strings.Split(root.get("RU"), ":") {
		switch rule = strings.TrimSpace(rule); strings.ToLower(rule) {
		case "":
		case "crawford":
			m.Crawford = true
		case "crawfordgame":
			m.Crawford = true
			score.Crawford = score.Length > 1
			if err := score.Check(); err != nil {
				r.w.add(root.line, "%v; it is taken for an ordinary game", err)
				score.Crawford = false
			}
		case "jacoby":
			m.Rules.Jacoby = true
		case "beavers":
			m.Rules.Beavers = true
		default:
			r.w.add(root.line, "the rule %.30q is not known; it is left out", rule)
		}
	}
}

// sgfResult reads RE[W+2] or RE[B+1R].
func sgfResult(root *sgfNode) *outcome {
	re := strings.ToUpper(strings.TrimSpace(root.get("RE")))
	if len(re) < 2 || re[1] != '+' || re[0] != 'W' && re[0] != 'B' {
		return nil
	}
	o := &outcome{line: root.line, winner: 0, column: nobody, loser: nobody}
	if re[0] == 'B' {
		o.winner = 1
	}
	o.points, _ = points(strings.TrimSuffix(re[2:], "R"))
	return o
}

// node reads the actions of a node, and what it sets up. Properties that mean
// nothing here are kept: with its action, or with the game if it has none.
func (r *sgfReader) node(n *sgfNode, g *rawGame, root bool) (events []event) {
	var rest []Property
	setup := setup{line: n.line}
	for _, p := range n.props {
		switch side := strings.Index("WB", p.Name); {
		case len(p.Name) == 1 && side >= 0:
			events = append(events, sgfEvent(n.line, side, p.Values[0]))
		case isSetup(p.Name):
			setup.props = append(setup.props, p)
		case !isHeader(p.Name):
			rest = append(rest, p)
		}
	}
	if len(setup.props) > 0 {
		events = append(setup.apply(g, r.w), events...)
	}
	switch {
	case root || len(g.events)+len(events) == 0:
		g.props = append(g.props, rest...)
	case len(events) > 0:
		e := &events[len(events)-1]
		e.props = append(e.props, rest...)
	default:
		e := &g.events[len(g.events)-1]
		e.props = append(e.props, rest...)
	}
	return events
}

// isHeader reports whether a property belongs to the root and is held elsewhere.
func isHeader(name string) bool {
	switch name {
	case "FF", "GM", "CA", "AP", "MI", "PW", "PB", "RU", "RE":
		return true
	}
	return tagOf(name) != ""
}

// sgfEvent reads the value of W[…] or B[…].
func sgfEvent(line, side int, value string) event {
	e := event{line: line, side: side, sure: true}
	value = strings.ToLower(strings.TrimSpace(value))
	switch value {
	case "double", "redouble":
		e.kind = evDouble
		return e
	case "take", "accept":
		e.kind = evTake
		return e
	case "drop", "pass":
		e.kind = evPass
		return e
	case "beaver", "raccoon":
		e.kind = evBeaver
		return e
	}
	text, ok := "", len(value) >= 2 && len(value)%2 == 0
	if ok {
		e.roll = engine.Roll{value[0] - '0', value[1] - '0'}.Sorted()
		text, ok = sgfPlay(side, value[2:]) // pairs of points
	}
	if !ok || e.roll.Check() != nil {
		e.kind, e.text = evUnreadable, value
		return e
	}
	e.text = text
	return e
}

// sgfPlay spells pairs of letters as a play in the mover's own numbers.
func sgfPlay(side int, letters string) (text string, ok bool) {
	var words []string
	for i := 0; i < len(letters); i += 2 {
		from, ok1 := sgfPoint(side, letters[i])
		to, ok2 := sgfPoint(side, letters[i+1])
		if !ok1 || !ok2 {
			return "", false
		}
		words = append(words, fmt.Sprintf("%d/%d", from, to))
	}
	return strings.Join(words, " "), true
}

// sgfPoint is a point in the numbers of a side: a-x are White's 1 to 24.
func sgfPoint(side int, letter byte) (point int, ok bool) {
	switch {
	case letter == 'y':
		return engine.Bar, true
	case letter == 'z':
		return engine.Off, true
	case letter < 'a' || letter > 'z':
		return 0, false
	case side == 1:
		return 24 - int(letter-'a'), true
	}
	return int(letter-'a') + 1, true
}
