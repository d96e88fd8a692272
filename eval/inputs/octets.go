package inputs

import (
	"encoding/binary"

	"tavla/engine"
)

// octets are a side's men, eight points to a word: the lowest byte of first counts
// those on point 1, of second on 9, of third on 17, and of bar those on the bar. The
// top byte of a word times ones is the sum of its bytes, of a word times steps their
// sum with weights 1..8; as a side has fifteen men, nothing carries. Loops over the
// points with men would end at counts that no processor foresees.
type octets struct{ first, second, third, bar uint64 }

const (
	ones  = 0x0101010101010101
	steps = 0x0102030405060708
	tops  = 0x80 * ones
)

func octetsOf(s *engine.Side) octets {
	return octets{
		binary.LittleEndian.Uint64(s[1:9]),
		binary.LittleEndian.Uint64(s[9:17]),
		binary.LittleEndian.Uint64(s[17:25]),
		uint64(s[engine.Bar]),
	}
}

// bytesBeyond[p] are the bytes of the points beyond p.
var bytesBeyond = func() (t [engine.Bar + 1]octets) {
	for p := range t {
		var s engine.Side
		for q := p + 1; q < len(s); q++ {
			s[q] = 0xFF
		}
		t[p] = octetsOf(&s)
	}
	return t
}()

// beyond leaves the men beyond point p.
func (o octets) beyond(p int) octets {
	m := &bytesBeyond[p]
	return octets{o.first & m.first, o.second & m.second, o.third & m.third, o.bar & m.bar}
}

// all is the words one on another.
func (o octets) all() uint64 { return o.first + o.second + o.third + o.bar }

func (o octets) men() int { return int(o.all() * ones >> 56) }

// pips is the sum of the points 8k+j that the men stand on, the j-th of word k.
func (o octets) pips() int {
	return int(o.all()*steps>>56) + 8*int((o.second+2*o.third+3*o.bar)*ones>>56)
}

// squares is the sum of their squares, 64kk + 16kj + jj; jj takes two bytes.
func (o octets) squares() int {
	const even, evenSquares, oddSquares = 0x00FF00FF00FF00FF, 1<<48 | 9<<32 | 25<<16 | 49, 4<<48 | 16<<32 | 36<<16 | 64
	all := o.all()
	jj := (all&even*evenSquares + all>>8&even*oddSquares) >> 48
	kj := (o.second + 2*o.third + 3*o.bar) * steps >> 56
	kk := (o.second + 4*o.third + 9*o.bar) * ones >> 56
	return int(64*kk + 16*kj + jj)
}

// same is o == p without a branch for each word.
func (o octets) same(p octets) bool {
	return (o.first^p.first)|(o.second^p.second)|(o.third^p.third)|(o.bar^p.bar) == 0
}

// made is the bytes of a word that count two men or more: adding 126 then carries
// into the top bit, and leaves the men beyond two below it.
func made(word uint64) uint64 { return (word + 126*ones) & tops >> 7 * 0xFF }

// spare leaves the men beyond two on each point of a word.
func spare(word uint64) uint64 { return (word + 126*ones) &^ tops & made(word) }

// masks finds where a side has men (at, bits 1..25) and which points it owns
// (made, two men or more, bits 1..24), eight points at a time: adding 127 to a
// byte carries into its top bit if it is 1 or more, adding 126 if it is 2 or
// more, and the product gathers the eight top bits in the highest byte.
func masks(s *engine.Side) (at, made uint32) {
	const gather = 0x0002040810204081
	for p := 1; p <= 17; p += 8 {
		n := binary.LittleEndian.Uint64(s[p : p+8])
		some, two := (n+127*ones)&tops, (n+126*ones)&tops
		at |= uint32(some*gather>>56) << p
		made |= uint32(two*gather>>56) << p
	}
	if s[engine.Bar] > 0 {
		at |= 1 << engine.Bar
	}
	return at, made
}
