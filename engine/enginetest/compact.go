package enginetest

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"tavla/engine"
)

// Board writes a position compactly: the men of the player on roll and those of
// the opponent, each in that player's own numbering, as point:men, with bar:men
// for the bar; the rest are off. The start, for instance, is
//
//	Board("6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:2")
//
// It panics when the text is wrong or the position cannot stand on a table.
func Board(own, opp string) engine.Board {
	b := engine.Board{Own: side(own), Opp: side(opp)}
	if err := b.Check(); err != nil {
		panic(fmt.Sprintf("enginetest: %q against %q: %v", own, opp, err))
	}
	return b
}

// side reads one player's men.
func side(text string) engine.Side {
	var s engine.Side
	total := 0
	for _, field := range strings.Fields(text) {
		where, men, ok := strings.Cut(field, ":")
		point, err := strconv.Atoi(where)
		if where == "bar" {
			point, err = engine.Bar, nil
		}
		n, err2 := strconv.Atoi(men)
		if !ok || err != nil || err2 != nil || point < 1 || point > engine.Bar || n < 1 || n > engine.Men {
			panic(fmt.Sprintf("enginetest: %q in %q is not point:men", field, text))
		}
		s[point] += uint8(n)
		total += n
	}
	if total > engine.Men {
		panic(fmt.Sprintf("enginetest: %q has %d men, more than %d", text, total, engine.Men))
	}
	s[engine.Off] = uint8(engine.Men - total)
	return s
}

// PositionID reads a GNU Backgammon position id in the plainest way, for tests
// below engine/notation. It fails the test when the id is wrong.
func PositionID(t testing.TB, id string) engine.Board {
	t.Helper()
	data, err := base64.RawStdEncoding.DecodeString(id)
	if err != nil || len(data) != 10 {
		t.Fatalf("position id %q: want ten bytes in base64, got %d (%v)", id, len(data), err)
	}
	var b engine.Board
	bit := 0
	for _, s := range []*engine.Side{&b.Opp, &b.Own} { // the opponent comes first
		s[engine.Off] = engine.Men
		for p := 1; p <= engine.Bar; p++ {
			for ; bit < 80 && data[bit/8]>>(bit%8)&1 == 1; bit++ {
				s[p]++
				s[engine.Off]--
			}
			bit++ // the zero that ends a point
		}
	}
	if err := b.Check(); err != nil {
		t.Fatalf("position id %q: %v", id, err)
	}
	return b
}
