package train

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// fullDir names the folder in which a copy of this test binary trains under a
// limit on the size of files, which acts like a full disk.
const fullDir = "TAVLA_TEST_TRAIN_ON_FULL_DISK"

func TestAFullDiskKeepsTheLastCheckpointAndNamesIt(t *testing.T) {
	if dir := os.Getenv(fullDir); dir != "" {
		trainOnFullDisk(t, dir)
		return
	}
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run", "^TestAFullDiskKeepsTheLastCheckpointAndNamesIt$")
	cmd.Env = append(os.Environ(), fullDir+"="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	all, err := checkpoints(dir)
	if err != nil || len(all) != 1 {
		t.Fatalf("checkpoints %v, %v: want the one from before the disk was full", all, err)
	}
	r, err := Resume(options(dir, 2))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// trainOnFullDisk lets the disk fill up after the first checkpoint.
func trainOnFullDisk(t *testing.T, dir string) {
	o := options(dir, 2)
	o.MetricsEvery = 0 // the next thing written is a checkpoint
	o.Progress = func(Progress) {
		if _, err := lastCheckpoint(dir); err == nil {
			if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1000, Max: 1000}); err != nil {
				t.Error(err)
			}
		}
	}
	r, err := Start(tiny(), o)
	if err != nil {
		t.Fatal(err)
	}
	err = r.Go(context.Background())
	last, lastErr := lastCheckpoint(dir)
	if lastErr != nil {
		t.Fatal(lastErr)
	}
	if !errors.Is(err, syscall.EFBIG) || !strings.Contains(err.Error(), last) {
		t.Errorf("the run ended with %v; want the file's size and %s named", err, last)
	}
}
