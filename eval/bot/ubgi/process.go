package ubgi

import (
	"context"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// quitTime is how long a program may take to end once it is told to, or killed.
const quitTime = 2 * time.Second

// process is a program that runs in the background.
type process struct {
	in     io.WriteCloser // its standard input
	out    io.ReadCloser  // its standard output
	kill   context.CancelFunc
	ended  chan struct{} // closed when it is gone
	state  string        // how it ended; may be read once ended is closed
	output tail          // of its standard error
}

// start runs a program until it ends by itself, the context does, or kill is called.
func start(ctx context.Context, words []string) (*process, error) {
	ctx, cancel := context.WithCancel(ctx)
	p := &process{kill: cancel, ended: make(chan struct{})}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	out, toUs := io.Pipe()
	p.out = out
	cmd.Stdout, cmd.Stderr = toUs, &p.output
	cmd.WaitDelay = quitTime
	var err error
	if p.in, err = cmd.StdinPipe(); err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, err
	}
	go func() {
		cmd.Wait() // its error is the state or our own kill
		p.state = cmd.ProcessState.String()
		cancel()
		close(p.ended)
		toUs.Close()
	}()
	return p, nil
}

// stop ends the program, the hard way if need be. Nobody may read its output any
// more.
func (p *process) stop() {
	p.in.Close()
	p.out.Close()
	select {
	case <-p.ended:
	case <-time.After(quitTime):
		p.kill()
		<-p.ended
	}
}

// fate says how the program ended, if it did, and what it complained about last.
func (p *process) fate() string {
	text := ""
	select {
	case <-p.ended:
		text = " (it ended: " + p.state + ")"
	case <-time.After(quitTime):
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
