package inputs

import (
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// Sums of many points at once are those of the points one by one, whatever a word
// holds: also with all fifteen men where they weigh most.
func TestSumsOfOctetsAreThoseOfThePoints(t *testing.T) {
	var sides []engine.Side
	for p := 1; p <= engine.Bar; p++ {
		for n := uint8(0); n <= engine.Men; n++ {
			s := engine.Side{engine.Off: engine.Men - n}
			s[p] = n
			sides = append(sides, s)
		}
	}
	r := enginetest.Rand(5)
	for range 2000 {
		b := enginetest.SetUp(r)
		sides = append(sides, b.Own)
	}
	for _, s := range sides {
		for beyond := range engine.Bar + 1 {
			men, pips, squares := 0, 0, 0
			for p := beyond + 1; p <= engine.Bar; p++ {
				n := int(s[p])
				men, pips, squares = men+n, pips+p*n, squares+p*p*n
			}
			o := octetsOf(&s).beyond(beyond)
			if o.men() != men || o.pips() != pips || o.squares() != squares {
				t.Fatalf("%v beyond %d: %d men, %d pips, %d squares, want %d, %d, %d",
					s, beyond, o.men(), o.pips(), o.squares(), men, pips, squares)
			}
		}
		word := octetsOf(&s).second
		for i := range 8 {
			n := int(s[9+i])
			if got, want := int(spare(word)>>(8*i)&0xFF), max(n-2, 0); got != want {
				t.Fatalf("%v: %d men are spare on point %d, want %d", s, got, 9+i, want)
			}
			if got, want := made(word)>>(8*i)&0xFF == 0xFF, n >= 2; got != want {
				t.Fatalf("%v: point %d is made: %v", s, 9+i, got)
			}
		}
	}
}

// A word that differs anywhere makes other octets.
func TestOctetsAreTheSameOnlyIfAllPointsAre(t *testing.T) {
	s := engine.Start().Own
	for p := 1; p <= engine.Bar; p++ {
		other := s
		other[p]++
		if a, b := octetsOf(&s), octetsOf(&other); a.same(b) || !a.same(a) {
			t.Errorf("one man more on %d: %v and %v", p, a, b)
		}
	}
}
