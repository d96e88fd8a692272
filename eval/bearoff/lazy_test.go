package bearoff_test

import (
	"testing"

	"tavla/engine/enginetest"
	"tavla/eval/bearoff"
)

func TestLazyTablesKnowWhatTheTablesKnow(t *testing.T) {
	lazy := bearoff.NewLazy(t.TempDir(), 2)
	tables := lazy.Tables()
	known := 0
	for b := range enginetest.Reachable(3) {
		got, gotOK := lazy.Lookup(&b)
		want, wantOK := tables.Lookup(&b)
		if got != want || gotOK != wantOK {
			t.Fatalf("%v: %v %v, the tables say %v %v", b, got, gotOK, want, wantOK)
		}
		own, centred, opponents, cubeful := lazy.Cubeful(&b)
		own2, centred2, opponents2, cubeful2 := tables.Cubeful(&b)
		if own != own2 || centred != centred2 || opponents != opponents2 || cubeful != cubeful2 {
			t.Fatalf("%v: with the cube %v %v %v %v, the tables say %v %v %v %v", b, own, centred, opponents, cubeful, own2, centred2, opponents2, cubeful2)
		}
		if gotOK {
			if known++; known == 100 {
				return
			}
		}
	}
}

func TestLazyTablesKnowGamesThatAreOver(t *testing.T) {
	lazy := bearoff.NewLazy(t.TempDir(), 1)
	won := enginetest.Board("", "20:15")
	if o, ok := lazy.Lookup(&won); !ok || o.Win != 1 {
		t.Errorf("a game won with men beyond home: %v %v", o, ok)
	}
}
