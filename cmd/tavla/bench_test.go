package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"tavla/eval/arena"
)

func TestUnboundedFiguresAreNull(t *testing.T) {
	text, err := json.Marshal(newBenchAnswer(arena.Result{
		A: "net", B: "pip", Games: 2,
		Wins: arena.Figure{Mean: 1, CI95: math.Inf(1)}, Elo: arena.Figure{Mean: math.Inf(1), CI95: math.Inf(1)},
		Speed: arena.Speed{DecisionsPerSecond: [2]float64{10, 20}},
	}, 1))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`"wins":{"mean":1,"ci95":null}`, `"elo":{"mean":null,"ci95":null}`,
		`"luckAdjusted":{"mean":null,"ci95":null}`, `"decisionsPerSecond":{"a":10,"b":20}`,
	} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s is not in %s", part, text)
		}
	}
}

func TestTheTableSaysWhatHasNoBound(t *testing.T) {
	var out bytes.Buffer
	a := &app{out: &out}
	r := arena.Result{
		A: "net", B: "pip", Games: 2, Asked: 10, Partial: true,
		PointsPerGame: arena.Figure{Mean: 1.5, CI95: 0.25},
		Wins:          arena.Figure{Mean: 1, CI95: math.Inf(1)}, Elo: arena.Figure{Mean: math.Inf(1), CI95: math.Inf(1)},
	}
	if err := a.printBench(newBenchAnswer(r, 1), r); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"net against pip: 2 games of 10 (partial), seed 1", "points per game       +1.5000  ± 0.2500",
		"wins                  100.00%  ± unbounded", "Elo                   unbounded",
	} {
		if !strings.Contains(out.String(), line+"\n") {
			t.Errorf("no line %q in\n%s", line, out.String())
		}
	}
}

func TestAnInterruptedBenchShowsWhatItHas(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	status, out, said := runTavla(ctx, "bench", "pip", "random", "--games", "10", "--json")
	if status != exitInterrupted || !strings.Contains(out, `"partial":true`) || !strings.Contains(said, "interrupted after 0 of 10 games") {
		t.Errorf("exit status %d, %s, %s", status, out, said)
	}
}

func TestBotsThatDoNotPlayHereAreUsageErrors(t *testing.T) {
	a := new(app)
	for _, name := range []string{"nobody", "net@9", "pip=3", ""} {
		if _, err := a.player(t.Context(), name); err == nil {
			t.Errorf("%q: no error", name)
		} else if _, ok := err.(usageError); !ok {
			t.Errorf("%q: %v is no usage error", name, err)
		}
	}
}
