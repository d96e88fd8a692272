package main

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"tavla/engine"
	"tavla/engine/notation"
)

// opening is the 3-1 that begins a game, two of whose plays have been rolled out.
func opening(t *testing.T) (d *decision, plays []int) {
	t.Helper()
	d = &decision{
		Position: "4HPwATDgc/ABMA", Dice: engine.Roll{3, 1},
		Plays: []play{{"8/5 6/5", 0.16}, {"24/20", 0}},
	}
	if err := d.prepare(); err != nil {
		t.Fatal(err)
	}
	for _, p := range d.Plays {
		i, err := notation.ParsePlay(p.text, d.legal)
		if err != nil {
			t.Fatal(err)
		}
		plays = append(plays, i)
	}
	return d, plays
}

func TestTheBestPlayByOneHalfOfTheGamesIsWorthWhatTheOtherSays(t *testing.T) {
	d, plays := opening(t)
	for name, c := range map[string]struct {
		worth  [2][halves]float64
		losses [2]float64 // mEq
	}{
		"one is better":       {[2][halves]float64{{0.2, 0.1}, {0, -0.1}}, [2]float64{0, 200}},
		"both halves differ":  {[2][halves]float64{{0.2, 0.1}, {0.1, 0.2}}, [2]float64{-50, -50}},
		"no difference":       {[2][halves]float64{{0.3, 0.3}, {0.3, 0.3}}, [2]float64{0, 0}},
		"better by one alone": {[2][halves]float64{{0.4, 0}, {0, 0.1}}, [2]float64{-200, -50}},
	} {
		r := rollouts{worth: make(map[asked]float64)}
		for k, i := range plays {
			for half, worth := range c.worth[k] {
				r.worth[asked{d.after(i), half + 1}] = worth
			}
		}
		for k, loss := range r.losses(d, plays) {
			if math.Abs(loss-c.losses[k]) > 1e-9 {
				t.Errorf("%s: the play %d loses %v, not %v", name, k+1, loss, c.losses[k])
			}
		}
	}
}

func TestRolloutsInAFileAreNotMadeAgain(t *testing.T) {
	d, plays := opening(t)
	path := filepath.Join(t.TempDir(), "rollouts.jsonl")
	decisions := []decision{*d}
	r, err := readRollouts(path, decisions)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range plays {
		for seed := 1; seed <= halves; seed++ {
			line := rolled{d.Position, engine.Roll{3, 1}, notation.FormatPlay(d.legal[i]), seed, trials, float64(i) / 8, 0.01}
			if err := r.add(line); err != nil {
				t.Fatal(err)
			}
		}
	}
	// Those of another number of games, or of no decision of the file, do not count.
	if err := r.add(rolled{d.Position, engine.Roll{3, 1}, "13/9", 1, 36, 0, 0.1}); err != nil {
		t.Fatal(err)
	}
	if err := r.add(rolled{d.Position, engine.Roll{6, 1}, "13/7 8/7", 1, trials, 0, 0.1}); err != nil {
		t.Fatal(err)
	}
	if r, err = readRollouts(path, decisions); err != nil {
		t.Fatal(err)
	}
	if len(r.worth) != len(plays)*halves {
		t.Errorf("%d rollouts, not %d", len(r.worth), len(plays)*halves)
	}
	if err := r.settle(t.Context(), d, plays); err != nil {
		t.Error(err)
	}
	if got, want := r.losses(d, plays)[0], 1000*float64(max(plays[0], plays[1])-plays[0])/8; got != want {
		t.Errorf("the play loses %v, not %v", got, want)
	}
	if err := os.WriteFile(path, []byte("{\"position\":\"4HPwATDgc/ABMA\",\"dice\":[3,1],\"play\":\"9/2\",\"trials\":180}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := readRollouts(path, decisions); err == nil {
		t.Error("a play that cannot be played was read")
	}
}

func TestTheLastResultShownIsOfAllGames(t *testing.T) {
	shown := "Current Position:\r\n\r\n  0.00000 0.00000 0.00000 - 1.00000 0.00000 0.00000 CL +0.00000\r\n\r\n" +
		" [0.00000 0.00000 0.00000 - 0.00000 0.00000 0.00000 CL  0.00000]\r\n\r\nFull cubeless rollout\r\n\r\n0 games, seed 1\r\n" +
		"Current Position:\r\n\r\n  0.51494 0.14673 0.00744 - 0.48506 0.13790 0.00713 CL -0.03902\r\n\r\n" +
		" [0.01212 0.00799 0.00161 - 0.01212 0.00857 0.00301 CL  0.03107] 1r\r\n\r\nFull cubeless rollout\r\n\r\n180 games, seed 1\r\n"
	all := result.FindAllStringSubmatch(shown, -1)
	if len(all) != 2 {
		t.Fatalf("%d results, not 2", len(all))
	}
	if last := all[1]; last[1] != "-0.03902" || last[2] != "0.03107" || last[3] != "180" {
		t.Errorf("equity %s, standard error %s, %s games", last[1], last[2], last[3])
	}
}
