package fibs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"
)

// process is a program that runs in the background, in a temporary folder of its
// own that serves as its home.
type process struct {
	cancel context.CancelFunc
	ended  chan struct{} // closed when the program is gone and its folder too
	output tail
	state  string // how it ended; may be read once ended is closed
	err    error  // of removing the folder; likewise
}

// start runs program with input until it ends by itself, the context does, or
// stop is called.
func start(ctx context.Context, program string, args []string, input string) (*process, error) {
	dir, err := os.MkdirTemp("", "tavla-gnubg-")
	if err != nil {
		return nil, fmt.Errorf("a temporary folder for %s: %w", program, err)
	}
	ctx, cancel := context.WithCancel(ctx)
	p := &process{cancel: cancel, ended: make(chan struct{})}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	// The home of the user may not be writable, and holds settings that are not ours.
	cmd.Env = append(os.Environ(), "HOME="+dir, "LC_ALL=C", "LANGUAGE=C")
	cmd.Stdin = strings.NewReader(input)
	cmd.Stdout, cmd.Stderr = &p.output, &p.output
	cmd.WaitDelay = time.Second
	endWithParent(cmd)

	started := make(chan error, 1)
	go func() {
		// On Linux the program ends with the thread that started it.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			cmd.Wait() // its error is the state or our own kill
			p.state = cmd.ProcessState.String()
		}
		cancel()
		p.err = os.RemoveAll(dir)
		close(p.ended)
	}()
	if err := <-started; err != nil {
		<-p.ended
		return nil, errors.Join(err, p.err)
	}
	return p, nil
}

// stop kills the program if it still runs, and returns when nothing is left of it.
func (p *process) stop() error {
	p.cancel()
	<-p.ended
	return p.err
}

// fate says how the program ended, if it did, and what it wrote last.
func (p *process) fate() string {
	text := ""
	select {
	case <-p.ended:
		text = " (it ended: " + p.state + ")"
	case <-time.After(time.Second):
		text = " (it still runs)"
	}
	if said := strings.TrimSpace(p.output.String()); said != "" {
		text += "; its last words: " + strings.Join(strings.Fields(said), " ")
	}
	return text
}

// tail keeps the end of what is written to it. It may be used concurrently.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// tailSize is how much a tail keeps, in bytes.
const tailSize = 400

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b[max(0, len(b)-tailSize):]...)
	if extra := len(t.text) - tailSize; extra > 0 {
		t.text = t.text[:copy(t.text, t.text[extra:])]
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.text), "")
}
