package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// maxQuery is how many bytes a line of a batch may have, its end included.
const maxQuery = 4096

// batchLine is one line of a batch on its way through.
type batchLine struct {
	number int // from 1
	text   string
	err    error // why the line cannot be read as a query
	done   chan batchAnswer
}

type batchAnswer struct {
	json []byte
	bad  bool
}

// batchError stands in the place of an answer.
type batchError struct {
	Line  int    `json:"line"`
	Error string `json:"error"`
}

// batch answers the queries of a file, one a line, with one JSON object a line in
// the same order. All workers share the lines; each answer is written as soon as
// it and those before it are there, and no more lines are read ahead than keep
// the workers busy. Blank lines are bad queries, so that line N of the output is
// always that of the input.
func (a *app) batch(ctx context.Context, file string, count func(args []string) error, newAnswerer func() answerer) error {
	in := a.in
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return fmt.Errorf("--batch: %w", err)
		}
		defer f.Close()
		in = f
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	order := make(chan *batchLine, 4*a.workers) // as read, for the writer
	todo := make(chan *batchLine, 4*a.workers)  // the same, for the workers
	var readErr error                           // set before order is closed
	go func() {
		defer close(order)
		defer close(todo)
		readErr = readBatch(in, func(l *batchLine) bool {
			for _, c := range []chan *batchLine{order, todo} {
				select {
				case c <- l:
				case <-ctx.Done():
					return false
				}
			}
			return true
		})
	}()
	for range a.workers {
		go func() {
			ask := newAnswerer()
			for l := range todo {
				l.done <- l.answer(count, ask)
			}
		}()
	}
	lines, bad, err := writeBatch(ctx, a.out, order)
	switch {
	case err != nil:
		return err
	case readErr != nil:
		return fmt.Errorf("--batch: line %d: %w", lines+1, readErr)
	case bad > 0:
		return fmt.Errorf("--batch: %d of %d lines could not be answered", bad, lines)
	}
	return nil
}

// readBatch gives each line to yield until that returns false. A reader that
// blocks is not interrupted.
func readBatch(in io.Reader, yield func(*batchLine) bool) error {
	r := bufio.NewReaderSize(in, maxQuery)
	for n := 1; ; n++ {
		text, tooLong, err := r.ReadLine()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		l := &batchLine{number: n, text: string(text), done: make(chan batchAnswer, 1)}
		if n == 1 {
			l.text = strings.TrimPrefix(l.text, "\ufeff") // a byte-order mark
		}
		if tooLong {
			l.err = fmt.Errorf("the line is longer than %d bytes", maxQuery)
		}
		for tooLong && err == nil {
			_, tooLong, err = r.ReadLine()
		}
		if !yield(l) {
			return nil
		}
	}
}

// answer answers the line, with an error object if it must be.
func (l *batchLine) answer(count func(args []string) error, ask answerer) batchAnswer {
	line, err := l.ask(count, ask)
	if err == nil {
		return batchAnswer{json: line}
	}
	line, _ = jsonLine(batchError{l.number, err.Error()}) // a number and a text always have a JSON form
	return batchAnswer{json: line, bad: true}
}

func (l *batchLine) ask(count func(args []string) error, ask answerer) ([]byte, error) {
	if l.err != nil {
		return nil, l.err
	}
	args := splitQuery(l.text)
	if len(args) == 0 {
		return nil, errors.New("the line is blank; want a query")
	}
	if err := count(args); err != nil {
		return nil, err
	}
	said, err := ask(args)
	if err != nil {
		return nil, err
	}
	return jsonLine(said)
}

// splitQuery parts a line into arguments at its blanks, except those around a
// colon, which occur in FIBS board lines.
func splitQuery(line string) []string {
	var args []string
	for _, word := range strings.Fields(line) {
		last := len(args) - 1
		if last >= 0 && (strings.HasSuffix(args[last], ":") || strings.HasPrefix(word, ":")) {
			args[last] += word
		} else {
			args = append(args, word)
		}
	}
	return args
}

// writeBatch writes the answers in order and counts the lines, and the bad ones.
func writeBatch(ctx context.Context, out io.Writer, order <-chan *batchLine) (lines, bad int, err error) {
	for {
		var l *batchLine
		select {
		case <-ctx.Done():
			return lines, bad, errInterrupted
		case next, more := <-order:
			if !more {
				return lines, bad, nil
			}
			l = next
		}
		select {
		case <-ctx.Done():
			return lines, bad, errInterrupted
		case said := <-l.done:
			if ctx.Err() != nil { // then it may be no answer
				return lines, bad, errInterrupted
			}
			if _, err := out.Write(said.json); err != nil {
				return lines, bad, err
			}
			lines++
			if said.bad {
				bad++
			}
		}
	}
}
