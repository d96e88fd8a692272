// Package wholefile writes files that appear whole or not at all.
package wholefile

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Write makes the file at path hold what write writes: into a temporary file
// beside it, which is synced and renamed, and the folder synced. When anything
// fails, an older file of that name stays as it was and the temporary one is
// removed.
func Write(path string, write func(io.Writer) error) (err error) {
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

func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
