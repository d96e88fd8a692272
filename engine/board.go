// Package engine holds the rules of backgammon: the board, the roll, the legal
// plays, and (in Game and Match) who may do what when. It knows no text, no
// floating point and no I/O; notation, evaluation and everything else are built
// on top of it.
package engine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

// Point numbers every Side shares.
const (
	Off = 0  // index of the men borne off
	Bar = 25 // index of the men on the bar
	Men = 15 // men each player has
)

// Side counts the men of one player by that player's own point numbers:
// index 1..24 are the points, Bar the bar, Off the men borne off.
// A whole side sums to Men.
type Side [26]uint8

// Board is a position seen by the player on roll: Own are that player's men in
// that player's numbering, Opp the opponent's in the opponent's numbering, so
// that my point p is the opponent's point 25-p. There is no colour in it.
// Boards are values: comparable, and free to copy and share.
type Board struct {
	Own, Opp Side
}

// Start is the opening position, the same from either side.
func Start() Board {
	s := Side{6: 5, 8: 3, 13: 5, 24: 2}
	return Board{Own: s, Opp: s}
}

// Swap returns the position seen by the other player.
func (b Board) Swap() Board { return Board{Own: b.Opp, Opp: b.Own} }

// Pips is the pip count: what the side must still move to bear everything off.
// It has fifteen men at most.
func (s *Side) Pips() int {
	// Eight points at a time: the top byte of a product of eight counts by eight
	// numbers is what the first count times the last number, the second times the one
	// before and so on come to, at most 15·8, so that nothing carries.
	const steps, ones = 0x0102030405060708, 0x0101010101010101
	n := Bar * int(s[Bar])
	for p := 1; p < Bar; p += 8 {
		men := binary.LittleEndian.Uint64(s[p : p+8])
		n += int(men*steps>>56) + (p-1)*int(men*ones>>56)
	}
	return n
}

// Rear is the number of the rearmost occupied point (Bar when a man is on it),
// 0 when all men are off.
func (s *Side) Rear() int {
	for p := Bar - 7; p > 1; p -= 8 { // eight points at a time
		if n := binary.LittleEndian.Uint64(s[p : p+8]); n != 0 {
			return p + (bits.Len64(n)-1)/8
		}
	}
	if s[1] > 0 {
		return 1
	}
	return 0
}

// Contact reports whether some man still has to pass an opposing one. Without
// contact the game is a race, and no hit is possible any more.
func (b *Board) Contact() bool {
	// My rear man on p and the opponent's on q (my 25-q) have passed when p < 25-q.
	own, opp := b.Own.Rear(), b.Opp.Rear()
	return own > 0 && opp > 0 && own+opp >= 25
}

// Over reports whether a player has borne off all men.
func (b *Board) Over() bool { return b.Own[Off] == Men || b.Opp[Off] == Men }

// Result is the points the game is worth at a cube of 1 to the player on roll:
// 1, 2 (gammon) or 3 (backgammon), negative when the opponent has won, 0 while
// nobody has borne off all men.
func (b *Board) Result() int {
	switch {
	case b.Own[Off] == Men:
		return lossSize(&b.Opp)
	case b.Opp[Off] == Men:
		return -lossSize(&b.Own)
	}
	return 0
}

// lossSize is what a loser whose men stand like s pays at a cube of 1.
func lossSize(s *Side) int {
	switch {
	case s[Off] > 0:
		return 1
	case s.Rear() > 18: // on the bar or in the winner's home board
		return 3
	}
	return 2
}

// Check reports what makes the board one that cannot stand on a table: a side
// without exactly fifteen men, or both sides on one point. A board on which a
// player has borne off everything is possible, so it passes; see Over.
func (b *Board) Check() error {
	for i, s := range []*Side{&b.Own, &b.Opp} {
		n := 0
		for _, c := range s {
			n += int(c)
		}
		if n != Men {
			who := [2]string{"the player on roll", "the opponent"}[i]
			return fmt.Errorf("%s has %d men, not %d", who, n, Men)
		}
	}
	if b.Own[Off] == Men && b.Opp[Off] == Men {
		return errors.New("both players have borne off all men")
	}
	for p := 1; p <= 24; p++ {
		if b.Own[p] > 0 && b.Opp[25-p] > 0 {
			return fmt.Errorf("both players have men on point %d (seen by the player on roll)", p)
		}
	}
	return nil
}
