package rollout

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"tavla/engine"
)

func TestAStandardErrorAskedForEndsTheRollout(t *testing.T) {
	o := quick(Settings{Seed: 1}, 100_000)
	o.Error = 0.05
	r := mustRun(t, o, Position(bearingOff))
	f := r.Candidates[0]
	if r.Reason != SmallError || f.StandardError > 0.05 || r.Games%looksEvery != 0 {
		t.Errorf("%+v", r)
	}
	if f.StandardError < 0.04 {
		t.Errorf("it went on for too long, to %v", f.StandardError)
	}
}

func TestAllGamesArePlayedWhereNothingEndsThemEarlier(t *testing.T) {
	o := quick(Settings{Confidence: 0.99}, 200)
	o.Error = 1e-9
	if r := mustRun(t, o, Position(bearingOff)); r.Reason != AllGames || r.Games != 200 {
		t.Errorf("%+v", r)
	}
}

func TestClearlyWorseCandidatesAreDropped(t *testing.T) {
	b := bearingOff
	better := Position(engine.Board{Own: side(1, 1), Opp: b.Opp})
	alike := Position(b)
	o := quick(Settings{Confidence: 0.99}, 1000)
	r := mustRun(t, o, alike, better, alike)
	if r.Reason != SureOfTheBest || r.Candidates[0].Index != 1 || r.Games >= 1000 {
		t.Fatalf("%+v", r)
	}
	for _, f := range r.Candidates[1:] {
		if !f.Dropped || f.Games > r.Games || f.Difference > -0.1 || f.Best > 0.01 {
			t.Errorf("%+v", f)
		}
	}
	r = mustRun(t, o, alike, alike)
	if r.Reason != AllGames || r.Candidates[1].Dropped || r.Games != 1000 {
		t.Errorf("of two that are alike: %+v", r)
	}
}

func TestTheChancesOfBeingTheBestSumToOne(t *testing.T) {
	for games := 1; games < 300; games = 2*games + 1 {
		r := mustRun(t, quick(Settings{Seed: 4}, games), ofARoll(bearingOff, engine.Roll{4, 1})...)
		sum := 0.0
		for _, f := range r.Candidates {
			if f.Best < 0 || f.Best > 1 {
				t.Errorf("a chance of %v", f.Best)
			}
			sum += f.Best
		}
		if math.Abs(sum-1) > 0.002 {
			t.Errorf("the chances after %d games sum to %v", games, sum)
		}
	}
}

func TestTheChanceOfTheBetterOfTwoIsThatOfTheirDifference(t *testing.T) {
	f := []Figures{{Games: 10}, {Games: 10, Difference: -0.2, DifferenceError: 0.1}}
	chances(f)
	if want := normal(2); math.Abs(f[0].Best-want) > 1e-9 || math.Abs(f[1].Best-(1-want)) > 1e-4 {
		t.Errorf("%v and %v, not %v", f[0].Best, f[1].Best, want)
	}
}

func TestLookingOftenDoesNotProveWhatIsNotSo(t *testing.T) {
	const runs, looks, risk = 500, 100, 0.1
	random := rand.New(rand.NewPCG(1, 2))
	wrong := 0
	for range runs {
		var m moments
		for m.N < looks*looksEvery {
			for range looksEvery {
				m.add(random.NormFloat64())
			}
			if m.N >= leastGames && m.Mean > lineOfProof(m.N, risk)*m.standardError() {
				wrong++
				break
			}
		}
	}
	if share := float64(wrong) / runs; share > risk {
		t.Errorf("in %.3f of the runs chance passes for proof, more than %v", share, risk)
	}
	if z := lineOfProof(1296, 0.01); z < 2.33 || z > 4 {
		t.Errorf("%v standard errors are wanted after 1296 games", z)
	}
}

func TestMomentsAreThoseOfAllValues(t *testing.T) {
	var m moments
	for _, v := range []float64{1, 2, 3, 4} {
		m.add(v)
	}
	if want := math.Sqrt(5.0 / 3 / 4); m.N != 4 || m.Mean != 2.5 || math.Abs(m.standardError()-want) > 1e-15 {
		t.Errorf("%+v with a standard error of %v", m, m.standardError())
	}
}

func TestProgressIsToldGameByGame(t *testing.T) {
	r, err := New([]Candidate{Position(bearingOff)}, quick(Settings{}, 20))
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	if err := r.Run(context.Background(), 3, func() {
		if told++; r.Games() != told || r.Result().Games != told {
			t.Errorf("told %d times after %d games", told, r.Games())
		}
	}); err != nil || told != 20 {
		t.Errorf("told %d times, error %v", told, err)
	}
}
