package engine_test

import (
	"math"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

func TestAnImpossibleSetUpIsRefusedWithTheReason(t *testing.T) {
	for _, c := range []struct {
		name   string
		edit   func(*engine.State)
		reason string
	}{
		{"too few men", func(s *engine.State) { s.Board.Own[6]-- }, "14 men"},
		{"an unknown player on roll", func(s *engine.State) { s.Roller = 2 }, "players are 0 and 1"},
		{"half a roll", func(s *engine.State) { s.Roll = engine.Roll{0, 5} }, "a die shows 1 to 6"},
		{"a cube of nothing", func(s *engine.State) { s.Cube.Value = 0 }, "power of two"},
		{"a cube at 3", func(s *engine.State) { s.Cube.Value = 3 }, "power of two"},
		{"a negative cube", func(s *engine.State) { s.Cube.Value = -2 }, "power of two"},
		{"a cube beyond counting", func(s *engine.State) { s.Cube = engine.Cube{Value: math.MaxInt/2 + 1, Owner: 0} }, "cannot be counted"},
		{"an unknown cube owner", func(s *engine.State) { s.Cube = engine.Cube{Value: 2, Owner: 2} }, "cube owner 2"},
		{"an owned cube at 1", func(s *engine.State) { s.Cube.Owner = 0 }, "centred until it has been turned"},
		{"a centred cube at 2 in a match", func(s *engine.State) { s.Score.Length, s.Cube.Value = 5, 2 }, "no automatic doubles"},
		{"a negative length", func(s *engine.State) { s.Score.Length = -1 }, "match length -1"},
		{"a negative score", func(s *engine.State) { s.Score.Points[1] = -1 }, "never negative"},
		{"a match already won", func(s *engine.State) { s.Score = engine.Score{Length: 5, Points: [2]int{5, 0}} }, "won already"},
		{"Crawford for money", func(s *engine.State) { s.Score.Crawford = true }, "none in a money game"},
		{"Crawford with nobody one away", func(s *engine.State) { s.Score = engine.Score{Length: 5, Points: [2]int{3, 0}, Crawford: true} }, "exactly one player"},
		{"Crawford with both one away", func(s *engine.State) { s.Score = engine.Score{Length: 5, Points: [2]int{4, 4}, Crawford: true} }, "exactly one player"},
		{"a turned cube in the Crawford game", func(s *engine.State) {
			s.Score = engine.Score{Length: 5, Points: [2]int{4, 0}, Crawford: true}
			s.Cube = engine.Cube{Value: 2, Owner: 0}
		}, "without the cube"},
		{"Jacoby in a match", func(s *engine.State) { s.Score.Length, s.Rules.Jacoby = 5, true }, "Jacoby"},
		{"beavers in a match", func(s *engine.State) { s.Score.Length, s.Rules.Beavers = 5, true }, "beavers are for money"},
		{"automatic doubles in a match", func(s *engine.State) { s.Score.Length, s.Rules.AutomaticDoubles = 5, 1 }, "automatic doubles are for money"},
		{"a negative limit of automatic doubles", func(s *engine.State) { s.Rules.AutomaticDoubles = -1 }, "0 or more"},
		{"the wrong player on turn", func(s *engine.State) { s.Turn = 1 }, "the decision is player 0's"},
		{"a double pending with the doubler on turn", func(s *engine.State) { s.Doubled = true }, "the decision is player 1's"},
		{"a double pending after the throw", func(s *engine.State) { s.Doubled, s.Turn, s.Roll = true, 1, engine.Roll{3, 1} }, "doubling comes before the throw"},
		{"a double with the opponent's cube", func(s *engine.State) { s.Doubled, s.Turn, s.Cube = true, 1, engine.Cube{Value: 2, Owner: 1} }, "only the owner may redouble"},
		{"a double in the Crawford game", func(s *engine.State) {
			s.Doubled, s.Turn, s.Score = true, 1, engine.Score{Length: 5, Points: [2]int{4, 0}, Crawford: true}
		}, "without the cube"},
		{"a double with a dead cube", func(s *engine.State) {
			s.Doubled, s.Turn, s.Score = true, 1, engine.Score{Length: 5, Points: [2]int{4, 0}}
		}, "the cube is dead"},
		{"a beaver without a double", func(s *engine.State) { s.Beavered = true }, "no double pending"},
		{"a beaver against the rules", func(s *engine.State) {
			s.Doubled, s.Beavered, s.Cube = true, true, engine.Cube{Value: 2, Owner: 1}
		}, "played without"},
		{"a beaver without the cube", func(s *engine.State) {
			s.Doubled, s.Beavered, s.Rules.Beavers = true, true, true
		}, "player 1 owns it, at 2 or more"},
		{"a raccoon at 2", func(s *engine.State) {
			s.Doubled, s.Raccooned, s.Rules.Beavers, s.Turn, s.Cube = true, true, true, 1, engine.Cube{Value: 2, Owner: 1}
		}, "player 1 owns it, at 4 or more"},
		{"a beaver and a raccoon at once", func(s *engine.State) {
			s.Doubled, s.Beavered, s.Raccooned, s.Rules.Beavers, s.Cube = true, true, true, true, engine.Cube{Value: 4, Owner: 1}
		}, "not both"},
		{"a resignation of four times", func(s *engine.State) { s.Resigning = 4 }, "1, 2 or 3"},
		{"a double and a resignation", func(s *engine.State) { s.Doubled, s.Resigning, s.Turn = true, 1, 1 }, "answered before the other"},
		{"a game not started with dice", func(s *engine.State) { s.Phase, s.Roll = engine.NotStarted, engine.Roll{3, 1} }, "has not started"},
		{"a first roll yet to come elsewhere than at the start", func(s *engine.State) {
			s.Opening, s.Rules.RerollOpening, s.Board = true, true, closedOut
		}, "stand at the start"},
		{"a first roll yet to come without reroll", func(s *engine.State) { s.Opening = true }, "reroll"},
		{"all men off", func(s *engine.State) { s.Board = enginetest.Board("", "6:15") }, "borne off all men"},
		{"over with men left", func(s *engine.State) { s.Phase = engine.Over }, "nobody has borne off"},
		{"an unknown phase", func(s *engine.State) { s.Phase = 9 }, "phase 9"},
		{"a dropped game", func(s *engine.State) { s.Phase = engine.Dropped }, "nothing to go on from"},
		{"a resigned game", func(s *engine.State) { s.Phase, s.Resigning = engine.Resigned, 1 }, "nothing to go on from"},
		{"a finished game", func(s *engine.State) { s.Phase, s.Board = engine.Over, enginetest.Board("", "6:15") }, "nothing to go on from"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := playing()
			c.edit(&s)
			g, err := engine.GameFromState(s)
			if g != nil || err == nil || !strings.Contains(err.Error(), c.reason) {
				t.Errorf("got error %v, want one with %q", err, c.reason)
			}
		})
	}
}

func TestAFinishedStateSaysWhoWonWhoeverIsOnRoll(t *testing.T) {
	s := playing()
	s.Phase, s.Board, s.Cube = engine.Over, enginetest.Board("6:15", ""), engine.Cube{Value: 2, Owner: 0}
	if r, ok := s.Result(); !ok || r != (engine.Result{Winner: 1, Size: 2, Points: 4}) {
		t.Errorf("result %+v (%v)", r, ok)
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
}

func TestAGameGoesOnFromAnyDecision(t *testing.T) {
	for _, c := range []struct {
		name   string
		edit   func(*engine.State)
		awaits engine.Decision
		goOn   func(*engine.Game) error
	}{
		{"before the opening throw", func(s *engine.State) { s.Phase = engine.NotStarted }, engine.ToOpen,
			func(g *engine.Game) error { return g.Open(engine.Roll{1, 2}) }},
		{"before the throw", func(s *engine.State) { s.Roller, s.Turn = 1, 1 }, engine.ToRoll,
			func(g *engine.Game) error { return g.Roll(engine.Roll{1, 2}) }},
		{"with the dice thrown", func(s *engine.State) { s.Roll = engine.Roll{1, 2} }, engine.ToPlay,
			func(g *engine.Game) error { return g.Play(g.Plays()[0]) }},
		{"with a double pending", func(s *engine.State) { s.Doubled, s.Turn = true, 1 }, engine.ToAnswerDouble,
			(*engine.Game).Take},
		{"with a beaver pending", func(s *engine.State) {
			s.Doubled, s.Beavered, s.Rules.Beavers, s.Cube = true, true, true, engine.Cube{Value: 2, Owner: 1}
		}, engine.ToAnswerDouble, (*engine.Game).Raccoon},
		{"with a resignation pending", func(s *engine.State) { s.Resigning, s.Turn = 2, 1 }, engine.ToAnswerResignation,
			(*engine.Game).AcceptResignation},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := setUp(t, c.edit)
			if g.Awaits() != c.awaits {
				t.Fatalf("awaits %d, want %d", g.Awaits(), c.awaits)
			}
			must(t, c.goOn(g))
		})
	}
}
