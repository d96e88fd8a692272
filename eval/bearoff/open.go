package bearoff

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"tavla/nnet/wholefile"
)

// Origin tells where tables come from.
type Origin struct {
	Path   string // the file in the cache; "" when there is no cache
	Cached bool   // read from Path, not computed
	// Ignored is why a file that lay at Path was not used, nil if there was none.
	Ignored error
	// NotKept is why computed tables could not be stored for the next time.
	NotKept error
}

// Origin tells where the tables come from.
func (t *Tables) Origin() Origin { return t.origin }

// Folder is where the tables are kept: tavla in the user's cache folder.
func Folder() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "tavla"), nil
}

// Open reads the tables from the folder, or from Folder() if dir is "". When no
// sound file is there it computes them, see Build, and stores them if it can;
// Origin tells what happened. The only error is that of the context.
func Open(ctx context.Context, dir string, workers int, progress func(done float64)) (*Tables, error) {
	return open(dir, func() (*Tables, error) { return Build(ctx, workers, progress) })
}

func open(dir string, build func() (*Tables, error)) (*Tables, error) {
	var origin Origin
	if dir == "" {
		dir, origin.NotKept = Folder()
	}
	if origin.NotKept == nil {
		origin.Path = filepath.Join(dir, fmt.Sprintf("bearoff-%d.tables", version))
		t, err := readFile(origin.Path)
		if err == nil {
			origin.Cached = true
			t.origin = origin
			return t, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			origin.Ignored = fmt.Errorf("%s: %w", origin.Path, err)
		}
	}
	t, err := build()
	if err != nil {
		return nil, err
	}
	if origin.NotKept == nil {
		origin.NotKept = t.keep(origin.Path)
	}
	t.origin = origin
	return t, nil
}

func (t *Tables) keep(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return wholefile.Write(path, t.write)
}

func readFile(path string) (*Tables, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("not a file")
	case info.Size() > int64(most):
		return nil, fmt.Errorf("the file has %d bytes, more than bear-off tables can", info.Size())
	}
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, err
	}
	return read(data)
}
