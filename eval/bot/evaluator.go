package bot

import (
	"context"

	"tavla/eval"
	"tavla/eval/search"
)

// Evaluator makes the play that an eval.Evaluator thinks best.
type Evaluator struct {
	ranker *search.Ranker
}

// NewEvaluator makes a bot by an evaluator that nobody else uses meanwhile.
func NewEvaluator(e eval.Evaluator) *Evaluator { return &Evaluator{search.New(e)} }

// ChoosePlay never fails.
func (e *Evaluator) ChoosePlay(_ context.Context, d Decision) (int, error) {
	i, _ := e.ranker.BestOf(d.Plays)
	return i, nil
}
