package wholefile

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFileHoldsWhatWasWritten(t *testing.T) {
	for _, size := range []int{0, 1, 1 << 16, 1<<16 + 1, 1 << 20} {
		path := filepath.Join(t.TempDir(), "net")
		data := bytes.Repeat([]byte{7}, size)
		if err := Write(path, writes(data)); err != nil {
			t.Fatal(err)
		}
		holds(t, path, data)
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o644 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
	}
}

func TestAnOlderFileIsReplaced(t *testing.T) {
	path := older(t)
	if err := Write(path, writes([]byte("new"))); err != nil {
		t.Fatal(err)
	}
	holds(t, path, []byte("new"))
}

func TestAFileInTheCurrentFolderNeedsNoFolderInItsName(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := Write("net", writes([]byte("new"))); err != nil {
		t.Fatal(err)
	}
	holds(t, "net", []byte("new"))
}

func TestAWriteThatFailsMidwayLeavesTheOlderFileAndNothingElse(t *testing.T) {
	broken := errors.New("broken off")
	for _, size := range []int{0, 10, 1 << 17} { // within and beyond the buffer
		path := older(t)
		err := Write(path, func(w io.Writer) error {
			w.Write(make([]byte, size))
			return broken
		})
		if !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
		holds(t, path, []byte("older"))
	}
}

func TestAWriteThatPanicsLeavesTheOlderFileAndNothingElse(t *testing.T) {
	path := older(t)
	func() {
		defer func() { recover() }()
		Write(path, func(io.Writer) error { panic("out of luck") })
	}()
	holds(t, path, []byte("older"))
}

func TestAFolderThatCannotBeWrittenIsAnError(t *testing.T) {
	path := older(t)
	for name, where := range map[string]string{
		"missing":                filepath.Join(filepath.Dir(path), "missing", "net"),
		"a file":                 filepath.Join(path, "net"),
		"the name of the folder": filepath.Dir(path),
	} {
		if err := Write(where, writes([]byte("new"))); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	holds(t, path, []byte("older"))
}

func TestWhatIsNoFileToBeWrittenOverIsLeftAlone(t *testing.T) {
	path := older(t)
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	for where, said := range map[string]string{
		path:                                 "write-protected",
		filepath.Dir(path):                   "this is a folder",
		os.DevNull:                           "no file but a device",
		filepath.Join(path+"s", "no", "net"): "there is no folder " + filepath.Join(path+"s", "no"),
	} {
		if err := Write(where, writes([]byte("new"))); err == nil || !strings.Contains(err.Error(), said) {
			t.Errorf("%s: error %v does not say %q", where, err, said)
		}
	}
	holds(t, path, []byte("older"))
}

func TestALinkToAFileIsFollowed(t *testing.T) {
	path := older(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	if err := Write(link, writes([]byte("new"))); err != nil {
		t.Fatal(err)
	}
	holds(t, path, []byte("new"))
}

func writes(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// older returns the path of a file that is already there, alone in its folder.
func older(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "net")
	if err := os.WriteFile(path, []byte("older"), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// holds wants the file to hold data and to be alone in its folder.
func holds(t *testing.T, path string, data []byte) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, data) {
		t.Errorf("the file holds %d bytes, %.10q… (%v); want %d", len(got), got, err, len(data))
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v (%v), want the one file", entries, err)
	}
}
