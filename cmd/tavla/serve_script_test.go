package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// The scripts start the program, ask it and stop it:
//
//	serve FLAG…        starts tavla serve at a free port
//	ask STATUS PATH    gets a path into the file answer; the status must be that
//	stop SIGNAL        sends it INT or TERM: it must end with exit status 0
func serveScripts(t *testing.T, cache string) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script/serve",
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_CACHE_HOME", cache)
			e.Values[serverKey{}] = new(process)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"serve": scriptServe, "ask": scriptAsk, "stop": scriptStop, "status": scriptStatus,
		},
	})
}

type serverKey struct{}

// process is a server under way.
type process struct {
	*exec.Cmd
	lines *bufio.Reader // of its standard error
	url   string
}

func scriptServe(ts *testscript.TestScript, neg bool, args []string) {
	p := ts.Value(serverKey{}).(*process)
	p.Cmd = exec.Command("tavla", append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	p.Env = append(os.Environ(), "XDG_CACHE_HOME="+ts.Getenv("XDG_CACHE_HOME"))
	said, err := p.StderrPipe()
	ts.Check(err)
	ts.Check(p.Start())
	ts.Defer(func() { p.Process.Kill() })
	p.lines = bufio.NewReader(said)
	line, err := p.lines.ReadString('\n')
	ts.Check(err)
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening at ")
	if !ok || !strings.HasPrefix(url, "http://127.0.0.1:") {
		ts.Fatalf("it says %q", line)
	}
	p.url = url
}

func scriptAsk(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: ask STATUS PATH")
	}
	answer, err := http.Get(ts.Value(serverKey{}).(*process).url + args[1])
	ts.Check(err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("answer"), body, 0o666))
	if got := answer.Status[:3]; got != args[0] {
		ts.Fatalf("status %s, want %s: %s", got, args[0], body)
	}
}

func scriptStop(ts *testscript.TestScript, neg bool, args []string) {
	p := ts.Value(serverKey{}).(*process)
	signals := map[string]os.Signal{"INT": os.Interrupt, "TERM": syscall.SIGTERM}
	if len(args) != 1 || signals[args[0]] == nil {
		ts.Fatalf("usage: stop INT, or stop TERM")
	}
	ts.Check(p.Process.Signal(signals[args[0]]))
	kill := time.AfterFunc(20*time.Second, func() { p.Process.Kill() })
	defer kill.Stop()
	rest, err := io.ReadAll(p.lines)
	ts.Check(err)
	if string(rest) != "stopped\n" {
		ts.Fatalf("it says %q", rest)
	}
	ts.Check(p.Wait())
}
