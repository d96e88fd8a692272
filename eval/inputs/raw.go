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

func encodeRaw(dst []int16, b *engine.Board) {
	rawSideUnits(dst[:rawSide], &b.Own)
	rawSideUnits(dst[rawSide:], &b.Opp)
}

func rawSideUnits(d []int16, s *engine.Side) {
	points := s[1 : engine.Bar+1]
	for i, n := range points {
		if n != 0 {
			*(*[4]int16)(d[i*4:]) = pointUnits[n]
		}
	}
	*(*[4]int16)(d[rawPoints:]) = offRamps[s[engine.Off]]
}
