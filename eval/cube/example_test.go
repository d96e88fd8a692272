package cube_test

import (
	"context"
	"fmt"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/cube"
)

// threeQuarters is an Evaluator for which the player with fewer pips left wins
// three games of four.
type threeQuarters struct{}

func (threeQuarters) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		dst[i] = eval.Outcome{Win: 0.25}
		if boards[i].Own.Pips() <= boards[i].Opp.Pips() {
			dst[i].Win = 0.75
		}
	}
}

func ExampleJudge_Decide() {
	s, _, err := notation.Parse("4HPkAURY6+ABMA")
	if err != nil {
		fmt.Println(err)
		return
	}
	j := cube.New(threeQuarters{}, cube.Options{Efficiency: cube.Usual()})
	d, err := j.Decide(context.Background(), s)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f, %.2f, %.2f: %v\n", d.NoDouble, d.DoubleTake, d.DoublePass, d.Verdict)
	p, _ := j.Points(s, d.Outcome) // there are points where there is a decision
	fmt.Printf("take from %.1f%%\n", 100*p.Take)
	// Output:
	// 0.75, 0.81, 1.00: Double, take
	// take from 21.1%
}
