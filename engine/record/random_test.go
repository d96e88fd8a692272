package record

import (
	"testing"

	"pgregory.net/rapid"

	"tavla/engine"
)

// matches draws matches and money sessions played at random through the state
// machine: with ties, beavers, resignations of either side, games broken off.
var matches = rapid.Custom(func(t *rapid.T) *Match {
	m := &Match{
		Players: [2]string{rapid.SampledFrom([]string{"north", "A : 3", "", "Ann B."}).Draw(t, "name"), rapid.SampledFrom([]string{"south", ": 7", "Zoë [9]"}).Draw(t, "name")},
		Length:  rapid.SampledFrom([]int{0, 0, 1, 2, 3, 5, 7}).Draw(t, "length"),
	}
	rules := engine.Rules{RerollOpening: rapid.Bool().Draw(t, "reroll")}
	if m.Length == 0 {
		rules.Jacoby = rapid.Bool().Draw(t, "Jacoby")
		rules.Beavers = rapid.Bool().Draw(t, "beavers")
		rules.AutomaticDoubles = rapid.IntRange(0, 2).Draw(t, "automatic doubles")
		m.Rules = engine.Rules{Jacoby: rules.Jacoby, Beavers: rules.Beavers}
	}
	m.Crawford = m.Length > 1
	play, err := engine.NewMatch(m.Length, rules)
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(1, 3).Draw(t, "games") {
		g := play.Game()
		m.Games = append(m.Games, drawGame(t, g))
		if g.Awaits() != engine.ToEnd || play.Score().Over() {
			break
		}
		if _, err := play.NextGame(); err != nil {
			t.Fatal(err)
		}
	}
	return m
})

// drawGame plays a game to its end, or until it is broken off.
func drawGame(t *rapid.T, g *engine.Game) Game {
	rec := Game{Start: g.State()}
	luck := rapid.Uint64().Draw(t, "dice")
	next := func(n int) int { // cheaper than a draw for each die
		luck = luck*6364136223846793005 + 1442695040888963407
		return int(luck >> 33 % uint64(n))
	}
	temper := rapid.SampledFrom([]int{8, 40, 400}).Draw(t, "temper") // how rarely cube and resignations come
	left := rapid.SampledFrom([]int{1 << 20, 1 << 20, 1 << 20, 150, 30, 3}).Draw(t, "actions")
	for ; g.Awaits() != engine.ToEnd && left > 0; left-- {
		s := g.State()
		a := Action{Player: s.Turn}
		roll := engine.Roll{uint8(1 + next(6)), uint8(1 + next(6))}
		var err error
		switch {
		case s.Awaits() == engine.ToOpen:
			a.Kind, a.Roll = engine.ActOpen, roll
			if err = g.Open(roll); !roll.Doublet() {
				a.Player = g.State().Roller
			}
		case s.Awaits() == engine.ToAnswerDouble:
			a.Kind, err = answer(g, next(4))
		case s.Awaits() == engine.ToAnswerResignation:
			if a.Kind, err = engine.ActReject, nil; next(3) > 0 {
				a.Kind, err = engine.ActAccept, g.AcceptResignation()
			} else {
				err = g.RejectResignation()
			}
		case next(temper) == 0 && !s.Opening:
			a.Kind, a.Player, a.Size = engine.ActResign, next(2), 1+next(3)
			err = g.Resign(a.Player, a.Size)
		case s.MayDouble() && next(temper/4) == 0:
			a.Kind, err = engine.ActDouble, g.Double()
		case s.Awaits() == engine.ToRoll:
			a.Kind, a.Roll, err = engine.ActRoll, roll, g.Roll(roll)
		case len(g.Plays()) == 0:
			a.Kind, err = engine.ActLoseTurn, g.LoseTurn()
		default:
			plays := g.Plays()
			a.Kind, a.Play = engine.ActPlay, plays[next(len(plays))]
			err = g.Play(a.Play)
		}
		if err != nil {
			t.Fatal(err)
		}
		rec.Actions = append(rec.Actions, a)
	}
	return rec
}

func answer(g *engine.Game, choice int) (engine.Action, error) {
	s := g.State()
	switch {
	case choice == 0:
		return engine.ActPass, g.Pass()
	case choice == 1 && s.MayBeaver():
		return engine.ActBeaver, g.Beaver()
	case choice == 1 && s.MayRaccoon():
		return engine.ActRaccoon, g.Raccoon()
	}
	return engine.ActTake, g.Take()
}

// allPlain is the match as files tell it.
func allPlain(t *rapid.T, m *Match) *Match {
	p := *m
	p.Games = nil
	for i := range m.Games {
		g, _, err := plain(&m.Games[i])
		if err != nil {
			t.Fatal(err)
		}
		p.Games = append(p.Games, *g)
	}
	return &p
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := matches.Draw(t, "match")
		want := allPlain(t, m)
		for _, write := range []func(testHelper, *Match) string{mat, sgf} {
			text := write(t, m)
			back, warnings := mustRead(t, text)
			if diff := differ(want, back, same); diff != "" {
				t.Fatalf("(-played +read):\n%s\n%v\n%s", diff, warnings, text)
			}
			if back.Score().Points != m.Score().Points {
				t.Fatalf("score %v, was %v", back.Score(), m.Score())
			}
			if again := write(t, back); again != text {
				t.Fatalf("written again differently:\n%s\n%s", text, again)
			}
		}
	})
}
