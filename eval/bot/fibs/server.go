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
	"sync"
	"time"

	"tavla/engine"
	"tavla/eval/bot"
)

// ServerOptions says who answers, and what is asked of those who connect. Only
// NewPlayer must be given.
type ServerOptions struct {
	// NewPlayer makes the player of one connection. It is called by one goroutine
	// at a time.
	NewPlayer func() (bot.Player, error)
	// Rules are those of money games, which the protocol does not mention.
	Rules engine.Rules
	// Software is how the server calls itself; empty means Tavla.
	Software string
	// Connections is how many may be open at once; 0 means 64.
	Connections int
	// LongestLine is the length in bytes from which a line ends its connection; 0
	// means 4096. A question has some 200.
	LongestLine int
	// Silence is how long the next question may take before the connection ends; 0
	// means half an hour: there may be a human being at the other end.
	Silence time.Duration
	// Grace is how long an answer that is being thought about may still take once
	// the server is to stop; 0 means two seconds.
	Grace time.Duration
	// Log, if not nil, is told what happens, a line at a time. It may be called by
	// several goroutines at once.
	Log func(line string)
}

const (
	writeTime    = 30 * time.Second // for an answer to be sent
	acceptTries  = 10               // failures in a row until the server gives up
	acceptPause  = 50 * time.Millisecond
	errorPrefix  = "Error: "
	longestError = 400           // bytes of an error that are said
	aroundALine  = " \t\r\n\x00" // GNU Backgammon ends its lines with a NUL behind the line feed
	defaultName  = "Tavla"
	manyAtOnce   = 64
	silentFor    = 30 * time.Minute
	graceAtClose = 2 * time.Second
)

func (o *ServerOptions) fill() {
	if o.Software == "" {
		o.Software = defaultName
	}
	if o.Connections == 0 {
		o.Connections = manyAtOnce
	}
	if o.LongestLine == 0 {
		o.LongestLine = longestLine
	}
	if o.Silence == 0 {
		o.Silence = silentFor
	}
	if o.Grace == 0 {
		o.Grace = graceAtClose
	}
	if o.Log == nil {
		o.Log = func(string) {}
	}
}

// Serve answers whoever connects to l, several at once, each with a player of its
// own, until the context ends; then it closes l, lets answers under way be
// finished, and returns nil. An error means that nobody can connect any more.
func Serve(ctx context.Context, l net.Listener, o ServerOptions) error {
	o.fill()
	ctx, cancel := context.WithCancel(ctx)
	s := &server{options: o, ctx: ctx}
	var stopThinking context.CancelFunc
	s.thinking, stopThinking = context.WithCancel(context.WithoutCancel(ctx))
	defer stopThinking()
	defer context.AfterFunc(ctx, func() {
		l.Close()
		time.AfterFunc(o.Grace, stopThinking)
	})()
	err := s.accept(l)
	cancel()
	l.Close()
	s.wait.Wait()
	return err
}

type server struct {
	options  ServerOptions
	ctx      context.Context // until the server is to stop
	thinking context.Context // until answers are to be given up
	wait     sync.WaitGroup
	mu       sync.Mutex // guards open, and calls of NewPlayer
	open     int
}

// accept lets them in until the listener is closed.
func (s *server) accept(l net.Listener) error {
	for failed := 0; ; {
		conn, err := l.Accept()
		switch {
		case s.ctx.Err() != nil:
			if err == nil {
				conn.Close()
			}
			return nil
		case err == nil:
			failed = 0
			s.wait.Go(func() { s.serve(conn) })
		default:
			if failed++; failed == acceptTries || errors.Is(err, net.ErrClosed) {
				return fmt.Errorf("nobody can connect to %v any more: %w", l.Addr(), err)
			}
			select { // too many open files, perhaps
			case <-time.After(acceptPause):
			case <-s.ctx.Done():
			}
		}
	}
}

// serve talks to one client until one side has enough.
func (s *server) serve(conn net.Conn) {
	defer conn.Close()
	who := conn.RemoteAddr().String()
	a, err := s.enter()
	defer s.leave()
	if err != nil {
		s.options.Log(who + ": " + err.Error())
		s.send(conn, errorPrefix+oneLine(err))
		return
	}
	s.options.Log(who + ": connected")
	defer context.AfterFunc(s.ctx, func() { conn.SetReadDeadline(time.Unix(1, 0)) })()
	why := s.talk(conn, a)
	s.options.Log(who + ": " + why)
}

// enter makes the answerer of a connection, if there is room for one more.
func (s *server) enter() (*answerer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open++
	if s.open > s.options.Connections {
		return nil, fmt.Errorf("there are %d connections already, and no more are served at once", s.options.Connections)
	}
	p, err := s.options.NewPlayer()
	if err != nil {
		return nil, fmt.Errorf("making a player: %w", err)
	}
	return &answerer{player: p, reader: reader{rules: s.options.Rules}, software: s.options.Software}, nil
}

func (s *server) leave() {
	s.mu.Lock()
	s.open--
	s.mu.Unlock()
}

// talk answers line by line, and says why there are no more.
func (s *server) talk(conn net.Conn, a *answerer) string {
	in := bufio.NewReaderSize(conn, s.options.LongestLine)
	for n := 0; ; n++ {
		conn.SetReadDeadline(time.Now().Add(s.options.Silence))
		if s.ctx.Err() != nil { // the deadline just set may have been the end's
			return fmt.Sprintf("the server stops after %d answers", n)
		}
		line, err := in.ReadSlice('\n')
		switch {
		case err == nil:
		case errors.Is(err, bufio.ErrBufferFull):
			s.send(conn, fmt.Sprintf("%sa line of more than %d bytes", errorPrefix, s.options.LongestLine))
			return "cut off: its line was too long"
		case s.ctx.Err() != nil:
			return fmt.Sprintf("the server stops after %d answers", n)
		case errors.Is(err, os.ErrDeadlineExceeded):
			s.send(conn, fmt.Sprintf("%sno line within %v", errorPrefix, s.options.Silence))
			return "cut off: it was silent for too long"
		default:
			return fmt.Sprintf("disconnected after %d answers", n)
		}
		text, err := a.answer(s.thinking, strings.Trim(string(line), aroundALine))
		if err != nil {
			text = errorPrefix + oneLine(err)
			s.options.Log(conn.RemoteAddr().String() + ": " + text)
		}
		if err := s.send(conn, text); err != nil {
			return "disconnected: " + err.Error()
		}
	}
}

// send writes an answer and its end.
func (s *server) send(conn net.Conn, text string) error {
	conn.SetWriteDeadline(time.Now().Add(writeTime))
	_, err := io.WriteString(conn, text+"\n")
	return err
}

// oneLine is an error as the protocol can carry it, and not at any length.
func oneLine(err error) string {
	text := err.Error()
	if len(text) > longestError {
		text = strings.ToValidUTF8(text[:longestError], "") + "…"
	}
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}
