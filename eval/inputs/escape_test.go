package inputs

import (
	"math/bits"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// A lone man on my 24-point tries every roll by the rules against the points
// that the other side owns, as far as its men reach for.
func TestEscapesAreTheRollsAManCanPlayInFull(t *testing.T) {
	for w := range 1 << 12 {
		if bits.OnesCount(uint(w)) > 7 {
			continue // seven points take fourteen men
		}
		b := engine.Board{}
		b.Own[24], b.Own[engine.Off] = 1, engine.Men-1
		b.Opp[engine.Off] = engine.Men
		first := 0
		for k := 12; k >= 1; k-- {
			if w>>(k-1)&1 != 0 {
				b.Opp[25-(24-k)] = 2
				b.Opp[engine.Off] -= 2
				first = k
			}
		}
		all := chances(func(r engine.Roll) bool { return escapesWith(b, r) })
		past := chances(func(r engine.Roll) bool { return int(r[0]+r[1]) > first && escapesWith(b, r) })
		if int(escapes[w]) != all || int(pastBlock[w]) != past {
			t.Fatalf("window %v: %d escape and %d pass, want %d and %d", windowed(w), escapes[w], pastBlock[w], all, past)
		}
	}
}

// escapesWith plays both numbers with the man on the 24-point, in either order.
func escapesWith(b engine.Board, r engine.Roll) bool {
	for _, dice := range [2][2]uint8{{r[0], r[1]}, {r[1], r[0]}} {
		for _, m := range enginetest.Moves(b, int(dice[0])) {
			if len(enginetest.Moves(enginetest.Apply(b, m), int(dice[1]))) > 0 {
				return true
			}
		}
	}
	return false
}

func TestEscapesThatEveryPlayerKnows(t *testing.T) {
	for name, c := range map[string]struct {
		window        int
		escapes, past uint8
	}{
		"nothing in the way":         {0, 36, 36},
		"a full prime right ahead":   {0b111111, 0, 0},
		"five points, edge of prime": {0b011111, 11, 11}, // any six, but 6-6 is 12 away
		"a far prime from its edge":  {0b111111 << 6, 15, 0},
		"everything owned":           {0xFFF, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if escapes[c.window] != c.escapes || pastBlock[c.window] != c.past {
				t.Errorf("%d escape and %d pass, want %d and %d", escapes[c.window], pastBlock[c.window], c.escapes, c.past)
			}
		})
	}
}
