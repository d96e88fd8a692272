package engine_test

import (
	"testing"

	"tavla/engine"
)

func TestTheRollsAreTheThirtySixThrowsOnceEach(t *testing.T) {
	seen := map[engine.Roll]bool{}
	chances := 0
	for _, r := range engine.Rolls() {
		if seen[r] {
			t.Errorf("%v comes twice", r)
		}
		seen[r] = true
		if r[0] < r[1] {
			t.Errorf("%v has the lower die first", r)
		}
		if err := r.Check(); err != nil {
			t.Error(err)
		}
		chances += r.Chances()
	}
	if len(seen) != 21 || chances != 36 {
		t.Errorf("%d rolls stand for %d throws, want 21 and 36", len(seen), chances)
	}
}

func TestADoubletIsThrownOnceInThirtySix(t *testing.T) {
	for a := uint8(1); a <= 6; a++ {
		for b := uint8(1); b <= 6; b++ {
			r := engine.Roll{a, b}
			if r.Doublet() != (a == b) {
				t.Errorf("%v: doublet is %v", r, r.Doublet())
			}
			want := 2
			if a == b {
				want = 1
			}
			if r.Chances() != want {
				t.Errorf("%v: %d chances, want %d", r, r.Chances(), want)
			}
			if want := (engine.Roll{max(a, b), min(a, b)}); r.Sorted() != want {
				t.Errorf("%v sorted is %v", r, r.Sorted())
			}
		}
	}
}

func TestADieShowsOneToSix(t *testing.T) {
	for _, r := range []engine.Roll{{}, {0, 1}, {1, 0}, {7, 1}, {3, 255}} {
		if r.Check() == nil {
			t.Errorf("%v is accepted", r)
		}
	}
}
