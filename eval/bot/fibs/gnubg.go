package fibs

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"tavla/engine"
	"tavla/eval/bot/internal/process"
)

const (
	// MaxPlies is the deepest that GNU Backgammon looks.
	MaxPlies = 7
	// startTime is how long a GNU Backgammon may take to listen: a fraction of a
	// second, unless the machine is very busy.
	startTime = time.Minute
	// startTries is how many ports are tried.
	startTries = 5
	// redialTime lies between two attempts to connect.
	redialTime = 20 * time.Millisecond
	// settleTime is how long a program that listens must have gone on running.
	settleTime = 50 * time.Millisecond
)

// Options says how a GNU Backgammon is to play.
type Options struct {
	// Plies is how deep it looks, counted its way: 0 is the static net, 7 the
	// deepest. Deeper searches use its standard move filters and pruning.
	Plies int
	// Cube, if not nil, makes it use the cube in its plays, and be asked about cubes:
	// with these rules of money games.
	Cube *engine.Rules
	// Program is the executable. Empty means gnubg, looked for on PATH and where
	// packages put games.
	Program string
}

// GNUBackgammon is a Client served by a GNU Backgammon of its own: one thread, no
// noise, cubeless evaluation unless Options.Cube is set. Whoever started it closes
// it.
type GNUBackgammon struct {
	*Client
	process *process.Process
}

// StartGNUBackgammon starts an installed GNU Backgammon, lets it listen on a free
// port of this machine, and connects to it. The program runs until Close, or until
// the context ends, and has its home in a temporary folder that goes with it.
func StartGNUBackgammon(ctx context.Context, o Options) (*GNUBackgammon, error) {
	return startGNUBackgammon(ctx, o, freePort)
}

func startGNUBackgammon(ctx context.Context, o Options, port func() (int, error)) (*GNUBackgammon, error) {
	if o.Plies < 0 || o.Plies > MaxPlies {
		return nil, fmt.Errorf("gnubg: %d plies; it looks 0 to %d plies deep", o.Plies, MaxPlies)
	}
	program, err := o.program()
	if err != nil {
		return nil, err
	}
	var last error
	for range startTries {
		n, err := port()
		if err != nil {
			return nil, fmt.Errorf("gnubg: a free port for it: %w", err)
		}
		g, err := tryPort(ctx, program, commands(o, n), n)
		if err == nil {
			return g, nil
		}
		last = fmt.Errorf("gnubg: starting %s: %w", program, err)
		if !errors.Is(err, errNotListening) || ctx.Err() != nil {
			break
		}
	}
	return nil, last
}

// errNotListening is the lot of a program that could not have its port, so that
// another port may help.
var errNotListening = errors.New("it does not listen")

// tryPort starts the program once.
func tryPort(ctx context.Context, program, commands string, port int) (*GNUBackgammon, error) {
	addr := address(port)
	p, err := start(ctx, program, []string{"-t", "-q", "-r"}, commands)
	if err != nil {
		return nil, err
	}
	// The attempts to connect end with the program.
	dialing, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	go func() {
		select {
		case <-p.Ended():
			cancel()
		case <-dialing.Done():
		}
	}()
	c, err := connect(dialing, addr)
	if err == nil {
		c.fate = p.Fate
		select {
		case <-p.Ended(): // somebody else has the port, and answered
			c.Close()
		case <-time.After(settleTime):
			return &GNUBackgammon{Client: c, process: p}, nil
		}
	}
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case dialing.Err() == context.DeadlineExceeded:
		err = fmt.Errorf("no connection to it at %s within %v%s", addr, startTime, p.Fate())
	default:
		err = fmt.Errorf("%w at %s%s", errNotListening, addr, p.Fate())
	}
	return nil, errors.Join(err, p.Stop())
}

func address(port int) string { return fmt.Sprintf("127.0.0.1:%d", port) }

// commands sets GNU Backgammon up as a player that listens at a port. When the last
// one fails the input ends, and the program with it.
func commands(o Options, port int) string {
	onOff := map[bool]string{true: "on", false: "off"}
	lines := []string{
		fmt.Sprintf("set evaluation chequer eval plies %d", o.Plies),
		"set evaluation chequer eval cubeful " + onOff[o.Cube != nil],
		"set evaluation chequer eval noise 0",
		"set threads 1",
	}
	if o.Cube != nil {
		beavers := 0
		if o.Cube.Beavers {
			beavers = 1
		}
		lines = append(lines,
			fmt.Sprintf("set evaluation cubedecision eval plies %d", o.Plies),
			"set evaluation cubedecision eval cubeful on",
			"set evaluation cubedecision eval noise 0",
			"set jacoby "+onOff[o.Cube.Jacoby],
			fmt.Sprintf("set beavers %d", beavers))
	}
	return strings.Join(append(lines, "external "+address(port), ""), "\n")
}

// connect dials until somebody at addr says who he is, or the context ends.
func connect(ctx context.Context, addr string) (*Client, error) {
	for {
		c, err := greet(ctx, addr)
		if err == nil {
			return c, nil
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(redialTime):
		}
	}
}

// greet dials once and asks for the version, whose last line names the software.
func greet(ctx context.Context, addr string) (*Client, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	c := newClient("gnubg", conn)
	c.turnsScores, c.asked = true, true
	err = c.during(ctx, func() error {
		if err := c.send("version"); err != nil {
			return err
		}
		for {
			line, err := c.receive()
			if err != nil || strings.HasPrefix(line, "Software:") {
				return err
			}
		}
	})
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	c.answers = 0
	return c, nil
}

// Close ends the connection, kills the program and removes its folder. Calling it
// again does no harm.
func (g *GNUBackgammon) Close() error {
	err := g.Client.Close()
	if stopped := g.process.Stop(); stopped != nil {
		err = errors.Join(err, fmt.Errorf("gnubg: its temporary folder: %w", stopped))
	}
	return err
}

// freePort is a port of this machine that nobody used a moment ago.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

// program is the executable's path, absolute since it will run in another folder.
func (o Options) program() (string, error) {
	if o.Program == "" {
		return findGNUBackgammon("/usr/games", "/usr/local/games")
	}
	path, err := exec.LookPath(o.Program)
	if err != nil {
		return "", fmt.Errorf("gnubg: %w", err)
	}
	return filepath.Abs(path)
}

// findGNUBackgammon looks for the executable on PATH, and then where packages put
// games, which need not be on it.
func findGNUBackgammon(folders ...string) (string, error) {
	if path, err := exec.LookPath("gnubg"); err == nil {
		return filepath.Abs(path)
	}
	for _, dir := range folders {
		if path, err := exec.LookPath(filepath.Join(dir, "gnubg")); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("gnubg: GNU Backgammon is not installed: there is no gnubg on PATH nor in %s; on Debian or Ubuntu install it with: apt install gnubg",
		strings.Join(folders, " or "))
}
