package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval/arena"
	"tavla/eval/search"
	"tavla/eval/static"
	"tavla/nnet"
	"tavla/weights"
)

func TestTheShippedNetsAreThoseOfTheirProvenance(t *testing.T) {
	var record struct{ SHA256, Command string }
	if err := json.Unmarshal(weights.Provenance(), &record); err != nil {
		t.Fatal(err)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(weights.Net())); sum != record.SHA256 {
		t.Errorf("the nets have the checksum %s, their record says %s", sum, record.SHA256)
	}
	if record.Command == "" {
		t.Error("the record does not say what command made the nets")
	}
}

func TestTheShippedNetsPlayTheFiveKnownOpenings(t *testing.T) {
	r := search.New(shipped(t).NewEvaluator())
	for roll, want := range map[engine.Roll]string{
		{3, 1}: "8/5 6/5", {4, 2}: "8/4 6/4", {6, 1}: "13/7 8/7", {5, 3}: "8/3 6/3", {6, 5}: "24/13",
	} {
		play, _, _ := r.Best(engine.Start(), roll)
		if got := notation.FormatPlay(play); got != want {
			t.Errorf("%d-%d: %s, not %s", roll[0], roll[1], got, want)
		}
	}
}

func TestTakingTheLuckOutCutsTheVarianceOfNetAgainstNetEightTimes(t *testing.T) {
	if testing.Short() {
		t.Skip("300 games and their luck take some seconds")
	}
	f, err := nnet.Decode(weights.Net())
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range f.Nets { // a net of about the same strength that plays otherwise
		f.Nets[i].Net.Parameters(func(p []float32) {
			for j := range p {
				p[j] *= 1 + 0.1*(rng.Float32()-0.5)
			}
		})
	}
	other, err := static.NewModel(f)
	if err != nil {
		t.Fatal(err)
	}
	m := shipped(t)
	r, err := arena.Run(t.Context(), arena.Config{
		A: arena.Player{Name: "net", New: netBots(m)}, B: arena.Player{Name: "another", New: netBots(other)},
		Games: 300, Seed: 5, Luck: judges(m),
	})
	if err != nil {
		t.Fatal(err)
	}
	ratio := math.Pow(r.PointsPerGame.CI95/r.LuckAdjusted.CI95, 2)
	t.Logf("points per game %v, luck adjusted %v: %.1f times less variance", r.PointsPerGame, *r.LuckAdjusted, ratio)
	if ratio < 8 {
		t.Errorf("taking the luck out cuts the variance %.1f times, not 8", ratio)
	}
	if gap := math.Abs(r.PointsPerGame.Mean - r.LuckAdjusted.Mean); gap > r.PointsPerGame.CI95+r.LuckAdjusted.CI95 {
		t.Errorf("the plain and the adjusted figure are %.3f apart", gap)
	}
}
