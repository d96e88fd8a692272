package main

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/cube"
	"tavla/eval/static"
	"tavla/nnet"
)

// made are positions whose values are the model's at an efficiency, but for noise.
func made(x cube.Efficiency, noise float64) (all []measured) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		win := 0.6 + 0.25*random.Float32()
		o := eval.Outcome{Win: win, WinGammon: 0.3 * win, LoseGammon: 0.1 * (1 - win)}
		v := modelled(engine.Start(), o, x)
		m := measured{Position: notation.FormatPositionID(engine.Start()), Static: o, Games: 10}
		for i := range v {
			m.Values[i].Equity = v[i] + noise*random.NormFloat64()
			m.Values[i].Error, m.Values[i].Outcome = noise, o
		}
		all = append(all, m)
	}
	return all
}

func TestTheFitFindsTheEfficiencyThatValuesWereMadeWith(t *testing.T) {
	want := [owners]float64{0.55, 0.7, 0.62}
	all := made(cube.Efficiency{Own: want[own], Centred: want[centred], Opponents: want[opponents]}, 0.03)
	for owner, x := range want {
		for _, rolled := range []bool{false, true} {
			got, e, residual := leastSquares(points(all, owner, rolled))
			if math.Abs(got-x) > 4*e || e > 0.1 || math.Abs(residual-0.03) > 0.006 {
				t.Errorf("%s cube: %.3f ± %.3f, residual %.4f, not %.3f", ownerNames[owner], got, e, residual, x)
			}
		}
	}
}

func TestTheEfficiencyThatValuesWereMadeWithLosesNothing(t *testing.T) {
	x := cube.Efficiency{Own: 0.6, Centred: 0.6, Opponents: 0.6}
	all := made(x, 0)
	if l := losses(all, x); slices.Max(l) > 1e-6 {
		t.Errorf("it loses %.3f mEq", slices.Max(l))
	}
	if best := leastLoss(all); math.Abs(best-0.6) > 0.05 {
		t.Errorf("%.2f loses least, not 0.60", best)
	}
	var b strings.Builder
	report(&b, all)
	for _, want := range []string{"200 positions, 6000 games", "own          +0.600 ± 0.000", "all of them  +0.600 ± 0.000", "fitted, one for all", "0.60 0.60 0.60"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the report does not say %q:\n%s", want, b.String())
		}
	}
}

func TestASampleIsNearTheWindowAndRolledOutAndKept(t *testing.T) {
	file, err := nnet.Read(filepath.Join("..", "..", "weights", "tavla.tavla"))
	if err != nil {
		t.Fatal(err)
	}
	model, err := static.NewModel(file)
	if err != nil {
		t.Fatal(err)
	}
	s := &settings{positions: 3, games: 4, truncate: 2, workers: 2, window: 0.16, seed: 5, players: cube.Usual().Contact}
	boards := sample(model.NewEvaluator(), s)
	s.positions = 2
	if fewer := sample(model.NewEvaluator(), s); !slices.Equal(fewer, boards[:2]) {
		t.Error("fewer positions are not the first of more")
	}
	path := filepath.Join(t.TempDir(), "kept.jsonl")
	store, err := openStore(path, s.games, s.by())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.file.WriteString(`{"position":"cut sho`); err != nil { // by a crash
		t.Fatal(err)
	}
	store.close()
	if store, err = openStore(path, s.games, s.by()); err != nil {
		t.Fatal(err)
	}
	for _, b := range boards {
		if eval.ClassOf(&b) != eval.Contact {
			t.Errorf("%v is no contact", b)
		}
		m, err := s.rollOut(context.Background(), model, b)
		if err != nil {
			t.Fatal(err)
		}
		if v := m.Values; !(v[own].Equity > -1 && v[opponents].Equity < 2 && v[centred].Error > 0) {
			t.Errorf("%+v", v)
		}
		if err := store.add(m); err != nil {
			t.Fatal(err)
		}
	}
	store.close()
	if store, err = openStore(path, s.games, s.by()); err != nil {
		t.Fatal(err)
	}
	defer store.close()
	for _, b := range boards {
		if m, ok := store.known[b]; !ok || m.Games != 4 {
			t.Errorf("%v is not kept", b)
		}
	}
	other := *s
	other.seed++
	if _, err := openStore(path, other.games, other.by()); err == nil || !strings.Contains(err.Error(), "seed 5") {
		t.Errorf("a file by another seed: %v", err)
	}
}
