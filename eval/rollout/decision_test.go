package rollout

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/eval/cube"
)

func decisionOf(t *testing.T, o Options, s engine.State, workers int) (Decision, Result) {
	t.Helper()
	r, err := New(Double(s), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Run(context.Background(), workers, nil); err != nil {
		t.Fatal(err)
	}
	d, ok := r.Decision()
	if !ok {
		t.Fatal("it is no decision")
	}
	return d, r.Result()
}

func TestARolledOutDecisionIsTheExactOne(t *testing.T) {
	for name, b := range map[string]engine.Board{
		"six men on the ace-point": {Own: side(6), Opp: side(6)},
		"six men against six":      sixEach,
		"two men against two":      endings["two men against two"],
		"far behind":               {Own: side(0, 0, 0, 0, 0, 4), Opp: side(3, 1)},
		"far ahead":                {Own: side(3, 1), Opp: side(0, 0, 0, 0, 0, 4)},
	} {
		for _, beavers := range []bool{false, true} {
			for _, owner := range []int{0, engine.Centred} {
				s := inMoney(b, owner, engine.Rules{Beavers: beavers})
				j := cube.New(byTables{tables()}, cube.Options{Exact: tables(), Efficiency: cube.Usual()})
				want, err := j.Decide(context.Background(), s)
				if err != nil {
					t.Fatal(err)
				}
				got, _ := decisionOf(t, exactly(Settings{Luck: true}, 36), s, 2)
				doubled := min(want.DoubleTake, 1)
				if want.Verdict.Beaver {
					doubled = want.DoubleBeaver
				}
				for what, v := range map[string][2]float64{
					"no double":      {got.NoDouble.Equity, want.NoDouble},
					"double, take":   {got.DoubleTake.Equity, want.DoubleTake},
					"double, beaver": {got.DoubleBeaver, want.DoubleBeaver},
					"double, pass":   {got.Passed, want.DoublePass},
					"gain":           {got.Gain, doubled - want.NoDouble},
				} {
					if math.Abs(v[0]-v[1]) > 1e-5 {
						t.Errorf("%s, beavers %v, cube of %d: %s %+.6f, not %+.6f", name, beavers, owner, what, v[0], v[1])
					}
				}
				// Where both are worth the same to the last digit, either word is right.
				if got.Verdict != want.Verdict && math.Abs(got.Gain) > 1e-5 {
					t.Errorf("%s, beavers %v, cube of %d: %v, not %v", name, beavers, owner, got.Verdict, want.Verdict)
				}
			}
		}
	}
}

func TestBothSidesOfADecisionGetTheSameDice(t *testing.T) {
	s := inMatch(endings["a gammon in the balance"], 5, 4, centred, false)
	d, _ := decisionOf(t, withCube(Settings{Seed: 1, Stratify: true}, 432), s, 2)
	apart := math.Hypot(d.DoubleTake.StandardError, d.NoDouble.StandardError)
	if d.Verdict.Take && !(d.GainError < 0.9*apart) {
		t.Errorf("the gain is known to %.4f, on different dice it would be to %.4f", d.GainError, apart)
	}
	if d.Passed != 1 || math.Abs(d.Winning-withCube(Settings{}, 1).Cubeful.Judge.MET.Winning(s.Score.After(engine.Result{Size: 1, Points: 1}), 0)) > 1e-12 {
		t.Errorf("a pass is worth %v and wins the match %v", d.Passed, d.Winning)
	}
}

func TestADecisionEndsWhenItIsProven(t *testing.T) {
	s := inMoney(engine.Board{Own: side(3, 1), Opp: side(0, 0, 0, 0, 0, 4)}, engine.Centred, engine.Rules{})
	o := exactly(Settings{Seed: 1, Stratify: true, Confidence: 0.99}, block)
	d, result := decisionOf(t, o, s, 2)
	if result.Reason != SureOfTheBest || result.Games >= block || d.Verdict.String() != "Double, pass" {
		t.Errorf("%v after %d games (%s)", d.Verdict, result.Games, result.Reason)
	}
	if d.NoDouble.Dropped || d.DoubleTake.Dropped {
		t.Error("a side of the decision is dropped")
	}
	// With take and pass worth the same it goes on to the end.
	s.Board = endings["a man on the 6-point each"]
	if _, result = decisionOf(t, o, s, 2); result.Reason != AllGames {
		t.Errorf("a close decision is called proven after %d games", result.Games)
	}
}

func TestCubefulResultsAreTheSameWithAnyWorkersAndInPieces(t *testing.T) {
	money := inMoney(bearingOff, engine.Centred, engine.Rules{Jacoby: true, Beavers: true})
	match := inMatch(endings["a gammon in the balance"], 5, 4, centred, false)
	for name, candidates := range map[string][]Candidate{"money": {Game(money)}, "match": Double(match)} {
		o := withCube(Settings{Seed: 7, Stratify: true, Luck: true}, 40)
		want := mustRun(t, o, candidates...)
		for _, workers := range []int{1, 3} {
			r, err := New(candidates, o)
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Run(context.Background(), workers, nil); err != nil {
				t.Fatal(err)
			}
			if got := r.Result(); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %d workers have %+v, two have %+v", name, workers, got, want)
			}
			r = interrupted(t, candidates, o, 11, workers)
			if err := r.Run(context.Background(), 2, nil); err != nil {
				t.Fatal(err)
			}
			if got := r.Result(); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, interrupted: %+v, not %+v", name, got, want)
			}
		}
		r, err := New(candidates, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Cubeful = nil
		if _, err := Resume(r.State(), candidates, o); err == nil || !strings.Contains(err.Error(), "another use of the cube: true, not false") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestWhatCannotBeRolledOutWithTheCubeIsRefused(t *testing.T) {
	b := bearingOff
	ready := inMoney(b, engine.Centred, engine.Rules{})
	thrown, pending, over := ready, ready, ready
	thrown.Roll = engine.Roll{3, 1}
	pending.Doubled, pending.Turn = true, 1
	over.Phase = engine.Dropped
	long := inMatch(b, 10, 3, centred, false)
	deep, high := withCube(Settings{}, 1), withCube(Settings{}, 1)
	deep.Cubeful.Plies, high.Cubeful.Judge.Plies = 4, -1
	plain := withCube(Settings{}, 1)
	for hint, c := range map[string]struct {
		candidates []Candidate
		o          Options
	}{
		"candidate 1: the player on roll is not about to throw": {[]Candidate{Game(thrown)}, plain},
		"1: the player on roll is not about to throw":           {[]Candidate{Game(pending)}, plain},
		"the player on roll is not about":                       {[]Candidate{Game(over)}, plain},
		"cube at 0":                                             {[]Candidate{{State: engine.State{Board: b, Phase: engine.Playing}}}, plain},
		"candidate 2: the player on roll may not double":        {Double(inMoney(b, 1, engine.Rules{})), plain},
		"2: the player on roll may not double":                  {Double(inMatch(b, 1, 3, centred, true)), plain},
		"may not double":                                        {Double(inMatch(b, 2, 3, engine.Cube{Value: 2, Owner: 0}, false)), plain},
		"candidate 2 has another score, cube, rules or viewer": {
			[]Candidate{Game(ready), Game(inMoney(b, 0, engine.Rules{}))}, plain},
		"the match equity table goes up to 9":    {[]Candidate{Game(long)}, plain},
		"plays at 4 plies; from 0 to 3":          {[]Candidate{Game(ready)}, deep},
		"cube decisions at -1 plies; from 0 to ": {[]Candidate{Game(ready)}, high},
		"start 3; the last one is 2":             {[]Candidate{{State: ready, Start: 3}}, plain},
	} {
		if _, err := New(c.candidates, c.o); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("error %v does not say %q", err, hint)
		}
	}
	r, err := New(Double(pending), plain) // the double in question
	if err != nil {
		t.Fatal(err)
	}
	if d, ok := r.Decision(); !ok || !math.IsNaN(d.NoDouble.Equity) {
		t.Errorf("without games %+v", d)
	}
	if r, err = New([]Candidate{Game(ready)}, plain); err != nil {
		t.Fatal(err)
	}
	if _, ok := r.Decision(); ok {
		t.Error("a position is called a cube decision")
	}
}

func TestNobodyDoublesBeforeTheFirstRollNorInTheCrawfordGame(t *testing.T) {
	s := inMoney(engine.Start(), engine.Centred, engine.Rules{})
	s.Phase = engine.NotStarted
	if c := Game(s); c.Start != Throws || c.State.Phase != engine.Playing {
		t.Errorf("%+v", c)
	}
	s.Phase, s.Rules.RerollOpening, s.Opening = engine.Playing, true, true
	if c := Game(s); c.Start != Throws || c.State.Opening {
		t.Errorf("%+v", c)
	}
	// In the Crawford game a clear pass at any other score is played to its end.
	ahead := inMatch(engine.Board{Own: side(2), Opp: side(0, 0, 0, 0, 0, 6)}, 3, 1, centred, true)
	f := mustRun(t, withCube(Settings{Stratify: true}, 36), Game(ahead)).Candidates[0]
	if f.Equity != 1 || f.Outcome.Win != 1 {
		t.Errorf("%+v", f)
	}
	behind := endings["three men behind"]
	o := withCube(Settings{Seed: 3}, 72)
	w := newWorker(&o, &stakes{met: o.Cubeful.Judge.MET, unit: 1, score: ahead.Score})
	s = inMatch(behind, 3, 1, centred, true)
	if _, ok, err := w.cube.double(context.Background(), &s); !ok || err != nil || s.Cube != centred {
		t.Errorf("cube %+v, error %v", s.Cube, err)
	}
}

func TestTakingOutTheLuckIsWorthFarMoreGamesWithTheCubeToo(t *testing.T) {
	s := inMoney(midgame, engine.Centred, engine.Rules{})
	o := Options{Settings: Settings{Seed: 1, Stratify: true, Luck: true}, Games: 48, NewEvaluator: shipped(t),
		Cubeful: &Cubeful{Judge: cube.Options{Efficiency: cube.Usual()}}}
	f := mustRun(t, o, Game(s)).Candidates[0]
	factor := math.Pow(f.PlainError/f.StandardError, 2)
	t.Logf("equity %+.4f ± %.4f, with the luck left in ± %.4f: as good as %.1f times the games", f.Equity, f.StandardError, f.PlainError, factor)
	if factor < 4 {
		t.Errorf("it is worth only %.2f times the games", factor)
	}
	o.Luck, o.Games = false, 216
	plain := mustRun(t, o, Game(s)).Candidates[0]
	t.Logf("plain, %d games: %+.4f ± %.4f", plain.Games, plain.Equity, plain.StandardError)
	if math.Abs(plain.Equity-f.Equity) > 4*math.Hypot(plain.StandardError, f.StandardError) {
		t.Errorf("equity %+.4f ± %.4f, but plain %+.4f ± %.4f", f.Equity, f.StandardError, plain.Equity, plain.StandardError)
	}
}

func TestPlaysCanBeJudgedDeeperWithTheCube(t *testing.T) {
	s := inMatch(midgame, 5, 5, centred, false)
	o := Options{Settings: Settings{Seed: 1, Truncate: 2}, Games: 2, NewEvaluator: shipped(t),
		Cubeful: &Cubeful{Judge: cube.Options{MET: cube.Compute(9, assumptions), Efficiency: cube.Usual(), Plies: 1}, Plies: 1}}
	if f := mustRun(t, o, Game(s)).Candidates[0]; f.Games != 2 || f.Winning < 0.3 || f.Winning > 0.8 {
		t.Errorf("%+v", f)
	}
}
