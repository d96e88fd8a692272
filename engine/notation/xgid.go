package notation

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"tavla/engine"
)

const (
	xgidPrefix  = "XGID="
	xgidMaxCube = "10" // log2 of the largest cube, as everybody writes it
)

// FormatXGID writes an XGID; the bottom player is player 1. The error says what
// in the state is impossible, or that a resignation is pending.
func FormatXGID(s engine.State) (string, error) {
	if err := s.Check(); err != nil {
		return "", fmt.Errorf("XGID: %w", err)
	}
	if s.Phase == engine.Playing && s.Resigning > 0 {
		return "", errors.New("XGID: it has no field for the resignation that is pending")
	}
	var men [26]byte
	b := viewedBy1(&s)
	for i := range men {
		men[i] = '-'
		if n := b.Own[i]; i != engine.Off && n > 0 {
			men[i] = 'A' + n - 1
		} else if n := b.Opp[25-i]; i != engine.Bar && n > 0 {
			men[i] = 'a' + n - 1
		}
	}
	dice := fmt.Sprintf("%d%d", s.Roll[0], s.Roll[1])
	switch {
	case s.Beavered:
		dice = "B"
	case s.Raccooned:
		dice = "R"
	case s.Doubled:
		dice = "D"
	}
	rules := bit(s.Rules.Jacoby) | bit(s.Rules.Beavers)<<1
	if s.Score.Length > 0 {
		rules = bit(s.Score.Crawford)
	}
	return fmt.Sprintf("%s%s:%d:%d:%d:%s:%d:%d:%d:%d:%s", xgidPrefix, men[:],
		bits.Len(uint(s.Cube.Value))-1, xgidSign(s.Cube.Owner), xgidSign(s.Roller), dice,
		s.Score.Points[1], s.Score.Points[0], rules, s.Score.Length, xgidMaxCube), nil
}

// xgidSign is how an XGID names a player.
func xgidSign(player int) int {
	switch player {
	case 0:
		return -1
	case 1:
		return 1
	}
	return 0
}

// xgidPlayer is the player an XGID names by 1, -1 or 0 (nobody).
func xgidPlayer(sign int) int {
	if sign == 0 {
		return engine.Centred
	}
	return (sign + 1) / 2
}

// ParseXGID reads an XGID, with or without its XGID= and with or without its
// last field; the bottom player is player 1.
func ParseXGID(text string) (engine.State, error) {
	s, err := readXGID(text)
	if err == nil {
		err = s.Check()
	}
	if err != nil {
		return engine.State{}, fmt.Errorf("XGID %q: %w", text, err)
	}
	return s, nil
}

func readXGID(text string) (engine.State, error) {
	s := engine.State{Phase: engine.Playing}
	if n := len(xgidPrefix); len(text) >= n && strings.EqualFold(text[:n], xgidPrefix) {
		text = text[n:]
	}
	fields := strings.Split(text, ":")
	if len(fields) != 9 && len(fields) != 10 {
		return s, fmt.Errorf("it has %d fields separated by colons, not 10", len(fields))
	}
	b, err := readXGIDMen(fields[0])
	if err != nil {
		return s, err
	}
	f := fieldReader{fields: fields}
	cube := f.int(1, "cube", 0, bits.UintSize-2)
	owner := f.int(2, "cube owner", -1, 1)
	turn := f.int(3, "turn", -1, 1)
	s.Score.Points[1] = f.int(5, "bottom player's score", 0, maxScore)
	s.Score.Points[0] = f.int(6, "top player's score", 0, maxScore)
	rules := f.int(7, "rules", 0, 3)
	s.Score.Length = f.int(8, "match length", 0, maxScore)
	if len(fields) == 10 {
		f.int(9, "largest cube", 0, bits.UintSize-2)
	}
	switch {
	case f.err != nil:
		return s, f.err
	case turn == 0:
		return s, errors.New("turn is 0; it is 1 (bottom) or -1 (top)")
	case s.Score.Length > 0 && rules > 1:
		return s, fmt.Errorf("rules is %d; in a match it is 1 for the Crawford game, else 0", rules)
	}
	s.Cube = engine.Cube{Value: 1 << cube, Owner: xgidPlayer(owner)}
	s.Roller = xgidPlayer(turn)
	s.Turn = s.Roller
	s.Board = b
	if s.Roller == 0 {
		s.Board = b.Swap()
	}
	if s.Score.Length > 0 {
		s.Score.Crawford = rules == 1
	} else {
		s.Rules = engine.Rules{Jacoby: rules&1 != 0, Beavers: rules&2 != 0}
	}
	tidy(&s)
	return s, readXGIDDice(fields[4], &s)
}

// readXGIDMen reads the 26 characters, as the bottom player sees them.
func readXGIDMen(text string) (engine.Board, error) {
	var b engine.Board
	if n := len([]rune(text)); n != 26 {
		return b, fmt.Errorf("its first field has %d characters, not 26", n)
	}
	for i, c := range text {
		switch {
		case c == '-':
		case c >= 'A' && c <= 'P' && i != engine.Off:
			b.Own[i] = uint8(c-'A') + 1
		case c >= 'a' && c <= 'p' && i != engine.Bar:
			b.Opp[25-i] = uint8(c-'a') + 1
		case c >= 'A' && c <= 'P':
			return b, fmt.Errorf("character 1 is %q, but it stands for the top player's bar (a to p)", c)
		case c >= 'a' && c <= 'p':
			return b, fmt.Errorf("character 26 is %q, but it stands for the bottom player's bar (A to P)", c)
		default:
			return b, fmt.Errorf("character %d is %q; men are A to P, a to p, or - for none", i+1, c)
		}
	}
	return b, completeBoard(&b, "the bottom player", "the top player")
}

// readXGIDDice reads the dice field: a roll, or a double of some kind. Under a
// beaver or raccoon the cube may also be given as it was before the first double.
func readXGIDDice(text string, s *engine.State) error {
	other := 1 - s.Roller
	switch text {
	case "00":
		return nil
	case "D":
		s.Doubled, s.Turn = true, other
		return nil
	case "B", "R":
		s.Doubled, s.Beavered, s.Raccooned = true, text == "B", text == "R"
		if s.Score.Length > 0 {
			return fmt.Errorf("dice are %s, but a match knows no beavers and raccoons", text)
		}
		s.Rules.Beavers = true
		raises := 1
		if s.Raccooned {
			s.Turn, raises = other, 2
		}
		if s.Cube.Owner != other {
			s.Cube = engine.Cube{Value: s.Cube.Value << raises, Owner: other}
		}
		return nil
	}
	if len(text) != 2 || !digits(text) {
		return fmt.Errorf("dice are %q; want two digits, 00 for not thrown, or D, B, R", text)
	}
	s.Roll = engine.Roll{text[0] - '0', text[1] - '0'}
	return s.Roll.Check()
}

// fieldReader reads numbers from fields and keeps the first error.
type fieldReader struct {
	fields []string
	err    error
}

// int reads field i, which must be from lo to hi. Blanks around it don't matter.
func (f *fieldReader) int(i int, name string, lo, hi int) int {
	n, err := strconv.Atoi(strings.TrimSpace(f.fields[i]))
	switch {
	case f.err != nil:
	case err != nil:
		f.err = fmt.Errorf("%s is %q, not a number", name, f.fields[i])
	case n < lo || n > hi:
		f.err = fmt.Errorf("%s is %d; it must be from %d to %d", name, n, lo, hi)
	default:
		return n
	}
	return 0
}
