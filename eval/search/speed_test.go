package search_test

import (
	"context"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/search"
	"tavla/eval/static"
	"tavla/nnet"
)

// shipped is the model in the repository.
func shipped(t testing.TB) *static.Model {
	t.Helper()
	f, err := nnet.Read("../../weights/tavla.tavla")
	if err != nil {
		t.Fatal(err)
	}
	m, err := static.NewModel(f)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// decision is a roll with a choice.
type decision struct {
	board engine.Board
	roll  engine.Roll
}

// decisions are n of one class out of games between good players.
func decisions(t testing.TB, m *static.Model, c eval.Class, n int) (all []decision) {
	t.Helper()
	r, random := search.New(m.NewEvaluator()), enginetest.Rand(uint64(c))
	for {
		for b := engine.Start(); !b.Over(); {
			roll := engine.Roll{uint8(1 + random.IntN(6)), uint8(1 + random.IntN(6))}
			ranked := r.Rank(b, roll)
			if len(ranked) > 1 && eval.ClassOf(&b) == c && random.IntN(8) == 0 {
				all = append(all, decision{b, roll})
				if len(all) == n {
					return all
				}
			}
			if len(ranked) > 0 {
				b = ranked[0].Play.Board
			}
			b = b.Swap()
		}
	}
}

func BenchmarkATwoPlyDecision(b *testing.B) {
	m := shipped(b)
	for _, c := range []eval.Class{eval.Contact, eval.Race} {
		all := decisions(b, m, c, 50)
		for _, caching := range []string{"without", "with"} {
			b.Run(c.String()+" "+caching+" cache", func(b *testing.B) {
				var judged int
				o := search.Options{Plies: 2, NewEvaluator: func() eval.Evaluator { return counter{m.NewEvaluator(), &judged} }}
				for i := range b.N {
					if i%len(all) == 0 && caching == "with" {
						b.StopTimer()
						o.Cache = search.NewCache(1 << 18)
						b.StartTimer()
					}
					d := search.NewDeep(o)
					q := all[i%len(all)]
					if _, err := d.Rank(context.Background(), q.board, q.roll); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(judged)/float64(b.N), "evaluations/op")
			})
		}
	}
}

// counter counts what an evaluator judges.
type counter struct {
	eval.Guesser
	judged *int
}

func (c counter) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	*c.judged += len(boards)
	c.Guesser.Evaluate(dst, boards)
}
