package inputs

import "math/bits"

// rollSet is a set of the 21 different rolls: bits 0..5 are the doublets 11..66,
// bits 6..20 the other rolls.
type rollSet uint32

const (
	doublets rollSet = 1<<6 - 1
	others   rollSet = 1<<21 - 1<<6
)

// chances is how many of the 36 throws are in the set.
func (s rollSet) chances() int {
	return bits.OnesCount64(uint64(s) | uint64(s&others)<<32)
}

// rollTables are what finding shots needs.
type rollTables struct {
	// both[m]: the rolls of two numbers of the set m, whose bit n-1 stands for n.
	both [1 << 6]rollSet
	// paths[i][m]: bit k of m stands for a place 8i+k+1 pips away.
	paths [3][1 << 8]paths
}

// paths are the rolls that lead to any of some places: in one move (a roll of bits
// 0..20), in two (bits 32..52), and doublets in three and four moves.
type paths uint64

const (
	inTwo   = 32
	inThree = 21
	inFour  = inTwo + inThree
)

var shotTables = func() *rollTables {
	t := new(rollTables)
	next := paths(1 << 6)
	for a := 1; a <= 6; a++ {
		for b := 1; b < a; b++ {
			t.add(a, b, next)
			next <<= 1
		}
		double := paths(1 << (a - 1))
		t.add(a, a, double)
		t.lead(3*a, double<<inThree)
		t.lead(4*a, double<<inFour)
	}
	return t
}()

// add adds the roll of a and b.
func (t *rollTables) add(a, b int, roll paths) {
	for m := range t.both {
		if m>>(a-1)&1 != 0 && m>>(b-1)&1 != 0 {
			t.both[m] |= rollSet(roll)
		}
	}
	t.lead(a, roll)
	t.lead(b, roll)
	t.lead(a+b, roll<<inTwo)
}

// lead adds paths to the place so many pips away.
func (t *rollTables) lead(pips int, p paths) {
	i, k := (pips-1)/8, (pips-1)%8
	for m := range t.paths[i] {
		if m>>k&1 != 0 {
			t.paths[i][m] |= p
		}
	}
}

// to returns the paths to the places k pips away, for each bit k of places.
func (t *rollTables) to(places uint32) paths {
	return t.paths[0][places>>1&0xFF] | t.paths[1][places>>9&0xFF] | t.paths[2][places>>17&0xFF]
}

// one returns the rolls that get there in one move.
func (p paths) one() rollSet { return rollSet(p) & (doublets | others) }

// more returns those that get there in two moves or more. Bit k of owned is set when
// the other side owns the point k pips before; block are the paths to these points.
func (p paths) more(t *rollTables, block paths, owned uint32) rollSet {
	// A doublet's man steps on the points one, two and three times the number
	// short of the place, none of which may be owned by the other side.
	double := (p>>inTwo | (p>>inThree|p>>inFour&^(block>>inThree))&^(block>>inTwo)) &^ paths(owned>>1)
	// Of the numbers of another roll one may be blocked, but not both.
	return rollSet(double)&doublets | rollSet(p>>inTwo)&others&^t.both[owned>>1&0x3F]
}

// entering returns the rolls that hit a blot when onBar men must enter first, their
// distance being bar and enter the set of numbers that enter: the man entering hits,
// or another man does with what is left of the roll. Left out are those by which the
// man entering hits going on; on is the way he has, if he may. Bit k of men is set
// when there is a man k pips behind the blot, those on the bar among them; way are
// their paths, and block those of the points the other side owns.
func (t *rollTables) entering(men uint32, way, block paths, onBar, bar int, enter uint32) (hit rollSet, on paths) {
	atBar := uint32(1) << (bar & 31)
	last := t.to(atBar)
	hit = last.one() | afterEntering(way, last, block, onBar)&rollSet(enter)
	if onBar > 1 {
		return hit, 0
	}
	// One number enters and another man hits with the other.
	direct := men &^ atBar >> 1 & 0x3F
	hit |= t.both[(direct|enter)&0x3F] &^ t.both[direct&^enter] &^ t.both[enter&^direct&0x3F]
	return hit, last // only the entering man may combine its numbers
}

// afterEntering returns the doublets that hit a blot with the moves left once all
// onBar men have entered, but for those found otherwise: a man entering on the blot,
// and a single man entering and going on. The last man to enter moves on first; a
// point where men enter is not owned.
func afterEntering(way, last, block paths, onBar int) rollSet {
	var further paths // with more than one of the moves left
	switch onBar {
	case 1:
		further = way>>inTwo | way>>inThree&^(block>>inTwo)
	case 2:
		further = way>>inTwo | last>>inThree
	case 3:
		further = last >> inTwo
	default: // no move is left
		return 0
	}
	return rollSet(way|further&^block) & doublets
}
