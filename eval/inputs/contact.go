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

// outline is what a side shows the other, in its own numbering: bit p of a mask
// stands for point p, Bar included.
type outline struct {
	at   uint32 // points with a man
	made uint32 // points owned: two men or more, never the bar
	rear int
}

// side is what the expert values need of one side.
type side struct {
	outline
	men   *engine.Side
	pips  int
	walls walls
}

// half is a side whose values stand in the batch already.
type half struct {
	side
	row    int     // of the board with these men; -1 for none
	facing outline // the other side, when the values of between were filled
}

// reversed turns a mask into the other side's numbering; the bar becomes bit 0.
func reversed(mask uint32) uint32 { return bits.Reverse32(mask) >> 6 }

// ahead is the window of the twelve points before a man on point p, owned being
// the points the other side owns in its own numbering.
func ahead(owned uint32, p int) uint32 { return owned >> (26 - p) & windowMask }

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
		b, d := &boards[i], dst[i*contactSize:(i+1)*contactSize]
		mine, theirs := &own[min(b.Own[engine.Bar], 1)], &opp[min(b.Opp[engine.Bar], 1)]
		mine.fill(d[:contactSide], dst, i, &b.Own)
		theirs.fill(d[contactSide:], dst[contactSide:], i, &b.Opp)
		mine.face(d[:contactSide], &theirs.side)
		theirs.face(d[contactSide:], &mine.side)
	}
}

// fill fills what depends on my men only: d is my half of that row in all, where
// rows begin contactSize apart.
func (h *half) fill(d, all []int16, row int, men *engine.Side) {
	if h.row >= 0 && *h.men == *men {
		copy(d, all[h.row*contactSize:])
	} else {
		alone(d, men, &h.side)
		h.facing = outline{rear: -1} // unlike any
	}
	h.row, h.men = row, men
}

// face fills what depends on both sides, unless d has it already.
func (h *half) face(d []int16, theirs *side) {
	if h.facing == theirs.outline {
		return
	}
	if h.facing.made != theirs.made || h.facing.rear != theirs.rear {
		passing(d, &h.side, theirs)
	}
	between(d, &h.side, theirs)
	h.facing = theirs.outline
}

// alone fills what depends on my men only, and clears the rest of d.
func alone(d []int16, men *engine.Side, mine *side) {
	d = d[:contactSide]
	rawUnits(d, men)
	clear(d[rawSide:])
	mine.men = men
	at, made := masks(men)
	if made != mine.made || mine.at == 0 { // without men, no walls are known yet
		mine.walls = wallsOf(made)
	}
	mine.outline = outline{at, made, max(bits.Len32(at)-1, 0)}
	mass(d, mine)
	anchors(d, mine)
	mine.walls.fill(d)
	const home = 0x3F << 1
	d[homeBlots] = fixed(bits.OnesCount32(at&^made&home), 3)
}

// Four sums of men fit in one word: what n men on point p add to them.
const (
	pipsSum = 16 * iota
	menSum
	spareSum // pips before my home board must break
	nearSum  // men on points 1..12
)

var pointSums = func() (t [engine.Bar + 1][engine.Men + 1]uint64) {
	for p := 1; p <= engine.Bar; p++ {
		for n := range t[p] {
			spare, near := max(p-6, 0)*n, 0
			if p <= 6 && n > 2 {
				spare = (p - 1) * (n - 2)
			}
			if p <= 12 {
				near = n
			}
			t[p][n] = uint64(p*n)<<pipsSum | uint64(n)<<menSum | uint64(spare)<<spareSum | uint64(near)<<nearSum
		}
	}
	return t
}()

// sums adds up pointSums over the points at.
func (s *side) sums(at uint32) (sum uint64) {
	for ; at != 0; at &= at - 1 {
		p := bits.TrailingZeros32(at) & 31
		sum += pointSums[p][s.men[p]&15]
	}
	return sum
}

// mass fills the values that sum over my men.
func mass(d []int16, mine *side) {
	sum := mine.sums(mine.at)
	mine.pips = int(uint16(sum >> pipsSum))
	d[pipCount] = fixed(mine.pips, 167)
	d[timing] = fixed(int(uint16(sum>>spareSum)), 100)
	d[builders] = fixed(int(uint16(sum>>nearSum)), 12)
	count := int(uint16(sum >> menSum))
	if count == 0 {
		return
	}
	mean := divide(mine.pips+count/2, count)
	squares, men := 0, 0
	for at := mine.at >> (mean + 1) << (mean + 1); at != 0; at &= at - 1 {
		p := bits.TrailingZeros32(at)
		n := int(mine.men[p])
		squares += (p - mean) * (p - mean) * n
		men += n
	}
	if men > 0 {
		d[spread] = int16(divide(squares*One/400, men))
	}
}

// anchors fills where my rear men stand and what they hold.
func anchors(d []int16, mine *side) {
	const beyond12, theirHome = 0xFFF << 13, 0x3F << 19
	d[rearMan] = fixed(mine.rear, 24)
	if far := mine.made & beyond12; far != 0 {
		d[rearAnchor] = fixed(bits.Len32(far)-1, 24)
	}
	deep := mine.made & theirHome
	if deep == 0 {
		return
	}
	d[homeAnchor] = fixed(25-bits.TrailingZeros32(deep), 6)
	men := 0
	for at := deep; at != 0; at &= at - 1 {
		men += int(mine.men[bits.TrailingZeros32(at)])
	}
	if deep&(deep-1) != 0 {
		d[backGame] = fixed(men, 8)
	} else {
		d[oneAnchor] = fixed(men, 4)
	}
}

// walls is what the points a side owns mean to the other, and the values that
// follow from them alone.
type walls struct {
	// block[p] is, for their man on my point p, the least number of rolls of 36
	// that escape from p or any later point to 9; 36 beyond 9.
	block                                             [11]uint8
	contain, containSquared, linked, prime, homeBoard int16
}

func wallsOf(made uint32) (w walls) {
	least := uint8(36)
	w.block[10] = least
	for p := 9; p >= 1; p-- {
		least = min(least, escapes[made>>(p+1)&windowMask])
		w.block[p] = least
	}
	w.block[0] = least
	held := 36 - int(least)
	w.contain = fixed(held, 36)
	w.containSquared = fixed(held*held, 36*36)

	const home = 0x3F << 1
	// A link to the next made point counts 6 if that is the next point at all, 5 if it is
	// one further, down to 1.
	if links := bits.OnesCount32(made) - 1; links > 0 {
		strength, near := 0, uint32(0) // near: the next one is within so many points
		for k := 1; k <= 6; k++ {
			near |= made >> k
			strength += bits.OnesCount32(made & near)
		}
		w.linked = int16(divide(strength*One/6, links))
	}
	run := 0
	for m := made; m != 0; m &= m << 1 {
		run++
	}
	w.prime = fixed(run, 6)
	w.homeBoard = fixed(bits.OnesCount32(made&home), 6)
	return w
}

func (w *walls) fill(d []int16) {
	d[contain], d[containSquared] = w.contain, w.containSquared
	d[linked], d[prime], d[homeBoard] = w.linked, w.prime, w.homeBoard
}

// between fills what depends on both sides, but for passing; it sets every one of
// its values.
func between(d []int16, mine, theirs *side) {
	d = d[:contactSide]
	hits(d, mine, theirs)
	const home = 0x3F << 1
	closed := bits.OnesCount32(theirs.made & home)
	d[closedHome] = fixed(closed*closed, 36)
	d[barred] = 0
	if mine.men[engine.Bar] > 0 {
		d[barred] = fixed(closed*closed, 36)
	}
	w := ahead(theirs.made, mine.rear)
	d[rearEscapes] = fixed(int(escapes[w]), 36)
	d[rearPasses] = fixed(int(pastBlock[w]), 36)
	held := 36 - int(mine.walls.block[min(25-theirs.rear, 10)])
	d[containRear] = fixed(held, 36)
	d[containRearSquared] = fixed(held*held, 36*36)
}

// passing fills how far my men are from having passed theirs, and how freely they
// move.
func passing(d []int16, mine, theirs *side) {
	theirRear := 25 - theirs.rear // on my side of the board
	behind := mine.sums(mine.at >> (theirRear + 1) << (theirRear + 1))
	pips, men := int(uint16(behind>>pipsSum)), int(uint16(behind>>menSum))
	d[breakContact] = fixed(pips-max(theirRear-1, 0)*men, 167)
	d[passedPips] = fixed(mine.pips-pips, 100)
	mobile := 0
	for at := mine.at >> 7 << 7; at != 0; at &= at - 1 {
		p := bits.TrailingZeros32(at) & 31
		mobile += (p - 6) * int(mine.men[p]) * int(escapes[ahead(theirs.made, p)])
	}
	d[mobility] = fixed(mobile, 3600)
}

// hits fills what my rolls do to their blots.
func hits(d []int16, mine, theirs *side) {
	blots := reversed(theirs.at &^ theirs.made &^ (1 << engine.Bar))
	blots &= 1<<max(mine.rear, 1) - 1 // those I have not passed
	owned := reversed(theirs.made)
	t := shotTables
	onBar := int(mine.men[engine.Bar])
	enter := ^(theirs.made >> 1) & 0x3F
	var once, twice rollSet
	one, lost := 0, 0
	for blots != 0 { // the dearest first: a man on my point p costs p pips
		p := (bits.Len32(blots) - 1) & 31
		blots &^= 1 << p
		men, owned := mine.at>>p, owned>>p
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
