//go:build unix

package wholefile

import (
	"path/filepath"
	"syscall"
	"testing"
)

func TestTheUmaskIsHeeded(t *testing.T) {
	for _, mask := range []int{0o077, 0o027, 0} {
		before := syscall.Umask(mask)
		path := filepath.Join(t.TempDir(), "net")
		err := Write(path, writes(nil))
		syscall.Umask(before)
		if err != nil {
			t.Fatal(err)
		}
		if got := int(permissions(t, path)); got != 0o666&^mask {
			t.Errorf("umask %03o: mode %03o", mask, got)
		}
	}
}
