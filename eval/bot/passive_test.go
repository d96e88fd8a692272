package bot

import (
	"testing"

	"tavla/engine"
)

func TestThePassivePlayerNeverDoublesAndTakesEverything(t *testing.T) {
	p := Passive{Pip{}}
	for _, c := range []struct {
		change func(*engine.State)
		want   engine.Action
	}{
		{rolling, engine.ActRoll},
		{doubled, engine.ActTake},
		{beavered, engine.ActTake},
		{func(s *engine.State) { s.Resigning = 1 }, engine.ActReject},
	} {
		if got := act(t, p, c.change); got != c.want {
			t.Errorf("it answers %s, not %s", got, c.want)
		}
	}
}
