package record

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"tavla/engine"
)

// matReader reads an .mat line by line into raw games.
type matReader struct {
	m      *Match
	w      *warnings
	raws   []rawGame
	scored []bool // the game had a line with names and scores

	headed  bool // a line "N point match" was seen
	swapped bool // in the present game player 0 sits right
	stake   int  // of the next game, if told
	stop    bool // another match begins
}

func readMAT(text string, w *warnings) (*Match, error) {
	r := &matReader{m: &Match{Crawford: true}, w: w}
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		if n++; !r.stop {
			r.line(n, expandTabs(line))
		}
	}
	if !r.headed && len(r.raws) == 0 {
		return nil, errors.New("no match in it; want an .mat, which begins with a line such as \"7 point match\", or an .sgf")
	}
	if !r.headed {
		w.add(0, "there is no line \"N point match\"; it is taken for a money session")
	}
	r.nameByTags()
	r.crawford()
	resolve(r.m, r.raws, w)
	return r.m, nil
}

var (
	headPattern = regexp.MustCompile(`(?i)^(\d+)[- ]points? match`)
	gamePattern = regexp.MustCompile(`(?i)^game\s+\d+\s*:?$`)
	tagPattern  = regexp.MustCompile(`^\[\s*([^"]+?)\s*"(.*)"\s*\]`)
	// Names and scores; the two halves stand two or more blanks apart.
	namePattern  = regexp.MustCompile(`^\s*(.*?)\s*:\s*(\d+)\s{2,}(.*?)\s*:\s*(\d+)\s*$`)
	tightPattern = regexp.MustCompile(`^\s*(.*?)\s*:\s*(\d+)\s+(.*?)\s*:\s*(\d+)\s*$`)
	// A ranking number after a name: 1605, (1605.31).
	rankPattern = regexp.MustCompile(`^(.*\S)(?:\s+|\s*\()(\d{3,4}(?:\.\d+)?)(\)?)$`)
)

func (r *matReader) line(n int, line string) {
	trimmed := strings.TrimSpace(line)
	if trimmed == "" {
		return
	}
	g := r.game()
	if g != nil && !r.scored[len(r.raws)-1] && len(g.events) == 0 && r.names(n, line) {
		return
	}
	switch {
	case trimmed[0] == ';' || trimmed[0] == '#':
		r.tag(trimmed[1:])
	case headPattern.MatchString(trimmed):
		r.head(n, headPattern.FindStringSubmatch(trimmed)[1])
	case gamePattern.MatchString(trimmed):
		r.newGame(n)
	default:
		cells := scanCells(line)
		numbered := rowNumber(trimmed) != ""
		if len(cells) == 0 || !numbered && !cells[0].known() {
			if !numbered { // else an empty row
				r.w.add(n, "%.40q means nothing; the line is left out", trimmed)
			}
			return
		}
		if g == nil {
			r.w.add(n, "there is no line \"Game 1\" before this")
			r.newGame(n)
		}
		r.row(n, cells)
	}
}

// game is the present one, nil before the first.
func (r *matReader) game() *rawGame {
	if len(r.raws) == 0 {
		return nil
	}
	return &r.raws[len(r.raws)-1]
}

func (r *matReader) head(n int, length string) {
	l, ok := points(length)
	switch {
	case !ok:
		r.w.add(n, "a match of %s points; it is taken for a money session", length)
		l = 0
	case (r.headed || len(r.raws) > 0) && l != r.m.Length:
		r.w.add(n, "another match begins here; it is left out")
		r.stop = true
		return
	}
	r.headed, r.m.Length = true, l
}

// newGame begins a game. Its score is known for sure when its names are read.
func (r *matReader) newGame(n int) {
	score := engine.Score{Length: r.m.Length}
	if g := r.game(); g != nil {
		score.Points = g.start.Score.Points
	}
	start := newStart(score)
	if r.stake > 0 && r.m.Length == 0 {
		start.Cube.Value = r.stake
	}
	r.stake, r.swapped = 0, false
	r.raws = append(r.raws, rawGame{line: n, start: start})
	r.scored = append(r.scored, false)
}

// names reads the line with names and scores; it reports whether it is one.
func (r *matReader) names(n int, line string) bool {
	part := namePattern.FindStringSubmatch(line)
	if part == nil {
		part = tightPattern.FindStringSubmatch(line)
	}
	if part == nil {
		return false
	}
	var names [2]string
	var ranks [2]string
	for p := range names {
		names[p], ranks[p] = splitRank(clean(part[1+2*p]))
	}
	var score [2]int
	for p := range score {
		var ok bool
		if score[p], ok = points(part[2+2*p]); !ok {
			r.w.add(n, "a score of %s; it is taken as 0", part[2+2*p])
		}
	}
	m := r.m
	if len(r.raws) > 1 && names != m.Players {
		if names[0] == m.Players[1] && names[1] == m.Players[0] {
			r.w.add(n, "the players have changed sides")
			r.swapped = true
			score[0], score[1] = score[1], score[0]
		} else {
			r.w.add(n, "the players are now called %s and %s", names[0], names[1])
		}
	} else {
		m.Players = names
		for p, rank := range ranks {
			r.addRank(p, rank)
		}
	}
	r.scored[len(r.scored)-1] = true
	for p, s := range score {
		if m.Length > 0 && s >= m.Length {
			r.w.add(n, "a score of %d before a game in a match of %s; it is taken as %d", s, plural(m.Length), m.Length-1)
			score[p] = m.Length - 1
		}
	}
	r.game().start.Score.Points = score
	return true
}

// splitRank parts a name from the ranking numbers after it.
func splitRank(name string) (bare, rank string) {
	for {
		part := rankPattern.FindStringSubmatch(name)
		if part == nil || (part[3] == ")") != strings.HasSuffix(strings.TrimSuffix(name, part[2]+part[3]), "(") {
			return name, rank
		}
		name, rank = clean(part[1]), part[2]
	}
}

func eloTag(player int) string { return fmt.Sprintf("Player %d Elo", player+1) }

// addRank keeps a ranking number as the tag play sites use for it.
func (r *matReader) addRank(player int, rank string) {
	if rank != "" && r.findTag(eloTag(player)) == "" {
		r.m.Tags = append(r.m.Tags, Tag{eloTag(player), rank})
	}
}

func (r *matReader) findTag(name string) string {
	for _, t := range r.m.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// nameByTags names the players of a file without a game by its tags.
func (r *matReader) nameByTags() {
	for p := range r.m.Players {
		if r.m.Players[p] == "" {
			r.m.Players[p], _ = splitRank(clean(r.findTag(fmt.Sprintf("Player %d", p+1))))
		}
	}
}

// tag reads a comment line, without its semicolon.
func (r *matReader) tag(comment string) {
	part := tagPattern.FindStringSubmatch(strings.TrimSpace(comment))
	if part == nil {
		return
	}
	t := Tag{clean(part[1]), clean(part[2])}
	switch strings.ToLower(t.Name) {
	case "":
	case "crawford":
		r.m.Crawford = isOn(t.Value)
	case "jacoby":
		r.m.Rules.Jacoby = isOn(t.Value)
	case "beaver", "beavers":
		r.m.Rules.Beavers = isOn(t.Value)
	case stakeTag:
		if n, ok := points(t.Value); ok && n > 0 && n&(n-1) == 0 {
			r.stake = n
		}
	default:
		r.m.Tags = append(r.m.Tags, t)
	}
}

// stakeTag tells, before a game, its stake after automatic doubles. No other
// program writes that.
const stakeTag = "stake"

// crawford finds the Crawford game: the first one before which a player is one
// point away. If the cube is turned in it, the rule isn't used.
func (r *matReader) crawford() {
	m := r.m
	if m.Length <= 1 || !m.Crawford {
		return
	}
	for i := range r.raws {
		s := &r.raws[i].start.Score
		if s.Away(0) > 1 && s.Away(1) > 1 {
			continue
		}
		if s.Away(0) == s.Away(1) {
			return
		}
		if double, _ := r.raws[i].doubles(); double {
			r.w.add(r.raws[i].line, "the cube is turned in what would be the Crawford game: the match is taken to be played without that rule")
			m.Crawford = false
			return
		}
		s.Crawford = true
		return
	}
}
