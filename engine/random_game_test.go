package engine_test

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// attempt is some action tried on the game of a match, legal or not.
type attempt struct {
	action engine.Action
	try    func(*engine.Match) error
}

// attempts draws one of every kind of action.
func attempts(t *rapid.T) []attempt {
	die := rapid.Uint8Range(1, 6)
	r := engine.Roll{die.Draw(t, "die"), die.Draw(t, "die")}
	size := rapid.IntRange(0, 4).Draw(t, "size")
	player := rapid.IntRange(0, 1).Draw(t, "player")
	pick := rapid.IntRange(0, 1000).Draw(t, "pick")
	on := func(f func(*engine.Game) error) func(*engine.Match) error {
		return func(m *engine.Match) error { return f(m.Game()) }
	}
	return []attempt{
		{engine.ActOpen, on(func(g *engine.Game) error { return g.Open(r) })},
		{engine.ActDouble, on((*engine.Game).Double)},
		{engine.ActTake, on((*engine.Game).Take)},
		{engine.ActPass, on((*engine.Game).Pass)},
		{engine.ActBeaver, on((*engine.Game).Beaver)},
		{engine.ActRaccoon, on((*engine.Game).Raccoon)},
		{engine.ActRoll, on(func(g *engine.Game) error { return g.Roll(r) })},
		{engine.ActPlay, on(func(g *engine.Game) error {
			if plays := g.Plays(); len(plays) > 0 {
				return g.Play(plays[pick%len(plays)])
			}
			return g.Play(engine.NewPlay(g.State().Board))
		})},
		{engine.ActLoseTurn, on((*engine.Game).LoseTurn)},
		{engine.ActResign, on(func(g *engine.Game) error { return g.Resign(player, size) })},
		{engine.ActAccept, on((*engine.Game).AcceptResignation)},
		{engine.ActReject, on((*engine.Game).RejectResignation)},
		{engine.ActNextGame, func(m *engine.Match) error { _, err := m.NextGame(); return err }},
	}
}

// fitting are the actions a game may be waiting for, by place in attempts.
var fitting = map[engine.Decision][]int{
	engine.ToOpen:              {0},
	engine.ToRoll:              {1, 6, 6, 9},
	engine.ToPlay:              {7, 7, 7, 8},
	engine.ToAnswerDouble:      {2, 2, 3, 4, 5},
	engine.ToAnswerResignation: {10, 11},
	engine.ToEnd:               {12},
}

func TestWhateverIsTriedTheRulesHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.IntRange(0, 7).Draw(t, "length")
		rules := engine.Rules{RerollOpening: rapid.Bool().Draw(t, "reroll")}
		if length == 0 {
			rules.Jacoby = rapid.Bool().Draw(t, "jacoby")
			rules.Beavers = rapid.Bool().Draw(t, "beavers")
			rules.AutomaticDoubles = rapid.IntRange(0, 3).Draw(t, "automatic doubles")
		}
		m, err := engine.NewMatch(length, rules)
		if err != nil {
			t.Fatal(err)
		}
		crawfords, oneAway := 0, false // Crawford games begun; somebody has been one away
		for range rapid.IntRange(1, 300).Draw(t, "actions") {
			tries := attempts(t)
			a := tries[rapid.IntRange(0, len(tries)-1).Draw(t, "action")]
			if rapid.IntRange(0, 3).Draw(t, "anything") > 0 {
				a = tries[rapid.SampledFrom(fitting[m.Game().Awaits()]).Draw(t, "fitting action")]
			}
			before, score, game := m.Game().State(), m.Score(), m.Game()
			may := map[engine.Action]bool{
				engine.ActDouble:  before.MayDouble(),
				engine.ActBeaver:  before.MayBeaver(),
				engine.ActRaccoon: before.MayRaccoon(),
			}
			err := a.try(m)
			after := m.Game().State()
			if err != nil {
				if re, ok := err.(*engine.RuleError); !ok || re.Action != a.action || re.Rule == "" {
					t.Fatalf("%s: error %v", a.action, err)
				}
				if after != before || m.Score() != score || m.Game() != game {
					t.Fatalf("a refused %s changed\n%+v to\n%+v", a.action, before, after)
				}
			}
			if may, asked := may[a.action]; asked && may != (err == nil) {
				t.Fatalf("may %s: %v, but %v", a.action, may, err)
			}
			checkMoment(t, m)
			if m.Game() != game && after.Score.Crawford {
				crawfords++
			}
			if p := after.Score; length > 1 && (p.Away(0) == 1 || p.Away(1) == 1) {
				oneAway = true
			}
		}
		if want := map[bool]int{true: 1}[oneAway]; crawfords != want {
			t.Fatalf("%d Crawford games, want %d", crawfords, want)
		}
	})
}

// checkMoment checks what holds at every moment of a match.
func checkMoment(t *rapid.T, m *engine.Match) {
	s := m.Game().State()
	if err := s.Check(); err != nil { // men conserved, cube a power of two, …
		t.Fatalf("%v in %+v", err, s)
	}
	result, over := m.Game().Result()
	if over != (s.Awaits() == engine.ToEnd) {
		t.Fatalf("result %v in %+v", over, s)
	}
	if over && (result.Points < 1 || result.Points > 3*s.Cube.Value || result.Points%s.Cube.Value != 0) {
		t.Fatalf("result %+v in %+v", result, s)
	}
	for p, n := range m.Score().Points {
		if want := s.Score.Points[p]; over && p == result.Winner && n != want+result.Points || (!over || p != result.Winner) && n != want {
			t.Fatalf("player %d has %d points, from %d with %+v", p, n, want, result)
		}
	}
	if !over {
		g, err := engine.GameFromState(s)
		if err != nil || g.State() != s {
			t.Fatalf("the game cannot go on from %+v: %v", s, err)
		}
	}
}

// playOut plays a game at random, with the cube, for at most limit plies. It
// reports how many were played and whether the game ended.
func playOut(t testing.TB, g *engine.Game, rng *rand.Rand, limit int) (plies int, ended bool) {
	for {
		var err error
		switch g.Awaits() {
		case engine.ToEnd:
			return plies, true
		case engine.ToRoll:
			if plies == limit {
				return plies, false
			}
			if g.MayDouble() && rng.IntN(50) == 0 {
				err = g.Double()
			} else {
				err = g.Roll(enginetest.RandomRoll(rng))
			}
		case engine.ToPlay:
			plies++
			if plays := g.Plays(); len(plays) > 0 {
				err = g.Play(plays[rng.IntN(len(plays))])
			} else {
				err = g.LoseTurn()
			}
		case engine.ToAnswerDouble:
			err = g.Take()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestAGameFromAnySetUpEndsOrStopsAtThePlyLimit(t *testing.T) {
	const limit = 100 // short, so that some games reach it
	rng := enginetest.Rand(3)
	stopped := 0
	for range 300 {
		s := playing()
		for s.Board = enginetest.SetUp(rng); s.Board.Over(); {
			s.Board = enginetest.SetUp(rng)
		}
		g := setUp(t, func(to *engine.State) { *to = s })
		plies, ended := playOut(t, g, rng, limit)
		if _, ok := g.Result(); ok != ended || !ended && plies != limit {
			t.Fatalf("%d plies, ended %v, result %v from %+v", plies, ended, ok, s.Board)
		}
		if !ended {
			stopped++
		}
	}
	if stopped == 0 || stopped == 300 {
		t.Errorf("%d of 300 games stopped at %d plies: want some to end and some to stop", stopped, limit)
	}
}

func TestAGameWithBothPlayersClosedOutStopsAtThePlyLimit(t *testing.T) {
	closed := "bar:3 1:2 2:2 3:2 4:2 5:2 6:2"
	g := setUp(t, func(s *engine.State) { s.Board = enginetest.Board(closed, closed) })
	plies, ended := playOut(t, g, enginetest.Rand(4), 500)
	if ended || plies != 500 {
		t.Errorf("%d plies, ended %v", plies, ended)
	}
	must(t, g.State().Check())
}
