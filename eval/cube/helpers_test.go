package cube

import (
	"context"
	"math"
	"testing"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
)

// counter judges by the pip counts and blots, with gammons for those far behind.
type counter struct{}

func (counter) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		b := &boards[i]
		var over bool
		if dst[i], over = eval.Final(b); over {
			continue
		}
		lead := float64(b.Opp.Pips()-b.Own.Pips()) + 4
		for p := 1; p <= 24; p++ {
			if b.Own[p] == 1 {
				lead -= 3
			}
			if b.Opp[p] == 1 {
				lead += 3
			}
		}
		win := 1 / (1 + math.Exp(-lead/20))
		o := eval.Outcome{
			Win:       float32(win),
			WinGammon: float32(0.4 * win * win), WinBackgammon: float32(0.02 * win * win),
			LoseGammon: float32(0.4 * (1 - win) * (1 - win)), LoseBackgammon: float32(0.02 * (1 - win) * (1 - win)),
		}
		possible := eval.PossibleFor(b)
		possible.Clamp(&o)
		dst[i] = o
	}
}

// money is a state of a money game with the cube so owned, for player 0 on roll.
func money(b engine.Board, owner int, rules engine.Rules) engine.State {
	value := 2
	if owner == engine.Centred {
		value = 1
	}
	return engine.State{Board: b, Phase: engine.Playing, Cube: engine.Cube{Value: value, Owner: owner}, Rules: rules}
}

// match is a state of a match in which the players need so many points, with a
// centred cube, for player 0 on roll.
func match(b engine.Board, away0, away1 int) engine.State {
	n := max(away0, away1)
	return engine.State{
		Board: b, Phase: engine.Playing, Cube: engine.Cube{Value: 1, Owner: engine.Centred},
		Score: engine.Score{Length: n, Points: [2]int{n - away0, n - away1}},
	}
}

func position(t testing.TB, id string) engine.Board {
	t.Helper()
	b, err := notation.ParsePositionID(id)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func decide(t testing.TB, j *Judge, s engine.State) Decision {
	t.Helper()
	d, err := j.Decide(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func near(t interface {
	Helper()
	Errorf(format string, args ...any)
}, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.6f, not %.6f", what, got, want)
	}
}

// middleGames are positions of random games, with both sides on the board.
func middleGames(t testing.TB) []engine.Board {
	var all []engine.Board
	for _, id := range []string{
		"4HPwATDgc/ABMA", "2TYgAjPmvRsAAA", "Ws7gAgPbzgXAAA", "4t42AEC2rUQBBg",
		"fG0ABDNm24wkAA", "92sCAMDudgAAAA", "u/UGCAB5BgAAAA", "XQAAwCsAAAAAAA",
	} {
		all = append(all, position(t, id))
	}
	return all
}
