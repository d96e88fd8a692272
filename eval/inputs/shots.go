package inputs

import "math/bits"

// rollSet is a set of the 21 different rolls: bits 0..5 are the doublets 11..66,
// bits 6..20 the other rolls.
type rollSet uint32

const doublets rollSet = 1<<6 - 1

// chances is how many of the 36 throws are in the set.
func (s rollSet) chances() int {
	return bits.OnesCount32(uint32(s&doublets)) + 2*bits.OnesCount32(uint32(s&^doublets))
}

// rollTables are what finding shots needs. Sets of numbers 1..6 have bit n-1 for n.
type rollTables struct {
	with [7]rollSet // the rolls that show a number
	// withOther[d][e]: the rolls that show d and whose other number is in the
	// set e: a man hits with d while another enters.
	withOther [7][1 << 6]rollSet
	direct    [1 << 6]rollSet // the rolls that show a number of the set
	blocked   [1 << 6]rollSet // the rolls a+b, a ≠ b, both of them in the set
	// whole[m]: the rolls a+b, a ≠ b, and the doublets played as two moves, that
	// take a man as far as he stands behind; bit k of m means k+2 pips.
	whole [1 << 11]rollSet
	// thirds and quarters find the doublets played as three or four moves: bit n-1
	// of an entry is bit 3n-3, or 4n-4, of its index.
	thirds   [1 << 7]rollSet
	quarters [1 << 9]rollSet
}

var shotTables = func() *rollTables {
	t := new(rollTables)
	bit := rollSet(1 << 6)
	for a := 1; a <= 6; a++ {
		double := rollSet(1 << (a - 1))
		t.add(a, a, double)
		t.addWhole(2*a, double)
		for b := 1; b < a; b++ {
			t.add(a, b, bit)
			t.add(b, a, bit)
			t.addWhole(a+b, bit)
			for k := range t.blocked {
				if k>>(a-1)&1 != 0 && k>>(b-1)&1 != 0 {
					t.blocked[k] |= bit
				}
			}
			bit <<= 1
		}
	}
	for m := range t.thirds {
		t.thirds[m] = rollSet(m&1 | m>>3&1<<1 | m>>6&1<<2)
	}
	for m := range t.quarters {
		t.quarters[m] = rollSet(m&1 | m>>4&1<<1 | m>>8&1<<2)
	}
	return t
}()

func (t *rollTables) add(d, other int, r rollSet) {
	t.with[d] |= r
	for e := range t.withOther[d] {
		if e>>(other-1)&1 != 0 {
			t.withOther[d][e] |= r
		}
		if e>>(d-1)&1 != 0 {
			t.direct[e] |= r
		}
	}
}

func (t *rollTables) addWhole(pips int, r rollSet) {
	for m := range t.whole {
		if m>>(pips-2)&1 != 0 {
			t.whole[m] |= r
		}
	}
}

// shots returns the rolls that hit a blot. Bit k of men is set when the hitter
// has a man k pips behind the blot, bit k of owned when the other side owns that
// point. onBar is how many men the hitter has on the bar (their distance, if
// any, is bar) and enter the set of numbers that enter.
//
// Men on the bar enter first: the man entering hits, alone or going on, or
// another man does with what is left of the roll.
func (t *rollTables) shots(men, owned uint32, onBar, bar int, enter uint32) rollSet {
	var hit rollSet
	if onBar > 0 {
		if bar <= 6 {
			hit |= t.with[bar]
		}
		hit |= t.afterEntering(men, owned, onBar, bar, enter)
		if onBar > 1 {
			return hit
		}
		for direct := men &^ (1 << bar) & 0x7E; direct != 0; direct &= direct - 1 {
			hit |= t.withOther[bits.TrailingZeros32(direct)][enter]
		}
		men = 1 << bar // only the entering man may combine its numbers
	} else {
		hit |= t.direct[men>>1&0x3F]
	}
	whole := t.whole[men>>2&0x7FF]
	// A doublet's man steps on the points one, two and three times the number
	// short of the blot, none of which may be owned by the other side.
	owned1, owned2, owned3 := rollSet(owned>>1), t.whole[owned>>2&0x7FF], t.third(owned)
	double := (whole | (t.third(men)|t.quarter(men)&^owned3)&^owned2) &^ owned1 & doublets
	// Of the numbers of another roll one may be blocked, but not both.
	return hit | double | whole&^doublets&^t.blocked[owned>>1&0x3F]
}

// afterEntering returns the doublets that hit a blot with the moves left once all
// onBar men have entered, but for those that shots finds by itself: a man entering on
// the blot, and a single man entering and going on. The men on the bar are among men;
// the last one to enter moves on first. A point where men enter by a number of enter is
// not owned.
func (t *rollTables) afterEntering(men, owned uint32, onBar, bar int, enter uint32) rollSet {
	last := uint32(1) << bar
	var further rollSet // with more than one of the moves left
	switch onBar {
	case 1:
		further = t.double(men) | t.third(men)&^t.double(owned)
	case 2:
		further = t.double(men) | t.third(last)
	case 3:
		further = t.double(last)
	default: // no move is left
		return 0
	}
	return (rollSet(men>>1) | further&^rollSet(owned>>1)) & doublets & rollSet(enter)
}

// double is the set of doublets whose number twice is a bit of m.
func (t *rollTables) double(m uint32) rollSet { return t.whole[m>>2&0x7FF] & doublets }

// third is the set of doublets whose triple is a bit of m, quarter of those whose
// quadruple is.
func (t *rollTables) third(m uint32) rollSet {
	return t.thirds[m>>3&0x7F] | t.thirds[m>>12&0x7F]<<3
}

func (t *rollTables) quarter(m uint32) rollSet {
	return t.quarters[m>>4&0x1FF] | t.quarters[m>>16&0x1FF]<<3
}
