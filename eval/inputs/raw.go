package inputs

import "tavla/engine"

// Raw counts, per side:
//
//	0..99   for each point 1..24 and the bar: one man (a blot); two or more (the
//	        point is made); three or more; (n-3)/2 above three
//	100..103 men off as ramps from 0 to 1 over the men 1-3, 4-6, 7-10, 11-15
const (
	rawPoints = 25 * 4
	rawSide   = rawPoints + 4
	rawSize   = 2 * rawSide
)

// pointUnits holds the four units of a point with n men.
var pointUnits = func() (t [engine.Men + 1][4]int16) {
	for n := range t {
		switch {
		case n == 1:
			t[n][0] = One
		case n >= 2:
			t[n][1] = One
		}
		if n >= 3 {
			t[n][2] = One
			t[n][3] = int16(n-3) * One / 2
		}
	}
	return t
}()

// offRamps holds the four ramps for n men off.
var offRamps = func() (t [engine.Men + 1][4]int16) {
	from := [5]int{0, 3, 6, 10, 15}
	for n := range t {
		for i := range 4 {
			t[n][i] = fixed(min(max(n-from[i], 0), from[i+1]-from[i]), from[i+1]-from[i])
		}
	}
	return t
}()

// Additive reports whether the values of every board are the sums of what the men on
// each of a side's 26 places, for either side, give where no others are.
func (e *Encoder) Additive() bool { return e.Name == "raw" }

// encodeRaw takes the half of a side that has not moved from the board before.
func encodeRaw(dst []int16, boards []engine.Board) {
	for i := range boards {
		b, d := &boards[i], (*[rawSize]int16)(dst[i*rawSize:])
		if i > 0 && b.Own == boards[i-1].Own {
			copy(d[:rawSide], dst[(i-1)*rawSize:])
		} else {
			rawUnits(d[:rawSide], &b.Own)
		}
		rawUnits(d[rawSide:], &b.Opp)
	}
}

// rawUnits writes the raw units of a side.
func rawUnits(dst []int16, s *engine.Side) {
	d := (*[rawSide]int16)(dst)
	for i, n := range s[1:] {
		*(*[4]int16)(d[4*i:]) = pointUnits[n&15]
	}
	*(*[4]int16)(d[rawPoints:]) = offRamps[s[engine.Off]&15]
}
