package engine_test

import (
	"math"
	"testing"

	"tavla/engine"
)

// win ends the present game: player winner gets size points.
func win(t *testing.T, m *engine.Match, winner, size int) {
	t.Helper()
	g := m.Game()
	for g.Awaits() == engine.ToOpen {
		must(t, g.Open(engine.Roll{2, 1}))
	}
	must(t, g.Resign(1-winner, size), g.AcceptResignation())
}

func TestTheCrawfordGameIsTheFirstWithAPlayerOnePointAway(t *testing.T) {
	type game struct {
		winner, size int
		crawford     bool // whether this game is the Crawford game
	}
	for _, c := range []struct {
		name   string
		length int
		games  []game
		winner int
	}{
		{"the trailer wins on", 3, []game{{0, 2, false}, {1, 1, true}, {1, 1, false}, {1, 1, false}}, 1},
		{"the leader wins the Crawford game", 3, []game{{1, 2, false}, {1, 1, true}}, 1},
		{"the second player to come one away plays no Crawford game", 5, []game{{0, 3, false}, {0, 1, false}, {1, 3, true}, {1, 1, false}, {0, 1, false}}, 0},
		{"from two away past one away", 3, []game{{0, 1, false}, {0, 2, false}}, 0},
		{"a match of one point has none", 1, []game{{1, 1, false}}, 1},
		{"a match of two points", 2, []game{{1, 1, false}, {0, 1, true}, {0, 1, false}}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := engine.NewMatch(c.length, engine.Rules{})
			must(t, err)
			for i, g := range c.games {
				if i > 0 {
					_, err := m.NextGame()
					must(t, err)
				}
				if _, over := m.Winner(); over {
					t.Fatalf("the match is over before game %d", i+1)
				}
				if got := m.Game().State().Score.Crawford; got != g.crawford {
					t.Errorf("game %d: Crawford %v, want %v", i+1, got, g.crawford)
				}
				win(t, m, g.winner, g.size)
			}
			if w, over := m.Winner(); !over || w != c.winner {
				t.Errorf("winner %d (%v), want %d", w, over, c.winner)
			}
			_, err = m.NextGame()
			refused(t, err, engine.ActNextGame, "the match is won")
		})
	}
}

func TestTheScoreCountsAGameOnceItIsOver(t *testing.T) {
	m, err := engine.NewMatch(7, engine.Rules{})
	must(t, err)
	must(t, m.Game().Open(engine.Roll{2, 1}))
	if s := m.Score(); s.Points != [2]int{} {
		t.Errorf("score %v during the first game", s.Points)
	}
	_, err = m.NextGame()
	refused(t, err, engine.ActNextGame, "the present game is not over")
	win(t, m, 1, 2)
	if s := m.Score(); s.Points != [2]int{0, 2} {
		t.Errorf("score %v after a gammon", s.Points)
	}
	g, err := m.NextGame()
	must(t, err)
	if s := g.State(); s.Score.Points != [2]int{0, 2} || s.Phase != engine.NotStarted || s.Cube.Value != 1 || m.Game() != g {
		t.Errorf("second game %+v", s)
	}
}

func TestAMoneySessionNeverEnds(t *testing.T) {
	rules := engine.Rules{Jacoby: true, Beavers: true, AutomaticDoubles: 1}
	m, err := engine.NewMatch(0, rules)
	must(t, err)
	for range 20 {
		win(t, m, 0, 1)
		if _, over := m.Winner(); over {
			t.Fatal("somebody has won a money session")
		}
		g, err := m.NextGame()
		must(t, err)
		if s := g.State(); s.Rules != rules || s.Score.Crawford {
			t.Fatalf("next game %+v", s)
		}
	}
	if s := m.Score(); s.Points != [2]int{20, 0} {
		t.Errorf("score %v", s.Points)
	}
}

func TestMoneyRulesAreRefusedInAMatch(t *testing.T) {
	for _, rules := range []engine.Rules{{Jacoby: true}, {Beavers: true}, {AutomaticDoubles: 1}} {
		if m, err := engine.NewMatch(5, rules); err == nil || m != nil {
			t.Errorf("a match under %+v", rules)
		}
	}
	if _, err := engine.NewMatch(-1, engine.Rules{}); err == nil {
		t.Error("a match of -1 points")
	}
	if _, err := engine.NewMatch(5, engine.Rules{RerollOpening: true}); err != nil {
		t.Error(err)
	}
}

func TestAMatchGoesOnFromASetUpPosition(t *testing.T) {
	for _, c := range []struct {
		name     string
		score    engine.Score
		crawford bool // of the next game, after player 0 wins one point
	}{
		{"the next game is the Crawford game", engine.Score{Length: 5, Points: [2]int{3, 1}}, true},
		{"this is the Crawford game", engine.Score{Length: 5, Points: [2]int{1, 4}, Crawford: true}, false},
		{"the Crawford game has been", engine.Score{Length: 5, Points: [2]int{3, 4}}, false},
		{"the Crawford game is far", engine.Score{Length: 5}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := playing()
			s.Score = c.score
			m, err := engine.MatchFromState(s)
			must(t, err)
			win(t, m, 0, 1)
			g, err := m.NextGame()
			must(t, err)
			if got := g.State().Score.Crawford; got != c.crawford {
				t.Errorf("next game Crawford %v, want %v", got, c.crawford)
			}
		})
	}
	if _, err := engine.MatchFromState(engine.State{}); err == nil {
		t.Error("a match from nothing")
	}
}

func TestPointsAddUpWithoutOverflow(t *testing.T) {
	s := engine.Score{Points: [2]int{math.MaxInt - 1, 0}}
	if got := s.After(engine.Result{Winner: 0, Size: 1, Points: 8}).Points[0]; got < 0 {
		t.Errorf("points %d", got)
	}
}
