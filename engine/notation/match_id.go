package notation

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"tavla/engine"
)

const (
	matchBytes  = 9
	cubeCentred = 3
	maxScore    = 1<<15 - 1 // what the id has bits for
)

// FormatMatchID writes GNU Backgammon's match id, 12 characters: all of a state
// but the board, of the rules only Jacoby, the higher die first. The error says what in the state
// is impossible or too large for the id.
func FormatMatchID(s engine.State) (string, error) {
	if err := s.Check(); err != nil {
		return "", fmt.Errorf("match id: %w", err)
	}
	cube := bits.Len(uint(s.Cube.Value)) - 1
	if cube > 15 {
		return "", fmt.Errorf("match id: cube at %d, and there is room for %d", s.Cube.Value, 1<<15)
	}
	if m := max(s.Score.Length, s.Score.Points[0], s.Score.Points[1]); m > maxScore {
		return "", fmt.Errorf("match id: %d points, and there is room for %d", m, maxScore)
	}
	owner := s.Cube.Owner
	if owner == engine.Centred {
		owner = cubeCentred
	}
	w := bitWriter{bytes: make([]byte, matchBytes)}
	w.write(cube, 4)
	w.write(owner, 2)
	w.write(s.Roller, 1)
	w.write(bit(s.Score.Crawford), 1)
	w.write(int(s.Phase), 3)
	w.write(s.Turn, 1)
	w.write(bit(s.Doubled), 1)
	w.write(s.Resigning, 2)
	roll := s.Roll.Sorted()
	w.write(int(roll[0]), 3)
	w.write(int(roll[1]), 3)
	w.write(s.Score.Length, 15)
	w.write(s.Score.Points[0], 15)
	w.write(s.Score.Points[1], 15)
	w.write(bit(!s.Rules.Jacoby), 1)
	return encodeID(w.bytes), nil
}

// ParseMatchID reads a match id into a state without a board. Ids that call the
// game not begun circulate for positions in play, and are read as such. In a
// match the Jacoby bit means nothing.
func ParseMatchID(text string) (engine.State, error) {
	s, err := readMatch(text)
	if err == nil {
		// Any board that suits the phase will do to check the rest.
		with := s
		with.Board = engine.Start()
		if s.Phase == engine.Over {
			with.Board.Own = engine.Side{engine.Off: engine.Men}
		}
		err = with.Check()
	}
	if err != nil {
		return engine.State{}, fmt.Errorf("match id %q: %w", text, err)
	}
	return s, nil
}

func readMatch(text string) (engine.State, error) {
	var s engine.State
	r := bitReader{bytes: make([]byte, matchBytes)}
	if err := decodeID(text, r.bytes); err != nil {
		return s, err
	}
	s.Cube.Value = 1 << r.read(4)
	switch owner := r.read(2); owner {
	case 0, 1:
		s.Cube.Owner = owner
	case cubeCentred:
		s.Cube.Owner = engine.Centred
	default:
		return s, errors.New("cube owner 2: it is 0 or 1, or 3 for a centred cube")
	}
	s.Roller = r.read(1)
	s.Score.Crawford = r.read(1) == 1
	s.Phase = engine.Phase(r.read(3))
	s.Turn = r.read(1)
	s.Doubled = r.read(1) == 1
	s.Resigning = r.read(2)
	s.Roll = engine.Roll{uint8(r.read(3)), uint8(r.read(3))}.Sorted()
	s.Score.Length = r.read(15)
	s.Score.Points = [2]int{r.read(15), r.read(15)}
	s.Rules.Jacoby = r.read(1) == 0
	if r.read(r.left()) != 0 {
		return s, errors.New("bits are set after the last field")
	}
	if s.Phase == engine.NotStarted {
		s.Phase = engine.Playing
	}
	if s.Phase > engine.Dropped {
		return s, fmt.Errorf("game state %d: it is 0 to %d", s.Phase, engine.Dropped)
	}
	tidy(&s)
	nameBeaver(&s)
	return s, nil
}

// FormatID writes positionid:matchid, which is how people paste a position.
func FormatID(s engine.State) (string, error) {
	match, err := FormatMatchID(s)
	if err != nil {
		return "", err
	}
	return FormatPositionID(s.Board) + ":" + match, nil
}

// ParseID reads positionid:matchid.
func ParseID(text string) (engine.State, error) {
	position, match, ok := strings.Cut(text, ":")
	if !ok {
		return engine.State{}, fmt.Errorf("id %q: no match id follows; want positionid:matchid", text)
	}
	s, err := ParseMatchID(match)
	if err != nil {
		return engine.State{}, err
	}
	if s.Phase == engine.Over {
		s.Board, err = readPosition(position)
		if err != nil {
			err = fmt.Errorf("position id %q: %w", position, err)
		}
	} else {
		s.Board, err = ParsePositionID(position)
	}
	if err != nil {
		return engine.State{}, err
	}
	if err := s.Check(); err != nil {
		return engine.State{}, fmt.Errorf("id %q: %w", text, err)
	}
	return s, nil
}
