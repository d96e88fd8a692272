// Package wholefile writes files that appear whole or not at all.
package wholefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write makes the file at path hold what write writes: into a temporary file
// beside it, which is synced and renamed, and the folder synced. When anything
// fails, an older file of that name stays as it was and the temporary one is
// removed. A symbolic link is followed; what Check refuses is left alone.
func Write(path string, write func(io.Writer) error) (err error) {
	if err := Check(path); err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	placed := false
	defer func() {
		if !placed { // also when write panics
			err = errors.Join(err, f.Close(), os.Remove(f.Name()))
		}
	}()
	w := bufio.NewWriterSize(f, 1<<16)
	if err := write(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	placed = true
	// What follows makes the rename outlive a power cut.
	return errors.Join(f.Close(), syncFolder(filepath.Dir(path)))
}

// Check tells beforehand what would keep Write from writing a file at path: a
// folder that is missing, or something of that name that is no file to be written
// over, as a folder, a device or a write-protected file.
func Check(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		dir := filepath.Dir(path)
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: there is no folder %s: %w", path, dir, fs.ErrNotExist)
		}
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s: this is a folder; want the name of a file", path)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: this is no file but a device or the like, and is not replaced", path)
	case info.Mode().Perm()&0o222 == 0:
		return fmt.Errorf("%s: this file is write-protected, and is not replaced: %w", path, fs.ErrPermission)
	}
	return nil
}

func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
