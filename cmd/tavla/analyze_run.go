package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"

	"tavla/engine/record"
	"tavla/eval"
	"tavla/eval/analysis"
	"tavla/eval/analysis/page"
	"tavla/eval/cube"
	"tavla/eval/search"
	"tavla/nnet/wholefile"
)

// analyzing is an analysis at work.
type analyzing struct {
	app      *app
	flags    *analyzeFlags
	files    []matchFile
	analysis *analysis.Analysis
	kept     keptAnalysis
}

// matchFile is a match, and where it was read from.
type matchFile struct {
	path  string
	data  []byte
	match *record.Match
}

// mostWarnings is how many warnings about a file are told, mostBytes how large it
// may be, which is thousands of games.
const (
	mostWarnings = 10
	mostBytes    = 32 << 20
)

// readAtMost reads a file, unless it is larger, and perhaps without end.
func readAtMost(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%s: larger than %d MiB: this is no match", path, most>>20)
	}
	return data, err
}

// readMatches reads all files before the long work begins.
func (a *app) readMatches(paths []string) ([]matchFile, error) {
	var files []matchFile
	for _, path := range paths {
		data, err := readAtMost(path, mostBytes)
		if err != nil {
			return nil, err
		}
		m, warnings, err := record.Read(path, data)
		for i, w := range warnings {
			if i == mostWarnings {
				fmt.Fprintf(a.err, "note: %s: and %d more such notes\n", path, len(warnings)-i)
				break
			}
			fmt.Fprintf(a.err, "note: %s\n", printable(w.String()))
		}
		if err != nil {
			return nil, err
		}
		files = append(files, matchFile{path, data, m})
	}
	return files, nil
}

// newAnalyzing sets an analysis up, or takes one up again.
func (a *app) newAnalyzing(ctx context.Context, f *analyzeFlags, paths []string) (*analyzing, error) {
	w := &analyzing{app: a, flags: f}
	var err error
	if w.files, err = a.readMatches(paths); err != nil {
		return nil, err
	}
	if err := f.apart(w.files); err != nil {
		return nil, err
	}
	if f.html != "" { // now, not after the long work
		if err := wholefile.Check(f.html); err != nil {
			return nil, fmt.Errorf("--html: %w", err)
		}
	}
	file, err := a.weightsFile()
	if err != nil {
		return nil, err
	}
	m, err := a.modelOf(file)
	if err != nil {
		return nil, err
	}
	o := analysis.Options{
		Plies: a.plies, Efficiency: cube.Usual(),
		NewEvaluator: func() eval.Evaluator { return m.NewEvaluator() },
	}
	if o.Filter, err = search.FilterByName(a.depth.filterName); err != nil {
		return nil, badUsage("--filter: %w", err)
	}
	sum := sha256.New() // of all that the analysis depends on
	if err := file.Encode(sum); err != nil {
		return nil, err
	}
	fmt.Fprintf(sum, "%s %d %s %v\n", keptAnalysisFormat, a.plies, a.depth.filterName, cube.Usual())
	if f.met != "" {
		if o.MET, err = readMET(f.met); err != nil {
			return nil, err
		}
		if err := copyInto(sum, f.met); err != nil {
			return nil, fmt.Errorf("--met: %w", err)
		}
	}
	o.Exact = a.endings
	var matches []*record.Match
	for _, in := range w.files {
		fmt.Fprintf(sum, "%x\n", sha256.Sum256(in.data))
		matches = append(matches, in.match)
	}
	if w.analysis, err = analysis.New(matches, o); err != nil {
		return nil, w.inFile(err)
	}
	return w, w.takeUp(fmt.Sprintf("%x", sum.Sum(nil)))
}

func copyInto(w io.Writer, path string) error {
	data, err := os.ReadFile(path)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// inFile names the file of a match that cannot be judged.
func (w *analyzing) inFile(err error) error {
	if bad := (*analysis.MatchError)(nil); errors.As(err, &bad) {
		return fmt.Errorf("%s: %w", w.files[bad.Match].path, bad.Err)
	}
	return err
}

// run judges, keeping what comes of it, and shows the reports.
func (w *analyzing) run(ctx context.Context) error {
	done, all := w.analysis.Done()
	bar := newProgress(w.app.err, "analysis", share(done, all))
	var unkept error
	working, stop := context.WithCancel(ctx)
	defer stop()
	err := w.analysis.Run(working, w.app.workers, paced(func() {
		done, all := w.analysis.Done()
		bar.at(share(done, all), fmt.Sprintf("%d of %d decisions and rolls", done, all))
	}, func() {
		if unkept = w.keep(); unkept != nil && w.flags.save != "" {
			stop()
		}
	}))
	bar.end()
	switch {
	case ctx.Err() != nil && err != nil:
		if err := w.keep(); err != nil {
			return fmt.Errorf("interrupted, but nothing could be saved: %w; --save names a file for it", err)
		}
		done, all = w.analysis.Done()
		return fmt.Errorf("%w after %d of %d decisions and rolls, saved in %s; the same command goes on from there",
			errInterrupted, done, all, w.kept.path)
	case err != nil && unkept != nil:
		return unkept
	case err != nil:
		return w.inFile(err)
	}
	if err := w.show(); err != nil {
		return errors.Join(err, w.keep())
	}
	return w.finish()
}

func share(done, all int) float64 {
	if all == 0 {
		return 1
	}
	return float64(done) / float64(all)
}

// show writes the page, if one is wanted, and prints the reports.
func (w *analyzing) show() error {
	var entries []page.Entry
	for i, in := range w.files {
		entries = append(entries, page.Entry{File: in.path, Report: w.analysis.Report(i), Worst: w.flags.worst})
	}
	if path := w.flags.html; path != "" {
		if err := wholefile.Write(path, func(out io.Writer) error { return page.Write(out, entries) }); err != nil {
			return fmt.Errorf("--html: %w", err)
		}
	}
	for i, e := range entries {
		if w.app.json {
			line, err := jsonLine(matchJSON(e.File, e.Report))
			if err != nil {
				return err
			}
			if _, err := w.app.out.Write(line); err != nil {
				return err
			}
			continue
		}
		text := analysisText(e.File, e.Report, w.flags.worst)
		if i > 0 {
			text = "\n" + text
		}
		if _, err := io.WriteString(w.app.out, text); err != nil {
			return err
		}
	}
	return nil
}
