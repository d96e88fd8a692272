package record

import (
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// session plays a money session of n games with random plays, few of them long.
func session(t testing.TB, n int) *Match {
	rng := enginetest.Rand(1)
	m := &Match{Players: [2]string{"north", "south"}}
	play, err := engine.NewMatch(0, engine.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		g := play.Game()
		rec := Game{Start: g.State()}
		for left := 120; g.Awaits() != engine.ToEnd; left-- {
			a := Action{Kind: engine.ActRoll, Player: g.State().Turn, Roll: enginetest.RandomRoll(rng)}
			switch {
			case g.Awaits() == engine.ToOpen:
				if a.Roll.Doublet() {
					continue
				}
				a.Kind, err = engine.ActOpen, g.Open(a.Roll)
				a.Player = g.State().Turn
			case left <= 0:
				a = Action{Kind: engine.ActResign, Player: a.Player, Size: 1}
				if g.Awaits() == engine.ToAnswerResignation {
					a.Kind, a.Size, err = engine.ActAccept, 0, g.AcceptResignation()
				} else {
					err = g.Resign(a.Player, 1)
				}
			case g.Awaits() == engine.ToRoll:
				err = g.Roll(a.Roll)
			case len(g.Plays()) == 0:
				a.Kind, a.Roll, err = engine.ActLoseTurn, engine.Roll{}, g.LoseTurn()
			default:
				plays := g.Plays()
				a = Action{Kind: engine.ActPlay, Player: a.Player, Play: plays[rng.IntN(len(plays))]}
				err = g.Play(a.Play)
			}
			if err != nil {
				t.Fatal(err)
			}
			rec.Actions = append(rec.Actions, a)
		}
		m.Games = append(m.Games, rec)
		if _, err := play.NextGame(); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// BenchmarkRead500Games reads 500 games of 60 turns, more than games really last.
func BenchmarkRead500Games(b *testing.B) {
	m := session(b, 500)
	for _, f := range []struct {
		name string
		text string
	}{{"mat", mat(b, m)}, {"sgf", sgf(b, m)}} {
		data := []byte(f.text)
		b.Run(f.name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				back, w, err := Read("session", data)
				if err != nil || len(w) > 0 || len(back.Games) != 500 {
					b.Fatal(err, w)
				}
			}
		})
	}
}
