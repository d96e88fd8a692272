package ubgi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval/bot"
)

const (
	// startTime is how long an engine may take to introduce itself: it may have to
	// read large files first.
	startTime = time.Minute
	// patience is how long an answer may take where the context sets no earlier
	// end: long enough for deep searches on slow machines, but not for ever.
	patience = 10 * time.Minute
	// interruptTime is how long a broken connection waits for the end of the
	// context: an interrupt from the keyboard reaches both programs, and the other
	// may go first.
	interruptTime = 100 * time.Millisecond
)

// Options says how an engine is to play.
type Options struct {
	// Plies is how deep it looks, 0 being its static judgement; bot.DefaultPlies
	// leaves it as it is.
	Plies int
}

// Engine is a bot.Player whose plays and doubles come from a UBGI program. UBGI has
// no question about takes, so that it takes whatever it is offered, unless somebody
// answers in its place. It is not for concurrent use, except that Close may be called
// at any time. After an error it is lost: the program may have an answer under way
// that would be taken for that to the next question.
type Engine struct {
	name     string // of the program, in errors
	in       io.WriteCloser
	lines    chan string // what it says; closed at the end
	readErr  error       // how reading ended; may be read once lines is closed
	process  *program    // nil if there is none
	patience time.Duration
	keys     map[string]bool // that it declared
	answers  int             // given so far
	fresh    bool            // a game begins with the next question
	seed     uint64          // of that game
	lost     error           // the error after which there are no more answers
	closing  sync.Once
	closed   chan struct{}
}

var (
	_ bot.Gambler = (*Engine)(nil)
	_ bot.Player  = (*Engine)(nil)
)

// Start runs a command, a program and its arguments (quotes keep blanks together),
// and speaks UBGI with it. The program runs until Close, or until the context ends.
func Start(ctx context.Context, command string, o Options) (*Engine, error) {
	words, err := splitCommand(command)
	if err != nil {
		return nil, fmt.Errorf("ubgi: %w", err)
	}
	p, err := start(ctx, words)
	if err != nil {
		return nil, fmt.Errorf("ubgi: starting %s: %w", quote(words[0]), err)
	}
	e := newEngine(words[0], p.in, p.out)
	e.process = p
	if err := e.greet(ctx, o); err != nil {
		return nil, errors.Join(fmt.Errorf("ubgi: %w", err), e.Close())
	}
	return e, nil
}

// newEngine begins to read what the program says.
func newEngine(name string, in io.WriteCloser, out io.Reader) *Engine {
	e := &Engine{
		name: name, in: in, lines: make(chan string), patience: patience,
		keys: map[string]bool{}, closed: make(chan struct{}),
	}
	go e.read(out)
	return e
}

// read sends line by line until the program ends or Close is called.
func (e *Engine) read(out io.Reader) {
	defer close(e.lines)
	s := bufio.NewScanner(out)
	s.Buffer(nil, longestLine)
	for s.Scan() {
		line := strings.TrimSpace(s.Text())
		if line == "" {
			continue
		}
		select {
		case e.lines <- line:
		case <-e.closed:
			return
		}
	}
	e.readErr = s.Err()
}

// greet makes the engine ready.
func (e *Engine) greet(ctx context.Context, o Options) error {
	starting, cancel := context.WithTimeoutCause(ctx, startTime, fmt.Errorf("%s is not ready within %v", e.name, startTime))
	defer cancel()
	_, err := e.ask(starting, []string{"ubgi"}, "ubgiok", func(line string) {
		if words := strings.Fields(line); words[0] == "key" && len(words) > 1 {
			e.keys[words[1]] = true
		}
	})
	if err != nil {
		return err
	}
	commands := []string{"isready"}
	if o.Plies != bot.DefaultPlies {
		if !e.keys["engine.ply"] {
			return fmt.Errorf("%s has no key engine.ply: how deep it looks cannot be set", e.name)
		}
		commands = []string{"set engine.ply " + strconv.Itoa(o.Plies+1), "isready"}
	}
	_, err = e.ask(starting, commands, "readyok", nil)
	e.answers = 0
	return err
}

// NewGame tells the engine, with the next question, that a game begins, and its
// seed if it has use for one.
func (e *Engine) NewGame(seed uint64) { e.fresh, e.seed = true, seed }

// ChoosePlay asks the engine. It fails when the context ends, when the program does,
// when no answer comes within ten minutes, and when the answer is not one of the
// legal plays; every later call then fails with the same error.
func (e *Engine) ChoosePlay(ctx context.Context, d bot.Decision) (int, error) {
	if e.lost != nil {
		return 0, e.lost
	}
	i, err := e.choose(ctx, d)
	if err != nil {
		e.lost = fmt.Errorf("%s, %d-%d: %w", notation.FormatPositionID(d.Board), d.Roll[0], d.Roll[1], err)
		return 0, e.lost
	}
	return i, nil
}

func (e *Engine) choose(ctx context.Context, d bot.Decision) (int, error) {
	if len(d.Plays) == 0 {
		return 0, errors.New("no play is legal, so there is nothing to choose from")
	}
	position := "gnubgid " + notation.FormatPositionID(d.Board)
	if d.State != nil {
		before := *d.State
		before.Roll = engine.Roll{} // which comes extra
		xgid, err := notation.FormatXGID(before)
		if err != nil {
			return 0, err
		}
		position = "xgid " + xgid
	}
	answer, err := e.ask(ctx, append(e.newGame(),
		"position "+position,
		fmt.Sprintf("dice %d %d", d.Roll[0], d.Roll[1]),
		"go chequer"), "bestmove", nil)
	if err != nil {
		return 0, err
	}
	// A play that is cut short here would have been none anyway.
	if len(answer) > longestQuote {
		answer = answer[:longestQuote]
	}
	i, err := notation.ParsePlay(strings.ToValidUTF8(answer, "?"), d.Plays)
	if err != nil {
		return 0, fmt.Errorf("%s answered with no legal play: %w", e.name, err)
	}
	return i, nil
}

// newGame are the commands that begin a game, if one begins.
func (e *Engine) newGame() (commands []string) {
	if e.fresh {
		e.fresh = false
		if e.keys["engine.seed"] {
			commands = append(commands, fmt.Sprintf("set engine.seed %d", e.seed&maxSeed))
		}
		commands = append(commands, "newgame")
	}
	return commands
}

// ask sends commands and waits for the line that begins with the word want, whose
// rest it returns. Lines before it are handed to other, which may be nil.
func (e *Engine) ask(ctx context.Context, commands []string, want string, other func(line string)) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, e.patience, fmt.Errorf("%s gave no answer within %v", e.name, e.patience))
	defer cancel()
	if ctx.Err() != nil {
		return "", e.interrupted(ctx)
	}
	// An engine that does not read holds the writing up; it is lost then anyway.
	defer context.AfterFunc(ctx, func() { e.in.Close() })()
	select {
	case line, more := <-e.lines:
		if more {
			return "", fmt.Errorf("%s said %s without being asked", e.name, quote(line))
		}
		return "", e.broken(ctx, e.readErr)
	default:
	}
	if _, err := io.WriteString(e.in, strings.Join(commands, "\n")+"\n"); err != nil {
		return "", e.broken(ctx, err)
	}
	for {
		select {
		case <-ctx.Done():
			return "", e.interrupted(ctx)
		case line, more := <-e.lines:
			if !more {
				return "", e.broken(ctx, e.readErr)
			}
			word, rest, _ := strings.Cut(line, " ")
			switch {
			case word == want:
				e.answers++
				return strings.TrimSpace(rest), nil
			case word == "error":
				return "", fmt.Errorf("%s refused %s: %s", e.name, quote(strings.Join(commands, ", ")), quote(line))
			case strings.HasPrefix(word, "best"):
				return "", fmt.Errorf("%s said %s; %s … was to come", e.name, quote(line), want)
			case other != nil:
				other(line)
			}
		}
	}
}

// interrupted says why there was no waiting for an answer.
func (e *Engine) interrupted(ctx context.Context) error {
	if ctx.Err() == context.DeadlineExceeded {
		return context.Cause(ctx)
	}
	return fmt.Errorf("while %s was thinking: %w", e.name, ctx.Err())
}

// broken says what became of a program that can be talked to no more.
func (e *Engine) broken(ctx context.Context, err error) error {
	select {
	case <-ctx.Done():
		return e.interrupted(ctx)
	case <-e.closed:
		return fmt.Errorf("%s is closed on this side", e.name)
	case <-time.After(interruptTime):
	}
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	fate := ""
	if e.process != nil {
		fate = e.process.Fate()
	}
	return fmt.Errorf("%s said no more after %d answers: %w%s", e.name, e.answers, err, fate)
}

// Close tells the program to quit, and kills it if it does not. Calling it again
// does no harm. A ChoosePlay under way fails.
func (e *Engine) Close() error {
	e.closing.Do(func() {
		close(e.closed)
		if e.process == nil {
			e.in.Close()
			return
		}
		// A program that does not read would hold this up, but not for long.
		said := make(chan struct{})
		go func() {
			io.WriteString(e.process.in, "quit\n")
			close(said)
		}()
		select {
		case <-said:
		case <-time.After(quitTime):
		}
		e.process.stop()
	})
	return nil
}
