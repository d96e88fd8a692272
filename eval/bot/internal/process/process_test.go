package process

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// The test's own program serves as one to be run.
func TestMain(m *testing.M) {
	switch os.Getenv("PROCESS_TEST") {
	case "complains":
		io.WriteString(os.Stdout, "it was\n")
		io.WriteString(os.Stderr, "the cheese\n")
		os.Exit(3)
	case "echoes":
		io.Copy(os.Stdout, os.Stdin)
		os.Exit(0)
	case "waits":
		time.Sleep(time.Minute)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func run(t *testing.T, ctx context.Context, what string, setUp func(*exec.Cmd) error, cleanUp func() error) *Process {
	t.Helper()
	t.Setenv("PROCESS_TEST", what)
	p, err := Start(ctx, os.Args[0], nil, setUp, cleanUp)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Stop() })
	return p
}

func isGone(t *testing.T, p *Process) {
	t.Helper()
	select {
	case <-p.Ended():
	case <-time.After(10 * time.Second):
		t.Fatal("the program still runs")
	}
}

func TestTheFateOfAProgramIsItsEndAndItsLastWords(t *testing.T) {
	p := run(t, t.Context(), "complains", nil, nil)
	isGone(t, p)
	if got, want := p.Fate(), " (it ended: exit status 3); its last words: it was the cheese"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if got := run(t, t.Context(), "waits", nil, nil).Fate(); got != " (it still runs)" {
		t.Errorf("%q of one that waits", got)
	}
}

func TestAProgramIsTalkedToThroughTheStreamsThatAreSetUp(t *testing.T) {
	var in io.WriteCloser
	out, toUs := io.Pipe()
	p := run(t, t.Context(), "echoes", func(cmd *exec.Cmd) (err error) {
		cmd.Stdout = toUs
		in, err = cmd.StdinPipe()
		return err
	}, toUs.Close)
	io.WriteString(in, "hello")
	in.Close()
	if text, err := io.ReadAll(out); string(text) != "hello" || err != nil {
		t.Errorf("it says %q, %v", text, err)
	}
	isGone(t, p)
}

func TestAProgramEndsWithTheContextOrWhenItIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := run(t, ctx, "waits", nil, nil)
	cancel()
	isGone(t, p)
	cleaned := 0
	p = run(t, t.Context(), "waits", nil, func() error { cleaned++; return errors.New("a crumb is left") })
	for range 2 {
		if err := p.Stop(); err == nil || err.Error() != "a crumb is left" {
			t.Errorf("stopping it: %v", err)
		}
	}
	if cleaned != 1 {
		t.Errorf("cleaned up %d times", cleaned)
	}
}

func TestWhatCannotBeStartedIsAnErrorAndCleanedUpToo(t *testing.T) {
	cleaned := false
	_, err := Start(t.Context(), "no-such-program", nil, nil, func() error { cleaned = true; return nil })
	if err == nil || !strings.Contains(err.Error(), "no-such-program") || !cleaned {
		t.Errorf("error %v, cleaned up: %v", err, cleaned)
	}
	refused := errors.New("no pipe")
	if _, err := Start(t.Context(), os.Args[0], nil, func(*exec.Cmd) error { return refused }, nil); !errors.Is(err, refused) {
		t.Errorf("error %v", err)
	}
}

func TestATailKeepsTheEndOfWhatIsWritten(t *testing.T) {
	var l tail
	for _, s := range []string{"first ", strings.Repeat("x", 1000), "", "last"} {
		if n, err := l.Write([]byte(s)); n != len(s) || err != nil {
			t.Errorf("writing %d bytes gives %d, %v", len(s), n, err)
		}
	}
	if want := strings.Repeat("x", tailSize-4) + "last"; l.String() != want {
		t.Errorf("it keeps %q", l.String())
	}
}
