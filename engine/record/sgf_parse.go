package record

import "strings"

// sgfNode is one node of a game tree: its properties in order.
type sgfNode struct {
	line  int
	props []Property
}

// get is the first value of a property, "" if there is none.
func (n *sgfNode) get(name string) string {
	for _, p := range n.props {
		if p.Name == name {
			return p.Values[0]
		}
	}
	return ""
}

// sgfStart is where the first game tree of an .sgf begins, -1 if text is none.
func sgfStart(text string) int {
	at := strings.IndexByte(text, '(')
	if at < 0 || !strings.HasPrefix(strings.TrimLeft(text[at+1:], " \t\n"), ";") {
		return -1
	}
	// An .mat has brackets too, in names or comments, but a head before them.
	if strings.TrimSpace(text[:at]) != "" && !strings.Contains(text[at:], "GM[") {
		return -1
	}
	return at
}

// sgfScanner reads a collection of game trees; of variations, only the first.
type sgfScanner struct {
	text string
	at   int
	line int
}

// trees reads all game trees, each as the nodes of its main line. Whatever
// stands between properties and means nothing is read over.
func (s *sgfScanner) trees(w *warnings) (trees [][]sgfNode) {
	var nodes []sgfNode
	depth, closed, varied := 0, false, false
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case c == '(':
			if depth++; depth == 1 {
				nodes, closed, varied = nil, false, false
			} else if closed && !varied {
				w.add(s.line, "a variation is left out")
				varied = true
			}
			s.at++
		case c == ')':
			if depth--; depth == 0 {
				trees = append(trees, nodes)
			}
			depth, closed = max(depth, 0), true
			s.at++
		case c == ';':
			if depth > 0 && !closed {
				nodes = append(nodes, sgfNode{line: s.line})
			}
			s.at++
		case isUpper(c) || 'a' <= c && c <= 'z' || c == '[':
			if p, ok := s.property(); ok && depth > 0 && !closed && len(nodes) > 0 {
				n := &nodes[len(nodes)-1]
				n.props = append(n.props, p)
			}
		default:
			s.step()
		}
	}
	if depth > 0 && len(nodes) > 0 {
		w.add(s.line, "the file ends inside a game")
		if !closed {
			trees = append(trees, nodes)
		}
	}
	return trees
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// step goes on by one character.
func (s *sgfScanner) step() {
	if s.text[s.at] == '\n' {
		s.line++
	}
	s.at++
}

// property reads a name and its values. Small letters in names are those of old
// versions of the format, and mean nothing.
func (s *sgfScanner) property() (p Property, ok bool) {
	var name []byte
	for ; s.at < len(s.text); s.at++ {
		if c := s.text[s.at]; isUpper(c) {
			name = append(name, c)
		} else if c < 'a' || c > 'z' {
			break
		}
	}
	p.Name = string(name)
	for {
		for s.at < len(s.text) && strings.IndexByte(" \t\n", s.text[s.at]) >= 0 {
			s.step()
		}
		if s.at >= len(s.text) || s.text[s.at] != '[' {
			return p, p.Name != "" && len(p.Values) > 0
		}
		p.Values = append(p.Values, s.value())
	}
}

// value reads a bracketed value and unescapes it.
func (s *sgfScanner) value() string {
	s.at++ // the bracket
	var b strings.Builder
	for s.at < len(s.text) && s.text[s.at] != ']' {
		if s.text[s.at] == '\\' && s.at+1 < len(s.text) {
			if s.at++; s.text[s.at] == '\n' { // a line broken for looks only
				s.step()
				continue
			}
		}
		b.WriteByte(s.text[s.at])
		s.step()
	}
	s.at = min(s.at+1, len(s.text))
	return b.String()
}

var sgfEscape = strings.NewReplacer(`\`, `\\`, `]`, `\]`)
