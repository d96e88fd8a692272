package notation

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"tavla/engine"
)

const (
	fibsPrefix    = "board:"
	fibsUnlimited = 9999 // match length of money play on FIBS
)

// Where the fields of a board line are, counted after "board:".
const (
	fibsLength    = 2
	fibsScore     = 3 // yours, the opponent's
	fibsMen       = 5 // 26 of them
	fibsTurn      = 31
	fibsDice      = 32 // yours, the opponent's, two each
	fibsCube      = 36
	fibsMayDouble = 37 // you, the opponent
	fibsDoubled   = 39
	fibsColour    = 40
	fibsDirection = 41
	fibsCrawford  = 50 // this and the next: the Crawford game is none, or over
	fibsFields    = 52
	fibsResigning = 52 // a further field, written only where one is pending
)

// FIBS is what a FIBS board line says: a state in which player 1 is "you" and
// player 0 the opponent, and their names. It carries no rules of money play.
type FIBS struct {
	You, Opponent string
	State         engine.State
}

// FormatFIBS writes a board line as GNU Backgammon does: your men positive, your
// points by their own numbers, length 0 for money. A double or a resignation
// that waits for the opponent's answer has no place in a line, nor has a beaver
// (see SwapPlayers to write the line that the opponent sees). Colons in names
// become underscores.
func FormatFIBS(f FIBS) (string, error) {
	s := f.State
	if err := s.Check(); err != nil {
		return "", fmt.Errorf("FIBS board: %w", err)
	}
	playing := s.Phase == engine.Playing
	switch {
	case s.Beavered || s.Raccooned:
		return "", errors.New("FIBS board: it cannot say that the pending double is a beaver or raccoon")
	case s.Doubled && s.Roller == 1:
		return "", errors.New("FIBS board: it cannot say that your double waits for an answer; the opponent's line can")
	case playing && s.Resigning > 0 && s.Turn == 0:
		return "", errors.New("FIBS board: it cannot say that your resignation waits for an answer; the opponent's line can")
	}
	b := viewedBy1(&s)
	var line strings.Builder
	put := func(numbers ...int) {
		for _, n := range numbers {
			fmt.Fprintf(&line, ":%d", n)
		}
	}
	line.WriteString(fibsPrefix + fibsName(f.You) + ":" + fibsName(f.Opponent))
	put(s.Score.Length, s.Score.Points[1], s.Score.Points[0])
	put(-int(b.Opp[engine.Bar]))
	for p := 1; p <= 24; p++ {
		put(int(b.Own[p]) - int(b.Opp[25-p]))
	}
	put(int(b.Own[engine.Bar]))
	put(xgidSign(s.Roller))
	for player := 1; player >= 0; player-- {
		if player == s.Roller {
			put(int(s.Roll[0]), int(s.Roll[1]))
		} else {
			put(0, 0)
		}
	}
	put(s.Cube.Value, bit(s.Cube.Owner != 0), bit(s.Cube.Owner != 1), bit(s.Doubled))
	put(1, -1, 0, engine.Bar) // colour, direction, home, bar
	put(int(b.Own[engine.Off]), int(b.Opp[engine.Off]), int(b.Own[engine.Bar]), int(b.Opp[engine.Bar]))
	put(fibsCanMove(&s), 0) // can-move, forced
	put(0, bit(afterCrawford(s.Score)))
	if playing && s.Resigning > 0 {
		put(s.Resigning)
	}
	return line.String(), nil
}

func fibsName(s string) string { return strings.NewReplacer(":", "_", "\n", "_", "\r", "_").Replace(s) }

// fibsCanMove is the number of men the roll lets you move, legal plays aside.
func fibsCanMove(s *engine.State) int {
	switch {
	case s.Roller != 1 || s.Roll == engine.Roll{}:
		return 0
	case s.Roll.Doublet():
		return 4
	}
	return 2
}

// afterCrawford reports a score at which the game would be the Crawford game,
// were that not over.
func afterCrawford(s engine.Score) bool {
	return s.Length > 0 && !s.Crawford && (s.Away(0) == 1) != (s.Away(1) == 1)
}

// ParseFIBS reads a board line. The men on the board decide; counts of men borne
// off are not read. A line does not say whether a game is the Crawford game, but
// it follows from the score and the last two fields.
func ParseFIBS(line string) (FIBS, error) {
	f, err := readFIBS(line)
	if err == nil {
		err = f.State.Check()
	}
	if err != nil {
		return FIBS{}, fmt.Errorf("FIBS board %q: %w", line, err)
	}
	return f, nil
}

func readFIBS(line string) (f FIBS, err error) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), fibsPrefix)
	if !ok {
		return f, errors.New(`it does not begin with "board:"`)
	}
	r := fieldReader{fields: strings.Split(rest, ":")}
	if n := len(r.fields); n != fibsFields && n != fibsFields+1 {
		return f, fmt.Errorf("it has %d fields after board, not %d", n, fibsFields)
	}
	f.You, f.Opponent = strings.TrimSpace(r.fields[0]), strings.TrimSpace(r.fields[1])
	s := &f.State
	s.Phase = engine.Playing
	s.Score.Length = r.int(fibsLength, "match length", 0, maxScore)
	if s.Score.Length == fibsUnlimited {
		s.Score.Length = 0
	}
	s.Score.Points[1] = r.int(fibsScore, "your score", 0, maxScore)
	s.Score.Points[0] = r.int(fibsScore+1, "the opponent's score", 0, maxScore)
	colour := r.sign(fibsColour, "colour")
	turn := r.sign(fibsTurn, "turn")
	direction := r.sign(fibsDirection, "direction")
	s.Cube = fibsReadCube(&r)
	s.Doubled = r.int(fibsDoubled, "was-doubled", -1, 1) != 0
	if r.int(fibsCrawford, "did-Crawford", 0, math.MaxInt32)+r.int(fibsCrawford+1, "redoubles", 0, math.MaxInt32) == 0 {
		s.Score.Crawford = afterCrawford(s.Score)
	}
	if len(r.fields) > fibsFields {
		s.Resigning = r.int(fibsResigning, "resignation", 0, 3)
	}
	b, err := fibsReadMen(&r, colour, direction)
	if r.err != nil || err != nil {
		return f, errors.Join(r.err, err)
	}
	// Whoever was doubled has to answer, and the other is on roll.
	s.Roller = bit(turn == colour && !s.Doubled)
	s.Turn = s.Roller
	if s.Doubled || s.Resigning > 0 {
		s.Turn = 1
	}
	s.Board = b
	if s.Roller == 0 {
		s.Board = b.Swap()
	}
	dice := fibsDice + 2*(1-s.Roller)
	s.Roll = engine.Roll{uint8(r.int(dice, "first die", 0, 6)), uint8(r.int(dice+1, "second die", 0, 6))}
	tidy(s)
	return f, r.err
}

// fibsReadCube reads the cube, whose owner is the only one who may double.
func fibsReadCube(r *fieldReader) engine.Cube {
	c := engine.Cube{Value: r.int(fibsCube, "cube", 1, math.MaxInt), Owner: engine.Centred}
	you := r.int(fibsMayDouble, "your may-double", 0, 1)
	opponent := r.int(fibsMayDouble+1, "the opponent's may-double", 0, 1)
	switch {
	case c.Value == 1 || you == 1 && opponent == 1:
	case you == 1:
		c.Owner = 1
	case opponent == 1:
		c.Owner = 0
	case r.err == nil:
		r.err = fmt.Errorf("cube is %d, but neither player may double, so that its owner is unknown", c.Value)
	}
	return c
}

// fibsReadMen reads the board as you see it.
func fibsReadMen(r *fieldReader, colour, direction int) (engine.Board, error) {
	var b engine.Board
	for i := range 26 {
		n := r.int(fibsMen+i, fmt.Sprintf("number %d of the board", i), -engine.Men, engine.Men) * colour
		p := i
		if direction > 0 {
			p = 25 - i
		}
		switch {
		case n > 0 && p == engine.Off:
			return b, errors.New("your men are on the opponent's bar")
		case n < 0 && p == engine.Bar:
			return b, errors.New("the opponent's men are on your bar")
		case n > 0:
			b.Own[p] = uint8(n)
		case n < 0:
			b.Opp[25-p] = uint8(-n)
		}
	}
	if r.err != nil {
		return b, nil
	}
	return b, completeBoard(&b, "you", opponent)
}

// sign reads a field that is 1 or -1.
func (f *fieldReader) sign(i int, name string) int {
	n := f.int(i, name, -1, 1)
	if n == 0 && f.err == nil {
		f.err = fmt.Errorf("%s is 0, which FIBS writes when the game is over; it must be 1 or -1", name)
	}
	return n
}
