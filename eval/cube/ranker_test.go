package cube

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/search"
)

func newCounter() eval.Evaluator { return counter{} }

func ranker(plies, workers int, filter search.Filter) *Ranker {
	return NewRanker(RankerOptions{
		Options: Options{MET: Compute(15, standard()), Efficiency: Usual(), Plies: plies},
		Filter:  filter, Workers: workers, NewEvaluator: newCounter,
	})
}

func rank(t *testing.T, r *Ranker, s engine.State) []Ranked {
	t.Helper()
	ranked, err := r.Rank(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(ranked)
}

// rolls are states with a roll to be played, of money games and matches.
func rolls(t *testing.T) []engine.State {
	var all []engine.State
	for i, b := range middleGames(t) {
		s := money(b, i%3-1, engine.Rules{Jacoby: i%2 == 0})
		if i%2 == 1 {
			s = match(b, 1+i, 9-i)
		}
		s.Roll = engine.Rolls()[(i*5+1)%21]
		all = append(all, s)
	}
	return all
}

func TestWithoutLookingAheadTheOrderIsThatOfTheJudge(t *testing.T) {
	var g engine.Generator
	for _, s := range rolls(t) {
		ranked := rank(t, ranker(0, 2, search.Filter{}), s)
		plays := g.Plays(s.Board, s.Roll)
		worth := make([]Worth, len(plays))
		if err := New(counter{}, Options{MET: Compute(15, standard()), Efficiency: Usual()}).Plays(t.Context(), worth, s, plays); err != nil {
			t.Fatal(err)
		}
		var want []Ranked
		for i := range plays {
			want = append(want, Ranked{Play: plays[i], Worth: worth[i]})
		}
		slices.SortStableFunc(want, func(a, b Ranked) int {
			return cmp.Or(cmp.Compare(b.Equity, a.Equity), cmp.Compare(b.Outcome.Equity(), a.Outcome.Equity()))
		})
		if !slices.Equal(ranked, want) {
			t.Errorf("%+v: the order is %v, not %v", s, ranked, want)
		}
	}
}

func TestTheNumberOfWorkersChangesNoRanking(t *testing.T) {
	one, many := ranker(2, 1, search.Filters()[0]), ranker(2, 5, search.Filters()[0])
	for _, s := range rolls(t) {
		if got, want := rank(t, many, s), rank(t, one, s); !slices.Equal(got, want) {
			t.Errorf("%+v: five workers find %v, one finds %v", s, got, want)
		}
	}
}

func TestPlaysJudgedDeeperStandFirstAndEachIsWorthWhatItsPliesSay(t *testing.T) {
	r := ranker(2, 2, search.Filters()[1])
	depths := map[int]bool{}
	for _, s := range rolls(t) {
		ranked := rank(t, r, s)
		for i, p := range ranked {
			depths[p.Plies] = true
			if i > 0 && (p.Plies > ranked[i-1].Plies || p.Plies == ranked[i-1].Plies && p.Equity > ranked[i-1].Equity) {
				t.Errorf("%+v: play %d stands before a better one, or one judged deeper", s, i-1)
			}
			j := New(counter{}, Options{MET: Compute(15, standard()), Efficiency: Usual(), Plies: p.Plies})
			worth := make([]Worth, 1)
			if err := j.Plays(t.Context(), worth, s, []engine.Play{p.Play}); err != nil || worth[0] != p.Worth {
				t.Fatalf("%+v: play %d is worth %+v at %d plies, not %+v; %v", s, i, worth[0], p.Plies, p.Worth, err)
			}
		}
		plays := new(engine.Generator).Plays(s.Board, s.Roll)
		if len(plays) == 0 {
			continue
		}
		best, err := r.BestOf(t.Context(), s, plays)
		if err != nil || plays[best] != ranked[0].Play {
			t.Errorf("%+v: the best is play %d, not the first; %v", s, best, err)
		}
	}
	if len(depths) != 3 {
		t.Errorf("plays were judged at %v plies only", depths)
	}
}

// gammonish judges by what the player who has just played left on his 5-point:
// nothing there means more gammons, won and lost, but fewer wins.
type gammonish struct{}

func (gammonish) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		dst[i] = eval.Outcome{Win: 0.49, WinGammon: 0.05, LoseGammon: 0.05}
		if boards[i].Opp[5] == 0 {
			dst[i] = eval.Outcome{Win: 0.53, WinGammon: 0.05, LoseGammon: 0.35}
		}
	}
}

func TestTheScoreDecidesWhetherAGammonIsWorthTheRisk(t *testing.T) {
	crawford := func(away0, away1 int) engine.State {
		s := match(engine.Start(), away0, away1)
		s.Score.Crawford = true
		return s
	}
	r := NewRanker(RankerOptions{Options: Options{Efficiency: Usual()}, NewEvaluator: func() eval.Evaluator { return gammonish{} }})
	for name, c := range map[string]struct {
		s       engine.State
		gammons bool
	}{
		"money":                      {money(engine.Start(), 0, engine.Rules{}), true},
		"double match point":         {match(engine.Start(), 1, 1), false},
		"a gammon wins the match":    {crawford(2, 1), true},
		"a gammon is of no more use": {crawford(1, 2), false},
	} {
		c.s.Roll = engine.Roll{3, 1}
		best := rank(t, r, c.s)[0]
		if got := best.Play.Board.Own[5] == 0; got != c.gammons {
			t.Errorf("%s: it plays for a gammon: %v", name, got)
		}
		if name == "double match point" {
			near(t, "the chance to win the match", best.Winning, float64(best.Outcome.Win), 1e-7)
		}
	}
}

func TestTheFilterSaysWhichRepliesAreJudged(t *testing.T) {
	o := RankerOptions{
		Options: Options{MET: Compute(15, standard()), Efficiency: Usual(), Plies: 1}, Filter: search.Normal(),
		NewEvaluator: func() eval.Evaluator { return worst{counter{}} },
	}
	full, err := search.FilterByName("full")
	if err != nil {
		t.Fatal(err)
	}
	s := rolls(t)[0]
	some := rank(t, NewRanker(o), s)[0]
	o.Filter.Guess = full.Guess
	if all := rank(t, NewRanker(o), s)[0]; some == all {
		t.Error("the worst replies alone find the same")
	}
}

func TestEqualPlaysAreOrderedByWhatTheyAreWorthWithoutTheCube(t *testing.T) {
	// The opponent doubles whatever happens, and X passes.
	s := money(position(t, "4HPwATDgc/ABMA"), engine.Centred, engine.Rules{})
	s.Roll = engine.Roll{3, 1}
	r := NewRanker(RankerOptions{Options: Options{Efficiency: Usual()}, NewEvaluator: func() eval.Evaluator { return lost{} }})
	ranked := rank(t, r, s)
	for i, p := range ranked {
		if p.Equity != -1 || i > 0 && p.Outcome.Equity() > ranked[i-1].Outcome.Equity() {
			t.Errorf("play %d is worth %v, and %v without the cube", i, p.Equity, p.Outcome.Equity())
		}
	}
}

// lost wins almost every game for the player on roll, more or less by the pips of
// the men behind.
type lost struct{}

func (lost) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		dst[i] = eval.Outcome{Win: 0.9 + float32(boards[i].Opp.Rear())/1000}
	}
}

func TestTheTimeLimitLeavesTheDeepestCompleteLevel(t *testing.T) {
	r := NewRanker(RankerOptions{
		Options: Options{Efficiency: Usual(), Plies: 3}, TimeLimit: time.Nanosecond, Workers: 2, NewEvaluator: newCounter,
	})
	s := rolls(t)[0]
	for _, p := range rank(t, r, s) {
		if p.Plies != 0 {
			t.Errorf("a play was judged at %d plies in a nanosecond", p.Plies)
		}
	}
}

func TestAnInterruptedRankingSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for plies := range 2 {
		if _, err := ranker(plies, 2, search.Filter{}).Rank(ctx, rolls(t)[0]); !errors.Is(err, context.Canceled) {
			t.Errorf("at %d plies: %v", plies, err)
		}
	}
}

func TestWhatCannotBeRankedIsRefusedWithTheReason(t *testing.T) {
	roll := engine.Roll{3, 1}
	unrolled, long, impossible := money(engine.Start(), 0, engine.Rules{}), match(engine.Start(), 16, 3), match(engine.Start(), 3, 3)
	long.Roll, impossible.Roll = roll, roll
	impossible.Score.Points[0] = 9
	for want, s := range map[string]engine.State{
		"no roll": unrolled, "a player needs 16 points, and the match equity table goes up to 15": long, "won already": impossible,
	} {
		if _, err := ranker(0, 1, search.Filter{}).Rank(t.Context(), s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
	}
}

func TestAStateIsWorthWhatDecidesAboutTheCubeSays(t *testing.T) {
	for i, b := range middleGames(t) {
		for plies := range 3 {
			r, j := ranker(plies, 2, search.Filter{}), New(counter{}, Options{MET: Compute(15, standard()), Efficiency: Usual(), Plies: plies})
			for _, s := range []engine.State{money(b, engine.Centred, engine.Rules{}), match(b, 3+i, 9-i)} {
				w, judged, err := r.Evaluate(t.Context(), s)
				if err != nil || judged != plies {
					t.Fatalf("judged at %d plies, not %d; %v", judged, plies, err)
				}
				d := decide(t, j, s)
				want, winning := d.NoDouble, d.Winning[0]
				if d.DoubleTake >= d.NoDouble && d.DoublePass >= d.NoDouble {
					want, winning = min(d.DoubleTake, d.DoublePass), min(d.Winning[1], d.Winning[2])
				}
				near(t, "the equity", w.Equity, want, 1e-12)
				near(t, "the chance to win the match", w.Winning, winning, 1e-12)
				if w.Outcome != d.Outcome {
					t.Errorf("the outcome is %v, not %v", w.Outcome, d.Outcome)
				}
			}
		}
	}
	r := NewRanker(RankerOptions{Options: Options{Efficiency: Usual(), Plies: 3}, TimeLimit: time.Nanosecond, NewEvaluator: newCounter})
	if _, plies, err := r.Evaluate(t.Context(), money(engine.Start(), 0, engine.Rules{})); plies != 0 || err != nil {
		t.Errorf("in a nanosecond it looks %d plies ahead; %v", plies, err)
	}
	if _, _, err := r.Evaluate(t.Context(), rolls(t)[0]); err == nil {
		t.Error("it judges a state with a roll to be played")
	}
}
