package record

import "tavla/engine"

// event is an action as a file tells it, before the state machine has made sense
// of it. Both formats are read into events, and resolved in one way.
type event struct {
	line int
	kind eventKind
	side int  // the player it is written for
	sure bool // side is certain, not just a matter of indentation
	roll engine.Roll
	// text is the play, "" if none is given.
	text     string
	unplayed bool // the file says that the roll was not played (????)
	cannot   bool // the file says that no play was legal
	value    int  // of a double: the new stake, 0 if not given
	props    []Property
}

type eventKind uint8

const (
	evRoll eventKind = iota
	evDouble
	evTake
	evPass
	evBeaver
	evUnreadable // something stands there that means nothing; text is what
)

// outcome is the result of a game as a file states it.
type outcome struct {
	line   int
	points int // 0 if not given
	match  bool
	// Who won, nobody if the file doesn't say: certainly, or only by the columns.
	winner, column int
	loser          int // who resigned, as far as the file says
}

const nobody = -1

// rawGame is a game as a file tells it.
type rawGame struct {
	line   int
	start  engine.State
	events []event
	result *outcome
	props  []Property
}

// newStart is the start of a game at some score, without rules yet.
func newStart(score engine.Score) engine.State {
	return engine.State{
		Board: engine.Start(), Score: score,
		Cube: engine.Cube{Value: 1, Owner: engine.Centred},
	}
}

// doubles reports whether the cube is turned, and whether beavers are.
func (g *rawGame) doubles() (double, beaver bool) {
	pending := false
	for _, e := range g.events {
		switch e.kind {
		case evDouble:
			beaver = beaver || pending
			double, pending = true, true
		case evBeaver:
			double, beaver = true, true
		default:
			pending = false
		}
	}
	return double, beaver
}

// resolve makes a match of what a file tells: rules first, then game by game.
func resolve(m *Match, raws []rawGame, w *warnings) {
	if m.Length <= 1 {
		m.Crawford = false
	}
	if m.Length > 0 {
		m.Rules = engine.Rules{}
	}
	for i := range raws {
		if _, beaver := raws[i].doubles(); beaver && m.Length == 0 {
			m.Rules.Beavers = true
		}
	}
	var end endings
	for i := range raws {
		raw := &raws[i]
		raw.start.Rules = m.Rules
		var next *engine.State
		if i+1 < len(raws) {
			next = &raws[i+1].start
		}
		g, last := build(raw, next, m.Players, w)
		m.Games = append(m.Games, g)
		end.count(&last, raw)
	}
	if m.Length == 0 && !m.Rules.Jacoby && end.jacoby > 0 && end.free == 0 {
		w.add(0, "a gammon with the cube not turned counts once: the Jacoby rule is taken to be used")
		m.Rules.Jacoby = true
		for i := range m.Games {
			m.Games[i].Start.Rules.Jacoby = true
		}
	}
}

// endings counts what the gammons of a money session say of the Jacoby rule.
type endings struct{ jacoby, free int }

// count looks at the last state of a game.
func (n *endings) count(s *engine.State, raw *rawGame) {
	r, ok := s.Result()
	switch {
	case !ok || r.Size < 2 || raw.result == nil || s.Cube.Owner != engine.Centred:
	case raw.result.points == r.Points:
		n.free++
	case s.Phase == engine.Over && raw.result.points == s.Cube.Value:
		n.jacoby++
	}
}
