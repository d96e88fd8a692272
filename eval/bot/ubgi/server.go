package ubgi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"tavla/eval/bot"
)

// longestLine is more than any command or answer needs, in bytes.
const longestLine = 64 << 10

// ServerOptions says what an engine is. NewPlayer must be given.
type ServerOptions struct {
	Name, Author string
	// Settings are those to begin with.
	Settings Settings
	// MaxPlies is the deepest that engine.ply can ask for, UBGI's root not counted.
	MaxPlies int
	// NewPlayer makes the player for settings. It is called at the beginning and
	// whenever an engine.* key changes; an error is that of the key.
	NewPlayer func(Settings) (bot.Player, error)
}

// Serve reads commands from in and answers on out, line by line, until it is told
// to quit or in ends; both are no error. When the context ends Serve returns its
// error at once, and leaves a goroutine behind that waits for in.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o ServerOptions) error {
	s, err := newSession(o)
	if err != nil {
		return err
	}
	lines, done := make(chan lineOrError), make(chan struct{})
	defer close(done)
	go readLines(in, lines, done)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case l, more := <-lines:
			if !more {
				return nil
			}
			text, err := "", l.err
			if err == nil {
				text, err = s.answer(ctx, l.text)
			}
			var refused *refusal
			switch {
			case err == errQuit:
				return nil
			case errors.As(err, &refused):
				text = refused.Error()
			case err != nil:
				return err
			}
			if text == "" {
				continue
			}
			if _, err := io.WriteString(out, text+"\n"); err != nil {
				return fmt.Errorf("answering the controller: %w", err)
			}
		}
	}
}

// lineOrError is a line, a refusal of one, or what ended the input.
type lineOrError struct {
	text string
	err  error
}

// readLines sends line by line until the input ends or nobody wants more.
func readLines(in io.Reader, lines chan<- lineOrError, done <-chan struct{}) {
	defer close(lines)
	r := bufio.NewReaderSize(in, longestLine)
	for {
		line, err := r.ReadSlice('\n')
		l := lineOrError{text: strings.TrimRight(string(line), "\r\n")}
		if err == bufio.ErrBufferFull {
			l.err = refuse(badCommand, "a line of more than %d bytes", longestLine)
			for err == bufio.ErrBufferFull {
				_, err = r.ReadSlice('\n')
			}
		}
		ended := err != nil
		if ended && err != io.EOF {
			l = lineOrError{err: fmt.Errorf("reading from the controller: %w", err)}
		}
		if !ended || l.text != "" || l.err != nil {
			select {
			case lines <- l:
			case <-done:
				return
			}
		}
		if ended {
			return
		}
	}
}
