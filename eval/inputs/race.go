package inputs

import "tavla/engine"

// Race inputs, per side:
//
//	0..95    for each point 1..24 the four raw units (see raw.go)
//	96..110  one unit each for exactly 1, 2, …, 15 men off
//	111      cross-overs still to be made by all men, /20 (home to off is one)
//	112      pips /100
//	113      pips wasted for certain, on points 1 and 2, /20
const (
	racePoints = 24 * 4
	raceSide   = racePoints + engine.Men + 3
	raceSize   = 2 * raceSide
)

func encodeRace(dst []int16, b *engine.Board) {
	raceSideUnits(dst[:raceSide], &b.Own)
	raceSideUnits(dst[raceSide:], &b.Opp)
}

func raceSideUnits(d []int16, s *engine.Side) {
	cross, pips := 0, 0
	for p := 1; p <= 24; p++ {
		n := int(s[p])
		if n == 0 {
			continue
		}
		*(*[4]int16)(d[(p-1)*4:]) = pointUnits[n]
		cross += n * ((p + 5) / 6)
		pips += n * p
	}
	if off := s[engine.Off]; off > 0 {
		d[racePoints-1+int(off)] = One
	}
	d = d[racePoints+engine.Men:]
	d[0] = fixed(cross, 20)
	d[1] = fixed(pips, 100)
	d[2] = fixed(2*int(s[1])+int(s[2]), 20)
}
