package search_test

import (
	"context"
	"fmt"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/search"
)

// A search is made around what judges at 0 plies; here a pip count.
func ExampleDeep_Rank() {
	d := search.NewDeep(search.Options{
		Plies:        1,
		Filter:       search.Filter{Name: "two", Cuts: [search.MaxPlies]search.Cut{{Least: 2}}},
		NewEvaluator: func() eval.Evaluator { return lead{} },
	})
	race := engine.Board{Own: engine.Side{1: 2, 2: 1, engine.Off: 12}, Opp: engine.Side{1: 4, engine.Off: 11}}
	ranked, err := d.Rank(context.Background(), race, engine.Roll{2, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range ranked {
		fmt.Println(r.Play.Moves(), r.Plies, "ply")
	}
	// Output:
	// [{2 0 false} {1 0 false}] 1 ply
	// [{2 1 false} {1 0 false}] 1 ply
}
