package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// answer is what a judging command says to one query. Its JSON form has the
// contract's keys.
type answer interface {
	text() string // for people
	note() string // what people should know beside it, "" if nothing
}

// answerer answers one query, given as the command's own arguments. It belongs
// to one goroutine.
type answerer func(args []string) (answer, error)

// setup checks a command's flags, loads what all workers share, and returns what
// makes an answerer for each of them.
type setup func() (func() answerer, error)

// query makes c a judging command whose query has from one to most arguments, a
// position first: it answers the query of the command line as text or JSON, or
// those of --batch.
func (a *app) query(c *cobra.Command, most int, prepare setup) *cobra.Command {
	var file string
	f := c.Flags()
	f.StringVar(&file, "batch", "", "answer one query a line of `FILE` (- is standard input), one JSON object a line")
	want := strings.TrimPrefix(c.Use, c.Name()+" ")
	count := func(args []string) error {
		switch {
		case len(args) == 0:
			return fmt.Errorf("no position; want %s", want)
		case len(args) > most:
			return fmt.Errorf("%q is too much; want %s", args[most], want)
		}
		return nil
	}
	c.Args = func(_ *cobra.Command, args []string) error {
		if !f.Changed("batch") {
			return count(args)
		}
		if len(args) > 0 {
			return fmt.Errorf("--batch reads the queries from a file, so %q has no place on the command line", args[0])
		}
		return nil
	}
	c.ValidArgsFunction = cobra.NoFileCompletions
	c.RunE = func(cmd *cobra.Command, args []string) error {
		inBatch := f.Changed("batch")
		a.json = a.json || inBatch
		newAnswerer, err := prepare()
		if err != nil {
			return err
		}
		if inBatch {
			return a.batch(cmd.Context(), file, count, newAnswerer)
		}
		said, err := newAnswerer()(args)
		if err != nil {
			return err
		}
		return a.say(said)
	}
	return c
}

// say prints the answer to a single query.
func (a *app) say(said answer) error {
	if a.json {
		line, err := jsonLine(said)
		if err != nil {
			return err
		}
		_, err = a.out.Write(line)
		return err
	}
	if note := said.note(); note != "" {
		fmt.Fprintf(a.err, "note: %s\n", note)
	}
	_, err := io.WriteString(a.out, said.text())
	return err
}

// jsonLine is a value as one line of JSON.
func jsonLine(v any) ([]byte, error) {
	line, err := json.Marshal(v)
	return append(line, '\n'), err
}
