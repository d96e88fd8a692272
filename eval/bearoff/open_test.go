package bearoff

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tavla/engine/enginetest"
)

// stored is a folder that the tables are kept in, and the file there.
func stored(t *testing.T) (dir, path string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "not", "there", "yet")
	tables, err := open(dir, copyBuilt)
	if err != nil {
		t.Fatal(err)
	}
	o := tables.Origin()
	if o.Cached || o.Ignored != nil || o.NotKept != nil || filepath.Dir(o.Path) != dir {
		t.Fatalf("origin %+v", o)
	}
	return dir, o.Path
}

// copyBuilt stands for Build and costs nothing.
func copyBuilt() (*Tables, error) {
	t := *built()
	return &t, nil
}

// bytesOf are what the tables store.
func bytesOf(t *testing.T, tables *Tables) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := tables.write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestStoredTablesAreReadAndNotComputedAgain(t *testing.T) {
	dir, path := stored(t)
	tables, err := Open(t.Context(), dir, 1, func(float64) { t.Error("computed again") })
	if err != nil {
		t.Fatal(err)
	}
	if o := tables.Origin(); o != (Origin{Path: path, Cached: true}) {
		t.Errorf("origin %+v", o)
	}
	if !bytes.Equal(bytesOf(t, tables), bytesOf(t, built())) {
		t.Error("what was read is not what was written")
	}
	b := randomHome(enginetest.Rand(6))
	one, _ := tables.Lookup(&b)
	two, _ := built().Lookup(&b)
	if one != two {
		t.Errorf("%v was %v, is read as %v", b, two, one)
	}
}

// seal makes a file's checksum fit what it holds.
func seal(data []byte) []byte {
	body := data[:len(data)-sha256.Size]
	sum := sha256.Sum256(body)
	return append(bytes.Clone(body), sum[:]...)
}

func TestBytesThatAreNoTablesAreRefusedWithTheReason(t *testing.T) {
	good := bytesOf(t, built())
	if _, err := read(good); err != nil {
		t.Fatal(err)
	}
	change := func(at int, to byte) []byte {
		data := bytes.Clone(good)
		data[at] ^= to
		return data
	}
	rows := len(magic) + 4
	for name, c := range map[string]struct {
		data   []byte
		reason string
	}{
		"empty":                {nil, "does not begin"},
		"foreign":              {bytes.Repeat([]byte("a diary "), 1000), "does not begin"},
		"only the beginning":   {good[:rows+3], "cut short"},
		"without the end":      {good[:len(good)-1], "cut short"},
		"half":                 {good[:len(good)/2], "cut short"},
		"a bit turned":         {change(len(good)/2, 4), "damaged"},
		"the checksum damaged": {change(len(good)-1, 1), "damaged"},
		"with more behind":     {append(bytes.Clone(good), 0), "damaged"},
		"of another version":   {seal(change(len(magic), 2)), "version 3"},
		"an empty row":         {seal(change(rows, good[rows])), "row 0"},
		"a longer row":         {seal(change(rows+5, 1)), "one-sided table"},
		"sound but short":      {seal(good[:len(good)-4]), "two-sided"},
		"sound, no tables":     {seal(good[:rows+sha256.Size]), "0 of 54263 rows"},
		"sound, no entries":    {seal(good[:rows+upTo15-1+sha256.Size]), "0 bytes of entries"},
	} {
		if _, err := read(c.data); err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: %v, want a reason with %q", name, err, c.reason)
		}
	}
}

func TestAnUnusableFileIsIgnoredWithTheReasonAndReplaced(t *testing.T) {
	dir, path := stored(t)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for reason, data := range map[string][]byte{
		"cut short": good[:len(good)/2],
		"more than": append(bytes.Clone(good), make([]byte, 1<<24)...),
	} {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		tables, err := open(dir, copyBuilt)
		if err != nil {
			t.Fatal(err)
		}
		o := tables.Origin()
		if o.Cached || o.Ignored == nil || o.NotKept != nil || !strings.Contains(o.Ignored.Error(), reason) || !strings.Contains(o.Ignored.Error(), path) {
			t.Errorf("origin %+v, want a reason with %q", o, reason)
		}
		if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, good) {
			t.Errorf("%s: the file was not replaced (%v)", reason, err)
		}
	}
}

func TestWhereNothingCanBeStoredTheTablesWorkFromMemory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, taken := stored(t)
	if err := errors.Join(os.Remove(taken), os.MkdirAll(filepath.Join(taken, "folder"), 0o755)); err != nil {
		t.Fatal(err)
	}
	for name, dir := range map[string]string{
		"a file in place of the folder": file,
		"a file above the folder":       filepath.Join(file, "cache"),
		"a folder in place of the file": filepath.Dir(taken),
	} {
		tables, err := open(dir, copyBuilt)
		if err != nil {
			t.Fatal(err)
		}
		if o := tables.Origin(); o.Cached || o.NotKept == nil {
			t.Errorf("%s: origin %+v", name, o)
		}
		b := randomHome(enginetest.Rand(7))
		if _, ok := tables.Lookup(&b); !ok {
			t.Errorf("%s: %v is not found", name, b)
		}
	}
}

func TestWithoutAHomeTheTablesWorkFromMemory(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData", "home"} {
		t.Setenv(name, "")
	}
	tables, err := open("", copyBuilt)
	if err != nil {
		t.Fatal(err)
	}
	if o := tables.Origin(); o.Path != "" || o.Cached || o.NotKept == nil {
		t.Errorf("origin %+v", o)
	}
}

func TestTheTablesAreKeptInTheUsersCacheFolder(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData", "home"} {
		t.Setenv(name, home)
	}
	want, err := Folder()
	if err != nil || filepath.Base(want) != "tavla" || !strings.HasPrefix(want, home) {
		t.Fatalf("folder %s (%v)", want, err)
	}
	tables, err := open("", copyBuilt)
	if err != nil || filepath.Dir(tables.Origin().Path) != want || tables.Origin().NotKept != nil {
		t.Errorf("%v, origin %+v", err, tables.Origin())
	}
}

// Every sum is of exact products, so the bits are those on any machine and with
// any number of workers. Who changes them changes the version of the file too.
func TestTheTablesAreTheSameBitsEverywhere(t *testing.T) {
	const want = "7aa358ec56b9ab469a39a5071ad05e7ebb78b70bf67ce03c8b9307e2ed1db27e"
	data := bytesOf(t, built())
	if v := binary.LittleEndian.Uint32(data[len(magic):]); v != 1 {
		t.Errorf("version %d", v)
	}
	if sum := hex.EncodeToString(data[len(data)-sha256.Size:]); sum != want {
		t.Errorf("the checksum is %s, not %s", sum, want)
	}
}

func TestACancelledContextEndsTheWork(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	if tables, err := Open(ctx, dir, 2, nil); tables != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("the folder holds %v", entries)
	}
}
