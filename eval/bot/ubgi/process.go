package ubgi

import (
	"context"
	"io"
	"os/exec"
	"time"

	"tavla/eval/bot/internal/process"
)

// quitTime is how long a program may take to end once it is told to.
const quitTime = 2 * time.Second

// program is one that runs, and its streams.
type program struct {
	*process.Process
	in  io.WriteCloser // its standard input
	out io.ReadCloser  // its standard output
}

// start runs a program until it ends by itself, the context does, or stop is called.
func start(ctx context.Context, words []string) (*program, error) {
	out, toUs := io.Pipe()
	p := &program{out: out}
	var err error
	p.Process, err = process.Start(ctx, words[0], words[1:], func(cmd *exec.Cmd) (err error) {
		cmd.Stdout = toUs
		p.in, err = cmd.StdinPipe()
		return err
	}, toUs.Close)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// stop ends the program, the hard way if need be. Nobody may read its output any
// more.
func (p *program) stop() {
	p.in.Close()
	p.out.Close()
	select {
	case <-p.Ended():
	case <-time.After(quitTime):
	}
	p.Stop() // which closes a pipe and so never fails
}
