package notation

import (
	"errors"
	"fmt"
	"strings"

	"tavla/engine"
)

// Kind is a position format, and so what a text carried.
type Kind uint8

const (
	PositionID Kind = iota // the board alone
	FullID                 // positionid:matchid
	XGID
	FIBSBoard
)

func (k Kind) String() string {
	switch k {
	case PositionID:
		return "position id"
	case FullID:
		return "position and match id"
	case XGID:
		return "XGID"
	case FIBSBoard:
		return "FIBS board"
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// HasMatch reports whether the format carries more than the board: score, cube,
// dice and whose turn it is.
func (k Kind) HasMatch() bool { return k != PositionID }

// HasRules reports whether the format says which rules of money play are used.
func (k Kind) HasRules() bool { return k == FullID || k == XGID }

// Bare is a board on its own as a state: a money game without Jacoby and
// beavers, the cube centred at 1, player 1 on roll, the dice not thrown.
func Bare(b engine.Board) engine.State {
	return engine.State{
		Board: b, Roller: 1, Turn: 1, Phase: engine.Playing,
		Cube: engine.Cube{Value: 1, Owner: engine.Centred},
	}
}

// Parse reads a position in any format: a position id (which becomes a Bare
// state), positionid:matchid, an XGID or a FIBS board line. Blanks around it
// don't matter.
func Parse(text string) (engine.State, Kind, error) {
	text = strings.TrimSpace(text)
	colons := strings.Count(text, ":")
	switch {
	case text == "":
		return engine.State{}, 0, errors.New("position: it is empty; want a position id, positionid:matchid or XGID=…")
	case strings.HasPrefix(text, fibsPrefix):
		f, err := ParseFIBS(text)
		return f.State, FIBSBoard, err
	case len(text) >= len(xgidPrefix) && strings.EqualFold(text[:len(xgidPrefix)], xgidPrefix), colons > 1:
		s, err := ParseXGID(text)
		return s, XGID, err
	case colons == 1:
		s, err := ParseID(text)
		return s, FullID, err
	case len(text) == base64Strict.EncodedLen(matchBytes):
		if _, err := ParseMatchID(text); err == nil {
			return engine.State{}, 0, fmt.Errorf("position %q: this is a match id without a position; want positionid:matchid", text)
		}
	}
	b, err := ParsePositionID(text)
	if err != nil {
		return engine.State{}, PositionID, err
	}
	return Bare(b), PositionID, nil
}
