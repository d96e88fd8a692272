package static_test

import (
	"testing"

	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/static"
)

func TestAKindIsWhoHasMenBack(t *testing.T) {
	for name, c := range map[string]struct {
		own, opponent string
		want          static.Kind
	}{
		"the start":                      {"6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:2", static.BothBack},
		"the last man on the edge":       {"6:10 19:1", "5:5 8:3 13:5 24:2", static.BothBack},
		"the last man over the edge":     {"6:10 18:1", "5:5 8:3 13:5 24:2", static.OpponentBack},
		"a man on the bar":               {"6:10 bar:1", "6:5 8:3 13:5", static.OwnBack},
		"the opponent's man on the bar":  {"6:10 8:2", "6:5 8:3 bar:1", static.OpponentBack},
		"men that meet on the way":       {"6:10 13:2", "6:5 8:3 14:2", static.NoneBack},
		"men that have passed":           {"6:10 8:2", "6:5 8:3 14:2", static.Race},
		"a game that is over":            {"", "6:5", static.Over},
		"an anchor against the last men": {"20:2 6:3", "1:2 6:2", static.OwnBack},
		"the same seen by the other":     {"1:2 6:2", "20:2 6:3", static.OpponentBack},
	} {
		b := enginetest.Board(c.own, c.opponent)
		if got := static.KindOf(&b, true); got != c.want {
			t.Errorf("%s: %v, not %v", name, got, c.want)
		}
	}
}

// Nothing falls between the nets: each board has one kind, of its class, for which
// a set of nets holds a net; seen by the other player own and opponent change places.
func TestEveryBoardHasAKindWithANet(t *testing.T) {
	turned := map[static.Kind]static.Kind{static.OwnBack: static.OpponentBack, static.OpponentBack: static.OwnBack}
	for _, b := range mixed(4000) {
		for _, split := range []bool{false, true} {
			k := static.KindOf(&b, split)
			held := false
			for _, n := range static.Nets(split) {
				held = held || n == k
			}
			if c := eval.ClassOf(&b); held == (c == eval.Finished) || (k == static.Race) != (c == eval.Race) {
				t.Fatalf("%v is %v, of class %v", b, k, c)
			}
			want := k
			if other, ok := turned[k]; ok {
				want = other
			}
			if back := b.Swap(); static.KindOf(&back, split) != want {
				t.Fatalf("%v is %v, and from the other side not %v", b, k, want)
			}
		}
	}
}
