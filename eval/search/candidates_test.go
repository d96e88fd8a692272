package search_test

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/search"
)

// guesser guesses what its evaluator judges.
type guesser struct{ eval.Evaluator }

func (g guesser) Guess(dst []eval.Outcome, boards []engine.Board, _ *engine.Board) bool {
	g.Evaluate(dst, boards)
	return true
}

// silent has no guesses.
type silent struct{ lead }

func (silent) Guess([]eval.Outcome, []engine.Board, *engine.Board) bool { return false }

// worst guesses that the best is the worst.
type worst struct{ lead }

func (w worst) Guess(dst []eval.Outcome, boards []engine.Board, _ *engine.Board) bool {
	w.Evaluate(dst, boards)
	for i := range dst {
		dst[i] = dst[i].Invert()
	}
	return true
}

func TestCandidatesAreThePlaysThatTheCutLeavesOfTheGuesses(t *testing.T) {
	var g engine.Generator
	rapid.Check(t, func(t *rapid.T) {
		b := enginetest.SetUp(enginetest.Rand(rapid.Uint64().Draw(t, "position")))
		roll := engine.Rolls()[rapid.IntRange(0, 20).Draw(t, "roll")]
		cut := search.Cut{
			Least: rapid.IntRange(0, 5).Draw(t, "least"), Most: rapid.IntRange(1, 12).Draw(t, "most"),
			Within: float32(rapid.IntRange(0, 30).Draw(t, "within")) / 100,
		}
		all := slices.Clone(g.Plays(b, roll))
		behind := func(p *engine.Play) float32 { // the opponent's equity
			var o [1]eval.Outcome
			lead{}.Evaluate(o[:], []engine.Board{p.Board.Swap()})
			return o[0].Equity()
		}
		ranked := slices.Clone(all)
		slices.SortStableFunc(ranked, func(p, q engine.Play) int { return cmp.Compare(behind(&p), behind(&q)) })
		if len(ranked) > 0 {
			ranked = ranked[:cut.Keep(len(ranked), func(i int) float32 { return behind(&ranked[i]) - behind(&ranked[0]) })]
		}
		all = slices.DeleteFunc(all, func(p engine.Play) bool { return !slices.Contains(ranked, p) })
		if got := search.NewCandidates(guesser{lead{}}, cut).Plays(b, roll); !slices.Equal(got, all) {
			t.Fatalf("%v %v: %d plays are left, not these %d in the order they are generated", b, roll, len(got), len(all))
		}
	})
}

// Valued in two ways, the plays left are those that the cut leaves in either.
func TestEveryWayToValueThemHasItsCandidates(t *testing.T) {
	ways := [2]func(o *eval.Outcome) float32{
		func(o *eval.Outcome) float32 { return -o.Equity() },
		func(o *eval.Outcome) float32 { return o.Equity() / 2 },
	}
	rapid.Check(t, func(t *rapid.T) {
		b := enginetest.SetUp(enginetest.Rand(rapid.Uint64().Draw(t, "position")))
		roll := engine.Rolls()[rapid.IntRange(0, 20).Draw(t, "roll")]
		cut := search.Cut{Least: rapid.IntRange(0, 3).Draw(t, "least"), Most: rapid.IntRange(1, 6).Draw(t, "most"), Within: 0.1}
		c := search.NewCandidates(guesser{lead{}}, cut)
		either := map[engine.Play]bool{}
		for _, way := range ways {
			for _, p := range c.PlaysBy(b, roll, 1, valuing(way)) {
				either[p] = true
			}
		}
		var g engine.Generator
		all := slices.DeleteFunc(slices.Clone(g.Plays(b, roll)), func(p engine.Play) bool { return !either[p] })
		if got := c.PlaysBy(b, roll, len(ways), valuing(ways[:]...)); !slices.Equal(got, all) {
			t.Fatalf("%v %v: %d plays are left, not these %d", b, roll, len(got), len(all))
		}
	})
}

// valuing fills in what guesses are worth in each way.
func valuing(ways ...func(o *eval.Outcome) float32) func(values []float32, guesses []eval.Outcome) {
	return func(values []float32, guesses []eval.Outcome) {
		for w, way := range ways {
			for i := range guesses {
				values[w*len(guesses)+i] = way(&guesses[i])
			}
		}
	}
}

func TestWithoutGuessesOrACutAllPlaysAreCandidates(t *testing.T) {
	b, roll := engine.Start(), engine.Roll{3, 3}
	var g engine.Generator
	all := g.Plays(b, roll)
	for name, c := range map[string]*search.Candidates{
		"no guesser":     search.NewCandidates(lead{}, search.Normal().Guess),
		"no guess":       search.NewCandidates(silent{}, search.Normal().Guess),
		"the zero cut":   search.NewCandidates(guesser{lead{}}, search.Cut{}),
		"a generous cut": search.NewCandidates(guesser{lead{}}, search.Cut{Least: 100}),
	} {
		if got := c.Plays(b, roll); !slices.Equal(got, all) {
			t.Errorf("%s: %d candidates of %d", name, len(got), len(all))
		}
	}
}

// Right guesses take nothing away from a search, and wrong ones do.
func TestOnlyWrongGuessesChangeWhatASearchFinds(t *testing.T) {
	o := search.Options{Plies: 2, NewEvaluator: newLead}
	whole := search.NewDeep(o)
	all := decisions(t, shipped(t), eval.Contact, 3)
	for _, workers := range []int{1, 3} {
		o.Workers = workers
		o.NewEvaluator = func() eval.Evaluator { return guesser{lead{}} }
		same(t, "guessing right", all, whole, search.NewDeep(o))
	}
	o.NewEvaluator = func() eval.Evaluator { return worst{} }
	for _, q := range all {
		right, _, err := whole.Evaluate(t.Context(), q.board)
		if err != nil {
			t.Fatal(err)
		}
		wrong, _, err := search.NewDeep(o).Evaluate(t.Context(), q.board)
		if err != nil {
			t.Fatal(err)
		}
		if right == wrong {
			t.Errorf("%v is worth the same by the worst replies", q.board)
		}
	}
}

func TestASearchAmongCandidatesAllocatesNothingOnceWarm(t *testing.T) {
	l := search.NewLookahead(guesser{lead{}}, 2, search.Normal(), nil)
	boards, dst := []engine.Board{engine.Start()}, make([]eval.Outcome, 1)
	if a := testing.AllocsPerRun(2, func() { l.Evaluate(dst, boards) }); a != 0 {
		t.Errorf("%v allocations", a)
	}
}
