package bearoff

import "tavla/engine"

const (
	points = 6 // of a home board

	// States of one side with at most so many men on its home board. Ranks go up
	// with the number of men, so these are also where the next number begins.
	upTo6  = 924    // C(12, 6)
	upTo14 = 38_760 // C(20, 6)
	upTo15 = 54_264 // C(21, 6)
)

// home counts the men of one side on its points 1..6; index 0 is not used.
type home [points + 1]uint8

// below[k][s] is C(s+k, k+1): how many ways there are to have fewer than s men
// on k+1 points.
var below = func() (t [points][engine.Men + 1]uint16) {
	for s := 1; s <= engine.Men; s++ {
		t[0][s] = uint16(s)
		for k := 1; k < points; k++ {
			t[k][s] = t[k][s-1] + t[k-1][s]
		}
	}
	return t
}()

// rank numbers the ways to have at most 15 men on a home board from 0 (none) to
// upTo15-1, first by men, then by men behind the ace point, and so on. Any move
// leads to a lower rank.
func (h *home) rank() int {
	men, r := 0, 0
	for k := range points {
		men += int(h[points-k])
		r += int(below[k][men&15])
	}
	// The numbers of men on 6, on 5 and 6, … on all points never fall, and the
	// sum over them is a rank in the combinatorial number system.
	return r
}

// unrank is the inverse of rank.
func unrank(r int) (h home) {
	men := engine.Men
	for k := points - 1; k >= 0; k-- {
		last := men
		for int(below[k][men]) > r {
			men--
		}
		r -= int(below[k][men])
		if k < points-1 {
			h[points-1-k] = uint8(last - men)
		}
	}
	h[points] = uint8(men)
	return h
}

// rankOf is the rank of a side that has all its men home or off.
func rankOf(s *engine.Side) (r int, ok bool) {
	men := 0
	for k := range points {
		men += int(s[points-k])
		r += int(below[k][men&15])
	}
	return r, men+int(s[engine.Off]) == engine.Men
}

// after appends the ranks that moving one man by the die leads to, rearmost man
// first. A side with men left always has such a move, and the opponent is never
// in the way; so both numbers of a roll are always played, in any order, unless
// the last man goes off before.
func (h home) after(dst []uint16, die int) []uint16 {
	top := points
	for top > 0 && h[top] == 0 {
		top--
	}
	for p := top; p > 0; p-- {
		if h[p] == 0 || p < die && p < top {
			continue
		}
		to := h
		to[p]--
		if p > die {
			to[p-die]++
		}
		dst = append(dst, uint16(to.rank()))
	}
	return dst
}
