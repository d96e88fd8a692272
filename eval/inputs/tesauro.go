package inputs

import "tavla/engine"

// Tesauro's coding: for each side and point, one unit each for n ≥ 1, n ≥ 2,
// n ≥ 3 and (n-3)/2; men on the bar /2, men off /15; then two units for whose
// turn it is, constant here since a board is seen by the player on roll.
// Source: G. Tesauro, "Temporal Difference Learning and TD-Gammon", 1995.
const (
	tesauroSide = 24*4 + 2
	tesauroSize = 2*tesauroSide + 2
)

func encodeTesauro(dst []int16, b *engine.Board) {
	for i, s := range [2]*engine.Side{&b.Own, &b.Opp} {
		d := dst[i*tesauroSide : (i+1)*tesauroSide]
		for p := 1; p <= 24; p++ {
			u := d[(p-1)*4 : p*4]
			n := int(s[p])
			if n >= 1 {
				u[0] = One
			}
			if n >= 2 {
				u[1] = One
			}
			if n >= 3 {
				u[2] = One
				u[3] = int16(n-3) * One / 2
			}
		}
		d[96] = int16(s[engine.Bar]) * One / 2
		d[97] = fixed(int(s[engine.Off]), engine.Men)
	}
	dst[2*tesauroSide] = One
}
