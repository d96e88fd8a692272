package inputs

import (
	"math/bits"

	"tavla/engine"
)

// Windows of the board are what tables of patterns read: eight points each, every
// second point beginning one, so that each structure of a few points stands whole in
// some window. In a window a point is empty, or holds a blot or a made point of one of
// the players; it counts, too, whether they have men on the bar. Of the patterns there
// can be, 1.6 million in a window, few come up: they share WindowRows rows by a hash.
const (
	Windows        = 9
	WindowRows     = 1 << windowBits
	WindowsName    = "windows"
	WindowsVersion = 1 // raised whenever the same board would give other rows
)

const (
	windowBits   = 16
	windowPoints = 8
	windowStep   = 2
	windowCells  = 1<<windowPoints - 1
)

// fives are the numbers whose digits to base 5 are the bits of a window.
var fives = func() (t [windowCells + 1]uint32) {
	for mask := range t {
		for p, digit := 0, uint32(1); p < windowPoints; p, digit = p+1, 5*digit {
			t[mask] += digit * uint32(mask>>p&1)
		}
	}
	return t
}()

// WindowsOf finds the rows of a board, seen by the player on roll, one for each window:
// those of window w are w·WindowRows to (w+1)·WindowRows - 1.
func WindowsOf(b *engine.Board) (rows [Windows]uint32) {
	own, ownMade := masks(&b.Own)
	opp, oppMade := masks(&b.Opp)
	opp, oppMade = bits.Reverse32(opp)>>6, bits.Reverse32(oppMade)>>6 // in own numbering; their bar is bit 0
	bars := own>>engine.Bar + 2*(opp&1)
	ownBlots, oppBlots := own&^ownMade>>1, opp&^oppMade>>1
	ownMade, oppMade = ownMade>>1, oppMade>>1
	for w := range rows {
		shift := windowStep * w
		pattern := fives[ownBlots>>shift&windowCells] + 2*fives[ownMade>>shift&windowCells] +
			3*fives[oppBlots>>shift&windowCells] + 4*fives[oppMade>>shift&windowCells]
		hash := (4*pattern + bars) * 2654435769 >> (32 - windowBits) // Knuth's multiplicative one
		rows[w] = uint32(w)*WindowRows + hash
	}
	return rows
}
