package train

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tavla/engine/enginetest"
)

func TestRarePositionsAreThoseSelfPlayStarves(t *testing.T) {
	start := "24:2 13:5 8:3 6:5"
	for name, c := range map[string]struct {
		own, opp string
		want     bool
	}{
		"the start":                          {start, start, false},
		"a race with men off":                {"6:3 5:2", "6:3 5:2", false},
		"men off while there is contact":     {"6:5 5:5 4:3", "bar:1 6:5 5:5 4:4", true},
		"a closed board that holds a man":    {"6:2 5:2 4:2 3:2 2:2 1:2 8:3", "bar:1 6:5 8:4 13:5", true},
		"a back game":                        {"24:2 22:2 13:5 8:3 6:3", start, true},
		"a crashed board":                    {"24:2 3:4 2:5 1:4", "6:5 5:5 4:5", true},
		"five points made, nobody held back": {"6:2 5:2 4:2 3:2 2:2 13:5", "13:5 8:5 7:5", false},
	} {
		b := enginetest.Board(c.own, c.opp)
		if got := rare(&b); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
		s := b.Swap()
		if got := rare(&s); got != c.want {
			t.Errorf("%s, seen from the other side: %v", name, got)
		}
	}
}

func TestAPoolKeepsItsSizeAndComesBackFromItsBytes(t *testing.T) {
	g := new(Game)
	for b := range enginetest.Reachable(1) {
		if g.Steps = append(g.Steps, Step{Board: b}); len(g.Steps) == 30_000 {
			break
		}
	}
	p := pool{}.collect(g, 1, 1)
	if len(p) != poolSize {
		t.Fatalf("%d positions of many, not %d", len(p), poolSize)
	}
	if d := cmp.Diff(p, poolOf(p.bytes())); d != "" {
		t.Error(d)
	}
	for _, b := range p {
		if !rare(&b) {
			t.Errorf("%v is not rare", b)
		}
	}
	spoiled := p.bytes()
	spoiled[6]++ // a sixteenth man
	if got := poolOf(spoiled[:len(spoiled)-1]); len(got) != poolSize-2 {
		t.Errorf("%d positions of a spoiled and cut pool, not %d", len(got), poolSize-2)
	}
}
