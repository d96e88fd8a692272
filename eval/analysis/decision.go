package analysis

import (
	"fmt"

	"tavla/engine"
	"tavla/engine/notation"
)

// Kind is what was decided.
type Kind uint8

const (
	Play Kind = iota
	CubeAction
	Resignation // offered or accepted
)

func (k Kind) String() string { return [...]string{"play", "cube", "resignation"}[k%3] }

// Decision is what a player decided, what it gave up and what would have been
// right. It is plain data; its slices and pointers are the Report's.
type Decision struct {
	Game, Move int // from 1; moves as match files number them
	Player     int
	Kind       Kind
	// Action is what was done in the engine's words; ActRoll is not doubling.
	Action engine.Action
	// State is the moment of the decision, its board seen by the player on roll.
	State engine.State
	Made  string // what was done, in notation or words
	Right string // what would have been right; Made if nothing was lost
	Lost  Amount // at least 0
	Mark  Mark
	// Counts is whether it counts in the error rate: an unforced play, a close or
	// actual cube action. NonObvious is whether it counts in PR.
	Counts, NonObvious bool
	Fault              Fault // of a cube action
	// Plays are the best plays and the one made, best first, none if it was forced.
	Plays []Candidate
	Cube  *Cube // of a cube action
}

// ID is the position and match id of the decision, "" if it has none.
func (d *Decision) ID() string {
	id, err := notation.FormatID(d.State)
	if err != nil {
		return ""
	}
	return id
}

// decisions are what was decided in a step.
func (o *Options) decisions(t *step, j *Judged) []Decision {
	d := Decision{Game: t.game + 1, Move: t.move, Player: t.action.Player, Action: t.action.Kind, State: t.state}
	switch {
	case t.cube:
		d.Kind, d.Cube = CubeAction, j.Cube
		if d.Action == engine.ActLoseTurn {
			d.Action = engine.ActRoll // which a player who is closed out does not do
		}
		right, lost := j.Cube.assess(&t.state, d.Action)
		redouble := t.asked.Cube.Owner == t.asked.Roller
		d.Made, d.Right = cubeWord(d.Action, redouble), cubeWord(right, redouble)
		d.Fault = j.Cube.fault(d.Action, right)
		d.Counts = j.Cube.counts(d.Action)
		d.NonObvious = d.Counts
		d.lose(o.amount(&t.asked, lost))
	case t.play:
		d.Kind, d.Plays = Play, j.Plays
		d.Counts = t.legal > 1
		d.NonObvious = d.Counts && j.Differ
		d.Made = notation.FormatPlay(t.action.Play)
		d.Right = d.Made
		if d.Counts {
			best := &j.Plays[0]
			for _, c := range j.Plays {
				if c.Made && c.Equity < best.Equity {
					d.Right = best.Play
					d.lose(o.amount(&t.state, best.Equity-c.Equity))
				}
			}
		}
	case t.resign:
		return o.resignation(d, t, j)
	default:
		return nil
	}
	return []Decision{d}
}

func (d *Decision) lose(a Amount) {
	d.Lost, d.Mark = a, MarkOf(a.Normalised)
}

func cubeWord(did engine.Action, redouble bool) string {
	switch {
	case did == engine.ActRoll && redouble:
		return "no redouble"
	case did == engine.ActRoll:
		return "no double"
	case did == engine.ActDouble && redouble:
		return "redouble"
	}
	return string(did)
}

// resignation holds a resignation against playing on, for the player who offered
// it and for the one who accepted it: what one gives up the other gains.
func (o *Options) resignation(d Decision, t *step, j *Judged) []Decision {
	size := [4]string{"", "single game", "gammon", "backgammon"}[t.action.Size&3]
	d.Kind, d.Made, d.Right = Resignation, "resign a "+size, "resign a "+size
	accept := d
	accept.Player, accept.Action = 1-d.Player, engine.ActAccept
	accept.Made, accept.Right = fmt.Sprintf("accept a %s", size), fmt.Sprintf("accept a %s", size)
	switch over := *j.PlayOn - *j.Resigned; {
	case over > 0:
		d.Right = "play on"
		d.lose(o.amount(&t.state, over))
	case over < 0:
		accept.Right = "play on"
		accept.lose(o.amount(&t.state, -over))
	}
	return []Decision{d, accept}
}
