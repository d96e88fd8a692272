package wholefile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
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
	}
}

func TestANewFileHasThePermissionsOfAnyNewFile(t *testing.T) {
	usual := filepath.Join(t.TempDir(), "usual")
	if err := os.WriteFile(usual, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "net")
	if err := Write(path, writes(nil)); err != nil {
		t.Fatal(err)
	}
	if got, want := permissions(t, path), permissions(t, usual); got != want {
		t.Errorf("%v, not %v", got, want)
	}
}

func TestAFileKeepsItsPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such permissions here")
	}
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o666, 0o755} {
		path := older(t)
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		err := Write(path, func(io.Writer) error {
			entries, err := os.ReadDir(filepath.Dir(path))
			if err != nil {
				return err
			}
			for _, e := range entries { // nor may others read the temporary file
				if got := permissions(t, filepath.Join(filepath.Dir(path), e.Name())); got&^mode != 0 {
					t.Errorf("%s has %v while a file of %v is written", e.Name(), got, mode)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := permissions(t, path); got != mode {
			t.Errorf("%v is %v once written", mode, got)
		}
	}
}

func permissions(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
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

func TestALinkToWhereThereIsNoFileYetIsFollowed(t *testing.T) {
	for name, links := range map[string][2]string{ // where the links lie, and lead
		"in the folder":    {"link", "net"},
		"over the one up":  {"link", "../there/net"},
		"by a linked room": {"room/link", "../there/net"}, // room is elsewhere/here
		"absolute":         {"link", ""},
	} {
		t.Run(name, func(t *testing.T) {
			root, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			at := func(path string) string { return filepath.Join(root, filepath.FromSlash(path)) }
			for _, dir := range []string{"there", "elsewhere/here", "elsewhere/there"} {
				if err := os.MkdirAll(at(dir), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Symlink(at("elsewhere/here"), at("there/room")); err != nil {
				t.Skip(err)
			}
			link, to := at("there/"+links[0]), filepath.FromSlash(links[1])
			if to == "" {
				to = at("elsewhere/net")
			}
			if err := os.Symlink(to, link); err != nil {
				t.Fatal(err)
			}
			if err := Write(link, writes([]byte("new"))); err != nil {
				t.Fatal(err)
			}
			if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
				t.Errorf("the link has become %v, %v", info, err)
			}
			if got, err := os.ReadFile(link); err != nil || string(got) != "new" {
				t.Errorf("behind the link there is %q, %v", got, err)
			}
		})
	}
}

func TestALinkIntoAFolderThatIsMissingIsAnError(t *testing.T) {
	link, missing := filepath.Join(t.TempDir(), "link"), filepath.Join(t.TempDir(), "missing")
	if err := os.Symlink(filepath.Join(missing, "net"), link); err != nil {
		t.Skip(err)
	}
	if err := Check(link); err == nil || !strings.Contains(err.Error(), "there is no folder "+missing) {
		t.Errorf("error %v", err)
	}
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
