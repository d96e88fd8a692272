package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/engine/notation"
)

func TestTheUserDoublesAndTheBotAnswers(t *testing.T) {
	out := typed(t, playFlags{seed: botBegins}, false, "double", "board")
	for _, want := range []string{"Tavla takes.", "cube: 2, owned by O", "X to roll"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	out = typed(t, playFlags{seed: botBegins}, false, "double", "double")
	if !strings.Contains(out, "the opponent owns the cube") {
		t.Error(out)
	}
}

func TestABeaverIsAnswered(t *testing.T) {
	o := playFlags{seed: botBegins, rules: engine.Rules{Beavers: true}}
	for answer, want := range map[string]string{
		"take":    "cube: 4, owned by O",
		"pass":    "Tavla wins: 2 points.",
		"raccoon": "Tavla takes.",
	} {
		out := typed(t, o, false, "hint", "double", "", "hint", answer)
		for _, want := range []string{"double, take     -", "double, beaver   -", "Tavla beavers.", "O offers a beaver to 4, X to answer", "Tavla offers the cube at 4: take or pass?", "Your answer: ", want} {
			if !strings.Contains(out, want) {
				t.Errorf("%s: no %q in\n%s", answer, want, out)
			}
		}
	}
}

func TestTheBotDoublesAndTheUserAnswers(t *testing.T) {
	for answer, want := range map[string]string{"take": "cube: 2, owned by X", "pass": "Tavla wins: 1 point.\nThe score: you 0, Tavla 1."} {
		path := filepath.Join(t.TempDir(), "a.mat")
		offered, hinted := false, false
		u := sit(t, playFlags{file: path, seed: 3}, func(s engine.State, plays []engine.Play) string {
			switch {
			case offered:
				return "quit"
			case s.Awaits() == engine.ToAnswerDouble && !hinted:
				hinted = true
				return "hint"
			case s.Awaits() == engine.ToAnswerDouble:
				offered = true
				return answer
			case s.Awaits() == engine.ToPlay:
				return notation.FormatPlay(plays[len(plays)-1])
			}
			return ""
		})
		if err := u.run(context.Background()); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"Tavla doubles to 2.", "O offers a double to 2, X to answer", "double, take", "Tavla wins ", "Your answer: ", want} {
			if !strings.Contains(u.out.String(), want) {
				t.Errorf("%s: no %q in\n%s", answer, want, u.out.String())
			}
		}
	}
}

func TestNobodyDoublesInTheCrawfordGame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.mat")
	games := map[int]bool{}
	var u *user
	u = sit(t, playFlags{file: path, seed: 5, length: 3}, func(s engine.State, plays []engine.Play) string {
		game := len(u.sitting.record.Games)
		switch {
		case game == 1:
			return "resign gammon"
		case s.Awaits() == engine.ToPlay:
			return notation.FormatPlay(plays[0])
		case s.Awaits() == engine.ToRoll && !games[game]:
			games[game] = true
			return "double"
		}
		return "resign backgammon"
	})
	if err := u.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Tavla accepts.\nTavla wins a gammon: 2 points.\nThe score: you 0, Tavla 2.",
		"Game 2, the Crawford game: nobody doubles.",
		"no cube (Crawford game)",
		"double refused: the Crawford game is played without the cube",
		"You offer to lose a single game.", // which is all that counts
		"Tavla wins the match to 3: you 0, Tavla 3.",
	} {
		if !strings.Contains(u.out.String(), want) {
			t.Errorf("no %q in\n%s", want, u.out.String())
		}
	}
	u.checkFile()
}

// lost is player 0 on roll, who in most cases here has lost.
func lost(own, opp string, edits ...func(*engine.State)) engine.State {
	s := engine.State{
		Board: enginetest.Board(own, opp), Phase: engine.Playing,
		Cube: engine.Cube{Value: 1, Owner: engine.Centred},
	}
	for _, edit := range edits {
		edit(&s)
	}
	return s
}

func TestAResignationIsAcceptedIfItIsWorthPlayingOn(t *testing.T) {
	v := adviserFor(t)
	gammon := lost("23:5 22:5 20:5", "1:1")
	match := func(away0, away1 int) func(*engine.State) {
		return func(s *engine.State) { s.Score = engine.Score{Length: 7, Points: [2]int{7 - away0, 7 - away1}} }
	}
	with := func(s engine.State, edit func(*engine.State)) engine.State { edit(&s); return s }
	start := lost("6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:2")
	for _, c := range []struct {
		name  string
		state engine.State
		sizes string // accepted, of 1 2 3
	}{
		{"the start", start, "123"},
		{"a sure backgammon", gammon, "3"},
		{"that, at one point away", with(gammon, match(3, 1)), "123"},
		{"that, at two points away", with(gammon, match(3, 2)), "23"},
		{"that, under Jacoby with a centred cube", with(gammon, func(s *engine.State) { s.Rules.Jacoby = true }), "123"},
		{"that, after the throw", with(gammon, func(s *engine.State) { s.Roll = engine.Roll{6, 5} }), "3"},
		{"a sure single game", lost("6:1", "1:1"), "123"},
		{"a race after the throw", lost("6:2", "1:2", func(s *engine.State) { s.Roll = engine.Roll{2, 1} }), "123"},
	} {
		got := ""
		for size := 1; size <= 3; size++ {
			s := c.state
			s.Resigning, s.Turn = size, 1
			yes, offered, expected, err := v.judge.Resignation(context.Background(), s)
			if err != nil {
				t.Fatal(err)
			}
			if yes {
				got += string(rune('0' + size))
			} else if offered > expected {
				t.Errorf("%s: %v offered, %v expected, and declined", c.name, offered, expected)
			}
		}
		if got != c.sizes {
			t.Errorf("%s: sizes accepted %q, want %q", c.name, got, c.sizes)
		}
	}
}

func TestTheBotDoublesTakesPassesAndBeavers(t *testing.T) {
	v := adviserFor(t)
	ctx := context.Background()
	ahead := lost("1:2 2:2 3:2", "6:2 5:2 4:2")
	start := lost("6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:2")
	behind := lost("6:2 5:2 4:2", "1:2 2:2 3:2", func(s *engine.State) { s.Rules.Beavers = true })
	for _, c := range []struct {
		name    string
		state   engine.State
		doubles bool
		answer  engine.Action
	}{
		{"far ahead", ahead, true, engine.ActPass},
		{"the start", start, false, engine.ActTake},
		{"far behind", behind, false, engine.ActBeaver},
	} {
		action, err := v.action(ctx, c.state)
		if err != nil || (action == engine.ActDouble) != c.doubles {
			t.Errorf("%s: answers by %s (%v), to double is %v", c.name, action, err, c.doubles)
		}
		s := c.state
		s.Doubled, s.Turn = true, 1
		if answer, err := v.action(ctx, s); err != nil || answer != c.answer {
			t.Errorf("%s: answers by %s (%v), want %s", c.name, answer, err, c.answer)
		}
	}
}

func TestTheBotResignsWhatIsLostForCertain(t *testing.T) {
	v := adviserFor(t)
	for _, c := range []struct {
		name  string
		state engine.State
		size  int
	}{
		{"the start", lost("6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:2"), 0},
		{"four men against one", lost("6:4", "1:1"), 0}, // of which 1 in 36 is borne off in one roll
		{"five men against one", lost("6:5", "1:1"), 1},
		{"a gammon for certain", lost("6:15", "1:1", func(s *engine.State) { s.Cube = engine.Cube{Value: 2, Owner: 1} }), 0},
		{"a man off already", lost("6:14", "1:1"), 1},
		{"won", lost("1:1", "6:10"), 0},
	} {
		if got := v.resigns(c.state); got != c.size {
			t.Errorf("%s: resigns %d, want %d", c.name, got, c.size)
		}
	}
}

func TestTheBotResignsOnceAGame(t *testing.T) {
	for seed := uint64(1); seed <= 50; seed++ { // until it comes to resign to a user who plays as it would itself
		offers := 0
		var u *user
		u = sit(t, playFlags{file: filepath.Join(t.TempDir(), "a.mat"), seed: seed, length: 1}, func(s engine.State, plays []engine.Play) string {
			switch s.Awaits() {
			case engine.ToAnswerResignation:
				offers++
				return [3]string{"", "hint", "decline"}[min(offers, 2)]
			case engine.ToPlay:
				i, err := u.sitting.hints.ranker.BestOf(context.Background(), s, plays)
				if err != nil {
					t.Fatal(err)
				}
				return notation.FormatPlay(plays[i])
			}
			return ""
		})
		if err := u.run(context.Background()); err != nil {
			t.Fatal(err)
		}
		if offers == 0 {
			continue
		}
		out := u.out.String()
		if offers != 2 || strings.Count(out, "Tavla resigns a single game.") != 1 || !strings.Contains(out, "\nAccept\n") || !strings.Contains(out, "You win") {
			t.Errorf("%d questions\n%s", offers, out)
		}
		return
	}
	t.Error("it never resigns")
}
