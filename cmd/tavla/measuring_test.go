package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tavla/train"
)

// begun is the folder of a short run that was stopped before its first game was learned.
func begun(t *testing.T, flags ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	stopped, stop := context.WithCancel(t.Context())
	stop()
	args := append([]string{"train", "--games", "120", "--hidden", "8", "--out", dir}, flags...)
	if status, _, said := runTavla(stopped, args...); status != exitInterrupted {
		t.Fatalf("exit status %d: %s", status, said)
	}
	return dir
}

// resumed takes the run up again, to its end.
func resumed(t *testing.T, dir string, flags ...string) {
	t.Helper()
	if status, _, said := runTavla(t.Context(), append([]string{"train", "--resume", "--out", dir}, flags...)...); status != exitDone {
		t.Fatalf("exit status %d: %s", status, said)
	}
}

// measuredBy wants the run to have so many measured points, all against the bot.
func measuredBy(t *testing.T, dir, bot string, points int) {
	t.Helper()
	lines, err := train.ReadMetrics(dir)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, m := range lines {
		if m.PointsPerGame == nil {
			continue
		}
		if n++; m.Against != bot {
			t.Errorf("at %d games it was measured against %q, not %q", m.Games, m.Against, bot)
		}
	}
	if n != points {
		t.Errorf("%d points, not %d", n, points)
	}
}

func TestAResumedRunIsMeasuredAsBefore(t *testing.T) {
	dir := begun(t, "--measure", "2", "--against", "random", "--metrics-every", "30", "--checkpoint-every", "60")
	before := readRecord(dir).Measuring
	resumed(t, dir)
	measuredBy(t, dir, "random", 2)
	r := readRecord(dir)
	if want := (measuring{2, "random", 30, 60}); before == nil || *before != want || *r.Measuring != want {
		t.Errorf("measured by %+v, then %+v, not %+v", before, r.Measuring, want)
	}
	if r.Strength == nil || r.Strength.Against != "random" || r.Strength.Games != 2 {
		t.Errorf("its strength is %+v", r.Strength)
	}
}

func TestARunThatIsNotMeasuredStaysSoUnlessToldOtherwise(t *testing.T) {
	dir := begun(t, "--measure", "0")
	resumed(t, dir)
	measuredBy(t, dir, "", 0)
	dir = begun(t, "--measure", "0")
	resumed(t, dir, "--measure", "2", "--against", "random", "--metrics-every", "200")
	measuredBy(t, dir, "random", 1)
}

func TestOneCurveIsAgainstOneBot(t *testing.T) {
	dir := begun(t, "--measure", "2", "--against", "random")
	resumed(t, dir)
	for _, record := range []string{"as it was", "lost"} {
		for _, flags := range [][]string{{"--against", "pip"}, {"--against", "pip", "--measure", "0"}} {
			status, _, said := runTavla(t.Context(), append([]string{"train", "--resume", "--out", dir}, flags...)...)
			if status != exitUsage || !strings.Contains(said, "was measured against random") {
				t.Errorf("%s, the record %s: exit status %d: %s", flags, record, status, said)
			}
		}
		resumed(t, dir, "--against", "random", "--measure", "4")
		if err := os.Remove(recordPath(dir)); err != nil {
			t.Fatal(err)
		}
	}
	resumed(t, dir)
	if m := readRecord(dir).Measuring; m.Against != "random" {
		t.Errorf("without its record the run goes on against %s", m.Against)
	}
}

// An older program named the bot in the record's strength alone.
func TestARunOfAnOlderProgramIsResumed(t *testing.T) {
	dir := begun(t, "--measure", "2", "--against", "random")
	resumed(t, dir)
	forget(t, recordPath(dir), "measuring")
	forget(t, train.MetricsPath(dir), "against")
	if status, _, said := runTavla(t.Context(), "train", "--resume", "--out", dir, "--against", "pip"); status != exitUsage {
		t.Errorf("against another bot: exit status %d: %s", status, said)
	}
	resumed(t, dir, "--measure", "4")
	if m := readRecord(dir).Measuring; m.Against != "random" || m.Games != 4 {
		t.Errorf("it is measured by %+v", m)
	}
	dir = begun(t, "--measure", "2")
	forget(t, recordPath(dir), "measuring")
	resumed(t, dir, "--measure", "2", "--against", "random")
	measuredBy(t, dir, "random", 1)
}

// forget takes a key out of every object in a file.
func forget(t *testing.T, path, key string) {
	t.Helper()
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var rest strings.Builder
	for d, e := json.NewDecoder(in), json.NewEncoder(&rest); d.More(); {
		var object map[string]json.RawMessage
		err := d.Decode(&object)
		delete(object, key)
		if err = errors.Join(err, e.Encode(object)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path, []byte(rest.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
