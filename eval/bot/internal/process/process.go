// Package process runs the programs of others that bots talk to, in the background:
// it starts them, keeps the end of what they complain about, and sees to it that
// nothing is left of them.
package process

import (
	"context"
	"errors"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// patience is how long a program that is killed, or seems to have ended, may take to
// be gone.
const patience = time.Second

// Process is a program that runs. It may be used concurrently.
type Process struct {
	cancel context.CancelFunc
	ended  chan struct{}
	output tail
	state  string // how it ended; may be read once ended is closed
	err    error  // of cleaning up; likewise
}

// Start runs a program until it ends by itself, the context does, or Stop is called.
// setUp, which may be nil, gives the command what it needs, such as a folder and
// streams; outputs that it leaves unset are kept for Fate. cleanUp, which may be nil
// too, is called once when the program is gone or was not to be started.
//
// On Linux the program is killed when this one dies without stopping it.
func Start(ctx context.Context, program string, args []string, setUp func(*exec.Cmd) error, cleanUp func() error) (*Process, error) {
	ctx, cancel := context.WithCancel(ctx)
	p := &Process{cancel: cancel, ended: make(chan struct{})}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.WaitDelay = patience
	endWithParent(cmd)
	started := make(chan error, 1)
	go func() {
		// On Linux the program ends with the thread that started it.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.start(cmd, setUp)
		started <- err
		if err == nil {
			cmd.Wait() // its error is the state or our own kill
			p.state = cmd.ProcessState.String()
		}
		cancel()
		if cleanUp != nil {
			p.err = cleanUp()
		}
		close(p.ended)
	}()
	if err := <-started; err != nil {
		<-p.ended
		return nil, errors.Join(err, p.err)
	}
	return p, nil
}

func (p *Process) start(cmd *exec.Cmd, setUp func(*exec.Cmd) error) error {
	if setUp != nil {
		if err := setUp(cmd); err != nil {
			return err
		}
	}
	if cmd.Stdout == nil {
		cmd.Stdout = &p.output
	}
	if cmd.Stderr == nil {
		cmd.Stderr = &p.output
	}
	return cmd.Start()
}

// Ended is closed when the program is gone and all is cleaned up.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Stop kills the program if it still runs, and returns when nothing is left of it,
// with the error of cleaning up. Calling it again does no harm.
func (p *Process) Stop() error {
	p.cancel()
	<-p.ended
	return p.err
}

// Fate says how the program ended, if it did within a moment, and what it wrote last.
func (p *Process) Fate() string {
	text := ""
	select {
	case <-p.ended:
		text = " (it ended: " + p.state + ")"
	case <-time.After(patience):
		text = " (it still runs)"
	}
	if said := strings.Fields(p.output.String()); len(said) > 0 {
		text += "; its last words: " + strings.Join(said, " ")
	}
	return text
}
