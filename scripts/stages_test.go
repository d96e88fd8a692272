// Package scripts holds no Go of its own: the shell scripts are tested here.
package scripts

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A stage is trained by a go command that only says what it was asked.
func TestAStageGoesOnOnlyFromACheckpoint(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stages are trained by a shell script")
	}
	if _, err := os.Stat("stages.sh"); err != nil { // looked at, so that a change of it is tested anew
		t.Fatal(err)
	}
	bin, runs := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte("#!/bin/sh\necho \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	resumes := func() bool {
		t.Helper()
		c := exec.Command("sh", "stages.sh", "td", runs)
		c.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		said, err := c.CombinedOutput()
		if err != nil || !strings.HasPrefix(string(said), "run ./cmd/tavla train --games ") {
			t.Fatalf("%v: %s", err, said)
		}
		return strings.Contains(string(said), " --resume ")
	}
	if resumes() {
		t.Error("a stage that was never begun is resumed")
	}
	checkpoints := filepath.Join(runs, "td", "checkpoints")
	if err := os.MkdirAll(checkpoints, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(checkpoints, ".000000000000.tavla.123"), nil, 0o644); err != nil { // half of one
		t.Fatal(err)
	}
	if resumes() {
		t.Error("a stage without a checkpoint is resumed")
	}
	if err := os.WriteFile(filepath.Join(checkpoints, "000000000000.tavla"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if !resumes() {
		t.Error("a stage with a checkpoint is not resumed")
	}
}
