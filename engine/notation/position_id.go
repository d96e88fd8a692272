package notation

import (
	"errors"
	"fmt"

	"tavla/engine"
)

const (
	positionBytes = 10
	onRoll        = "the player on roll"
	opponent      = "the opponent"
)

// FormatPositionID writes GNU Backgammon's position id, 14 characters: the
// opponent's men first, then those of the player on roll. The board must be one
// that passes its Check.
func FormatPositionID(b engine.Board) string {
	w := bitWriter{bytes: make([]byte, positionBytes)}
	for _, s := range []*engine.Side{&b.Opp, &b.Own} {
		for p := 1; p <= engine.Bar; p++ {
			n := min(int(s[p]), engine.Men)
			w.write(1<<n-1, n+1)
		}
	}
	return encodeID(w.bytes)
}

// ParsePositionID reads a position id. Men that are missing have been borne off.
// A board on which a player has none left is refused: that game is over.
func ParsePositionID(text string) (engine.Board, error) {
	b, err := readPosition(text)
	if err == nil {
		err = playable(&b, onRoll, opponent)
	}
	if err == nil {
		err = b.Check()
	}
	if err != nil {
		return engine.Board{}, fmt.Errorf("position id %q: %w", text, err)
	}
	return b, nil
}

// readPosition reads the text of a position id, finished games and boards that
// don't pass their Check included.
func readPosition(text string) (engine.Board, error) {
	var b engine.Board
	r := bitReader{bytes: make([]byte, positionBytes)}
	if err := decodeID(text, r.bytes); err != nil {
		return b, err
	}
	for i, s := range []*engine.Side{&b.Opp, &b.Own} {
		who := [2]string{opponent, onRoll}[i]
		for p := 1; p <= engine.Bar; p++ {
			for {
				if r.left() == 0 {
					return b, fmt.Errorf("its bits end at point %d of %s: too many men", p, who)
				}
				if r.read(1) == 0 {
					break
				}
				s[p]++
			}
		}
		if err := completeSide(s, who); err != nil {
			return b, err
		}
	}
	for r.left() > 0 {
		if r.read(1) == 1 {
			return b, errors.New("bits are set after the last man")
		}
	}
	return b, nil
}
