// Package enginetest is what tests share: positions written compactly, a second
// and deliberately naive play generator, and the way to the shared case files.
package enginetest

import (
	"os"
	"path/filepath"
	"testing"
)

// Shared returns the path of a file in the shared reference folder, which lies
// beside the repository and which a plain clone lacks: then the test is skipped,
// except in CI, where nothing may be skipped.
func Shared(t testing.TB, name ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test's folder")
		}
		dir = parent
	}
	path := filepath.Join(append([]string{dir, "..", "shared"}, name...)...)
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("CI must have the shared reference files: %v", err)
		}
		t.Skipf("the shared reference files are not here: %v", err)
	}
	return path
}
