package luck

import (
	"math"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/cube"
)

// lopsided sees the player on roll too high by far.
type lopsided struct{ pips }

func (l lopsided) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	l.pips.Evaluate(dst, boards)
	for i := range boards {
		if !boards[i].Over() {
			dst[i].Win = (1 + dst[i].Win) / 2
		}
	}
}

var judgedBy = cube.Options{MET: cube.Standard(), Efficiency: cube.Usual()}

// inPlay are states in which the cube and the score matter in different ways, player 1
// on roll.
func inPlay() []engine.State {
	states := []engine.State{
		{Cube: engine.Cube{Value: 1, Owner: engine.Centred}, Rules: engine.Rules{Jacoby: true}},
		{Cube: engine.Cube{Value: 8, Owner: 0}},
		{Cube: engine.Cube{Value: 2, Owner: 1}, Score: engine.Score{Length: 5, Points: [2]int{1, 3}}},
		{Cube: engine.Cube{Value: 1, Owner: engine.Centred}, Score: engine.Score{Length: 5, Points: [2]int{4, 2}, Crawford: true}},
		{Cube: engine.Cube{Value: 1, Owner: engine.Centred}, Score: engine.Score{Length: 2, Points: [2]int{1, 0}}},
	}
	for i := range states {
		s := &states[i]
		s.Board = enginetest.Board("6:2 8:3 13:5 bar:1 24:2 5:2", "6:5 8:3 13:5 24:2")
		s.Roller, s.Turn, s.Phase = 1, 1, engine.Playing
	}
	return states
}

func TestTheLuckOfAllThrowsSumsToZeroWithTheCube(t *testing.T) {
	c := NewCubeful(cube.New(lopsided{}, judgedBy))
	for _, s := range inPlay() {
		var sum Amount
		most := 0.0
		for _, r := range engine.Rolls() {
			l, err := c.Luck(t.Context(), s, r)
			if err != nil {
				t.Fatal(err)
			}
			sum.Equity += float64(r.Chances()) * l.Equity
			sum.Winning += float64(r.Chances()) * l.Winning
			most = max(most, l.Equity)
		}
		if math.Abs(sum.Equity) > 1e-12 || math.Abs(sum.Winning) > 1e-12 || most < 1e-6 {
			t.Errorf("%+v: luck sums to %+v, and is at most %v", s, sum, most)
		}
	}
}

func TestWithTheCubeARollIsWorthItsBestPlay(t *testing.T) {
	c := NewCubeful(cube.New(pips{}, judgedBy))
	j := cube.New(pips{}, judgedBy)
	var g engine.Generator
	for _, s := range inPlay() {
		rolls, err := c.Rolls(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		for i, roll := range engine.Rolls() {
			plays := g.Plays(s.Board, roll)
			if len(plays) == 0 {
				plays = append(plays, engine.NewPlay(s.Board))
			}
			worths := make([]cube.Worth, len(plays))
			if err := j.Plays(t.Context(), worths, s, plays); err != nil {
				t.Fatal(err)
			}
			got, made := rolls.Of(engine.Roll{roll[1], roll[0]}), false
			for k, w := range worths {
				made = made || got.Board == plays[k].Board && got.Worth == w
				if w.Equity > got.Equity || w.Equity == got.Equity && w.Outcome.Equity() > got.Outcome.Equity() {
					t.Errorf("%v: roll %v is worth %+v, and a play of it %+v", s.Score, roll, got.Worth, w)
				}
			}
			if !made || got != &rolls.Best[i] {
				t.Errorf("%v: roll %v has no play worth %+v", s.Score, roll, got.Worth)
			}
		}
	}
}

// opened is a game that player p has opened with a roll, or under RerollOpening is
// about to.
func opened(score engine.Score, rules engine.Rules, p int, r engine.Roll) engine.State {
	s := engine.State{
		Board: engine.Start(), Roller: p, Turn: p, Phase: engine.Playing,
		Cube: engine.Cube{Value: 1, Owner: engine.Centred}, Score: score, Rules: rules,
	}
	if s.Opening = rules.RerollOpening; !s.Opening {
		s.Roll = r
	}
	return s
}

func TestTheLuckOfAll30OpeningsSumsToZeroAtAnyScore(t *testing.T) {
	c := NewCubeful(cube.New(lopsided{}, judgedBy))
	for _, score := range []engine.Score{{}, {Length: 7}, {Length: 7, Points: [2]int{5, 2}}, {Length: 3, Points: [2]int{2, 0}, Crawford: true}} {
		for _, rules := range []engine.Rules{{}, {RerollOpening: true}} {
			var sum Amount
			for _, r := range engine.Rolls() {
				for p := range 2 {
					if r.Doublet() {
						continue
					}
					l, err := c.Opening(t.Context(), opened(score, rules, p, r))
					if err != nil {
						t.Fatal(err)
					}
					if (l.Winning != 0) != (score.Length > 0) || math.Abs(l.Equity) < 1e-6 {
						t.Errorf("at %v luck of %v is %+v", score, r, l)
					}
					sum.Equity += float64(1-2*p) * l.Equity
					sum.Winning += float64(1-2*p) * l.Winning
				}
			}
			if math.Abs(sum.Equity) > 1e-12 || math.Abs(sum.Winning) > 1e-12 {
				t.Errorf("at %v, %+v, the openings' luck sums to %+v", score, rules, sum)
			}
		}
	}
}

// Under RerollOpening the throw decides who begins, and the first roll is one of 36.
func TestTheLuckOfBeginningIsThatOfTheRollsToCome(t *testing.T) {
	c := NewCubeful(cube.New(pips{}, judgedBy))
	score := engine.Score{Length: 7, Points: [2]int{5, 2}}
	var means [2]Amount
	for p := range 2 {
		r, err := c.Rolls(t.Context(), opened(score, engine.Rules{RerollOpening: true}, p, engine.Roll{}))
		if err != nil {
			t.Fatal(err)
		}
		means[p] = r.Mean
	}
	l, err := c.Opening(t.Context(), opened(score, engine.Rules{RerollOpening: true}, 1, engine.Roll{}))
	if err != nil {
		t.Fatal(err)
	}
	want := Amount{(means[1].Equity + means[0].Equity) / 2, (means[1].Winning + means[0].Winning - 1) / 2}
	if math.Abs(l.Equity-want.Equity) > 1e-12 || math.Abs(l.Winning-want.Winning) > 1e-12 {
		t.Errorf("luck %+v, not %+v", l, want)
	}
}

func TestAStateIsWorthWhatItIsToTheJudge(t *testing.T) {
	c := NewCubeful(cube.New(pips{}, judgedBy))
	r := cube.NewRanker(cube.RankerOptions{Options: judgedBy, NewEvaluator: func() eval.Evaluator { return pips{} }})
	for _, s := range inPlay() {
		got, err := c.Worth(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := r.Evaluate(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got.Equity-want.Equity) > 1e-12 || math.Abs(got.Winning-want.Winning) > 1e-12 ||
			math.Abs(float64(got.Outcome.Win-want.Outcome.Win)) > 1e-6 {
			t.Errorf("%v: %+v, not %+v", s.Score, got, want)
		}
	}
}

func TestAStateThatCannotBeHasNoLuck(t *testing.T) {
	c := NewCubeful(cube.New(pips{}, judgedBy))
	s := inPlay()[0]
	s.Cube.Value = 3
	if _, err := c.Luck(t.Context(), s, engine.Roll{2, 1}); err == nil {
		t.Error("no error of a roll")
	}
	if _, err := c.Opening(t.Context(), s); err == nil {
		t.Error("no error of an opening")
	}
	if _, err := c.Worth(t.Context(), s); err == nil {
		t.Error("no error of a worth")
	}
}
