package search_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/search"
)

func newLead() eval.Evaluator { return lead{} }

func TestDeepSatisfiesThePlainEvaluatorAtEveryDepth(t *testing.T) {
	m := shipped(t)
	for plies := range 3 {
		d := search.NewDeep(search.Options{Plies: plies, NewEvaluator: func() eval.Evaluator { return m.NewEvaluator() }})
		for name, b := range tricky() {
			got, at, err := d.Evaluate(t.Context(), b)
			if err != nil || at != plies {
				t.Fatalf("%s: judged at %d plies, not %d (error %v)", name, at, plies, err)
			}
			var want [1]eval.Outcome
			search.NewLookahead(m.NewEvaluator(), plies, search.Normal(), nil).Evaluate(want[:], []engine.Board{b})
			if got != want[0] {
				t.Errorf("%s at %d plies: %v, not %v", name, plies, got, want[0])
			}
		}
	}
}

// same has one search answer all decisions and compares with the answers of another.
func same(t *testing.T, what string, all []decision, plain, other *search.Deep) {
	t.Helper()
	for _, q := range all {
		want, err := plain.Rank(t.Context(), q.board, q.roll)
		if err != nil {
			t.Fatal(err)
		}
		got, err := other.Rank(t.Context(), q.board, q.roll)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %v %v is ranked otherwise", what, q.board, q.roll)
		}
		v, _, _ := plain.Evaluate(t.Context(), q.board)
		if w, _, _ := other.Evaluate(t.Context(), q.board); v != w {
			t.Fatalf("%s: %v is worth %v, not %v", what, q.board, w, v)
		}
	}
}

func TestTheCacheChangesNoBit(t *testing.T) {
	m := shipped(t)
	small, _ := search.FilterByName("tiny")
	o := search.Options{Plies: 2, Filter: small, NewEvaluator: func() eval.Evaluator { return m.NewEvaluator() }}
	plain := search.NewDeep(o)
	for _, c := range []eval.Class{eval.Contact, eval.Race} {
		all := decisions(t, m, c, 3)
		for _, positions := range []int{0, 50, 10_000} { // crowded, and with room
			o.Cache = search.NewCache(positions)
			cached := search.NewDeep(o)
			same(t, "cache empty", all, plain, cached)
			same(t, "cache full", all, plain, cached)
		}
	}
}

func TestDifferentDepthsAndFiltersShareACacheWithoutHarm(t *testing.T) {
	b := tricky()["most rolls do not enter"]
	cache := search.NewCache(1000)
	for range 2 {
		for plies := 1; plies <= 2; plies++ {
			for _, f := range []search.Filter{
				{Replies: 1}, {Replies: 2}, {Replies: 5}, {Guess: search.Cut{Most: 1}}, {Guess: search.Cut{Most: 2, Within: 9}},
			} {
				var got, want [1]eval.Outcome
				search.NewLookahead(worst{}, plies, f, cache).Evaluate(got[:], []engine.Board{b})
				search.NewLookahead(worst{}, plies, f, nil).Evaluate(want[:], []engine.Board{b})
				if got != want {
					t.Errorf("%d plies, %+v: %v, not %v", plies, f, got, want)
				}
			}
		}
	}
}

func TestAnyNumberOfWorkersFindsTheSameBits(t *testing.T) {
	all := decisions(t, shipped(t), eval.Contact, 3)
	for _, replies := range []int{1, 2} {
		filter := search.Normal()
		filter.Replies = replies
		for plies := range 3 {
			o := search.Options{Plies: plies, Filter: filter, NewEvaluator: newLead}
			plain := search.NewDeep(o)
			for _, workers := range []int{2, 8} {
				for _, cache := range []*search.Cache{nil, search.NewCache(300)} {
					o.Workers, o.Cache = workers, cache
					same(t, fmt.Sprintf("%d workers", workers), all, plain, search.NewDeep(o))
				}
			}
		}
	}
}

func TestTheDeepestJudgedPlaysComeFirstAndEachGroupIsBestFirst(t *testing.T) {
	d := search.NewDeep(search.Options{Plies: 2, NewEvaluator: newLead})
	var g engine.Generator
	for _, q := range decisions(t, shipped(t), eval.Contact, 10) {
		ranked, err := d.Rank(t.Context(), q.board, q.roll)
		if err != nil {
			t.Fatal(err)
		}
		plays := slices.Clone(g.Plays(q.board, q.roll))
		if len(ranked) != len(plays) || ranked[0].Plies != 2 {
			t.Fatalf("%d plays of %d, the best at %d plies", len(ranked), len(plays), ranked[0].Plies)
		}
		for i := 1; i < len(ranked); i++ {
			a, b := &ranked[i-1], &ranked[i]
			if a.Plies < b.Plies || a.Plies == b.Plies && (a.Equity < b.Equity || a.Equity == b.Equity && a.Play.Compare(&b.Play) >= 0) {
				t.Errorf("place %d (%d plies, %v) comes before %d plies, %v", i, a.Plies, a.Equity, b.Plies, b.Equity)
			}
		}
		best, err := d.BestOf(t.Context(), plays)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := d.Rank(t.Context(), q.board, q.roll); plays[best].Board != again[0].Play.Board {
			t.Errorf("the best of the plays is not the first of the ranking")
		}
	}
}

// fickle likes the positions after the plays of one decision as lead does, but all
// that comes later the other way round.
type fickle struct{ first map[engine.Board]bool }

func (f fickle) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	lead{}.Evaluate(dst, boards)
	for i := range boards {
		if !boards[i].Over() && !f.first[boards[i]] {
			dst[i] = dst[i].Invert()
		}
	}
}

func TestAPrunedPlayNeverWinsHoweverGoodItIsDeeperDown(t *testing.T) {
	roll := engine.Roll{3, 1}
	f := fickle{map[engine.Board]bool{}}
	for _, p := range new(engine.Generator).Plays(engine.Start(), roll) {
		f.first[p.Board.Swap()] = true
	}
	rank := func(c search.Cut) []search.Ranked {
		ranked, err := search.NewDeep(search.Options{
			Plies: 1, Filter: search.Filter{Cuts: [3]search.Cut{c}},
			NewEvaluator: func() eval.Evaluator { return f },
		}).Rank(t.Context(), engine.Start(), roll)
		if err != nil {
			t.Fatal(err)
		}
		return slices.Clone(ranked)
	}
	static := search.New(f).Rank(engine.Start(), roll)
	going := map[engine.Board]bool{static[0].Play.Board: true, static[1].Play.Board: true}
	if everything := rank(search.Cut{Least: 100}); going[everything[0].Play.Board] {
		t.Fatal("the evaluator is no trap: with all plays at 1 ply one of the first two wins all the same")
	}
	ranked := rank(search.Cut{Least: 2})
	for i, r := range ranked {
		if deep := i < 2; going[r.Play.Board] != deep || (r.Plies == 1) != deep {
			t.Errorf("place %d: %v at %d plies", i+1, r.Play.Moves(), r.Plies)
		}
	}
}

func TestACutKeepsTheBestAndWhatIsNear(t *testing.T) {
	static := search.New(lead{}).Rank(engine.Start(), engine.Roll{6, 4})
	gap, near := static[0].Equity-static[3].Equity, 0
	for _, r := range static {
		if static[0].Equity-r.Equity <= gap {
			near++
		}
	}
	for _, c := range []struct {
		cut  search.Cut
		want int
	}{
		{search.Cut{}, 1},
		{search.Cut{Least: 3}, 3},
		{search.Cut{Most: 2, Within: 6}, 2},
		{search.Cut{Most: 100, Within: gap}, near},
		{search.Cut{Least: 2, Most: 100, Within: 0}, 2},
		{search.Cut{Least: 100}, len(static)},
	} {
		d := search.NewDeep(search.Options{Plies: 1, Filter: search.Filter{Name: "own", Cuts: [3]search.Cut{c.cut}}, NewEvaluator: newLead})
		ranked, err := d.Rank(t.Context(), engine.Start(), engine.Roll{6, 4})
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, r := range ranked {
			got += r.Plies
		}
		if got != c.want {
			t.Errorf("%+v keeps %d plays, not %d", c.cut, got, c.want)
		}
	}
}

func TestAPlayThatIsCutStaysCutAtDeeperLevels(t *testing.T) {
	d := search.NewDeep(search.Options{
		Plies: 3, Filter: search.Filter{Cuts: [3]search.Cut{{Least: 3}, {Least: 100}, {Least: 2}}}, NewEvaluator: newLead,
	})
	b := enginetest.Board("2:2 3:2 5:1", "1:2 2:2")
	ranked, err := d.Rank(t.Context(), b, engine.Roll{2, 1})
	if err != nil || len(ranked) < 5 {
		t.Fatalf("%d plays, error %v", len(ranked), err)
	}
	for i, r := range ranked {
		if want := []int{3, 3, 2, 0}[min(i, 3)]; r.Plies != want {
			t.Errorf("place %d is judged at %d plies, not %d", i+1, r.Plies, want)
		}
	}
}

func TestALostTurnHasNoPlaysAtAnyDepth(t *testing.T) {
	d := search.NewDeep(search.Options{Plies: 2, NewEvaluator: newLead})
	ranked, err := d.Rank(t.Context(), tricky()["no roll enters"], engine.Roll{6, 5})
	if err != nil || len(ranked) != 0 {
		t.Errorf("%d plays, error %v", len(ranked), err)
	}
}

// slow takes its time, and may end a context on the way.
type slow struct {
	lead
	calls  *int
	during func(call int)
}

func (s slow) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	*s.calls++
	s.during(*s.calls)
	s.lead.Evaluate(dst, boards)
}

func TestACancelledSearchEndsAtTheNextPosition(t *testing.T) {
	const last = 30
	calls := 0
	ctx, cancel := context.WithCancel(t.Context())
	d := search.NewDeep(search.Options{Plies: 2, NewEvaluator: func() eval.Evaluator {
		return slow{calls: &calls, during: func(call int) {
			if call == last {
				cancel()
			}
		}}
	}})
	if _, err := d.Rank(ctx, engine.Start(), engine.Roll{3, 1}); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if calls != last {
		t.Errorf("%d batches judged, though the context was done after %d", calls, last)
	}
	if _, _, err := d.Evaluate(ctx, engine.Start()); !errors.Is(err, context.Canceled) || calls != last {
		t.Errorf("with the context done before: error %v, %d batches more", err, calls-last)
	}
}

func TestCancellingAParallelSearchIsPrompt(t *testing.T) {
	m := shipped(t)
	full, _ := search.FilterByName("full")
	d := search.NewDeep(search.Options{Plies: 3, Filter: full, Workers: 4, NewEvaluator: func() eval.Evaluator { return m.NewEvaluator() }})
	ctx, cancel := context.WithCancel(t.Context())
	var asked time.Time
	time.AfterFunc(100*time.Millisecond, func() { asked = time.Now(); cancel() })
	_, err := d.Rank(ctx, engine.Start(), engine.Roll{3, 1})
	took := time.Since(asked)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	t.Logf("ended %v after it was cancelled", took)
	if took > 2*time.Second { // 50 ms and a busy machine
		t.Errorf("it took %v to end", took)
	}
}

func TestATimeLimitLeavesTheDeepestCompleteLevel(t *testing.T) {
	b := engine.Start()
	three := search.Cut{Least: 3}
	filter := search.Filter{Cuts: [search.MaxPlies]search.Cut{three, three, three}}
	for _, workers := range []int{1, 3} {
		calls := make([]int, workers) // each worker has its own count
		made := 0
		d := search.NewDeep(search.Options{
			Plies: 2, Filter: filter, Workers: workers, TimeLimit: 300 * time.Millisecond,
			NewEvaluator: func() eval.Evaluator {
				made++
				return slow{calls: &calls[made-1], during: func(call int) {
					if call > 6 { // 1 ply takes fewer, 2 plies 63 more
						time.Sleep(100 * time.Millisecond)
					}
				}}
			},
		})
		got, err := d.Rank(t.Context(), b, engine.Roll{3, 1})
		if err != nil {
			t.Fatal(err)
		}
		want, err := search.NewDeep(search.Options{Plies: 1, Filter: filter, NewEvaluator: newLead}).Rank(t.Context(), b, engine.Roll{3, 1})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("with %d workers the ranking is not that of 1 ply", workers)
		}
	}
	d := search.NewDeep(search.Options{Plies: 2, TimeLimit: 1, NewEvaluator: newLead})
	if o, plies, err := d.Evaluate(t.Context(), b); err != nil || plies != 0 || o == (eval.Outcome{}) {
		t.Errorf("a limit of nothing leaves %v at %d plies, error %v", o, plies, err)
	}
}

func TestAWarmSearchAllocatesNothing(t *testing.T) {
	m := shipped(t)
	tiny, _ := search.FilterByName("tiny")
	d := search.NewDeep(search.Options{Plies: 2, Filter: tiny, Cache: search.NewCache(100), NewEvaluator: func() eval.Evaluator { return m.NewEvaluator() }})
	b := enginetest.Board("6:5 5:5 4:5", "6:5 5:5 4:5")
	plays := slices.Clone(new(engine.Generator).Plays(b, engine.Roll{3, 1}))
	ctx := context.Background()
	n := testing.AllocsPerRun(2, func() {
		if _, err := d.Rank(ctx, b, engine.Roll{3, 1}); err != nil {
			t.Fatal(err)
		}
		d.BestOf(ctx, plays)
		d.Evaluate(ctx, b)
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestAnUnknownFilterIsAnsweredWithTheNamesThereAre(t *testing.T) {
	_, err := search.FilterByName("wide")
	if want := `no filter named "wide"; there are tiny, narrow, normal, large, huge, full`; err == nil || err.Error() != want {
		t.Errorf("error %v", err)
	}
}
