package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// started is a server at a port of its own, and what ends it: stop returns once
// the server has stopped, with its error.
func started(t *testing.T, s *Server) (url string, stop func() error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	return "http://" + l.Addr().String(), func() error {
		cancel()
		return <-ended
	}
}

func TestNoMoreRequestsAreServedAtOnceThanThereAreWorkers(t *testing.T) {
	const workers, clients = 3, 40
	var now, most atomic.Int64
	s := asks(Options{Workers: workers}, func(context.Context, Query) (any, error) {
		n := now.Add(1)
		defer now.Add(-1)
		for {
			if m := most.Load(); n <= m || most.CompareAndSwap(m, n) {
				break
			}
		}
		time.Sleep(2 * time.Millisecond)
		return "done", nil
	})
	url, stop := started(t, s)
	var wait sync.WaitGroup
	for range clients {
		wait.Go(func() {
			answer, err := http.Get(url + "/api/move?position=x")
			if err != nil {
				t.Error(err)
				return
			}
			answer.Body.Close()
			if answer.StatusCode != http.StatusOK {
				t.Errorf("status %d", answer.StatusCode)
			}
		})
	}
	wait.Wait()
	if got := most.Load(); got != workers {
		t.Errorf("%d at once, not %d", got, workers)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}

// thinking is a command that goes on until it is told to stop.
func thinking(ctx context.Context, _ Query) (any, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestWhoWaitsOrThinksTooLongIsToldToComeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := asks(Options{TimeLimit: time.Minute}, thinking)
		begin := time.Now()
		var wait sync.WaitGroup
		for range 3 { // one thinks, two wait
			wait.Go(func() {
				w := get(s, "/api/move?position=x")
				if got := wants(t, w, http.StatusServiceUnavailable); !strings.Contains(got, "no answer within 1m0s") {
					t.Errorf("it says %s", got)
				}
				if w.Header().Get("Retry-After") == "" {
					t.Error("it does not say when")
				}
			})
		}
		wait.Wait()
		if took := time.Since(begin); took != time.Minute {
			t.Errorf("it took %v", took)
		}
	})
}

func TestNoMoreRequestsWaitThanMay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := asks(Options{TimeLimit: time.Minute, Waiting: 2}, thinking)
		var wait sync.WaitGroup
		defer wait.Wait()
		for range 3 { // one thinks, two wait
			wait.Go(func() { get(s, "/api/move?position=x") })
		}
		synctest.Wait()
		begin := time.Now()
		if got := wants(t, get(s, "/api/move?position=x"), http.StatusServiceUnavailable); got != errBusy.Error() {
			t.Errorf("it says %s", got)
		}
		if w := get(s, "/healthz"); w.Code != http.StatusOK {
			t.Errorf("/healthz has to wait too: %d", w.Code)
		}
		if took := time.Since(begin); took != 0 {
			t.Errorf("it took %v", took)
		}
	})
}

func TestAClientThatGoesAwayFreesItsWorker(t *testing.T) {
	begun := make(chan bool, 1)
	s := asks(Options{}, func(ctx context.Context, q Query) (any, error) {
		if q.Top == 1 {
			return "done", nil
		}
		begun <- true
		return thinking(ctx, q)
	})
	url, stop := started(t, s)
	ctx, leave := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/api/move?position=x", nil)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		<-begun
		leave()
	}()
	if _, err := http.DefaultClient.Do(r); !errors.Is(err, context.Canceled) {
		t.Errorf("the client got %v", err)
	}
	answer, err := http.Get(url + "/api/move?position=x&top=1")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Errorf("status %d", answer.StatusCode)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}

func TestTheServerStopsOnceWhatIsUnderWayIsAnswered(t *testing.T) {
	begun, goOn := make(chan bool, 1), make(chan bool)
	s := asks(Options{}, func(context.Context, Query) (any, error) {
		begun <- true
		<-goOn
		return "done", nil
	})
	url, stop := started(t, s)
	answers := make(chan string, 2)
	for range 2 { // one is being answered, one waits for the worker
		go func() {
			answer, err := http.Get(url + "/api/move?position=x")
			if err != nil {
				answers <- err.Error()
				return
			}
			defer answer.Body.Close()
			body, _ := io.ReadAll(answer.Body)
			answers <- string(body)
		}()
	}
	<-begun
	for s.pool.waiting.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	for refused := false; !refused; { // soon nobody can connect any more
		c, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
		if refused = err != nil; !refused {
			c.Close()
			time.Sleep(time.Millisecond)
		}
	}
	select {
	case err := <-stopped:
		t.Fatalf("it stops in the middle of an answer: %v", err)
	default:
	}
	close(goOn)
	for range 2 {
		if got := <-answers; got != "\"done\"\n" {
			t.Errorf("the answer is %q", got)
		}
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

func TestNoMoreConnectionsAreOpenThanMayBe(t *testing.T) {
	url, stop := started(t, New(Options{NewWorker: echo, Connections: 2}))
	addr := strings.TrimPrefix(url, "http://")
	ask := func(c net.Conn, wait time.Duration) bool {
		io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
		c.SetReadDeadline(time.Now().Add(wait))
		n, _ := c.Read(make([]byte, 4096))
		return n > 0
	}
	var open []net.Conn
	for i := range 3 {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		open = append(open, c)
		if i < 2 && !ask(c, 10*time.Second) {
			t.Fatalf("connection %d gets no answer", i)
		}
	}
	if ask(open[2], 50*time.Millisecond) {
		t.Error("the third connection is answered while two are open")
	}
	open[0].Close()
	open[2].SetReadDeadline(time.Now().Add(10 * time.Second))
	if n, err := open[2].Read(make([]byte, 4096)); n == 0 {
		t.Errorf("the third connection is not answered after the first is closed: %v", err)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}

func TestWhatAServerCannotListenToIsAnError(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if err := New(Options{NewWorker: echo}).Serve(t.Context(), l); err == nil {
		t.Error("none")
	}
}

func TestThePageBeginsWithThePliesOfItsServer(t *testing.T) {
	for plies := range MaxPlies + 1 {
		got := get(New(Options{NewWorker: echo, Plies: plies}), "/").Body.String()
		if want := fmt.Sprintf(`<option value="%d" selected>`, plies); !strings.Contains(got, want) || strings.Count(got, " selected>") != 1 {
			t.Errorf("%d plies: the page has not one %s", plies, want)
		}
	}
}

func TestThePageIsWhatItsPolicyAllows(t *testing.T) {
	for _, element := range []string{"script", "style"} {
		if n := bytes.Count(page, []byte("<"+element)); n != 1 {
			t.Errorf("%d elements %s; the policy knows the checksum of one", n, element)
		}
		if n := bytes.Count(page, []byte("</"+element+">")); n != 1 {
			t.Errorf("%d ends of %s", n, element)
		}
	}
	for _, foreign := range []string{"http://", "https://", "src=", "@import", " style=", "innerHTML", "onclick=\""} {
		text := bytes.ReplaceAll(page, []byte("http://www.w3.org/2000/svg"), nil)
		if bytes.Contains(text, []byte(foreign)) {
			t.Errorf("the page holds %q", foreign)
		}
	}
	if lines := bytes.Count(page, []byte("\n")); lines > 300 {
		t.Errorf("the page has %d lines", lines)
	}
}
