package analysis

import (
	"testing"

	"tavla/engine"
	"tavla/eval/cube"
)

func TestAPointOfEquityIsWorthHalfOfWhatTheGameDecides(t *testing.T) {
	o := Options{MET: cube.Standard()}
	s := engine.State{Phase: engine.Playing, Cube: engine.Cube{Value: 1, Owner: engine.Centred}, Score: engine.Score{Length: 3, Points: [2]int{2, 2}}}
	near(t, "at double match point", o.unit(&s), 0.5, 1e-9)
	s.Score = engine.Score{}
	s.Cube.Value = 4
	near(t, "for money with the cube at 4", o.unit(&s), 4, 0)
}

func TestALostGameByHand(t *testing.T) {
	o := Options{MET: cube.Standard()}
	money := engine.State{Phase: engine.Playing, Cube: engine.Cube{Value: 1, Owner: engine.Centred}}
	near(t, "a gammon for money", o.lost(&money, 0, 2), -2, 0)
	money.Rules.Jacoby = true
	near(t, "a gammon under Jacoby with the cube centred", o.lost(&money, 0, 2), -1, 0)
	money.Cube = engine.Cube{Value: 2, Owner: 1}
	near(t, "a gammon under Jacoby with the cube turned", o.lost(&money, 1, 2), -2, 0)
	match := engine.State{Phase: engine.Playing, Cube: engine.Cube{Value: 1, Owner: engine.Centred}, Score: engine.Score{Length: 5, Points: [2]int{4, 0}, Crawford: true}}
	near(t, "a gammon lost to the leader who needs a point", o.lost(&match, 1, 2), -1, 1e-9)
	if v := o.lost(&match, 0, 2); v >= -1.01 {
		t.Errorf("a gammon lost by the leader is worth %v, no more than a single game", v)
	}
}

func TestResultsOfAMatchAddUpToWinningIt(t *testing.T) {
	r := judged(t, caseMatch(t), counting(), 2)
	near(t, "what the winner's games brought", r.Players[0].Result, 0.5, 1e-9)
	near(t, "what the loser's games brought", r.Players[1].Result, -0.5, 1e-9)
	near(t, "both adjusted results together", r.Players[0].Adjusted+r.Players[1].Adjusted, 0, 1e-9)
	luck := r.Players[0].Luck.Stake - r.Players[1].Luck.Stake
	near(t, "the adjusted result", r.Players[0].Adjusted, 0.5-luck, 1e-9)
}

func TestResultsForMoneyArePoints(t *testing.T) {
	r := judged(t, matchOf(t, moneyGame), counting(), 1)
	if g := r.Games[0]; !g.Finished || g.Result.Points != 4 {
		t.Fatalf("the game ended %+v", g)
	}
	w := r.Games[0].Result.Winner
	near(t, "the winner's result", r.Players[w].Result, 4, 0)
	near(t, "the loser's result", r.Players[1-w].Result, -4, 0)
}
