package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/record"
	"tavla/eval/cube"
)

func TestTheNumberOfWorkersChangesNothing(t *testing.T) {
	o := counting()
	o.Plies, o.Filter = 1, tiny(t)
	m := matchOf(t, moneyGame)
	if one, three := judged(t, m, o, 1), judged(t, m, o, 3); !reflect.DeepEqual(one, three) {
		t.Error("the reports of one worker and of three differ")
	}
	o.Plies = 0
	m = caseMatch(t)
	if one, three := judged(t, m, o, 1), judged(t, m, o, 3); !reflect.DeepEqual(one, three) {
		t.Error("the reports of a match by one worker and by three differ")
	}
}

func TestAnInterruptedAnalysisGoesOnToTheSameReport(t *testing.T) {
	m := caseMatch(t)
	want := judged(t, m, counting(), 2)
	a, err := New([]*record.Match{m}, counting())
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	told := 0
	err = a.Run(ctx, 2, func() {
		if told++; told == 40 {
			stop()
		}
	})
	done, all := a.Done()
	if !errors.Is(err, context.Canceled) || done < 40 || done == all {
		t.Fatalf("interrupted after %d of %d with error %v", done, all, err)
	}
	kept, err := json.Marshal(a.State())
	if err != nil {
		t.Fatal(err)
	}
	var s State
	if err := json.Unmarshal(kept, &s); err != nil {
		t.Fatal(err)
	}
	b, err := New([]*record.Match{m}, counting())
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Resume(s); err != nil {
		t.Fatal(err)
	}
	if again, _ := b.Done(); again != done {
		t.Fatalf("%d steps were taken up, of %d", again, done)
	}
	if err := b.Run(context.Background(), 1, nil); err != nil {
		t.Fatal(err)
	}
	if got := b.Report(0); !reflect.DeepEqual(got, want) {
		t.Error("the report after the interruption is another one")
	}
}

func TestWhatWasKeptOfSomethingElseIsRefused(t *testing.T) {
	a, err := New([]*record.Match{caseMatch(t)}, counting())
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Resume(State{}); err == nil || !strings.Contains(err.Error(), "0 steps were kept") {
		t.Errorf("a state without steps: error %v", err)
	}
	_, all := a.Done()
	for name, j := range map[string]*Judged{
		"nothing": {}, "a cube": {Cube: new(Cube)}, "plays without the one made": {Plays: make([]Candidate, 3)},
	} {
		s := State{make([]*Judged, all)}
		for i := range s.Steps {
			s.Steps[i] = j
		}
		if err := a.Resume(s); err == nil {
			t.Errorf("%s for all steps: no error", name)
		}
	}
	if done, _ := a.Done(); done != 0 {
		t.Errorf("%d steps of a refused state are taken up", done)
	}
}

func TestThePlayMadeIsJudgedAsDeepAsTheBest(t *testing.T) {
	o := counting()
	o.Plies, o.Filter = 1, tiny(t)
	for _, d := range judged(t, matchOf(t, moneyGame), o, 2).Decisions {
		for i, c := range d.Plays {
			if c.Made && c.Plies != d.Plays[0].Plies || i > 0 && c.Plies > d.Plays[i-1].Plies {
				t.Errorf("move %d: %+v", d.Move, d.Plays)
			}
		}
	}
}

func TestAMatchBeyondTheTableIsRefused(t *testing.T) {
	o := counting()
	o.MET = cube.Compute(3, cube.Assumptions{Gammons: 0.2, Efficiency: 0.7})
	_, err := New([]*record.Match{matchOf(t, moneyGame), caseMatch(t)}, o)
	var bad *MatchError
	if !errors.As(err, &bad) || bad.Match != 1 || !strings.Contains(err.Error(), "goes up to 3") {
		t.Errorf("error %v", err)
	}
}

// Luck is zero on average over the throws, of which those that open a game are 30.
func TestLuckIsFair(t *testing.T) {
	o := counting()
	w := newWorker(&o)
	luckOf := func(s engine.State, a record.Action) float64 {
		j, err := w.judge(context.Background(), &step{state: s, action: a, luck: true})
		if err != nil {
			t.Fatal(err)
		}
		return *j.Luck
	}
	m := caseMatch(t)
	start := m.Games[1].Start // the Crawford game, where the players are not alike
	opening, later := 0.0, 0.0
	s := start
	s.Phase, s.Roller, s.Turn = engine.Playing, 1, 1
	for _, roll := range engine.Rolls() {
		later += float64(roll.Chances()) * luckOf(s, record.Action{Kind: engine.ActRoll, Player: 1, Roll: roll})
		if !roll.Doublet() {
			first := luckOf(start, record.Action{Kind: engine.ActOpen, Player: 0, Roll: roll})
			second := luckOf(start, record.Action{Kind: engine.ActOpen, Player: 1, Roll: engine.Roll{roll[1], roll[0]}})
			opening += first - second
		}
	}
	near(t, "the mean over the opening throws", opening/30, 0, 1e-9)
	near(t, "the mean over all throws", later/36, 0, 1e-9)
}
