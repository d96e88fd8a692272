package inputs

import (
	"math/rand/v2"
	"testing"

	"tavla/engine"
)

func TestMasksSayWhereMenStandAndWhichPointsAreMade(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		var s engine.Side
		for range engine.Men {
			s[r.IntN(len(s))]++
		}
		at, made := masks(&s)
		for p := 1; p <= engine.Bar; p++ {
			if got := at>>p&1 != 0; got != (s[p] > 0) {
				t.Fatalf("%v: point %d: at is %v", s, p, got)
			}
			if got := made>>p&1 != 0; got != (s[p] > 1 && p != engine.Bar) {
				t.Fatalf("%v: point %d: made is %v", s, p, got)
			}
		}
		if at&1 != 0 || made&1 != 0 || at>>26 != 0 || made>>25 != 0 {
			t.Fatalf("%v: stray bits in %b or %b", s, at, made)
		}
	}
}

func TestDividingByMultiplyingIsExact(t *testing.T) {
	for by := 1; by <= 15; by++ {
		for x := range 1 << 16 {
			for _, x := range []int{x, 1<<20 - 1 - x} {
				if got := divide(x, by); got != x/by {
					t.Fatalf("%d/%d gives %d", x, by, got)
				}
			}
		}
	}
}
