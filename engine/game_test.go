package engine_test

import (
	"errors"
	"fmt"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// newGame is a money game before the opening throw.
func newGame(t *testing.T, rules engine.Rules) *engine.Game {
	t.Helper()
	g, err := engine.NewGame(rules)
	must(t, err)
	return g
}

// setUp is a game in progress: the start, player 0 to throw, a centred cube, as
// changed by edits.
func setUp(t *testing.T, edits ...func(*engine.State)) *engine.Game {
	t.Helper()
	s := playing()
	for _, edit := range edits {
		edit(&s)
	}
	g, err := engine.GameFromState(s)
	must(t, err)
	return g
}

func playing() engine.State {
	return engine.State{
		Board: engine.Start(),
		Phase: engine.Playing,
		Cube:  engine.Cube{Value: 1, Owner: engine.Centred},
	}
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// refused checks that an action was refused by exactly that rule.
func refused(t *testing.T, err error, action engine.Action, rule string) {
	t.Helper()
	var re *engine.RuleError
	if !errors.As(err, &re) {
		t.Fatalf("got %v, want a refusal: %s", err, rule)
	}
	if re.Action != action || re.Rule != rule {
		t.Errorf("refused %s: %s\nwant    %s: %s", re.Action, re.Rule, action, rule)
	}
}

func TestTheHigherDieBeginsWithBothNumbers(t *testing.T) {
	for _, c := range []struct {
		throw   engine.Roll
		starter int
		roll    engine.Roll
	}{{engine.Roll{3, 1}, 0, engine.Roll{3, 1}}, {engine.Roll{2, 5}, 1, engine.Roll{5, 2}}} {
		g := newGame(t, engine.Rules{})
		must(t, g.Open(c.throw))
		s := g.State()
		if s.Roller != c.starter || s.Turn != c.starter || s.Roll != c.roll || g.Awaits() != engine.ToPlay {
			t.Errorf("throw %v: player %d has to play %v, want player %d with %v", c.throw, s.Roller, s.Roll, c.starter, c.roll)
		}
		refused(t, g.Open(c.throw), engine.ActOpen, "the game has begun")
	}
}

func TestAnOpeningTieIsThrownAgain(t *testing.T) {
	g := newGame(t, engine.Rules{})
	before := g.State()
	for d := uint8(1); d <= 6; d++ {
		must(t, g.Open(engine.Roll{d, d}))
		if g.State() != before {
			t.Fatalf("a tie of %ds changed the game: %+v", d, g.State())
		}
	}
	must(t, g.Open(engine.Roll{6, 5}))
}

func TestAnOpeningThrowShowsTwoDice(t *testing.T) {
	g := newGame(t, engine.Rules{})
	for _, r := range []engine.Roll{{0, 3}, {3, 0}, {7, 1}, {0, 0}} {
		if err := g.Open(r); err == nil {
			t.Errorf("throw %v was taken", r)
		}
	}
}

func TestUnderRerollTheStarterThrowsBothDiceAfresh(t *testing.T) {
	g := newGame(t, engine.Rules{RerollOpening: true})
	must(t, g.Open(engine.Roll{1, 4}))
	s := g.State()
	if s.Roller != 1 || g.Awaits() != engine.ToRoll || !s.Opening {
		t.Fatalf("want player 1 to throw the first roll, got %+v", s)
	}
	refused(t, g.Double(), engine.ActDouble, "nobody doubles before the opening roll")
	must(t, g.Roll(engine.Roll{5, 5}), g.Play(g.Plays()[0]))
	must(t, g.Double()) // the other player, now that the opening roll is played
}

func TestAutomaticDoublesRaiseTheStakeUpToTheirLimit(t *testing.T) {
	for limit, want := range []int{1, 2, 4, 8} {
		g := newGame(t, engine.Rules{AutomaticDoubles: limit})
		for range 3 {
			must(t, g.Open(engine.Roll{4, 4}))
		}
		if c := g.State().Cube; c != (engine.Cube{Value: want, Owner: engine.Centred}) {
			t.Errorf("three ties with at most %d automatic doubles: cube %+v, want a centred %d", limit, c, want)
		}
	}
}

func TestNoLimitOfAutomaticDoublesOverflowsTheStake(t *testing.T) {
	g := newGame(t, engine.Rules{AutomaticDoubles: 1000})
	for range 1000 {
		must(t, g.Open(engine.Roll{4, 4}))
	}
	must(t, g.State().Check())
}

func TestNothingElseComesBeforeTheOpeningThrow(t *testing.T) {
	g := newGame(t, engine.Rules{Beavers: true})
	opening := "the game begins with the opening throw, one die of each player"
	refused(t, g.Double(), engine.ActDouble, "nobody doubles before the opening roll")
	refused(t, g.Roll(engine.Roll{3, 1}), engine.ActRoll, opening)
	refused(t, g.Play(engine.Play{}), engine.ActPlay, opening)
	refused(t, g.LoseTurn(), engine.ActLoseTurn, opening)
	refused(t, g.Take(), engine.ActTake, opening)
	refused(t, g.Pass(), engine.ActPass, opening)
	refused(t, g.Resign(0, 1), engine.ActResign, opening)
	refused(t, g.AcceptResignation(), engine.ActAccept, opening)
	refused(t, g.RejectResignation(), engine.ActReject, opening)
	if g.Plays() != nil {
		t.Error("there are plays before the opening throw")
	}
}

func TestAPlayHandsTheDiceToTheOtherPlayer(t *testing.T) {
	g := newGame(t, engine.Rules{})
	must(t, g.Open(engine.Roll{3, 1}))
	p := g.Plays()[0]
	must(t, g.Play(p))
	s := g.State()
	if s.Board != p.Board.Swap() || s.Roller != 1 || s.Turn != 1 || g.Awaits() != engine.ToRoll || s.Roll != (engine.Roll{}) {
		t.Errorf("after player 0's play: %+v", s)
	}
	refused(t, g.Play(p), engine.ActPlay, "the player on roll has to throw first")
}

func TestAPlayIsJudgedByItsFinalPositionOnly(t *testing.T) {
	g := newGame(t, engine.Rules{})
	must(t, g.Open(engine.Roll{3, 1}))
	want := enginetest.Board("5:2 6:4 8:2 13:5 24:2", "6:5 8:3 13:5 24:2")
	must(t, g.Play(engine.NewPlay(want))) // names no moves at all
	if g.State().Board != want.Swap() {
		t.Errorf("board %+v", g.State().Board)
	}
}

func TestAPlayThatIsNotLegalIsRefused(t *testing.T) {
	g := newGame(t, engine.Rules{})
	must(t, g.Open(engine.Roll{3, 1}))
	none := "it is none of the legal plays of this roll"
	refused(t, g.Play(engine.NewPlay(engine.Start())), engine.ActPlay, none)
	refused(t, g.Play(engine.NewPlay(enginetest.Board("5:1 6:4 8:3 13:5 24:2", "6:5 8:3 13:5 24:2"))), engine.ActPlay, none)
	refused(t, g.LoseTurn(), engine.ActLoseTurn, "this roll has a legal play, and play is compulsory")
	refused(t, g.Roll(engine.Roll{6, 6}), engine.ActRoll, "the dice are thrown, and the roll has to be played first")
}

func TestAThrowShowsTwoDice(t *testing.T) {
	g := setUp(t)
	for _, r := range []engine.Roll{{}, {0, 3}, {3, 7}} {
		if err := g.Roll(r); err == nil {
			t.Errorf("roll %v was taken", r)
		}
	}
}

// closedOut is a player on the bar against six home points made.
var closedOut = enginetest.Board("bar:1 6:14", "1:2 2:2 3:2 4:2 5:2 6:2 7:3")

func TestAPlayerWhoIsClosedOutMayDoubleAndThrowButLosesTheTurn(t *testing.T) {
	g := setUp(t, func(s *engine.State) { s.Board = closedOut })
	must(t, g.Double(), g.Take())
	must(t, g.Roll(engine.Roll{6, 6}))
	if len(g.Plays()) != 0 {
		t.Fatalf("plays %v", g.Plays())
	}
	refused(t, g.Play(engine.NewPlay(closedOut)), engine.ActPlay, "this roll has no legal play, and the turn is lost")
	must(t, g.LoseTurn())
	if s := g.State(); s.Board != closedOut.Swap() || s.Roller != 1 {
		t.Errorf("after the lost turn: %+v", s)
	}
}

func TestTheSizeOfAWinIsCountedTimesTheCube(t *testing.T) {
	for _, c := range []struct {
		name   string
		loser  string // the winner has one man on the 1-point left
		cube   engine.Cube
		jacoby bool
		want   engine.Result
	}{
		{"a man off makes a single game", "6:14", engine.Cube{Value: 1, Owner: -1}, false, engine.Result{Winner: 1, Size: 1, Points: 1}},
		{"no man off makes a gammon", "6:15", engine.Cube{Value: 1, Owner: -1}, false, engine.Result{Winner: 1, Size: 2, Points: 2}},
		{"a man in the winner's home makes a backgammon", "6:14 19:1", engine.Cube{Value: 1, Owner: -1}, false, engine.Result{Winner: 1, Size: 3, Points: 3}},
		{"a man on the bar makes a backgammon", "6:14 bar:1", engine.Cube{Value: 1, Owner: -1}, false, engine.Result{Winner: 1, Size: 3, Points: 3}},
		{"outside the winner's home it is a gammon", "6:14 18:1", engine.Cube{Value: 1, Owner: -1}, false, engine.Result{Winner: 1, Size: 2, Points: 2}},
		{"a gammon at 4", "6:15", engine.Cube{Value: 4, Owner: 0}, false, engine.Result{Winner: 1, Size: 2, Points: 8}},
		{"a backgammon at 128", "6:14 bar:1", engine.Cube{Value: 128, Owner: 1}, false, engine.Result{Winner: 1, Size: 3, Points: 384}},
		{"no gammon under Jacoby with a centred cube", "6:15", engine.Cube{Value: 1, Owner: -1}, true, engine.Result{Winner: 1, Size: 1, Points: 1}},
		{"an automatic double does not count as turned", "6:14 bar:1", engine.Cube{Value: 2, Owner: -1}, true, engine.Result{Winner: 1, Size: 1, Points: 2}},
		{"a turned cube counts gammons under Jacoby", "6:15", engine.Cube{Value: 2, Owner: 0}, true, engine.Result{Winner: 1, Size: 2, Points: 4}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := setUp(t, func(s *engine.State) {
				s.Board, s.Roller, s.Turn = enginetest.Board("1:1", c.loser), 1, 1
				s.Cube, s.Rules.Jacoby = c.cube, c.jacoby
			})
			must(t, g.Roll(engine.Roll{2, 1}), g.Play(g.Plays()[0]))
			if r, ok := g.Result(); !ok || r != c.want || g.State().Phase != engine.Over {
				t.Errorf("result %+v (%v), want %+v", r, ok, c.want)
			}
		})
	}
}

func TestAResignationPaysItsSizeTimesTheStake(t *testing.T) {
	for _, c := range []struct {
		size   int
		cube   engine.Cube
		jacoby bool
		want   engine.Result
	}{
		{1, engine.Cube{Value: 1, Owner: -1}, false, engine.Result{Winner: 1, Size: 1, Points: 1}},
		{2, engine.Cube{Value: 4, Owner: 0}, false, engine.Result{Winner: 1, Size: 2, Points: 8}},
		{3, engine.Cube{Value: 2, Owner: 1}, true, engine.Result{Winner: 1, Size: 3, Points: 6}},
		{3, engine.Cube{Value: 1, Owner: -1}, true, engine.Result{Winner: 1, Size: 1, Points: 1}},
		{2, engine.Cube{Value: 2, Owner: -1}, true, engine.Result{Winner: 1, Size: 1, Points: 2}},
	} {
		t.Run(fmt.Sprintf("size %d with %+v, Jacoby %v", c.size, c.cube, c.jacoby), func(t *testing.T) {
			g := setUp(t, func(s *engine.State) { s.Cube, s.Rules.Jacoby = c.cube, c.jacoby })
			must(t, g.Resign(0, c.size), g.AcceptResignation())
			if r, ok := g.Result(); !ok || r != c.want || g.State().Phase != engine.Resigned {
				t.Errorf("result %+v (%v), want %+v", r, ok, c.want)
			}
		})
	}
}

func TestARejectedResignationChangesNothing(t *testing.T) {
	for _, resigner := range []int{0, 1} {
		g := setUp(t, func(s *engine.State) { s.Roll = engine.Roll{3, 1} })
		before := g.State()
		must(t, g.Resign(resigner, 2))
		if s := g.State(); s.Turn != 1-resigner || s.Resigning != 2 || g.Awaits() != engine.ToAnswerResignation {
			t.Fatalf("after player %d resigned: %+v", resigner, s)
		}
		pending := "a resignation has to be answered first"
		refused(t, g.Play(g.Plays()[0]), engine.ActPlay, pending)
		refused(t, g.Resign(resigner, 1), engine.ActResign, pending)
		refused(t, g.Double(), engine.ActDouble, pending)
		must(t, g.RejectResignation())
		if g.State() != before {
			t.Errorf("after the rejection %+v, want %+v", g.State(), before)
		}
	}
}

func TestAResignationHasASizeAndAPlayer(t *testing.T) {
	g := setUp(t)
	for _, size := range []int{-1, 0, 4} {
		refused(t, g.Resign(0, size), engine.ActResign, "a game is lost once, twice (gammon) or three times (backgammon)")
	}
	refused(t, g.Resign(2, 1), engine.ActResign, "the players are 0 and 1")
	refused(t, g.AcceptResignation(), engine.ActAccept, "nobody has offered to resign")
	refused(t, g.RejectResignation(), engine.ActReject, "nobody has offered to resign")
}

func TestNothingCanBeDoneAfterTheEnd(t *testing.T) {
	g := setUp(t, func(s *engine.State) { s.Rules.Beavers = true })
	must(t, g.Resign(0, 1), g.AcceptResignation())
	over := "the game is over"
	refused(t, g.Open(engine.Roll{3, 1}), engine.ActOpen, "the game has begun")
	refused(t, g.Double(), engine.ActDouble, over)
	refused(t, g.Take(), engine.ActTake, over)
	refused(t, g.Pass(), engine.ActPass, over)
	refused(t, g.Beaver(), engine.ActBeaver, over)
	refused(t, g.Raccoon(), engine.ActRaccoon, over)
	refused(t, g.Roll(engine.Roll{3, 1}), engine.ActRoll, over)
	refused(t, g.Play(engine.Play{}), engine.ActPlay, over)
	refused(t, g.LoseTurn(), engine.ActLoseTurn, over)
	refused(t, g.Resign(1, 1), engine.ActResign, over)
	refused(t, g.AcceptResignation(), engine.ActAccept, over)
}

// A driver asks for the plays, and Play checks against the same ones.
func BenchmarkTurn(b *testing.B) {
	rng := enginetest.Rand(1)
	var g *engine.Game
	for b.Loop() {
		if g == nil || g.Awaits() == engine.ToEnd {
			s := playing()
			g, _ = engine.GameFromState(s)
		}
		g.Roll(enginetest.RandomRoll(rng))
		if plays := g.Plays(); len(plays) > 0 {
			g.Play(plays[rng.IntN(len(plays))])
		} else {
			g.LoseTurn()
		}
	}
}
