package inputs

import (
	"math/bits"

	"tavla/engine"
)

// Contact inputs, per side: the raw units, then expert values. "Mine" is the
// side described, "theirs" the other; points are in my numbering. Shots, escapes
// and containment count rolls of 36, whoever is on roll.
const (
	pipCount     = rawSide + iota // pips /167
	breakContact                  // pips my men must move to get past their rear man /167
	passedPips                    // pips of my men already past it /100
	timing                        // spare pips before my home board must break /100
	rearMan                       // point of my rear man /24
	rearAnchor                    // my rearmost made point beyond 12, /24
	homeAnchor                    // my foremost made point in their home, their number /6
	hitOne                        // rolls that hit at least one of their blots /36
	hitTwo                        // rolls that hit either of at least two blots /36
	pipsHit                       // Σ over 36 rolls of the most pips a hit costs them /432
	rearEscapes                   // rolls with which my rear man escapes /36
	rearPasses                    // and lands beyond the first point they own /36
	contain                       // 1 - least escapes of their man on my points 1..9 /36
	containSquared
	containRear // the same from their rear man's point on
	containRearSquared
	mobility    // Σ (point - 6) × men × escapes beyond point 6, /3600
	spread      // mean squared distance behind the mean of the men behind it /400
	barred      // with a man on the bar: chance that it does not enter
	closedHome  // (points they made in their home /6)²
	linked      // how closely my made points follow each other, 0..1
	backGame    // men on two or more anchors in their home /8
	oneAnchor   // men on the only anchor there /4
	prime       // longest run of made points /6
	homeBoard   // points I made in my home /6
	homeBlots   // my blots in my home /3
	builders    // my men on points 1..12 /12
	contactSide // how many there are
)

const contactSize = 2 * contactSide

// values are those of a side.
type values [contactSide]int16

// outline is what a side shows the other. Bit p of a mask stands for point p in its
// own numbering, unless it says otherwise.
type outline struct {
	made  uint32 // points owned: two men or more, never the bar
	rear  uint32
	blots uint32 // those not on the bar, in the other's numbering
}

// side is what the expert values need of one side.
type side struct {
	outline
	men    [32]uint8 // as long as an index of five bits needs no check
	octets octets
	at     uint32 // points with a man, Bar included
	block  uint32 // points owned, in the other's numbering
	pips   int
	walls  walls
}

// half is a side whose values stand in the batch already.
type half struct {
	side
	row    int     // of the board with these men; -1 for none
	facing outline // the other side, when the values of between were filled
}

// ahead is the window of the twelve points before a man on point p, owned being
// the points the other side owns in its own numbering.
func ahead(owned uint32, p int) uint32 { return owned >> ((26 - p) & 31) & windowMask }

// encodeContact encodes boards one after the other. The candidates of a decision
// mostly share the men of the player next on roll, except for those that a play
// hits: so for each side the last board without men on the bar is remembered,
// and the last one with some, and what they share is taken over.
func encodeContact(dst []int16, boards []engine.Board) {
	var own, opp [2]half
	for i := range own {
		own[i].row, opp[i].row = -1, -1
	}
	for i := range boards {
		b := &boards[i]
		d, e := (*values)(dst[i*contactSize:]), (*values)(dst[i*contactSize+contactSide:])
		mine, theirs := &own[min(int(b.Own[engine.Bar]), 1)], &opp[min(int(b.Opp[engine.Bar]), 1)]
		mine.fill(d, dst, i, &b.Own)
		theirs.fill(e, dst[contactSide:], i, &b.Opp)
		mine.face(d, &theirs.side)
		theirs.face(e, &mine.side)
	}
}

// fill fills what depends on my men only: d is my half of that row in all, where
// rows begin contactSize apart.
func (h *half) fill(d *values, all []int16, row int, men *engine.Side) {
	o := octetsOf(men)
	if h.row >= 0 && h.octets.same(o) { // of fifteen men, those off are what is left
		copy(d[:], all[h.row*contactSize:])
	} else {
		alone(d, men, o, &h.side)
		h.facing = outline{rear: 1 << 31} // unlike any
	}
	h.row = row
}

// face fills what depends on both sides, unless d has it already.
func (h *half) face(d *values, theirs *side) {
	moved := (h.facing.made ^ theirs.made) | (h.facing.rear ^ theirs.rear)
	if moved != 0 {
		passing(d, &h.side, theirs)
	}
	if moved|(h.facing.blots^theirs.blots) != 0 {
		between(d, &h.side, theirs)
		h.facing = theirs.outline
	}
}

// alone fills what depends on my men only.
func alone(d *values, men *engine.Side, o octets, mine *side) {
	rawUnits(d[:], men)
	mine.octets = o
	copy(mine.men[:], men[:])
	at, made := masks(men)
	if made != mine.made || mine.at == 0 { // without men, no walls are known yet
		mine.walls.of(made)
	}
	blots := at &^ made
	seen := bits.Reverse64(uint64(made)<<32|uint64(blots)) >> 6 // by the other side
	mine.block, mine.at = uint32(seen)&(1<<26-1), at
	mine.outline = outline{made, uint32(bits.Len32(at|1)) - 1, uint32(seen>>32) &^ 1}
	mass(d, mine)
	anchors(d, mine)
	mine.walls.fill(d)
	const home = 0x3F << 1
	d[homeBlots] = fixed(bits.OnesCount32(blots&home), 3)
}

// mass fills the values that sum over my men.
func mass(d *values, mine *side) {
	men := mine.octets
	count := men.men()
	mine.pips = men.pips()
	d[pipCount] = fixed(mine.pips, 167)
	// Spare are the pips down to point 6, which are all pips less six for each man but
	// for what men at home fall short of six, and at home those of men beyond two on a
	// point down to point 1.
	const short, within = 0x0504030201000000, 0x0001020304050000 // 6-p and p-1 of points 1..6
	home := int(men.first*short>>56) + int(spare(men.first)*within>>56)
	d[timing] = fixed(mine.pips-6*count+home, 100)
	d[builders] = fixed(int((men.first+men.second&0xFFFFFFFF)*ones>>56), 12)
	mean := divide(mine.pips+count/2, count)
	behind := men.beyond(mean)
	n := behind.men()
	squares := behind.squares() - 2*mean*behind.pips() + mean*mean*n
	d[spread] = int16(divide(squares*One/400, n))
}

// anchors fills where my rear men stand and what they hold.
func anchors(d *values, mine *side) {
	const beyond12, theirHome = 0xFFF << 13, 0x3F << 19
	d[rearMan] = fixed(int(mine.rear), 24)
	d[rearAnchor] = fixed(max(bits.Len32(mine.made&beyond12)-1, 0), 24)
	deep := mine.made & theirHome
	d[homeAnchor] = fixed(25-bits.TrailingZeros32(deep|1<<25), 6)
	third := mine.octets.third >> 16
	men, more := int(third&made(third)*ones>>56), 0
	if deep&(deep-1) != 0 {
		men, more = 0, men
	}
	d[oneAnchor], d[backGame] = fixed(men, 4), fixed(more, 8)
}

// walls is what the points a side owns mean to the other, and the values that
// follow from them alone.
type walls struct {
	// block[p] is, for their man on my point p, the least number of rolls of 36
	// that escape from p or any later point to 9; 36 beyond 9.
	block                                             [11]uint8
	contain, containSquared, linked, prime, homeBoard int16
}

func (w *walls) of(made uint32) {
	least := uint32(36)
	w.block[10] = uint8(least)
	for p := 9; p >= 1; p-- {
		least = min(least, uint32(escapes[made>>(p+1)&windowMask]))
		w.block[p] = uint8(least)
	}
	w.block[0] = uint8(least)
	held := 36 - int(least)
	w.contain = fixed(held, 36)
	w.containSquared = fixed(held*held, 36*36)

	const home = 0x3F << 1
	// A link to the next made point counts 6 if that is the next point at all, 5 if it
	// is one further, down to 1. It is in as many of near1..near6, the points with a made
	// one within so many.
	near1, near2 := made>>1, made>>1|made>>2
	near3, near4 := near1|near2>>1, near2|near2>>2
	near5, near6 := near1|near4>>1, near2|near4>>2
	strength := in(made, near1, near2) + in(made, near3, near4) + in(made, near5, near6)
	w.linked = int16(divide(strength*One/6, max(bits.OnesCount32(made)-1, 0)))
	run := uint32(0)
	for m, n := made, 0; n < engine.Men/2; n++ { // no side makes more points
		run += min(m, 1)
		m &= m << 1
	}
	w.prime = fixed(int(run), 6)
	w.homeBoard = fixed(bits.OnesCount32(made&home), 6)
}

// in counts the made points in a and those in b.
func in(made, a, b uint32) int {
	return bits.OnesCount64(uint64(made&a)<<32 | uint64(made&b))
}

func (w *walls) fill(d *values) {
	d[contain], d[containSquared] = w.contain, w.containSquared
	d[linked], d[prime], d[homeBoard] = w.linked, w.prime, w.homeBoard
}

// between fills what depends on both sides, but for passing; it sets every one of
// its values.
func between(d *values, mine, theirs *side) {
	hits(d, mine, theirs)
	const home = 0x3F << 1
	closed := bits.OnesCount32(theirs.made & home)
	shut := fixed(closed*closed, 36)
	d[closedHome] = shut
	if mine.octets.bar == 0 {
		shut = 0
	}
	d[barred] = shut
	w := ahead(theirs.made, int(mine.rear))
	d[rearEscapes] = fixed(int(escapes[w]), 36)
	d[rearPasses] = fixed(int(pastBlock[w]), 36)
	held := 36 - int(mine.walls.block[min(25-theirs.rear, 10)])
	d[containRear] = fixed(held, 36)
	d[containRearSquared] = fixed(held*held, 36*36)
}

// passing fills how far my men are from having passed theirs, and how freely they
// move.
func passing(d *values, mine, theirs *side) {
	theirRear := 25 - int(theirs.rear) // on my side of the board
	behind := mine.octets.beyond(theirRear)
	pips := behind.pips()
	d[breakContact] = fixed(pips-max(theirRear-1, 0)*behind.men(), 167)
	d[passedPips] = fixed(mine.pips-pips, 100)
	mobile := 0
	for at := mine.at >> 7 << 7; at != 0; at &= at - 1 {
		p := bits.TrailingZeros32(at) & 31
		mobile += (p - 6) * int(mine.men[p]) * int(escapes[ahead(theirs.made, p)])
	}
	d[mobility] = fixed(mobile, 3600)
}

// hits fills what my rolls do to their blots.
func hits(d *values, mine, theirs *side) {
	t := shotTables
	blots := theirs.blots & (1<<max(mine.rear, 1) - 1) // those I have not passed
	onBar := int(mine.octets.bar)
	enter := ^(theirs.made >> 1) & 0x3F
	var once, twice rollSet
	one, lost := 0, 0
	for blots != 0 { // the dearest first: a man on my point p costs p pips
		p := (bits.Len32(blots) - 1) & 31
		blots &^= 1 << p
		men, owned := mine.at>>p, theirs.block>>p
		way, block := t.to(men), t.to(owned)
		s := way.one()
		if onBar > 0 {
			s, way = t.entering(men, way, block, onBar, engine.Bar-p, enter)
		}
		s |= way.more(t, block, owned)
		first := (s &^ once).chances()
		one += first
		lost += p * first
		twice |= once & s
		once |= s
	}
	d[hitOne] = fixed(one, 36)
	d[hitTwo] = fixed(twice.chances(), 36)
	d[pipsHit] = fixed(lost, 432)
}
