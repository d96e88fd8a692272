package rollout

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"tavla/engine"
	"tavla/eval"
)

// ofARoll are the candidates of a roll.
func ofARoll(b engine.Board, roll engine.Roll) (candidates []Candidate) {
	var g engine.Generator
	for _, p := range g.Plays(b, roll) {
		candidates = append(candidates, After(&p))
	}
	return candidates
}

// bearingOff is a position in which plays matter.
var bearingOff = engine.Board{Own: side(1, 2, 0, 1, 2, 1), Opp: side(2, 1, 1, 1, 0, 1)}

// quick plays endings that are not so small.
func quick(s Settings, games int) Options {
	return Options{Settings: s, Games: games, NewEvaluator: newRough}
}

func TestTheResultIsTheSameWithAnyNumberOfWorkers(t *testing.T) {
	candidates := ofARoll(bearingOff, engine.Roll{4, 1})
	for _, s := range []Settings{
		{Seed: 1, Stratify: true, Luck: true},
		{Seed: 2, Confidence: 0.9},
		{Seed: 3, Truncate: 3, Stratify: true},
	} {
		games := 400
		if s.Luck {
			games = 50 // which take longer
		}
		var first Result
		for _, workers := range []int{1, 2, 8} {
			r, err := New(candidates, quick(s, games))
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Run(context.Background(), workers, nil); err != nil {
				t.Fatal(err)
			}
			if workers == 1 {
				first = r.Result()
			} else if got := r.Result(); !reflect.DeepEqual(got, first) {
				t.Errorf("%+v: %d workers have %+v, one has %+v", s, workers, got, first)
			}
		}
	}
}

// interrupted runs a rollout up to a number of games and takes it up again from
// its state as JSON.
func interrupted(t *testing.T, candidates []Candidate, o Options, games, workers int) *Rollout {
	t.Helper()
	r, err := New(candidates, o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	err = r.Run(ctx, workers, func() {
		if r.Games() == games {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	text, err := json.Marshal(r.State())
	if err != nil {
		t.Fatal(err)
	}
	var s State
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	if r, err = Resume(s, candidates, o); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAnInterruptedRolloutGoesOnAsIfItHadNotBeen(t *testing.T) {
	candidates := ofARoll(bearingOff, engine.Roll{4, 1})
	o := quick(Settings{Seed: 5, Stratify: true, Confidence: 0.9}, 300)
	want := mustRun(t, o, candidates...)
	if left := want.Candidates[0].Games; left <= leastGames || want.Candidates[len(candidates)-1].Games == left {
		t.Fatalf("no candidate is dropped within %d games", left)
	}
	for games := 1; games < want.Games; games += 1 + games/3 {
		for _, workers := range []int{1, 3} {
			r := interrupted(t, candidates, o, games, workers)
			if r.Games() < games {
				t.Fatalf("%d games after %d", r.Games(), games)
			}
			if err := r.Run(context.Background(), 2, nil); err != nil {
				t.Fatal(err)
			}
			if got := r.Result(); !reflect.DeepEqual(got, want) {
				t.Fatalf("interrupted after %d games: %+v, not %+v", games, got, want)
			}
		}
	}
}

func TestAFinishedRolloutCanBeGivenMoreGames(t *testing.T) {
	few, many := quick(Settings{Seed: 5}, 100), quick(Settings{Seed: 5}, 250)
	r, err := New([]Candidate{Position(bearingOff)}, few)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time there is nothing to do
		if err := r.Run(context.Background(), 1, nil); err != nil || r.Games() != 100 {
			t.Fatalf("%d games, error %v", r.Games(), err)
		}
	}
	if r, err = Resume(r.State(), r.candidates, many); err != nil {
		t.Fatal(err)
	}
	if err := r.Run(context.Background(), 1, nil); err != nil {
		t.Fatal(err)
	}
	if want := mustRun(t, many, Position(bearingOff)); !reflect.DeepEqual(r.Result(), want) {
		t.Errorf("%+v, not %+v", r.Result(), want)
	}
}

func TestOtherSettingsAreNotTakenUp(t *testing.T) {
	candidates := ofARoll(bearingOff, engine.Roll{4, 1})
	s := Settings{Seed: 1, Judge: "a net"}
	r, err := New(candidates, quick(s, 10))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Run(context.Background(), 1, nil); err != nil {
		t.Fatal(err)
	}
	for hint, change := range map[string]func(s *Settings){
		"another seed: 1, not 2":              func(s *Settings) { s.Seed = 2 },
		"another truncation: 0, not 5":        func(s *Settings) { s.Truncate = 5 },
		"stratification":                      func(s *Settings) { s.Stratify = true },
		"taking out of luck":                  func(s *Settings) { s.Luck = true },
		"confidence":                          func(s *Settings) { s.Confidence = 0.9 },
		"another judge: a net, not a new net": func(s *Settings) { s.Judge = "a new net" },
	} {
		other := s
		change(&other)
		if _, err := Resume(r.State(), candidates, quick(other, 10)); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("error %v does not say %q", err, hint)
		}
	}
	if _, err := Resume(r.State(), candidates[1:], quick(s, 10)); err == nil || !strings.Contains(err.Error(), "other positions") {
		t.Errorf("error %v", err)
	}
}

func TestADamagedStateIsRefused(t *testing.T) {
	candidates := ofARoll(bearingOff, engine.Roll{4, 1})
	o := quick(Settings{Seed: 1}, 10)
	for name, damage := range map[string]func(s *State){
		"negative games":      func(s *State) { s.Games = -1 },
		"too many games":      func(s *State) { s.Games = MaxGames + 1 },
		"other games":         func(s *State) { s.Games++ },
		"a record less":       func(s *State) { s.Records = s.Records[1:] },
		"a difference less":   func(s *State) { s.Pairs = s.Pairs[1:] },
		"all dropped":         func(s *State) { dropAll(s) },
		"a negative square":   func(s *State) { s.Records[1].Equity.M2 = -1 },
		"no number":           func(s *State) { s.Records[1].Parts[2].Mean = math.NaN() },
		"an infinite square":  func(s *State) { s.Pairs[0].M2 = math.Inf(1) },
		"other differences":   func(s *State) { s.Pairs[0].N-- },
		"other parts":         func(s *State) { s.Records[0].Parts[0].N++ },
		"more endless":        func(s *State) { s.Records[0].Endless = 11 },
		"fewer than no games": func(s *State) { s.Records[0].Equity.N = -1; s.Records[0].Dropped = true },
	} {
		r, err := New(candidates, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Run(context.Background(), 1, nil); err != nil {
			t.Fatal(err)
		}
		s := r.State()
		if _, err := Resume(s, candidates, o); err != nil {
			t.Fatalf("an undamaged state is refused: %v", err)
		}
		damage(&s)
		if _, err := Resume(s, candidates, o); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func dropAll(s *State) {
	for i := range s.Records {
		s.Records[i].Dropped = true
	}
}

func TestCandidatesGetTheSameDice(t *testing.T) {
	c := Position(bearingOff)
	r := mustRun(t, quick(Settings{Seed: 1}, 50), c, c, c)
	for _, f := range r.Candidates {
		if f.Difference != 0 || f.DifferenceError != 0 || f.Equity != r.Candidates[0].Equity {
			t.Errorf("the same position differs from itself: %+v", f)
		}
	}
	r = mustRun(t, quick(Settings{Seed: 1}, block), ofARoll(bearingOff, engine.Roll{4, 1})...)
	a, b := r.Candidates[0], r.Candidates[1]
	if apart := math.Hypot(a.StandardError, b.StandardError); b.DifferenceError > 0.8*apart {
		t.Errorf("the difference is known to %.4f, on different dice it would be to %.4f", b.DifferenceError, apart)
	}
	if math.Abs(b.Difference-(b.Equity-a.Equity)) > 1e-12 {
		t.Errorf("difference %v of %v and %v", b.Difference, a.Equity, b.Equity)
	}
}

// slow takes its time, and says when it has begun.
type slow struct{ begun chan<- struct{} }

func (s slow) BestOf(ctx context.Context, _ []engine.Play) (int, error) {
	select {
	case s.begun <- struct{}{}:
	default:
	}
	<-ctx.Done()
	return 0, ctx.Err()
}

func TestTheEndOfTheContextEndsTheRolloutAtOnce(t *testing.T) {
	begun := make(chan struct{}, 1)
	o := quick(Settings{}, MaxGames)
	o.NewPlayer = func() Player { return slow{begun} }
	for name, o := range map[string]Options{"a player who thinks": o, "a game": quick(Settings{Luck: true}, MaxGames)} {
		r, err := New([]Candidate{Position(engine.Start())}, o)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		var at time.Time
		go func() {
			if o.NewPlayer != nil {
				<-begun
			} else {
				time.Sleep(50 * time.Millisecond)
			}
			at = time.Now()
			cancel()
		}()
		if err := r.Run(ctx, 2, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
		if late := time.Since(at); late > 500*time.Millisecond { // on a busy machine
			t.Errorf("%s: it ended after %v", name, late)
		}
	}
}

// wrong is a player who fails, or chooses what there is not.
type wrong struct {
	choice int
	err    error
}

func (w wrong) BestOf(context.Context, []engine.Play) (int, error) { return w.choice, w.err }

func TestAPlayerWhoFailsEndsTheRollout(t *testing.T) {
	cause := errors.New("asleep")
	for hint, p := range map[string]wrong{"asleep": {0, cause}, "chose play 99": {99, nil}, "chose play -1": {-1, nil}} {
		o := quick(Settings{}, 10)
		o.NewPlayer = func() Player { return p }
		r, err := New([]Candidate{Position(engine.Start())}, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Run(context.Background(), 2, nil); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("error %v does not say %q", err, hint)
		}
		if r.Games() != 0 {
			t.Errorf("%d games count", r.Games())
		}
	}
}

func TestAGameWithoutEndIsCutOffAndCounted(t *testing.T) {
	for truncate, endless := range []bool{true, false, false, false, false, true} {
		o := quick(Settings{Truncate: truncate}, 1)
		w := newWorker(&o, nil)
		w.longest = 4
		c := Position(engine.Start())
		got, err := w.play(context.Background(), 0, &c)
		if err != nil || got.endless != endless {
			t.Errorf("cut off after %d plies it counts as endless: %v; error %v", truncate, got.endless, err)
		}
	}
	r, err := New([]Candidate{Position(bearingOff)}, quick(Settings{}, 10))
	if err != nil {
		t.Fatal(err)
	}
	r.add([]result{{endless: true}})
	r.add([]result{{}})
	if f := r.Result().Candidates[0]; f.Endless != 1 || f.Games != 2 {
		t.Errorf("%+v", f)
	}
}

func TestOptionsThatMakeNoRolloutAreExplained(t *testing.T) {
	one := []Candidate{Position(engine.Start())}
	for hint, c := range map[string]struct {
		candidates []Candidate
		o          Options
	}{
		"no NewEvaluator":                  {one, Options{}},
		"-1 games; from 1 to 10000000":     {one, quick(Settings{}, -1)},
		"10000001 games; from 1":           {one, quick(Settings{}, MaxGames+1)},
		"cut off after -1 plies":           {one, quick(Settings{Truncate: -1}, 1)},
		"a confidence of 0.5; it is":       {one, quick(Settings{Confidence: 0.5}, 1)},
		"a confidence of 1; it is":         {one, quick(Settings{Confidence: 1}, 1)},
		"a standard error of -1; it is":    {one, Options{Error: -1, NewEvaluator: newRough}},
		"a standard error of NaN; it is":   {one, Options{Error: math.NaN(), NewEvaluator: newRough}},
		"0 candidates; from 1 to 1000":     {nil, quick(Settings{}, 1)},
		"candidate 1: the player on roll":  {make([]Candidate, 1), quick(Settings{}, 1)},
		"1001 candidates; from 1 to 1000 ": {make([]Candidate, 1001), quick(Settings{}, 1)},
	} {
		if _, err := New(c.candidates, c.o); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("error %v does not say %q", err, hint)
		}
	}
}

func TestWithoutGamesNothingIsKnown(t *testing.T) {
	r, err := New(ofARoll(bearingOff, engine.Roll{4, 1}), quick(Settings{}, 1))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Result().Candidates {
		if !math.IsNaN(f.Equity) || !math.IsInf(f.StandardError, 1) || f.Games != 0 || f.Outcome != (eval.Outcome{}) {
			t.Errorf("%+v", f)
		}
	}
}
