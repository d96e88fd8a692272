package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"tavla/engine"
	"tavla/engine/notation"
)

type convertAnswer struct {
	GnubgID  written `json:"gnubgid"`
	Position written `json:"position"`
	Match    written `json:"match"`
	XGID     written `json:"xgid"`
	FIBS     written `json:"fibs"`

	state engine.State
}

// written is a position in one format, or why that format has no words for it:
// then it is null in JSON.
type written struct {
	text string
	err  error
}

// MarshalJSON implements json.Marshaler.
func (w written) MarshalJSON() ([]byte, error) {
	if w.err != nil {
		return []byte("null"), nil
	}
	return json.Marshal(w.text)
}

func (w written) String() string {
	if w.err != nil {
		return "none: " + w.err.Error()
	}
	return w.text
}

func write(text string, err error) written { return written{text, err} }

func (a *app) convertCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "convert POSITION",
		Short: "Write a position in every format, or a match in another",
		Long: `Writes a position as GNU Backgammon's ids (both, the position's and the match's),
as an XGID and as a FIBS board line. A bare position id becomes money play with
the cube centred at 1. Where a format has no words for a position the text says
why, and the JSON has null. In the XGID the bottom player is GNU Backgammon's
player 1, in the FIBS line that is You, unless a double or resignation of player
1 is pending, which only the opponent's line can say.

With --out FILE what is converted is a match: POSITION is then the name of a match
file (.mat, .txt or .sgf), and FILE, in the format that its name ends in, is a new
one with the same games. An .mat has no room for the analysis in an .sgf.

` + positionHelp + "\n\n" + batchHelp,
		Example: `  tavla convert 4HPwATDgc/ABMA
  tavla convert XGID=-b----E-C---eE---c-e----B-:1:-1:1:21:0:0:3:0:10 --json
  tavla convert --batch positions.txt
  tavla convert match.mat --out match.sgf`,
	}
	out := c.Flags().String("out", "", "`FILE` to write a match to")
	c = a.query(c, 1, func() (func() answerer, error) {
		return func() answerer { return convert }, nil
	})
	position := c.RunE
	c.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case !cmd.Flags().Changed("out"):
			return position(cmd, args)
		case cmd.Flags().Changed("batch"):
			return badUsage("--out and --batch: a match is converted by itself")
		}
		return a.convertMatch(args[0], *out)
	}
	c.ValidArgsFunction = nil // a match is a file
	return c
}

func convert(args []string) (answer, error) {
	s, kind, err := parsePosition(args)
	if err != nil {
		return nil, err
	}
	line := notation.FIBS{You: "You", Opponent: "Opp", State: s}
	if kind == notation.FIBSBoard {
		if line, err = notation.ParseFIBS(args[0]); err != nil {
			return nil, err
		}
	}
	said := &convertAnswer{
		state:    s,
		GnubgID:  write(notation.FormatID(s)),
		Position: write(notation.FormatPositionID(s.Board), nil),
		Match:    write(notation.FormatMatchID(s)),
		XGID:     write(notation.FormatXGID(s)),
		FIBS:     write(notation.FormatFIBS(line)),
	}
	if said.FIBS.err != nil {
		line.State = notation.SwapPlayers(s)
		if text, err := notation.FormatFIBS(line); err == nil {
			said.FIBS = written{text: text}
		}
	}
	if s.Awaits() == engine.ToEnd {
		inPlay := written{err: errors.New("the game is over, and this format describes games in play")}
		said.XGID, said.FIBS = inPlay, inPlay
	}
	return said, nil
}

func (c *convertAnswer) text() string {
	var b strings.Builder
	b.WriteString(notation.Draw(c.state) + "\n")
	for _, row := range []struct {
		name string
		written
	}{
		{"gnubgid", c.GnubgID}, {"position", c.Position}, {"match", c.Match}, {"xgid", c.XGID}, {"fibs", c.FIBS},
	} {
		fmt.Fprintf(&b, "%-10s%s\n", row.name, row.written)
	}
	return b.String()
}

func (c *convertAnswer) note() string { return "" }
