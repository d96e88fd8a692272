package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestAnInterruptedRolloutIsKeptAndGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kept")
	question := []string{"rollout", "4HPwATDgc/ABMA", "31", "--top", "2", "--truncate", "4", "--games", "40", "--json"}
	status, want, said := runTavla(context.Background(), question...)
	if status != exitDone {
		t.Fatalf("exit status %d: %s", status, said)
	}
	ctx, stop := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer stop()
	status, out, said := runTavla(ctx, append(question, "--games", "100000", "--save", path)...)
	if status != exitInterrupted || !strings.Contains(said, "go on with: tavla rollout --resume "+path) {
		t.Fatalf("exit status %d: %s", status, said)
	}
	if !strings.Contains(out, `"partial":true,"reason":""`) {
		t.Errorf("the figures so far are not called partial: %s", out)
	}
	status, out, said = runTavla(context.Background(), "rollout", "--resume", path, "--games", "40", "--json")
	if status != exitDone {
		t.Fatalf("exit status %d: %s", status, said)
	}
	if strings.Contains(out, `"games":40,`) && out != want { // it may have come further before
		t.Errorf("%s, not %s", out, want)
	}
}

func TestARolloutThatIsNotKeptShowsWhatItHas(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	for _, question := range [][]string{
		{"rollout", "4HPwATDgc/ABMA"}, {"rollout", "4HPwATDgc/ABMA", "31"},
		{"rollout", "4HPwATDgc/ABMA", "--json"}, {"rollout", "4HPwATDgc/ABMA", "31", "--json"},
	} {
		status, out, said := runTavla(ctx, question...)
		if status != exitInterrupted || !strings.Contains(said, "after 0 of 1296 games; with --save one can go on") {
			t.Errorf("%q: exit status %d: %s", question, status, said)
		}
		if !strings.Contains(out, "0 games of 1296 (partial: interrupted)") && !strings.Contains(out, `"partial":true`) {
			t.Errorf("%q: %s", question, out)
		}
	}
}

func TestARolloutThatCannotBeKeptDoesNotBegin(t *testing.T) {
	dir := t.TempDir()
	status, out, said := runTavla(context.Background(), "rollout", "4HPwATDgc/ABMA", "--save", filepath.Join(dir, "no", "kept"))
	if status != exitFailed || out != "" || !strings.Contains(said, "keeping the rollout") {
		t.Errorf("exit status %d: %s%s", status, out, said)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 0 {
		t.Errorf("%d files left, error %v", len(files), err)
	}
}
