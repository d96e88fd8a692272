package inputs

import (
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// shotsByRules counts, over the 36 rolls and by the legal plays alone: rolls
// that hit something, rolls of which plays hit at least two different blots,
// and the pips of the dearest blot that a roll can hit.
func shotsByRules(gen *engine.Generator, b engine.Board) (one, two, pips int) {
	for i := uint8(1); i <= 6; i++ {
		for j := i; j <= 6; j++ {
			weight := 2
			if i == j {
				weight = 1
			}
			var hit uint32 // blots, on my points
			for _, p := range gen.Plays(b, engine.Roll{i, j}) {
				for q := 1; q <= 24; q++ {
					if b.Opp[25-q] == 1 && p.Board.Opp[25-q] == 0 {
						hit |= 1 << q
					}
				}
			}
			if hit == 0 {
				continue
			}
			one += weight
			if hit&(hit-1) != 0 {
				two += weight
			}
			dearest := 24
			for hit>>dearest == 0 {
				dearest--
			}
			pips += weight * dearest
		}
	}
	return one, two, pips
}

// Shots are found from tables. They leave out what the compulsory play of a whole
// roll forbids, so that a few rolls too many count. How often that matters is
// bounded here.
func TestShotsAreTheRollsThatHitByTheRules(t *testing.T) {
	e := encoder(t, "contact")
	var gen engine.Generator
	for _, c := range []struct {
		name            string
		onBar           func(n uint8) bool
		most            float64 // share of positions in which a value may differ
		tooMany, tooFew int     // rolls of 36 by which hitOne and hitTwo may
	}{
		{"nobody on the bar", func(n uint8) bool { return n == 0 }, 0.006, 4, 0},
		{"one man on the bar", func(n uint8) bool { return n == 1 }, 0.5, 4, 6},
		{"more men on the bar", func(n uint8) bool { return n > 1 }, 0.9, 4, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			const tries = 4000
			tried, off := 0, [3]int{}
			for b := range enginetest.Reachable(9) {
				if !b.Contact() || !c.onBar(b.Own[engine.Bar]) {
					continue
				}
				one, two, pips := shotsByRules(&gen, b)
				x := encoded(e, b)
				for i, want := range []int{one, two} {
					got := (int(x[hitOne+i])*36 + One/2) / One
					if got != want {
						off[i]++
					}
					if got > want+c.tooMany || got < want-c.tooFew {
						t.Errorf("%v: %d rolls hit (%d), by the rules %d", b, got, i+1, want)
					}
				}
				if x[pipsHit] != fixed(pips, 432) {
					off[2]++
				}
				if tried++; tried == tries {
					break
				}
			}
			for i, name := range []string{"hitOne", "hitTwo", "pipsHit"} {
				share := float64(off[i]) / tries
				t.Logf("%s differs in %.2f %% of the positions", name, 100*share)
				if share > c.most {
					t.Errorf("%s differs more often than in %.2f %%", name, 100*c.most)
				}
			}
		})
	}
}
