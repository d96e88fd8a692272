package bot

import (
	"testing"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/cube"
)

// constant judges every board the same, for the player on roll.
type constant eval.Outcome

func (c constant) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		dst[i] = eval.Outcome(c)
	}
}

// act asks for an action in a state before the roll of player 1.
func act(t *testing.T, p Player, change func(s *engine.State)) engine.Action {
	t.Helper()
	s := notation.Bare(engine.Start())
	change(&s)
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	a, err := p.ChooseAction(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func rolling(*engine.State) {}

func doubled(s *engine.State) { s.Doubled, s.Turn = true, 0 }

func beavered(s *engine.State) {
	s.Doubled, s.Beavered, s.Rules.Beavers = true, true, true
	s.Cube = engine.Cube{Value: 2, Owner: 0}
}

func TestTheCubefulPlayerDoublesTakesAndPasses(t *testing.T) {
	for win, want := range map[float32][2]engine.Action{
		0.5:  {engine.ActRoll, engine.ActTake},
		0.77: {engine.ActDouble, engine.ActTake},
		0.95: {engine.ActDouble, engine.ActPass},
	} {
		e := constant{Win: win}
		p := NewCubeful(Pip{}, cube.New(e, cube.Options{Efficiency: cube.Usual()}))
		if got := [2]engine.Action{act(t, p, rolling), act(t, p, doubled)}; got != want {
			t.Errorf("with a chance of %v it is %q, not %q", win, got, want)
		}
	}
	e := constant{Win: 0.2}
	p := NewCubeful(Pip{}, cube.New(e, cube.Options{Efficiency: cube.Usual()}))
	if got := act(t, p, func(s *engine.State) { doubled(s); s.Rules.Beavers = true }); got != engine.ActBeaver {
		t.Errorf("doubled as the favourite it answers %s", got)
	}
	if got := act(t, p, func(s *engine.State) { s.Cube = engine.Cube{Value: 2, Owner: 0} }); got != engine.ActRoll {
		t.Errorf("without the cube it answers %s", got)
	}
}

func TestTheCubefulPlayerAcceptsAResignationByTheScore(t *testing.T) {
	e := constant{Win: 0.95, WinGammon: 0.5}
	p := NewCubeful(Pip{}, cube.New(e, cube.Options{Efficiency: cube.Usual()}))
	at := func(size, away int, roll engine.Roll) func(*engine.State) {
		return func(s *engine.State) {
			s.Resigning, s.Roll = size, roll
			s.Score = engine.Score{Length: 5, Points: [2]int{5 - away, 5 - away}}
		}
	}
	for name, c := range map[string]struct {
		change func(*engine.State)
		want   engine.Action
	}{
		"for money a single game":             {func(s *engine.State) { s.Resigning = 1 }, engine.ActReject},
		"for money a gammon":                  {func(s *engine.State) { s.Resigning = 2 }, engine.ActAccept},
		"by Jacoby a single game":             {func(s *engine.State) { s.Resigning, s.Rules.Jacoby = 1, true }, engine.ActAccept},
		"at double match point a single game": {at(1, 1, engine.Roll{}), engine.ActAccept},
		"at 5 away each a single game":        {at(1, 5, engine.Roll{}), engine.ActReject},
	} {
		if got := act(t, p, c.change); got != c.want {
			t.Errorf("%s: it answers %s, not %s", name, got, c.want)
		}
	}
	// After the roll it is the player who has just seen it who decides what is left.
	lost := constant{Win: 0.95} // for whoever is next on roll
	p = NewCubeful(Pip{}, cube.New(lost, cube.Options{Efficiency: cube.Usual()}))
	if got := act(t, p, at(1, 1, engine.Roll{3, 1})); got != engine.ActAccept {
		t.Errorf("almost lost, it answers a resignation with %s", got)
	}
}
