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
	men  *engine.Side
	at   uint32 // points with a man
	made uint32 // points owned: two men or more, never the bar
	rear int
	// block[p] is, for their man on my point p, the least number of rolls of 36
	// that escape from p or any later point to 9; 36 beyond 9.
	block [11]uint8
}

// reversed turns a mask into the other side's numbering; the bar becomes bit 0.
func reversed(mask uint32) uint32 { return bits.Reverse32(mask) >> 6 }

// ahead is the window of the twelve points before a man on point p, owned being
// the points the other side owns in its own numbering.
func ahead(owned uint32, p int) uint32 { return owned >> (26 - p) & windowMask }

// encodeContact encodes boards one after the other. The candidates of a decision
// mostly share the men of the player next on roll: what depends on those alone
// is taken over from the board before.
func encodeContact(dst []int16, boards []engine.Board) {
	var own, opp side
	for i := range boards {
		b, d := &boards[i], dst[i*contactSize:(i+1)*contactSize]
		if i > 0 && b.Own == boards[i-1].Own {
			copy(d[:contactSide], dst[(i-1)*contactSize:])
		} else {
			alone(d[:contactSide], &b.Own, &own)
		}
		if i > 0 && b.Opp == boards[i-1].Opp {
			copy(d[contactSide:], dst[(i-1)*contactSize+contactSide:])
		} else {
			alone(d[contactSide:], &b.Opp, &opp)
		}
		between(d[:contactSide], &own, &opp)
		between(d[contactSide:], &opp, &own)
	}
}

// alone fills what depends on my men only, and clears the rest of d.
func alone(d []int16, men *engine.Side, mine *side) {
	d = d[:contactSide]
	clear(d)
	mine.men = men
	mine.at, mine.made = masks(men)
	mine.rear = max(bits.Len32(mine.at)-1, 0)
	rawUnits(d, men, mine.at)
	mass(d, mine)
	anchors(d, mine)
	containment(d, mine)
	structure(d, mine)
}

// mass fills the values that sum over my men.
func mass(d []int16, mine *side) {
	pips, spare, near, count := 0, 0, 0, 0
	for at := mine.at; at != 0; at &= at - 1 {
		p := bits.TrailingZeros32(at)
		n := int(mine.men[p])
		count += n
		pips += p * n
		if p > 6 {
			spare += (p - 6) * n
		} else if n > 2 {
			spare += (p - 1) * (n - 2)
		}
		if p <= 12 {
			near += n
		}
	}
	d[pipCount] = fixed(pips, 167)
	d[timing] = fixed(spare, 100)
	d[builders] = fixed(near, 12)
	if count == 0 {
		return
	}
	mean := (pips + count/2) / count
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

// containment fills how hard it is for their men to get past mine.
func containment(d []int16, mine *side) {
	least := uint8(36)
	mine.block[10] = least
	for p := 9; p >= 1; p-- {
		least = min(least, escapes[mine.made>>(p+1)&windowMask])
		mine.block[p] = least
	}
	mine.block[0] = least
	held := 36 - int(least)
	d[contain] = fixed(held, 36)
	d[containSquared] = fixed(held*held, 36*36)
}

// structure fills what my made points look like.
func structure(d []int16, mine *side) {
	const home = 0x3F << 1
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
}

// between fills what depends on both sides; it sets every one of its values.
func between(d []int16, mine, theirs *side) {
	d = d[:contactSide]
	passing(d, mine, theirs)
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
	held := 36 - int(mine.block[min(25-theirs.rear, 10)])
	d[containRear] = fixed(held, 36)
	d[containRearSquared] = fixed(held*held, 36*36)
}

// passing fills how far my men are from having passed theirs.
func passing(d []int16, mine, theirs *side) {
	theirRear := 25 - theirs.rear // on my side of the board
	behind, passed, mobile := 0, 0, 0
	for at := mine.at; at != 0; at &= at - 1 {
		p := bits.TrailingZeros32(at)
		n := int(mine.men[p])
		if p > theirRear {
			behind += (p - theirRear) * n
		} else {
			passed += p * n
		}
		if p > 6 {
			mobile += (p - 6) * n * int(escapes[ahead(theirs.made, p)])
		}
	}
	d[breakContact] = fixed(behind, 167)
	d[passedPips] = fixed(passed, 100)
	d[mobility] = fixed(mobile, 3600)
}

// hits fills what my rolls do to their blots.
func hits(d []int16, mine, theirs *side) {
	blots := reversed(theirs.at &^ theirs.made &^ (1 << engine.Bar))
	blots &= 1<<max(mine.rear, 1) - 1 // those I have not passed
	var once, twice rollSet
	lost := 0
	if blots != 0 {
		owned := reversed(theirs.made)
		onBar := int(mine.men[engine.Bar])
		enter := ^(theirs.made >> 1) & 0x3F
		for blots != 0 { // the dearest first: a man on my point p costs p pips
			p := bits.Len32(blots) - 1
			blots &^= 1 << p
			s := shotTables.shots(mine.at>>p, owned>>p, onBar, engine.Bar-p, enter)
			lost += p * (s &^ once).chances()
			twice |= once & s
			once |= s
		}
	}
	d[hitOne] = fixed(once.chances(), 36)
	d[hitTwo] = fixed(twice.chances(), 36)
	d[pipsHit] = fixed(lost, 432)
}
