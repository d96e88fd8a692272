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
	breakContact                  // pips my men must move to pass their rear man /167
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
	containRear        // the same from their rear man's point on
	containRearSquared //
	mobility           // Σ (point - 6) × men × escapes beyond point 6, /3600
	spread             // mean squared distance behind the mean of the men behind it /400
	barred             // with a man on the bar: chance that it does not enter
	closedHome         // (points they made in their home /6)²
	linked             // how closely my made points follow each other, 0..1
	backGame           // men on two or more anchors in their home /8
	oneAnchor          // men on the only anchor there /4
	prime              // longest run of made points /6
	homeBoard          // points I made in my home /6
	homeBlots          // my blots in my home /3
	builders           // my men on points 1..12 /12
	contactSide        // how many there are
)

const contactSize = 2 * contactSide

// side is what the expert values need of one side, in its own numbering: bit p
// of a mask stands for point p, Bar included.
type side struct {
	men   *engine.Side
	at    uint32 // points with a man
	made  uint32 // points owned: two men or more, never the bar
	rear  int
	count int // men not borne off
}

func look(s *engine.Side) side {
	v := side{men: s, count: engine.Men - int(s[engine.Off])}
	v.at, v.made = masks(s)
	v.rear = max(bits.Len32(v.at)-1, 0)
	return v
}

// reversed turns a mask into the other side's numbering; the bar becomes bit 0.
func reversed(mask uint32) uint32 { return bits.Reverse32(mask) >> 6 }

// ahead is the window of the twelve points before a man on point p, owned being
// the points the other side owns in its own numbering.
func ahead(owned uint32, p int) uint32 { return owned >> (26 - p) & windowMask }

func encodeContact(dst []int16, b *engine.Board) {
	own, opp := look(&b.Own), look(&b.Opp)
	rawUnits(dst[:rawSide], &b.Own, own.at)
	rawUnits(dst[contactSide:], &b.Opp, opp.at)
	expert(dst[:contactSide], &own, &opp)
	expert(dst[contactSide:], &opp, &own)
}

func expert(d []int16, mine, theirs *side) {
	d = d[:contactSide]
	walk(d, mine, theirs)
	anchors(d, mine, theirs)
	hits(d, mine, theirs)
	containment(d, mine, theirs)
	board(d, mine, theirs)
}

// walk fills the values that sum over my men.
func walk(d []int16, mine, theirs *side) {
	theirRear := 25 - theirs.rear // on my side of the board
	pips, behind, passed, spare, mobile := 0, 0, 0, 0, 0
	for at := mine.at; at != 0; at &= at - 1 {
		p := bits.TrailingZeros32(at)
		n := int(mine.men[p])
		pips += p * n
		if p > theirRear {
			behind += (p - theirRear) * n
		} else {
			passed += p * n
		}
		if p > 6 {
			spare += (p - 6) * n
			mobile += (p - 6) * n * int(escapes[ahead(theirs.made, p)])
		} else if n > 2 {
			spare += (p - 1) * (n - 2)
		}
	}
	d[pipCount] = fixed(pips, 167)
	d[breakContact] = fixed(behind, 167)
	d[passedPips] = fixed(passed, 100)
	d[timing] = fixed(spare, 100)
	d[mobility] = fixed(mobile, 3600)
	if mine.count == 0 {
		return
	}
	mean := (pips + mine.count/2) / mine.count
	sum, men := 0, 0
	for at := mine.at >> (mean + 1) << (mean + 1); at != 0; at &= at - 1 {
		p := bits.TrailingZeros32(at)
		n := int(mine.men[p])
		sum += (p - mean) * (p - mean) * n
		men += n
	}
	if men > 0 {
		d[spread] = int16(sum * One / (men * 400))
	}
}

// anchors fills what my rear men hold and how they get away.
func anchors(d []int16, mine, theirs *side) {
	const beyond12, theirHome = 0xFFF << 13, 0x3F << 19
	d[rearMan] = fixed(mine.rear, 24)
	if far := mine.made & beyond12; far != 0 {
		d[rearAnchor] = fixed(bits.Len32(far)-1, 24)
	}
	if deep := mine.made & theirHome; deep != 0 {
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
	w := ahead(theirs.made, mine.rear)
	d[rearEscapes] = fixed(int(escapes[w]), 36)
	d[rearPasses] = fixed(int(pastBlock[w]), 36)
}

// hits fills what my rolls do to their blots.
func hits(d []int16, mine, theirs *side) {
	blots := reversed(theirs.at &^ theirs.made &^ (1 << engine.Bar))
	blots &= 1<<max(mine.rear, 1) - 1 // those I have not passed
	if blots == 0 {
		return
	}
	owned := reversed(theirs.made)
	onBar := int(mine.men[engine.Bar])
	enter := ^(theirs.made >> 1) & 0x3F
	var once, twice rollSet
	lost := 0
	for blots != 0 { // the dearest first: a man on my point p costs p pips
		p := bits.Len32(blots) - 1
		blots &^= 1 << p
		s := shotTables.shots(mine.at>>p, owned>>p, onBar, engine.Bar-p, enter)
		lost += p * (s &^ once).chances()
		twice |= once & s
		once |= s
	}
	d[hitOne] = fixed(once.chances(), 36)
	d[hitTwo] = fixed(twice.chances(), 36)
	d[pipsHit] = fixed(lost, 432)
}

// containment fills how hard it is for their men to get past mine.
func containment(d []int16, mine, theirs *side) {
	theirRear := 25 - theirs.rear
	least, leastRear := 36, 36
	for p := 1; p <= 9; p++ {
		e := int(escapes[mine.made>>(p+1)&windowMask])
		least = min(least, e)
		if p >= theirRear {
			leastRear = min(leastRear, e)
		}
	}
	d[contain] = fixed(36-least, 36)
	d[containSquared] = fixed((36-least)*(36-least), 36*36)
	d[containRear] = fixed(36-leastRear, 36)
	d[containRearSquared] = fixed((36-leastRear)*(36-leastRear), 36*36)
}

// board fills what the made points look like.
func board(d []int16, mine, theirs *side) {
	const home = 0x3F << 1
	closed := bits.OnesCount32(theirs.made & home)
	d[closedHome] = fixed(closed*closed, 36)
	if mine.men[engine.Bar] > 0 {
		d[barred] = fixed(closed*closed, 36)
	}
	last, links, strength := 0, 0, 0
	for at := mine.made; at != 0; at &= at - 1 {
		p := bits.TrailingZeros32(at)
		if last > 0 {
			links++
			strength += max(7-(p-last), 0)
		}
		last = p
	}
	if links > 0 {
		d[linked] = int16(strength * One / (6 * links))
	}
	run := 0
	for m := mine.made; m != 0; m &= m << 1 {
		run++
	}
	d[prime] = fixed(run, 6)
	d[homeBoard] = fixed(bits.OnesCount32(mine.made&home), 6)
	d[homeBlots] = fixed(bits.OnesCount32(mine.at&^mine.made&home), 3)
	men := 0
	for _, n := range mine.men[1:13] {
		men += int(n)
	}
	d[builders] = fixed(men, 12)
}
