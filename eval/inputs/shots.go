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

// rollTables are what finding shots needs, all by dice 1..6.
type rollTables struct {
	with [7]rollSet // the rolls that show a number
	// withOther[d][e]: the rolls that show d and whose other number is in the
	// set e (bit n-1 for n): a man hits with d while another enters.
	withOther [7][1 << 6]rollSet
	// combined[k][s]: the rolls a+b = s, a ≠ b, by which one man moves s pips
	// when bit n-1 of k marks the points n pips short of the target as owned by
	// the other side.
	combined [1 << 6][12]rollSet
	double   [7]rollSet
}

var shotTables = func() *rollTables {
	t := new(rollTables)
	bit := rollSet(1 << 6)
	for a := 1; a <= 6; a++ {
		t.double[a] = 1 << (a - 1)
		t.add(a, a, t.double[a])
		for b := 1; b < a; b++ {
			t.add(a, b, bit)
			t.add(b, a, bit)
			for k := range t.combined {
				// On the way the man stands a or b pips short of the target.
				if k>>(a-1)&1 == 0 || k>>(b-1)&1 == 0 {
					t.combined[k][a+b] |= bit
				}
			}
			bit <<= 1
		}
	}
	return t
}()

func (t *rollTables) add(d, other int, r rollSet) {
	t.with[d] |= r
	for e := range t.withOther[d] {
		if e>>(other-1)&1 != 0 {
			t.withOther[d][e] |= r
		}
	}
}

// shots returns the rolls that hit a blot. Bit k of men is set when the hitter
// has a man k pips behind the blot, bit k of owned when the other side owns that
// point. onBar is how many men the hitter has on the bar (their distance, if
// any, is bar) and enter the set of numbers that enter (bit n-1 for n).
//
// With men on the bar only what follows directly is seen: the man entering hits,
// alone or going on, or the one other die hits after a single man has entered.
func (t *rollTables) shots(men, owned uint32, onBar, bar int, enter uint32) rollSet {
	var hit rollSet
	if onBar > 0 {
		if bar <= 6 {
			hit |= t.with[bar]
		}
		if onBar > 1 {
			return hit
		}
		for direct := men &^ (1 << bar) & 0x7E; direct != 0; direct &= direct - 1 {
			hit |= t.withOther[bits.TrailingZeros32(direct)][enter]
		}
		men = 1 << bar // only the entering man may combine its numbers
	} else {
		for direct := men & 0x7E; direct != 0; direct &= direct - 1 {
			hit |= t.with[bits.TrailingZeros32(direct)]
		}
	}
	combined := &t.combined[owned>>1&0x3F]
	for far := men & 0xFFC; far != 0; far &= far - 1 {
		hit |= combined[bits.TrailingZeros32(far)]
	}
	for d := 1; d <= 6; d++ {
		if owned>>d&1 != 0 {
			continue // the last step starts from a point the other side owns
		}
		if men>>(2*d)&1 != 0 ||
			owned>>(2*d)&1 == 0 && (men>>(3*d)&1 != 0 ||
				owned>>(3*d)&1 == 0 && men>>(4*d)&1 != 0) {
			hit |= t.double[d]
		}
	}
	return hit
}
