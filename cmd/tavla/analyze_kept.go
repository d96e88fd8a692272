package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"tavla/eval/analysis"
	"tavla/eval/bearoff"
	"tavla/nnet/wholefile"
)

// keptAnalysisFormat is what the files of analyses begin with.
const keptAnalysisFormat = "tavla analysis 1"

// keptAnalysis is an analysis in its file.
type keptAnalysis struct {
	Format string `json:"format"`
	// Of is the checksum of the matches, the nets, and how they are to judge.
	Of    string         `json:"of"`
	State analysis.State `json:"state"`

	path string
}

// takeUp goes on with what was saved of an analysis with that checksum, if it was.
func (w *analyzing) takeUp(of string) error {
	k := &w.kept
	k.Format, k.Of, k.path = keptAnalysisFormat, of, w.flags.save
	own := k.path == ""
	if own {
		folder, err := bearoff.Folder()
		if err != nil {
			return nil // there is nowhere to save it; keep says so if it has to
		}
		k.path = filepath.Join(folder, "analysis-"+of[:16]+".json")
	}
	data, err := os.ReadFile(k.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && own:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return w.keep() // before the work is done, to know that it can be
	case err != nil:
		return fmt.Errorf("--save: %w", err)
	}
	if err := w.resume(data); err != nil {
		if own {
			fmt.Fprintf(w.app.err, "note: what was saved is left out: %s: %v\n", k.path, err)
			return nil
		}
		return fmt.Errorf("--save %s: %w", k.path, err)
	}
	if done, all := w.analysis.Done(); done > 0 && done < all {
		fmt.Fprintf(w.app.err, "going on after %d of %d decisions and rolls\n", done, all)
	}
	return nil
}

func (w *analyzing) resume(data []byte) error {
	var was keptAnalysis
	if err := json.Unmarshal(data, &was); err != nil {
		return fmt.Errorf("it is there already and is no analysis, or damaged: %w", err)
	}
	switch {
	case was.Format != keptAnalysisFormat:
		return fmt.Errorf("it is there already and its format is %q, not %q", was.Format, keptAnalysisFormat)
	case was.Of != w.kept.Of:
		return errors.New("it is the analysis of other matches, or by other nets or settings; choose another name")
	}
	if err := w.analysis.Resume(was.State); err != nil {
		return fmt.Errorf("it is damaged: %w", err)
	}
	return nil
}

// keep saves what has been judged.
func (w *analyzing) keep() error {
	if w.kept.path == "" {
		return errors.New("there is no cache folder")
	}
	if w.flags.save == "" {
		if err := os.MkdirAll(filepath.Dir(w.kept.path), 0o755); err != nil {
			return err
		}
	}
	w.kept.State = w.analysis.State()
	err := wholefile.Write(w.kept.path, func(out io.Writer) error { return json.NewEncoder(out).Encode(w.kept) })
	if err != nil {
		return fmt.Errorf("saving the analysis: %w", err)
	}
	return nil
}

// finish leaves the work in the file of --save, and nothing in the cache.
func (w *analyzing) finish() error {
	if w.flags.save != "" {
		return w.keep()
	}
	if w.kept.path != "" {
		_ = os.Remove(w.kept.path) // hardly ever there
	}
	return nil
}

// sameFile reports whether two paths lead to one file.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}
