package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/engine/notation"
	"tavla/eval/static"
	"tavla/nnet"
	"tavla/weights"
)

var updateSpeed = flag.Bool("update-speed", false, "write speed-positions.txt anew, from games of the shipped nets")

func shipped(t *testing.T) *static.Model {
	t.Helper()
	f, err := nnet.Decode(weights.Net())
	if err != nil {
		t.Fatal(err)
	}
	m, err := static.NewModel(f)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestSpeedPositionsHaveThePlaysThatANaiveGeneratorFinds(t *testing.T) {
	if *updateSpeed {
		var text strings.Builder
		var g engine.Generator
		for _, b := range differentPositions(shipped(t), 1000) {
			n := 0
			for _, roll := range engine.Rolls() {
				n += len(g.Plays(b, roll))
			}
			fmt.Fprintf(&text, "%s %d\n", notation.FormatPositionID(b), n)
		}
		if err := os.WriteFile("speed-positions.txt", []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Skip("written; they are compiled in the next time")
	}
	boards, err := checkedPositions(speedPositions)
	if err != nil {
		t.Fatal(err)
	}
	different := map[engine.Board]bool{}
	for _, b := range boards {
		different[b] = true
	}
	if len(different) != 1000 {
		t.Errorf("%d different positions, not 1,000", len(different))
	}
	var g engine.Generator
	for i, b := range boards {
		if i%25 != 0 { // the naive one takes its time
			continue
		}
		for _, roll := range engine.Rolls() {
			naive := enginetest.Naive(b, roll)
			delete(naive, b) // a lost turn
			if got, want := len(g.Plays(b, roll)), len(naive); got != want {
				t.Errorf("%s %v: %d plays, not %d", notation.FormatPositionID(b), roll, got, want)
			}
		}
	}
}

func TestAWrongPlayCountStopsTheMeasurement(t *testing.T) {
	if _, err := checkedPositions("4HPwATDgc/ABMA 1\n"); err == nil || !strings.Contains(err.Error(), "the play generator is wrong") {
		t.Errorf("error %v", err)
	}
}

func TestSpeedMeasuresEveryFigure(t *testing.T) {
	told := 0
	answer, err := measureSpeed(shipped(t), 2, speedEffort{300, time.Millisecond}, func(share float64, _ string) error {
		if share < 0 || share >= 1 {
			t.Errorf("share %v", share)
		}
		told++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := 4 + 3*len(nnet.Kernels()); told != want {
		t.Errorf("told %d steps, not %d", told, want)
	}
	text, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	var keys map[string]any
	if err := json.Unmarshal(text, &keys); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"staticEvaluationsPerSecond", "candidatesPerSecond", "decisionsPerSecond", "rollsPerSecond"} {
		if v, ok := keys[key].(float64); !ok || v <= 0 {
			t.Errorf("%s is %v", key, keys[key])
		}
	}
	for _, key := range []string{"oneWorker", "allWorkers"} {
		if v, ok := keys["selfPlayGamesPerSecond"].(map[string]any)[key].(float64); !ok || v <= 0 {
			t.Errorf("%s is %v", key, v)
		}
	}
	if keys["kernel"] != nnet.Kernels()[0] || len(answer.Kernels) != len(nnet.Kernels())-1 {
		t.Errorf("kernel %v, others %v", keys["kernel"], keys["kernels"])
	}
}

func TestSpeedStopsWhenAsked(t *testing.T) {
	stop := errors.New("stop")
	_, err := measureSpeed(shipped(t), 1, speedEffort{300, time.Millisecond}, func(float64, string) error { return stop })
	if !errors.Is(err, stop) {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if status := execute(ctx, []string{"speed"}, nil, new(strings.Builder), new(strings.Builder)); status != exitInterrupted {
		t.Errorf("exit status %d", status)
	}
}

func TestKernelsThatDoNotRunHereAreRefused(t *testing.T) {
	if _, err := shipped(t).NewEvaluatorOn("abacus"); err == nil || !strings.Contains(err.Error(), nnet.Kernels()[0]) {
		t.Errorf("error %v", err)
	}
}
