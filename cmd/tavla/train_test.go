package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tavla/train"
)

// runTavla runs a command line and returns its exit status and both outputs.
func runTavla(ctx context.Context, args ...string) (status int, out, errOut string) {
	var o, e bytes.Buffer
	status = execute(ctx, args, strings.NewReader(""), &o, &e)
	return status, o.String(), e.String()
}

func TestAnInterruptedRunEndsWithTheSameNet(t *testing.T) {
	whole, broken := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "broken")
	ctx := context.Background()
	begin := []string{"train", "--games", "120", "--hidden", "8", "--measure", "0", "--out"}
	if status, _, said := runTavla(ctx, append(begin, whole)...); status != exitDone {
		t.Fatalf("exit status %d: %s", status, said)
	}
	interrupted, stop := context.WithCancel(ctx)
	stop()
	status, _, said := runTavla(interrupted, append(begin, broken)...)
	if status != exitInterrupted || !strings.Contains(said, "go on with: tavla train --resume --out "+broken) {
		t.Fatalf("exit status %d: %s", status, said)
	}
	if _, err := os.Stat(train.NetPath(broken)); err == nil {
		t.Fatal("an interrupted run has a net already")
	}
	if status, _, said := runTavla(ctx, "train", "--resume", "--measure", "0", "--workers", "1", "--out", broken); status != exitDone {
		t.Fatalf("exit status %d: %s", status, said)
	}
	a, errA := os.ReadFile(train.NetPath(whole))
	b, errB := os.ReadFile(train.NetPath(broken))
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if !bytes.Equal(a, b) {
		t.Error("the nets differ")
	}
}

func TestAResumedRefinementMayLearnOtherwise(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	path := func(name string) string { return filepath.Join(dir, name) }
	do := func(ctx context.Context, args ...string) (int, string) {
		status, _, said := runTavla(ctx, append([]string{"train", "--measure", "0", "--out"}, args...)...)
		return status, said
	}
	must := func(args ...string) {
		t.Helper()
		if status, said := do(ctx, args...); status != exitDone {
			t.Fatalf("exit status %d: %s", status, said)
		}
	}
	must(path("first"), "--games", "120", "--hidden", "8")
	refine := []string{"--stage", "refine", "--from", train.NetPath(path("first")), "--split", "4", "--seed", "3", "--pruning", "0"}
	others := []string{"--games", "6", "--passes", "3", "--fade", "0.5", "--step", "0.004:0.0001", "--batch", "64", "--common", "0.2"}
	must(append(append([]string{path("whole")}, refine...), others...)...)
	interrupted, stop := context.WithCancel(ctx)
	stop()
	if status, said := do(interrupted, append(append([]string{path("other")}, refine...), "--games", "8", "--passes", "1", "--step", "0.001")...); status != exitInterrupted {
		t.Fatalf("exit status %d: %s", status, said)
	}
	if status, said := do(ctx, path("other"), "--resume", "--seed", "4", "--passes", "2"); status != exitUsage || !strings.Contains(said, "--seed is not what the run") {
		t.Fatalf("another seed: exit status %d: %s", status, said)
	}
	must(append([]string{path("other"), "--resume"}, others...)...)
	a, errA := os.ReadFile(train.NetPath(path("whole")))
	b, errB := os.ReadFile(train.NetPath(path("other")))
	if err := errors.Join(errA, errB); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Error("the nets differ")
	}
	record, err := os.ReadFile(recordPath(path("other")))
	if err != nil {
		t.Fatal(err)
	}
	if want := `"passes": 3`; !strings.Contains(string(record), want) {
		t.Errorf("the record does not say %s:\n%s", want, record)
	}
}

func TestSchedulesAreReadAsTheyAreSpelt(t *testing.T) {
	base := train.Schedule{From: 1, To: 2, Hold: 0.25, End: 0.5}
	for text, want := range map[string]train.Schedule{
		"0.7":       {From: 0.7, To: 0.7},
		"0.1:0.002": {From: 0.1, To: 0.002, Hold: 0.25, End: 0.5},
		"0":         {},
	} {
		got, err := parseSchedule(text, base)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
		if again := spell(got); again != text {
			t.Errorf("%s is spelt %s", text, again)
		}
	}
	for _, text := range []string{"", ":", "1:", ":1", "1:2:3", "a"} {
		if _, err := parseSchedule(text, base); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

func TestIntervalsFollowFromTheSettings(t *testing.T) {
	for _, c := range []struct {
		config              train.Config
		checkpoint, metrics int
	}{
		{train.Config{Games: 300}, 1_000, 100},
		{train.Config{Games: 1_000_000}, 20_000, 50_000},
		{train.Config{Games: 20_000_000}, 100_000, 50_000},
		{train.Config{Time: time.Minute}, 10_000, 3_000},
	} {
		if n := checkpointInterval(&c.config); n != c.checkpoint {
			t.Errorf("%d games, %v: a checkpoint every %d games, not %d", c.config.Games, c.config.Time, n, c.checkpoint)
		}
		if n := metricsInterval(&c.config); n != c.metrics {
			t.Errorf("%d games, %v: metrics every %d games, not %d", c.config.Games, c.config.Time, n, c.metrics)
		}
	}
}

func TestTheCommandLineIsQuotedWhereItMustBe(t *testing.T) {
	a := &app{args: []string{"train", "--out", "my run", ""}}
	if got, want := a.commandLine(), `tavla train --out "my run" ""`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}
