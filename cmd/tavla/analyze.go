package main

import (
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"
)

// analyzeFlags are the flags of tavla analyze.
type analyzeFlags struct {
	html  string
	save  string
	met   string
	worst int
}

func (a *app) analyzeCommand() *cobra.Command {
	var f analyzeFlags
	c := &cobra.Command{
		Use:   "analyze FILE...",
		Short: "Judge every decision of a match, and the luck of its rolls",
		Long: `Judges every play and cube action of matches, each FILE an .mat (also as the
.txt of play sites) or GNU Backgammon's .sgf, with the cube and the score, and
shows for both players what errors cost, how often and where, and how lucky the
rolls were. The figures follow the definitions that are printed below them. Files
are only read.

In a match errors and luck are given normalised (EMG, as if for money) and as match
winning chance (MWC); --met reads another match equity table for it, in GNU
Backgammon's XML form.

` + filterHelp + `
The play that was made is always judged as deep as the best.

--html FILE writes it all as one page with the boards of what cost most. --json
prints one object for each FILE, with all decisions and rolls.

Ctrl-C saves what has been judged, and the same command goes on from there. It is
saved in the user's cache folder until the work is done, or with --save in that
file, which stays.`,
		Example: `  tavla analyze match.mat
  tavla analyze match.sgf --plies 2 --html match.html
  tavla analyze january/*.mat --worst 0 --json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no match to analyze: name one file or more")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.worst < 0 {
				return badUsage("--worst %d: 1 or more, or 0 for all errors", f.worst)
			}
			for flag, value := range map[string]*string{"html": &f.html, "save": &f.save, "met": &f.met} {
				if cmd.Flags().Changed(flag) && *value == "" {
					return badUsage("--%s: the name of a file is missing", flag)
				}
			}
			w, err := a.newAnalyzing(cmd.Context(), &f, args)
			if err != nil {
				return err
			}
			return w.run(cmd.Context())
		},
	}
	fs := c.Flags()
	fs.StringVar(&f.html, "html", "", "`FILE` to write the report to as a page")
	fs.StringVar(&f.save, "save", "", "`FILE` to keep the work in, and to go on from if it is there")
	fs.StringVar(&f.met, "met", "", "match equity table `FILE` to use instead of the computed one")
	fs.IntVar(&f.worst, "worst", 5, "how many of each player's worst decisions to show (0: all errors)")
	a.filterFlag(c)
	return c
}

// apart refuses an output file that is one of the files to be read.
func (f *analyzeFlags) apart(files []matchFile) error {
	for _, out := range []struct{ flag, path string }{{"html", f.html}, {"save", f.save}} {
		for _, in := range files {
			if out.path != "" && sameFile(out.path, in.path) {
				return badUsage("--%s %s: this is a match to be read, and is not written over", out.flag, out.path)
			}
		}
	}
	if f.html != "" && f.save != "" && filepath.Clean(f.html) == filepath.Clean(f.save) {
		return badUsage("--html and --save: the same file %s", f.html)
	}
	return nil
}
