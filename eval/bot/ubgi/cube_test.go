package ubgi

import (
	"strings"
	"testing"

	"tavla/engine"
)

// toDouble is a state in which player 1 may double.
func toDouble() engine.State {
	return engine.State{
		Board: engine.Start(), Roller: 1, Turn: 1, Phase: engine.Playing,
		Cube: engine.Cube{Value: 1, Owner: engine.Centred}, Score: engine.Score{Length: 7, Points: [2]int{2, 4}},
	}
}

func TestAnEngineIsAskedWhetherToDouble(t *testing.T) {
	p := new(puppet)
	e := connect(t, options(p))
	for doubles, want := range map[bool]engine.Action{true: engine.ActDouble, false: engine.ActRoll} {
		p.doubles = doubles
		if got, err := e.ChooseAction(t.Context(), toDouble()); err != nil || got != want || p.asked != toDouble() {
			t.Errorf("asked about %+v it answers %s (%v), not %s", p.asked, got, err, want)
		}
	}
}

func TestAnEngineChoosesPlaysByCubeAndScore(t *testing.T) {
	p := new(puppet)
	e := connect(t, options(p))
	s := toDouble()
	s.Roll = opening31.Roll
	d := opening31
	d.State = &s
	if _, err := e.ChoosePlay(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	if p.plays.State == nil || *p.plays.State != s {
		t.Errorf("it is asked about %+v", p.plays.State)
	}
}

func TestAnAnswerThatIsNoneToADoubleLosesTheEngine(t *testing.T) {
	e := actor(t, map[string]string{"go": "bestcube take"})
	_, err := e.ChooseAction(t.Context(), toDouble())
	if err == nil || !strings.Contains(err.Error(), "double or nodouble was to come") {
		t.Errorf("error %v", err)
	}
	if _, again := e.ChooseAction(t.Context(), toDouble()); again != err {
		t.Errorf("afterwards it says %v", again)
	}
}

func TestAnEngineIsNotAskedWhatUBGIHasNoWordsFor(t *testing.T) {
	e := actor(t, nil)
	taker := toDouble()
	taker.Doubled, taker.Turn = true, 0
	crawford := toDouble()
	crawford.Score = engine.Score{Length: 7, Points: [2]int{6, 4}, Crawford: true}
	resigned := toDouble()
	resigned.Resigning = 1
	for _, q := range []struct {
		s    engine.State
		want engine.Action
	}{{taker, engine.ActTake}, {crawford, engine.ActRoll}, {resigned, engine.ActReject}} {
		if got, err := e.ChooseAction(t.Context(), q.s); err != nil || got != q.want {
			t.Errorf("%s (%v), not %s", got, err, q.want)
		}
	}
}
