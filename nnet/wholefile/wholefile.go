// Package wholefile writes files that appear whole or not at all.
package wholefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
)

// Write makes the file at path hold what write writes: into a temporary file
// beside it, which is synced and renamed, and the folder synced. When anything
// fails, an older file of that name stays as it was and the temporary one is
// removed. The file has the permissions of the older one, else the usual ones of a
// new file. A symbolic link is followed, also to where there is no file yet; what
// Check refuses is left alone.
func Write(path string, write func(io.Writer) error) (err error) {
	if err := Check(path); err != nil {
		return err
	}
	path = followed(path)
	older, statErr := os.Stat(path)
	mode := fs.FileMode(0o666) // less what the umask takes
	if statErr == nil {
		mode = older.Mode().Perm()
	}
	f, err := createBeside(path, mode)
	if err != nil {
		return err
	}
	placed := false
	defer func() {
		if !placed { // also when write panics
			f.Close() // once more, perhaps
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	w := bufio.NewWriterSize(f, 1<<16)
	if err := write(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if statErr == nil { // the umask may have taken from the older file's
		if err := f.Chmod(mode); err != nil {
			return err
		}
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil { // Windows renames no open file
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	placed = true
	return syncFolder(filepath.Dir(path)) // so that the rename outlives a power cut
}

// createBeside makes a new file of some hidden name in the folder of path.
func createBeside(path string, mode fs.FileMode) (*os.File, error) {
	for {
		name := fmt.Sprintf(".%s.%d", filepath.Base(path), rand.Uint32())
		f, err := os.OpenFile(filepath.Join(filepath.Dir(path), name), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// followed is where the file at path lies, or will lie once it is written, if
// symbolic links lead there.
func followed(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	for range 100 { // links in a circle lead nowhere
		to, err := os.Readlink(path)
		if err != nil { // no link any more
			break
		}
		if !filepath.IsAbs(to) {
			dir := filepath.Dir(path)
			if real, err := filepath.EvalSymlinks(dir); err == nil { // what .. in the link starts from
				dir = real
			}
			to = filepath.Join(dir, to)
		}
		path = to
	}
	return path
}

// Check tells beforehand what would keep Write from writing a file at path: a
// folder that is missing, or something of that name that is no file to be written
// over, as a folder, a device or a write-protected file.
func Check(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		dir := filepath.Dir(followed(path))
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
	if runtime.GOOS == "windows" { // where folders cannot be synced
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
