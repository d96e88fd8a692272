package analysis

import (
	"reflect"
	"testing"

	"tavla/engine"
)

// Whatever is counted is counted from the decisions and the rolls that are listed.
func TestTotalsAreTheSumOfTheParts(t *testing.T) {
	for name, r := range map[string]*Report{
		"a match": judged(t, caseMatch(t), counting(), 2), "a money game": judged(t, matchOf(t, moneyGame), counting(), 2),
	} {
		var games, parts [2]Figures
		for i := range r.Games {
			for p := range games {
				games[p].add(&r.Games[i].Players[p])
			}
		}
		if !reflect.DeepEqual(games, r.Players) {
			t.Errorf("%s: the games add up to %+v, not %+v", name, games, r.Players)
		}
		for i := range r.Decisions {
			parts[r.Decisions[i].Player].count(&r.Decisions[i])
		}
		for _, roll := range r.Rolls {
			parts[roll.Player].Rolls++
			parts[roll.Player].Luck = parts[roll.Player].Luck.Plus(roll.Luck)
		}
		for p := range parts {
			got, want := &parts[p], &r.Players[p]
			near(t, name+": the error", got.Error().Normalised, want.Error().Normalised, 1e-9)
			near(t, name+": the error at stake", got.Error().Stake, want.Error().Stake, 1e-9)
			near(t, name+": the luck", got.Luck.Stake, want.Luck.Stake, 1e-9)
			if got.Decisions() != want.Decisions() || got.Rolls != want.Rolls || got.NonObvious != want.NonObvious || got.CubeTurns != want.CubeTurns {
				t.Errorf("%s: the parts count %+v, not %+v", name, got, want)
			}
			marked, faults := 0, Amount{}
			for m := range Mark(Marks) {
				marked += want.PlayMarks[m] + want.CubeMarks[m]
			}
			for _, f := range want.Faults {
				faults = faults.Plus(f.Error)
			}
			if marked != want.Decisions() {
				t.Errorf("%s: %d decisions have marks or none, of %d", name, marked, want.Decisions())
			}
			near(t, name+": the faults of the cube", faults.Normalised, want.CubeError.Normalised, 1e-9)
		}
	}
}

func TestNothingIsLostByWhatIsRight(t *testing.T) {
	r := judged(t, caseMatch(t), counting(), 2)
	for _, d := range r.Decisions {
		if d.Lost.Normalised < 0 || d.Lost.Stake < 0 || (d.Made == d.Right) != (d.Lost == Amount{}) {
			t.Errorf("game %d, move %d: %s, right %s, lost %v", d.Game, d.Move, d.Made, d.Right, d.Lost)
		}
		if d.Kind == Play && d.Counts && d.Plays[0].Play != d.Right && d.Lost.Normalised > 0 {
			t.Errorf("game %d, move %d: right is %s, and the best is %s", d.Game, d.Move, d.Right, d.Plays[0].Play)
		}
	}
}

func TestTheWorstComeFirst(t *testing.T) {
	r := judged(t, caseMatch(t), counting(), 2)
	all := r.Worst(-1, 0)
	for i, d := range all {
		if d.Lost.Normalised < alike || i > 0 && d.Lost.Normalised > all[i-1].Lost.Normalised {
			t.Fatalf("at %d: lost %v", i, d.Lost)
		}
	}
	if n := len(r.Worst(0, 0)) + len(r.Worst(1, 0)); n != len(all) || n < 10 {
		t.Errorf("%d errors of both, and %d of one and the other", len(all), n)
	}
	if three := r.Worst(1, 3); len(three) != 3 || three[0] != r.Worst(1, 0)[0] {
		t.Errorf("%d of the worst three", len(three))
	}
}

func TestMovesAreNumberedAsInTheFile(t *testing.T) {
	r := judged(t, caseMatch(t), counting(), 2)
	for _, want := range []struct {
		game, move, player int
		made               string
	}{
		{1, 1, 0, "24/23 13/11"}, {1, 1, 1, "24/22 13/8"}, {1, 6, 0, "double"}, {1, 6, 1, "take"}, {1, 7, 0, "11/5 5/3"},
		{1, 7, 1, "8/2 6/2"}, {1, 27, 0, "1/off"}, {2, 24, 1, "25/21 25/19"},
	} {
		found := false
		for _, d := range r.Decisions {
			same := d.Made == want.made || want.made == "11/5 5/3" && d.Made == "11/3" || want.made == "25/21 25/19" && d.Made == "bar/21 bar/19"
			found = found || d.Game == want.game && d.Move == want.move && d.Player == want.player && same
		}
		if !found {
			t.Errorf("no %s by player %d at move %d of game %d", want.made, want.player, want.move, want.game)
		}
	}
}

func TestABeaverAndItsAnswerAreJudged(t *testing.T) {
	r := judged(t, matchOf(t, moneyGame), counting(), 1)
	kinds := map[engine.Action]int{}
	for _, d := range r.Decisions {
		if d.Kind != Play {
			kinds[d.Action]++
		}
	}
	for _, k := range []engine.Action{engine.ActDouble, engine.ActBeaver, engine.ActTake, engine.ActResign, engine.ActAccept} {
		if kinds[k] != 1 {
			t.Errorf("%d decisions to %s, want 1: %v", kinds[k], k, kinds)
		}
	}
	if f := r.Players; f[0].Doubles != 1 || f[0].Takes != 1 || f[1].Beavers != 1 {
		t.Errorf("counted %+v", f)
	}
}
