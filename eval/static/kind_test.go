package static_test

import (
	"strings"
	"testing"

	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/static"
)

func TestAKindIsWhoHasMenBack(t *testing.T) {
	for name, c := range map[string]struct {
		own, opponent string
		want          static.Kind
		nine          string
	}{
		"the start":                      {"6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:2", static.BothBack, "few-few"},
		"the last man on the edge":       {"6:10 19:1", "5:5 8:3 13:5 24:2", static.BothBack, "few-few"},
		"the last man over the edge":     {"6:10 18:1", "5:5 8:3 13:5 24:2", static.OpponentBack, "none-few"},
		"a man on the bar":               {"6:10 bar:1", "6:5 8:3 13:5", static.OwnBack, "few-none"},
		"the opponent's man on the bar":  {"6:10 8:2", "6:5 8:3 bar:1", static.OpponentBack, "none-few"},
		"men that meet on the way":       {"6:10 13:2", "6:5 8:3 14:2", static.NoneBack, "none-none"},
		"men that have passed":           {"6:10 8:2", "6:5 8:3 14:2", static.Race, "race"},
		"a game that is over":            {"", "6:5", static.Over, "over"},
		"an anchor against the last men": {"20:2 6:3", "1:2 6:2", static.OwnBack, "few-none"},
		"a back game":                    {"20:2 22:2 6:5 8:3 13:3", "6:5 8:3 13:5 24:2", static.BothBack, "many-few"},
		"a third man on the bar":         {"6:10 8:2", "6:5 8:3 13:4 24:2 bar:1", static.OpponentBack, "none-many"},
		"a back game on both sides":      {"20:2 24:1 6:5 8:3 13:4", "6:5 8:3 13:4 21:3", static.BothBack, "many-many"},
		"the same seen by the other":     {"1:2 6:2", "20:2 6:3", static.OpponentBack, "none-few"},
	} {
		b := enginetest.Board(c.own, c.opponent)
		if got := static.KindOf(&b, static.Four); got != c.want {
			t.Errorf("%s: %v, not %v", name, got, c.want)
		}
		if got := static.KindOf(&b, static.Nine).String(); got != c.nine {
			t.Errorf("%s: %v of the nine, not %v", name, got, c.nine)
		}
	}
}

// The 27 kinds part the nine by the race: who is 25 pips ahead leads it.
func TestTheFinestKindsTellWhoLeadsTheRace(t *testing.T) {
	for name, c := range map[string]struct {
		own, opponent, want string
	}{
		"the start":              {"6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:2", "few-few-even"},
		"24 pips ahead":          {"6:5 8:3 13:6 11:1", "6:5 8:3 13:5 24:2", "none-few-even"},
		"25 pips ahead":          {"6:5 8:3 13:6 10:1", "6:5 8:3 13:5 24:2", "none-few-ahead"},
		"24 pips behind":         {"6:5 8:3 13:5 24:2", "6:5 8:3 13:6 11:1", "few-none-even"},
		"25 pips behind":         {"6:5 8:3 13:5 24:2", "6:5 8:3 13:6 10:1", "few-none-behind"},
		"on the bar, far behind": {"6:5 8:3 13:5 24:1 bar:1", "2:5 3:5 24:2", "few-few-behind"},
		"no contact, far ahead":  {"1:2", "6:15", "race"},
	} {
		b := enginetest.Board(c.own, c.opponent)
		if got := static.KindOf(&b, static.TwentySeven).String(); got != c.want {
			t.Errorf("%s: %v, not %v", name, got, c.want)
		}
	}
}

// Each split parts further what the one before it parts.
func TestTheKindOfACoarserSplitHoldsThatOfAFiner(t *testing.T) {
	splits := static.Splits()
	for _, b := range mixed(4000) {
		for i, fine := range splits[1:] {
			k := static.KindOf(&b, fine)
			coarse, ok := k.Coarser()
			if contact := eval.ClassOf(&b) == eval.Contact; ok != contact || ok && coarse != static.KindOf(&b, splits[i]) {
				t.Fatalf("%v: %v lies in %v, %v", b, k, coarse, ok)
			}
		}
	}
	if k, ok := static.Contact.Coarser(); ok {
		t.Errorf("all contact lies in %v", k)
	}
}

// turned is the name of a kind seen by the other player.
func turned(kind string) string {
	switch kind {
	case "own-back":
		return "opponent-back"
	case "opponent-back":
		return "own-back"
	}
	part := strings.Split(kind, "-")
	switch len(part) {
	case 3:
		part[2] = map[string]string{"behind": "ahead", "even": "even", "ahead": "behind"}[part[2]]
		fallthrough
	case 2:
		if part[1] != "back" {
			part[0], part[1] = part[1], part[0]
		}
	}
	return strings.Join(part, "-")
}

// Nothing falls between the nets: each board has one kind, of its class, for which
// a set of nets holds a net; seen by the other player own and opponent change places.
func TestEveryBoardHasAKindWithANet(t *testing.T) {
	for _, b := range mixed(4000) {
		for _, split := range static.Splits() {
			k := static.KindOf(&b, split)
			held := false
			for _, n := range static.Nets(split) {
				held = held || n == k
			}
			if c := eval.ClassOf(&b); held == (c == eval.Finished) || (k == static.Race) != (c == eval.Race) {
				t.Fatalf("%v is %v, of class %v", b, k, c)
			}
			want := turned(k.String())
			if back := b.Swap(); static.KindOf(&back, split).String() != want {
				t.Fatalf("%v is %v, and from the other side not %v", b, k, want)
			}
		}
	}
}
