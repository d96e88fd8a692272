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
	windowBits = 16
	windowStep = 2
	// A byte of a word for each of two players, 32 bits apart as their masks are.
	windowCells = 0xFF | 0xFF<<32
	// windowHash is the golden ratio's share of a word, Knuth's multiplicative hash.
	windowHash = 0x9E3779B97F4A7C15
)

// WindowsOf finds the rows of a board, seen by the player on roll, one for each window:
// those of window w are w·WindowRows to (w+1)·WindowRows - 1.
func WindowsOf(b *engine.Board) (rows [Windows]uint32) {
	own, ownMade := masks(&b.Own)
	opp, oppMade := masks(&b.Opp)
	seen := bits.Reverse64(uint64(oppMade)<<32|uint64(opp)) >> 6 // in own numbering, made points below
	oppMade, opp = uint32(seen), uint32(seen>>32)
	bars := uint64(own>>engine.Bar|opp&1<<1) << 16 // their bar is bit 0
	at := (uint64(opp)<<32 | uint64(own)) >> 1     // bit 0 and bit 32 are point 1
	made := (uint64(oppMade)<<32 | uint64(ownMade)) >> 1
	for w := range rows {
		pattern := at&windowCells | made&windowCells<<8 | bars
		rows[w] = uint32(w)*WindowRows + uint32(pattern*windowHash>>(64-windowBits))
		at, made = at>>windowStep, made>>windowStep
	}
	return rows
}
