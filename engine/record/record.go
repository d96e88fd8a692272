// Package record reads and writes backgammon matches as files: the .mat text of
// Jellyfish, which the play sites export as .txt too, and GNU Backgammon's .sgf.
// Both become one Match, whose games replay through the engine's state machine.
//
// Files are read from bytes and written to an io.Writer; nothing here touches a
// disk. Real files are full of quirks: whatever had to be guessed is told in
// Warnings with line numbers, and a fault in one game costs the rest of that
// game only. What has been read is written cleanly, and reading that again gives
// the same Match.
package record

import (
	"errors"
	"fmt"
	"strings"

	"tavla/engine"
)

// Match is a recorded match or money session. It is plain data, owned by whoever
// holds it; it may be read from several goroutines as long as nobody changes it.
type Match struct {
	Players  [2]string // player 0 is the left one (White in an .sgf)
	Length   int       // points to win, 0 for money
	Rules    engine.Rules
	Crawford bool // the Crawford rule is used; false where it means nothing (length 0 or 1)
	Tags     []Tag
	Games    []Game
}

// Tag is a line such as [EventDate "2026.11.29"] from the head of a file. What
// Match holds in other fields (Crawford, Jacoby, beavers) is not repeated here.
type Tag struct{ Name, Value string }

// Property is a property of an .sgf as it stands there, unescaped, such as the
// analysis of a play in A[…]. An .mat has no room for it.
type Property struct {
	Name   string
	Values []string
}

// Game is one game: the moment before its opening throw and what was done in it.
type Game struct {
	// Start awaits the opening throw, unless the file sets a position up. It
	// carries score and rules, and a centred cube above 1 after automatic doubles.
	Start   engine.State
	Actions []Action
	// Properties of an .sgf that belong to the whole game, such as GS.
	Properties []Property
}

// Action is one step of the state machine, named as the engine names it: a roll
// and its play are two. A finished game ends with a play, a pass, or an accepted
// resignation. Resignations that were rejected are not written to files.
//
// Two things real files have, and the engine refuses, are allowed: a double (and
// its answer) where the cube is dead, and ActLoseTurn instead of ActRoll by a
// player who is closed out and did not throw. In the first case MayDouble is
// false in the state, and the double is nothing to judge.
type Action struct {
	Kind   engine.Action
	Player int         // who acts; in an opening throw, who begins
	Roll   engine.Roll // ActRoll: higher die first; ActOpen: player 0's die, then player 1's
	Play   engine.Play // ActPlay
	Size   int         // ActResign: 1, 2 (gammon) or 3 (backgammon)
	// Properties come from the action's node of an .sgf: DA (the analysis of the
	// cube before the throw) with the roll, A (that of the play) and all others
	// with the play, all with a cube action.
	Properties []Property
}

// Do does the action in a game. A *engine.RuleError means that the rules forbid it,
// and that nothing has happened. Whose turn it is is the game's to know: of Player
// only resignations take notice.
func (a *Action) Do(g *engine.Game) error {
	switch a.Kind {
	case engine.ActOpen:
		return g.Open(a.Roll)
	case engine.ActRoll:
		return g.Roll(a.Roll)
	case engine.ActPlay:
		return g.Play(a.Play)
	case engine.ActLoseTurn:
		return g.LoseTurn()
	case engine.ActDouble:
		return g.Double()
	case engine.ActTake:
		return g.Take()
	case engine.ActPass:
		return g.Pass()
	case engine.ActBeaver:
		return g.Beaver()
	case engine.ActRaccoon:
		return g.Raccoon()
	case engine.ActResign:
		return g.Resign(a.Player, a.Size)
	case engine.ActAccept:
		return g.AcceptResignation()
	case engine.ActReject:
		return g.RejectResignation()
	}
	return fmt.Errorf("%q is no action of a game", a.Kind)
}

// Property returns the values of the first property of that name, nil if there
// is none. The slice is the action's.
func (a *Action) Property(name string) []string {
	for _, p := range a.Properties {
		if p.Name == name {
			return p.Values
		}
	}
	return nil
}

// Warning tells what a reader had to guess or leave out.
type Warning struct {
	File string
	Line int // from 1; 0 where no line is to blame
	Text string
}

func (w Warning) String() string {
	if w.Line == 0 {
		return w.File + ": " + w.Text
	}
	return fmt.Sprintf("%s:%d: %s", w.File, w.Line, w.Text)
}

// Read reads a match file of either format, which it tells by the content; name
// is for messages only, and data is not changed. An error means that there is no
// match in it.
func Read(name string, data []byte) (*Match, []Warning, error) {
	w := &warnings{file: name}
	text := decode(data, w)
	m, err := read(text, w)
	if err != nil {
		return nil, w.list, fmt.Errorf("%s: %w", name, err)
	}
	return m, w.list, nil
}

func read(text string, w *warnings) (*Match, error) {
	switch at := sgfStart(text); {
	case strings.IndexByte(text, 0) >= 0:
		return nil, errors.New("this is no text; want a match as .mat or .sgf")
	case at >= 0:
		return readSGF(text, at, w)
	}
	return readMAT(text, w)
}

// warnings collects what a reader has to say.
type warnings struct {
	file string
	list []Warning
}

func (w *warnings) add(line int, format string, args ...any) {
	w.list = append(w.list, Warning{File: w.file, Line: line, Text: fmt.Sprintf(format, args...)})
}

// Score is where the match stands after its last game, or before that game while
// it is unfinished. Points beyond the length of a match don't count.
func (m *Match) Score() engine.Score {
	if len(m.Games) == 0 {
		return engine.Score{Length: m.Length}
	}
	g := &m.Games[len(m.Games)-1]
	s := g.Start.Score
	if r, ok := g.Result(); ok {
		s = s.After(r)
	}
	if m.Length > 0 {
		for p := range s.Points {
			s.Points[p] = min(s.Points[p], m.Length)
		}
	}
	return s
}
