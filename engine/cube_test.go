package engine_test

import (
	"testing"

	"tavla/engine"
)

func TestATakeGivesTheCubeToTheTakerAtTwiceTheStake(t *testing.T) {
	g := setUp(t)
	must(t, g.Double())
	if s := g.State(); s.Turn != 1 || s.Roller != 0 || !s.Doubled || s.Cube.Value != 1 || g.Awaits() != engine.ToAnswerDouble {
		t.Fatalf("double pending: %+v", s)
	}
	pending := "a double has to be answered first"
	refused(t, g.Roll(engine.Roll{3, 1}), engine.ActRoll, pending)
	refused(t, g.Double(), engine.ActDouble, pending)
	refused(t, g.Resign(1, 1), engine.ActResign, pending)
	must(t, g.Take())
	if s := g.State(); s.Turn != 0 || s.Cube != (engine.Cube{Value: 2, Owner: 1}) || g.Awaits() != engine.ToRoll {
		t.Errorf("double taken: %+v", s)
	}
}

func TestAPassLosesTheStakeBeforeTheDouble(t *testing.T) {
	for _, c := range []engine.Cube{{Value: 1, Owner: engine.Centred}, {Value: 2, Owner: engine.Centred}, {Value: 8, Owner: 0}} {
		g := setUp(t, func(s *engine.State) { s.Cube = c })
		must(t, g.Double(), g.Pass())
		want := engine.Result{Winner: 0, Size: 1, Points: c.Value}
		if r, ok := g.Result(); !ok || r != want || g.State().Phase != engine.Dropped {
			t.Errorf("cube %+v: %+v (%v), want %+v", c, r, ok, want)
		}
	}
}

func TestOnlyTheOwnerRedoubles(t *testing.T) {
	g := setUp(t, func(s *engine.State) { s.Cube = engine.Cube{Value: 2, Owner: 1} })
	refused(t, g.Double(), engine.ActDouble, "the opponent owns the cube, and only the owner may redouble")
	g = setUp(t, func(s *engine.State) { s.Cube = engine.Cube{Value: 2, Owner: 0} })
	must(t, g.Double())
}

func TestDoublingComesBeforeTheThrow(t *testing.T) {
	g := setUp(t)
	must(t, g.Roll(engine.Roll{3, 1}))
	refused(t, g.Double(), engine.ActDouble, "the dice are thrown, and doubling comes before the throw")
}

func TestAnAnswerNeedsADouble(t *testing.T) {
	g := setUp(t, func(s *engine.State) { s.Rules.Beavers = true })
	refused(t, g.Take(), engine.ActTake, "no double has been offered")
	refused(t, g.Pass(), engine.ActPass, "no double has been offered")
	refused(t, g.Beaver(), engine.ActBeaver, "only a player who has just been doubled may beaver")
	refused(t, g.Raccoon(), engine.ActRaccoon, "only a player who has just been beavered may raccoon")
}

func TestThereIsNoLimitToTheCube(t *testing.T) {
	g := setUp(t)
	for want := 2; want <= 1<<14; want *= 2 {
		must(t, g.Double(), g.Take())
		if v := g.State().Cube.Value; v != want {
			t.Fatalf("cube at %d, want %d", v, want)
		}
		must(t, g.Roll(engine.Roll{2, 1}))
		must(t, g.Play(g.Plays()[0]))
	}
}

func TestAStakeTooLargeToCountIsRefusedAndNothingOverflows(t *testing.T) {
	doubles := 0
	for g := setUp(t); g.MayDouble(); doubles++ {
		must(t, g.Double(), g.Take())
		s := g.State()
		s.Roller, s.Turn = s.Cube.Owner, s.Cube.Owner
		must(t, s.Check())
		if 3*s.Cube.Value < 0 {
			t.Fatalf("three times %d overflows", s.Cube.Value)
		}
		var err error
		g, err = engine.GameFromState(s)
		must(t, err)
	}
	if doubles < 16 {
		t.Errorf("the cube stops after %d doubles", doubles)
	}

	tooLarge := "the stake is too large to count"
	high := func(halvings int) *engine.Game { // a double pending below the largest stake
		g := setUp(t, func(s *engine.State) {
			s.Cube, s.Rules.Beavers = engine.Cube{Value: 1 << (doubles - halvings), Owner: 0}, true
		})
		must(t, g.Double())
		return g
	}
	refused(t, high(1).Beaver(), engine.ActBeaver, tooLarge)
	g := high(2)
	must(t, g.Beaver())
	refused(t, g.Raccoon(), engine.ActRaccoon, tooLarge)
	must(t, g.Take())
	must(t, g.State().Check())
	g = setUp(t, func(s *engine.State) { s.Cube = engine.Cube{Value: 1 << doubles, Owner: 0} })
	refused(t, g.Double(), engine.ActDouble, tooLarge)
}

func TestTheCrawfordGameIsPlayedWithoutTheCube(t *testing.T) {
	g := setUp(t, func(s *engine.State) {
		s.Score = engine.Score{Length: 5, Points: [2]int{1, 4}, Crawford: true}
	})
	refused(t, g.Double(), engine.ActDouble, "the Crawford game is played without the cube")
}

func TestADeadCubeIsNotTurned(t *testing.T) {
	for _, c := range []struct {
		name   string
		length int
		points [2]int
		cube   engine.Cube
		dead   bool
	}{
		{"one point away with the cube at 1", 5, [2]int{4, 2}, engine.Cube{Value: 1, Owner: -1}, true},
		{"two points away with the cube at 1", 5, [2]int{3, 2}, engine.Cube{Value: 1, Owner: -1}, false},
		{"two points away with the cube at 2", 5, [2]int{3, 2}, engine.Cube{Value: 2, Owner: 0}, true},
		{"three points away with the cube at 2", 5, [2]int{2, 4}, engine.Cube{Value: 2, Owner: 0}, false},
		{"trailing after the Crawford game", 5, [2]int{3, 4}, engine.Cube{Value: 1, Owner: -1}, false},
		{"a match of one point", 1, [2]int{0, 0}, engine.Cube{Value: 1, Owner: -1}, true},
		{"money", 0, [2]int{90, 0}, engine.Cube{Value: 64, Owner: 0}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := setUp(t, func(s *engine.State) {
				s.Score, s.Cube = engine.Score{Length: c.length, Points: c.points}, c.cube
			})
			if g.MayDouble() == c.dead {
				t.Errorf("may double: %v", g.MayDouble())
			}
			if c.dead {
				refused(t, g.Double(), engine.ActDouble, "the cube is dead: the present stake already wins the doubler the match")
			} else {
				must(t, g.Double())
			}
		})
	}
}

// beavered is a money game in which player 0's double from 1 was beavered.
func beavered(t *testing.T) *engine.Game {
	g := setUp(t, func(s *engine.State) { s.Rules.Beavers = true })
	must(t, g.Double(), g.Beaver())
	return g
}

func TestABeaverDoublesAgainAndKeepsTheCube(t *testing.T) {
	g := beavered(t)
	if s := g.State(); s.Turn != 0 || !s.Beavered || s.Cube != (engine.Cube{Value: 2, Owner: 1}) {
		t.Fatalf("beaver pending: %+v", s)
	}
	refused(t, g.Beaver(), engine.ActBeaver, "a beaver or raccoon cannot be beavered")
	must(t, g.Take())
	if s := g.State(); s.Turn != 0 || s.Cube != (engine.Cube{Value: 4, Owner: 1}) || g.Awaits() != engine.ToRoll {
		t.Errorf("beaver taken: %+v", s)
	}
}

func TestAPassedBeaverLosesTheDoubledStake(t *testing.T) {
	g := beavered(t)
	must(t, g.Pass())
	if r, _ := g.Result(); r != (engine.Result{Winner: 1, Size: 1, Points: 2}) {
		t.Errorf("result %+v", r)
	}
}

func TestARaccoonDoublesABeaverAndTheCubeStays(t *testing.T) {
	g := beavered(t)
	must(t, g.Raccoon())
	if s := g.State(); s.Turn != 1 || !s.Raccooned || s.Beavered || s.Cube != (engine.Cube{Value: 4, Owner: 1}) {
		t.Fatalf("raccoon pending: %+v", s)
	}
	refused(t, g.Beaver(), engine.ActBeaver, "a beaver or raccoon cannot be beavered")
	refused(t, g.Raccoon(), engine.ActRaccoon, "only a player who has just been beavered may raccoon")
	must(t, g.Take())
	if s := g.State(); s.Turn != 0 || s.Cube != (engine.Cube{Value: 8, Owner: 1}) || g.Awaits() != engine.ToRoll {
		t.Errorf("raccoon taken: %+v", s)
	}
}

func TestAPassedRaccoonLosesTheBeaveredStake(t *testing.T) {
	g := beavered(t)
	must(t, g.Raccoon(), g.Pass())
	if r, _ := g.Result(); r != (engine.Result{Winner: 0, Size: 1, Points: 4}) {
		t.Errorf("result %+v", r)
	}
}

func TestThereAreNoBeaversUnlessTheRulesSaySo(t *testing.T) {
	g := setUp(t)
	must(t, g.Double())
	refused(t, g.Beaver(), engine.ActBeaver, "this game is played without beavers")
	refused(t, g.Raccoon(), engine.ActRaccoon, "this game is played without beavers and raccoons")
	g = setUp(t, func(s *engine.State) { s.Score.Length = 7 })
	must(t, g.Double())
	refused(t, g.Beaver(), engine.ActBeaver, "there are no beavers in match play")
	refused(t, g.Raccoon(), engine.ActRaccoon, "there are no raccoons in match play")
}
