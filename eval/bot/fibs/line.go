package fibs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"
)

// interruptTime is how long a broken connection waits for the end of the context:
// an interrupt from the keyboard reaches both sides, and the other may go first.
const interruptTime = 100 * time.Millisecond

// ask sends a line and reads the one that comes back, without blanks around it.
func (c *Client) ask(ctx context.Context, question string) (string, error) {
	var answer string
	err := c.during(ctx, func() (err error) {
		if err = c.send(question); err == nil {
			answer, err = c.receive()
		}
		return err
	})
	return answer, err
}

// during lets talk use the connection until the context ends or patience does,
// and explains the error that comes of it.
func (c *Client) during(ctx context.Context, talk func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := c.conn.SetDeadline(time.Now().Add(c.patience))
	if err == nil {
		interrupted := make(chan struct{})
		stop := context.AfterFunc(ctx, func() {
			c.conn.SetDeadline(time.Unix(1, 0)) // long past: whatever waits gives up
			close(interrupted)
		})
		err = talk()
		if !stop() {
			<-interrupted // lest it fall into the next conversation
		}
	}
	if err == nil {
		return nil
	}
	return c.explain(ctx, err)
}

func (c *Client) send(line string) error {
	_, err := io.WriteString(c.conn, line+"\n")
	return err
}

// receive reads a line.
func (c *Client) receive() (string, error) {
	line, err := c.in.ReadSlice('\n')
	switch {
	case err == nil:
		c.answers++
	case len(line) > 0:
		err = fmt.Errorf("%w in the middle of the line %s", err, quote(line))
	}
	return strings.TrimSpace(string(line)), err
}

// explain turns an error of the connection into one that says what happened.
func (c *Client) explain(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("while %s was thinking: %w", c.name, ctx.Err())
	case errors.Is(err, bufio.ErrBufferFull):
		return fmt.Errorf("%s answered with more than %d bytes: %w", c.name, longestLine, err)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("%s gave no answer within %v: %w", c.name, c.patience, err)
	case errors.Is(err, net.ErrClosed):
		return fmt.Errorf("the connection to %s is closed on this side: %w", c.name, err)
	}
	select {
	case <-ctx.Done():
		return fmt.Errorf("while %s was thinking: %w", c.name, ctx.Err())
	case <-time.After(interruptTime):
	}
	fate := ""
	if c.fate != nil {
		fate = c.fate()
	}
	return fmt.Errorf("%s closed the connection after %d answers: %w%s", c.name, c.answers, err, fate)
}

// longestQuote is how many bytes of somebody else's text an error holds.
const longestQuote = 100

func shorten[T string | []byte](text T) string {
	if len(text) <= longestQuote {
		return string(text)
	}
	return strings.ToValidUTF8(string(text[:longestQuote]), "") + "…"
}

func quote[T string | []byte](text T) string { return fmt.Sprintf("%q", shorten(text)) }
