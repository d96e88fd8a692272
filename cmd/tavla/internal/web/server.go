package web

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"strings"
	"time"

	"tavla/eval/cube"
	"tavla/eval/search"
)

// MaxPlies is how deep a request may ask to look.
const MaxPlies = 2

// Query is a question to one of the commands.
type Query struct {
	Args  []string // POSITION [DICE], as on the command line
	Plies int      // 0 to MaxPlies
	Top   int      // how many plays to list; 0 is all
}

// Ask answers a Query with what has the command's JSON form. An error is a
// *BadQuery when the question is at fault.
type Ask func(context.Context, Query) (any, error)

// Worker is what one request at a time is answered with. It is used by one
// goroutine at a time, not always the same.
type Worker struct {
	Plays, Move, Eval, Cube, Convert Ask

	// Search, Ranker and Judge are for wildbg's interface. What they return is
	// used before the next call of any field.
	Search func(plies int) *search.Deep
	Ranker func(plies int) *cube.Ranker
	Judge  func(plies int) *cube.Judge
}

// BadQuery says that a question has no answer, and why.
type BadQuery struct{ Err error }

func (e *BadQuery) Error() string { return e.Err.Error() }
func (e *BadQuery) Unwrap() error { return e.Err }

func badQuery(format string, args ...any) error { return &BadQuery{fmt.Errorf(format, args...)} }

// Options says who answers, and within which limits. Only NewWorker must be given.
type Options struct {
	// NewWorker makes a Worker. Workers share nothing that is not safe to share.
	NewWorker func() *Worker
	// Workers is how many requests are answered at once; below 1 counts as 1.
	Workers int
	// Plies is how deep to look where a request does not say it; 0 to MaxPlies.
	Plies int
	// TimeLimit is how long a request may take, the wait for a worker included; 0
	// means 10 seconds.
	TimeLimit time.Duration
	// Waiting is how many requests may wait for a worker; 0 means 1024.
	Waiting int
	// Connections is how many may be open at once; 0 means 1024. Others wait until
	// one of them is closed.
	Connections int
	// Version is what /healthz and openapi.json tell.
	Version string
	// Log, if not nil, is told what goes wrong here, a line at a time. It may be
	// called by several goroutines at once.
	Log func(line string)
}

const (
	usualTimeLimit = 10 * time.Second
	usualMany      = 1024

	headerTime = 5 * time.Second  // for a request to arrive
	writeTime  = 10 * time.Second // for an answer to be fetched
	idleTime   = time.Minute      // for the next request on a connection
	maxHeader  = 16 << 10         // bytes
)

// Server answers HTTP requests. It is safe for concurrent use.
type Server struct {
	options Options
	routes  map[string]route
	policy  string // Content-Security-Policy
	pool    *pool
}

// New makes a Server with its workers.
func New(o Options) *Server {
	o.Workers = max(o.Workers, 1)
	if o.TimeLimit == 0 {
		o.TimeLimit = usualTimeLimit
	}
	if o.Waiting == 0 {
		o.Waiting = usualMany
	}
	if o.Connections == 0 {
		o.Connections = usualMany
	}
	if o.Log == nil {
		o.Log = func(string) {}
	}
	s := &Server{options: o, routes: map[string]route{}, policy: policyFor(page), pool: newPool(o)}
	for _, r := range routes(o) {
		s.routes[r.path] = r
	}
	return s
}

// Serve answers whoever connects to l until the context ends. Then it closes l,
// lets the requests under way be finished, those that wait for a worker too, and
// returns nil. An error means that nobody can connect any more, or that requests
// had to be cut off.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       headerTime,
		WriteTimeout:      s.options.TimeLimit + writeTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          log.New(lineWriter(s.options.Log), "", 0),
	}
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(limitListener(l, s.options.Connections)) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.options.TimeLimit+writeTime)
	defer cancel()
	err := h.Shutdown(grace)
	if err != nil {
		return errors.Join(fmt.Errorf("requests were cut off: %w", err), h.Close())
	}
	return nil
}

// lineWriter hands what a log.Logger writes to a function.
type lineWriter func(string)

func (w lineWriter) Write(b []byte) (int, error) {
	w(strings.TrimSuffix(string(b), "\n"))
	return len(b), nil
}
