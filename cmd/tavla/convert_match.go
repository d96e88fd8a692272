package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tavla/engine/record"
	"tavla/nnet/wholefile"
)

// convertMatch reads a match file and writes it to another, in the format that the
// name of that asks for.
func (a *app) convertMatch(from, to string) error {
	write := record.WriteMAT
	switch ext := strings.ToLower(filepath.Ext(to)); ext {
	case ".mat", ".txt":
	case ".sgf":
		write = record.WriteSGF
	default:
		return badUsage("--out %s: want a name that ends in .mat, .txt or .sgf", to)
	}
	switch _, err := os.Lstat(to); {
	case err == nil:
		return badUsage("--out %s: there is such a file already, which is not written over", to)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("--out: %w", err)
	}
	files, err := a.readMatches([]string{from})
	if err != nil {
		return err
	}
	m := files[0].match
	if err := wholefile.Write(to, func(w io.Writer) error { return write(w, m) }); err != nil {
		return fmt.Errorf("writing %s: %w", to, err)
	}
	if a.json {
		line, err := jsonLine(struct {
			File  string `json:"file"`
			Games int    `json:"games"`
		}{to, len(m.Games)})
		if err != nil {
			return err
		}
		_, err = a.out.Write(line)
		return err
	}
	_, err = fmt.Fprintf(a.out, "%s: %s, from %s\n", printable(to), count(len(m.Games), "game"), printable(from))
	return err
}
