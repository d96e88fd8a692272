package bot

import (
	"testing"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/cube"
)

// greedy sees gammons, won and lost, for who has made his 5-point, and more wins
// for who has not.
type greedy struct{}

func (greedy) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		dst[i] = eval.Outcome{Win: 0.49}
		if boards[i].Opp[5] > 1 {
			dst[i] = eval.Outcome{Win: 0.53, LoseGammon: 0.4}
		}
	}
}

func TestPlaysHeedTheScoreWhereADecisionCarriesIt(t *testing.T) {
	ranker := cube.NewRanker(cube.RankerOptions{
		Options: cube.Options{Efficiency: cube.Usual()}, NewEvaluator: func() eval.Evaluator { return greedy{} },
	})
	p := NewCubePlays(NewEvaluator(greedy{}), ranker)
	roll := engine.Roll{3, 1}
	money := notation.Bare(engine.Start())
	money.Roll = roll
	dmp := money
	dmp.Score = engine.Score{Length: 5, Points: [2]int{4, 4}}
	for name, c := range map[string]struct {
		s    *engine.State
		want bool
	}{"cubeless money": {nil, true}, "money": {&money, true}, "double match point": {&dmp, false}} {
		d := Decision{Board: engine.Start(), Roll: roll, State: c.s, Plays: new(engine.Generator).Plays(engine.Start(), roll)}
		i, err := p.ChoosePlay(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Plays[i].Board.Own[5] > 1; got != c.want {
			t.Errorf("%s: it makes the 5-point: %v", name, got)
		}
	}
}
