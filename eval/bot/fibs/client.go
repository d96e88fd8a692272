package fibs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval/bot"
)

const (
	dialTime = 10 * time.Second
	// patience is how long an answer may take where the context sets no earlier
	// end: long enough for deep searches on slow machines, but not for ever.
	patience = 10 * time.Minute
	// longestLine is more than any answer needs, in bytes.
	longestLine = 4096
)

// Client is a bot.Player whose plays and cube actions come over a connection. It is
// not for concurrent use, except that Close may be called at any time. After an
// error it is lost: the other side may have an answer under way that would be taken
// for that to the next question.
//
// The protocol has no words for some things. By which rules money games are played
// is for the other side to know already; beavers and raccoons are taken, and
// resignations rejected, without asking it.
type Client struct {
	name     string // of the other side, in errors
	conn     net.Conn
	in       *bufio.Reader
	patience time.Duration
	answers  int   // read so far
	lost     error // the error after which there are no more answers
	// turnsScores is whether the other side takes the scores the wrong way round, as
	// GNU Backgammon does; it is known once asked is set.
	turnsScores, asked bool
	// fate tells what is known of the other side once its connection broke; nil
	// if nothing is.
	fate func() string
}

var _ bot.Player = (*Client)(nil)

// Dial connects to an external player that listens at addr, HOST:PORT. The
// context bounds the connecting only.
func Dial(ctx context.Context, addr string) (*Client, error) {
	d := net.Dialer{Timeout: dialTime}
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("no external player at %s: %w; one must be listening there, such as GNU Backgammon after its command \"external %s\"", addr, err, addr)
	}
	return newClient("the external player at "+addr, conn), nil
}

func newClient(name string, conn net.Conn) *Client {
	return &Client{
		name:     name,
		conn:     conn,
		in:       bufio.NewReaderSize(conn, longestLine),
		patience: patience,
	}
}

// Close ends the connection. A ChoosePlay under way fails.
func (c *Client) Close() error {
	if err := c.conn.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("closing the connection to %s: %w", c.name, err)
	}
	return nil
}

// ChoosePlay asks the other side. It fails when the context ends, when the
// connection breaks, when no answer comes within ten minutes, and when the answer
// is not one of the legal plays; every later call then fails with the same error.
func (c *Client) ChoosePlay(ctx context.Context, d bot.Decision) (int, error) {
	if c.lost != nil {
		return 0, c.lost
	}
	i, err := c.choose(ctx, d)
	if err != nil {
		c.lost = fmt.Errorf("%s, %d-%d: %w", notation.FormatPositionID(d.Board), d.Roll[0], d.Roll[1], err)
		return 0, c.lost
	}
	return i, nil
}

func (c *Client) choose(ctx context.Context, d bot.Decision) (int, error) {
	if len(d.Plays) == 0 {
		return 0, errors.New("no play is legal, so there is nothing to choose from")
	}
	s := cubeless(d)
	if d.State != nil {
		s = *d.State
	}
	answer, err := c.about(ctx, s)
	if err != nil {
		return 0, err
	}
	// A play that is cut short here would have been none anyway.
	i, err := notation.ParsePlay(shorten(answer), d.Plays)
	if err != nil {
		return 0, fmt.Errorf("%s answered with no legal play: %w", c.name, err)
	}
	return i, nil
}

// cubeless is cubeless money: the cube is centred and free, since readers take a
// line in which neither player may double for one in which a double is pending.
func cubeless(d bot.Decision) engine.State {
	return engine.State{
		Board: d.Board, Roller: 1, Turn: 1, Roll: d.Roll,
		Cube: engine.Cube{Value: 1, Owner: engine.Centred}, Phase: engine.Playing,
	}
}

// about asks what the player on turn does in a state.
func (c *Client) about(ctx context.Context, s engine.State) (string, error) {
	question, err := c.boardLine(ctx, s)
	if err != nil {
		return "", err
	}
	if c.in.Buffered() > 0 {
		rest, _ := c.in.Peek(c.in.Buffered())
		return "", fmt.Errorf("%s said %s without being asked", c.name, quote(rest))
	}
	answer, err := c.ask(ctx, question)
	if err != nil {
		return "", err
	}
	if strings.HasPrefix(strings.ToLower(answer), "error") {
		return "", fmt.Errorf("%s could not read the question: %s", c.name, quote(answer))
	}
	return answer, nil
}

// boardLine writes a state as the player on turn sees it.
func (c *Client) boardLine(ctx context.Context, s engine.State) (string, error) {
	if s.Turn == 0 {
		s = notation.SwapPlayers(s)
	}
	if s.Score.Length > 0 {
		turned, err := c.scoresAreTurned(ctx)
		if err != nil {
			return "", err
		}
		if p := &s.Score.Points; turned && !s.Doubled {
			p[0], p[1] = p[1], p[0]
		}
	}
	return notation.FormatFIBS(notation.FIBS{You: "You", Opponent: "Opponent", State: s})
}
