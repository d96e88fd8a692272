package search

import (
	"encoding/binary"
	"math/bits"
	"sync"

	"tavla/engine"
	"tavla/eval"
)

// Cache remembers what positions are worth at 1 ply and deeper, so that whoever
// comes to one again need not search it again. Values at 0 plies are not worth
// remembering: a net judges a candidate in a batch as fast as memory answers.
// Positions are compared in full,
// so an answer from the cache has the bits of a search. Any number of searches
// may share one at the same time, as long as their evaluators are of one model.
// Its memory is bounded: new positions displace others, shallow ones first. A nil
// Cache remembers nothing.
type Cache struct {
	buckets []bucket
	mask    uint64
}

const perBucket = 4

// bucket holds the positions of one hash. Its lock is held for a few nanoseconds,
// and two searches hardly ever want the same one.
type bucket struct {
	mu      sync.Mutex
	next    uint32 // where among equally shallow entries the next one goes
	entries [perBucket]entry
}

type entry struct {
	board   engine.Board
	outcome eval.Outcome
	key     key // the zero key while empty
}

// key is how a position was judged, with at least one ply.
type key struct {
	plies   uint8
	replies int
	guess   Cut
}

// NewCache makes a Cache for at least the given number of positions, of about 120
// bytes each.
func NewCache(positions int) *Cache {
	n := uint64(1)
	for n*perBucket < uint64(max(positions, 0)) {
		n *= 2
	}
	return &Cache{buckets: make([]bucket, n), mask: n - 1}
}

func (c *Cache) get(b *engine.Board, key key) (o eval.Outcome, ok bool) {
	if c == nil {
		return o, false
	}
	s := &c.buckets[hash(b)&c.mask]
	s.mu.Lock()
	for i := range s.entries {
		if e := &s.entries[i]; e.key == key && e.board == *b {
			o, ok = e.outcome, true
			break
		}
	}
	s.mu.Unlock()
	return o, ok
}

func (c *Cache) put(b *engine.Board, key key, o eval.Outcome) {
	if c == nil {
		return
	}
	s := &c.buckets[hash(b)&c.mask]
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	victim := &s.entries[s.next%perBucket]
	for i := range s.entries {
		e := &s.entries[i]
		if e.key == key && e.board == *b {
			return
		}
		if e.key.plies < victim.key.plies {
			victim = e
		}
	}
	*victim = entry{*b, o, key}
}

// hash mixes all men of both sides.
func hash(b *engine.Board) uint64 {
	return sideHash(&b.Own, 0x9e3779b97f4a7c15) ^ bits.RotateLeft64(sideHash(&b.Opp, 0xd1b54a32d192ed03), 32)
}

func sideHash(s *engine.Side, seed uint64) uint64 {
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(s[i : i+8]) }
	return fold(word(0)^seed, word(8)^0xa0761d6478bd642f) ^ fold(word(16)^0xe7037ed1a0b428db, word(18)^seed)
}

// fold multiplies and keeps both halves.
func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}
