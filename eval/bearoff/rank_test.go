package bearoff

import (
	"math"
	"slices"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// sideOf is the side that a rank stands for.
func sideOf(r int) (s engine.Side) {
	s[engine.Off] = engine.Men
	for p, men := range unrank(r) {
		s[p] += men
		s[engine.Off] -= men
	}
	return s
}

func TestEveryRankIsOneState(t *testing.T) {
	seen := map[home]bool{}
	men := 0
	for r := range upTo15 {
		h, s := unrank(r), sideOf(r)
		if seen[h] {
			t.Fatalf("%v has two ranks", h)
		}
		seen[h] = true
		if got, ok := rankOf(&s); h.rank() != r || got != r || !ok {
			t.Fatalf("rank %d is %v, which has rank %d, as a side %d (%v)", r, h, h.rank(), got, ok)
		}
		if n := engine.Men - int(s[engine.Off]); n < men || n > engine.Men {
			t.Fatalf("rank %d has %d men after %d", r, n, men)
		} else if men = n; (men <= 6) != (r < upTo6) || (men == engine.Men) != (r >= upTo14) {
			t.Fatalf("rank %d has %d men", r, men)
		}
	}
}

func TestEveryMoveLowersTheRank(t *testing.T) {
	for r := 1; r < upTo15; r++ {
		for die := 1; die <= 6; die++ {
			to := unrank(r).after(nil, die)
			if len(to) == 0 {
				t.Fatalf("%v has no move by %d", unrank(r), die)
			}
			for _, s := range to {
				if int(s) >= r {
					t.Fatalf("%v moves by %d from rank %d to %d", unrank(r), die, r, s)
				}
			}
		}
	}
}

func TestASideWithAManBeyondItsHomeHasNoRank(t *testing.T) {
	for _, men := range []string{"7:1", "7:1 6:14", "bar:1", "24:15", "6:5 8:3 13:5 24:2"} {
		s := side(men)
		if r, ok := rankOf(&s); ok {
			t.Errorf("%s has rank %d", men, r)
		}
		b := engine.Board{Own: side("6:1"), Opp: s}
		for _, b := range []engine.Board{b, b.Swap()} {
			if o, ok := built().Lookup(&b); ok {
				t.Errorf("%v has outcome %v", b, o)
			}
			if _, _, _, ok := built().Cubeful(&b); ok || Exact(&b) {
				t.Errorf("%v is exact", b)
			}
		}
		if _, ok := built().MeanRolls(&s); ok {
			t.Errorf("%s has mean rolls", men)
		}
	}
}

// ends are the ranks that the plays of the rules' own generator lead to.
func ends(gen *engine.Generator, r int, roll engine.Roll) (to []uint16) {
	for _, p := range gen.Plays(engine.Board{Own: sideOf(r), Opp: side("1:1")}, roll) {
		end, _ := rankOf(&p.Board.Own)
		to = append(to, uint16(end))
	}
	slices.Sort(to)
	return slices.Compact(to)
}

func TestPlaysAreThoseOfTheRules(t *testing.T) {
	var gen engine.Generator
	rng := enginetest.Rand(1)
	for i := 1; i < upTo6+2000; i++ {
		r := i
		if r >= upTo6 {
			r += rng.IntN(upTo15 - r)
		}
		for _, roll := range engine.Rolls() {
			if got, want := playsOf(r, roll), ends(&gen, r, roll); !slices.Equal(got, want) {
				t.Fatalf("%v with %v leads to %v, by the rules to %v", unrank(r), roll, got, want)
			}
		}
	}
}

func TestOneSidedMeansAreBestOverThePlaysOfTheRules(t *testing.T) {
	var gen engine.Generator
	rng := enginetest.Rand(2)
	for i := range 1500 {
		r, row := 1+rng.IntN(upTo15-1), built().rollsOff
		if i%3 == 0 {
			r, row = upTo14+rng.IntN(upTo15-upTo14), built().rollsToFirst
		}
		sum := 0.0
		for _, roll := range engine.Rolls() {
			best := math.Inf(1)
			for _, to := range ends(&gen, r, roll) {
				best = min(best, mean(row(int(to))))
			}
			sum += float64(roll.Chances()) * best
		}
		if want, got := 1+sum/36, mean(row(r)); math.Abs(got-want) > 1e-6 {
			t.Fatalf("%v needs %v rolls, by the rules %v", unrank(r), got, want)
		}
	}
}
