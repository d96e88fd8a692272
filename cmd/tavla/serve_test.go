package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"tavla/cmd/tavla/internal/web"
	"tavla/eval/bearoff"
)

// All of it shares one cache folder, so that the exact tables are computed once.
func TestServe(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	workers := runtime.GOMAXPROCS(0)
	a := &app{workers: workers, endings: bearoff.NewLazy("", workers)}
	newWorker, err := a.webWorkers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := web.New(web.Options{NewWorker: newWorker, Workers: 2, TimeLimit: time.Minute})
	t.Run("the answers are those of the commands, byte for byte", func(t *testing.T) { serveLikeCommands(t, s) })
	t.Run("what a command refuses has the status 400 and its words", func(t *testing.T) { serveRefusals(t, s) })
	t.Run("wildbg's interface", func(t *testing.T) { serveWildbg(t, s) })
	t.Run("the description has the keys of the answers and no others", func(t *testing.T) { serveDescribed(t, s) })
	t.Run("many at once get what one alone gets", func(t *testing.T) { serveMany(t, s) })
	t.Run("two plies stop at the time limit", func(t *testing.T) {
		hasty := web.New(web.Options{NewWorker: newWorker, TimeLimit: time.Millisecond})
		status, body := fetch(hasty, "/api/move?plies=2&position=4HPwATDgc/ABMA&dice=21")
		if status != http.StatusServiceUnavailable || !strings.Contains(body, "no answer within 1ms") {
			t.Errorf("status %d, %s", status, body)
		}
	})
	t.Run("the page", func(t *testing.T) {
		servePage(t, s, web.New(web.Options{NewWorker: newWorker, Plies: 1, TimeLimit: time.Minute}))
	})
	t.Run("the program", func(t *testing.T) { serveScripts(t, cache) })
}

// fetch asks the server.
func fetch(s http.Handler, target string) (status int, body string) {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, target, nil))
	return w.Code, w.Body.String()
}

const (
	moneyXGID = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:3:0:10"
	matchXGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:5:3:0:9:10"
	matchID   = "2TYgAjPmvRsAAA:cAlgAAAACAAE"
	closedOut = "XGID=-FBBBBB-A----------------a:0:0:-1:61:0:0:0:0:10"
	// beaverXGID is a double to be beavered.
	beaverXGID = "XGID=-b----EBC---eC---bBdb-----:0:0:-1:00:0:0:2:0:10"
)

// questions are queries of the commands, as their arguments.
func questions() [][]string {
	return [][]string{
		{"plays", "4HPwATDgc/ABMA", "31"}, {"plays", matchXGID}, {"plays", closedOut},
		{"move", "4HPwATDgc/ABMA", "31"}, {"move", "4HPwATDgc/ABMA", "6 5", "--top", "3", "--plies", "1"},
		{"move", matchXGID}, {"move", closedOut}, {"move", matchXGID, "--plies", "2", "--top", "1"},
		{"eval", "4HPwATDgc/ABMA"}, {"eval", "4HPwATDgc/ABMA", "--plies", "1"}, {"eval", moneyXGID}, {"eval", matchXGID},
		{"cube", "Ws7gAgPbzgXAAA"}, {"cube", moneyXGID}, {"cube", matchID, "--plies", "1"},
		{"cube", "XGID=-AA----------------------aa---:0:0:1:00:0:0:0:0:10"}, {"cube", beaverXGID},
		{"convert", "4HPwATDgc/ABMA"}, {"convert", matchXGID}, {"convert", "4P8PAAAAAAAAAA:cAoAAAAAAAAE"},
	}
}

// asPath is a question as the server is asked.
func asPath(question []string) string {
	q := url.Values{"position": {question[1]}}
	for i := 2; i < len(question); i++ {
		if name, ok := strings.CutPrefix(question[i], "--"); ok {
			i++
			q.Set(name, question[i])
		} else {
			q.Set("dice", question[i])
		}
	}
	return "/api/" + question[0] + "?" + q.Encode()
}

func serveLikeCommands(t *testing.T, s http.Handler) {
	for _, q := range questions() {
		var out, errOut bytes.Buffer
		status := execute(t.Context(), append(q, "--json"), strings.NewReader(""), &out, &errOut)
		code, body := fetch(s, asPath(q))
		switch {
		case status == exitUsage && code == http.StatusBadRequest:
		case status != exitDone || code != http.StatusOK || out.String() != body:
			t.Errorf("%q: the command exits with %d and says\n%s%s\nthe server has status %d and says\n%s", q, status, &out, &errOut, code, body)
		}
	}
}

func serveRefusals(t *testing.T, s http.Handler) {
	for _, q := range [][]string{
		{"plays", "4HPwATDgc/ABMA"}, {"plays", "4HPwATDgc/ABMA", "71"}, {"plays", "4HPwATDgc/ABM", "31"},
		{"move", matchXGID, "32"}, {"move", "XGID=-p----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"}, {"move", ""},
		{"eval", "hello"}, {"cube", matchXGID}, {"convert", "XGID=" + strings.Repeat("-", 26) + ":0:0:1:00:0:0:0:0:10"},
	} {
		var errOut bytes.Buffer
		if status := execute(t.Context(), append(q, "--json"), strings.NewReader(""), io.Discard, &errOut); status != exitUsage {
			t.Errorf("%q: the command exits with %d", q, status)
		}
		code, body := fetch(s, asPath(q))
		var said struct{ Message string }
		if err := json.Unmarshal([]byte(body), &said); err != nil {
			t.Errorf("%q: %s: %v", q, body, err)
		}
		if want := strings.TrimSpace(strings.TrimPrefix(errOut.String(), "tavla: ")); code != http.StatusBadRequest || said.Message != want {
			t.Errorf("%q: status %d\n%s\nwant\n%s", q, code, said.Message, want)
		}
	}
}

// wildbgStart is the opening position in wildbg's parameters.
const wildbgStart = "p24=2&p19=-5&p17=-3&p13=5&p12=-5&p8=3&p6=5&p1=-2"

func serveWildbg(t *testing.T, s http.Handler) {
	var own struct {
		Plays []struct{ Outcome outcomeJSON }
	}
	var theirs struct {
		Moves []struct {
			Play          []struct{ From, To int }
			Probabilities struct{ Win, WinG, WinBg, LoseG, LoseBg float32 }
		}
	}
	mustFetch(t, s, "/api/move?position=4HPwATDgc/ABMA&dice=31", &own)
	mustFetch(t, s, "/move?die1=3&die2=1&"+wildbgStart, &theirs)
	if len(theirs.Moves) != len(own.Plays) {
		t.Fatalf("%d plays, not %d", len(theirs.Moves), len(own.Plays))
	}
	for i, m := range theirs.Moves {
		p := m.Probabilities
		if (outcomeJSON{p.Win, p.WinG, p.WinBg, p.LoseG, p.LoseBg}) != own.Plays[i].Outcome {
			t.Errorf("play %d: %+v, and by the command %+v", i, m.Probabilities, own.Plays[i].Outcome)
		}
	}
	if best := theirs.Moves[0].Play; len(best) != 2 || best[0].From != 8 || best[0].To != 5 || best[1].From != 6 || best[1].To != 5 {
		t.Errorf("3-1 is opened with %+v", best)
	}
	for _, c := range []struct {
		name, query    string
		double, accept bool
	}{
		{"the start", wildbgStart, false, true},
		{"a race with a lead", "p1=2&p2=2&p3=2&p4=2&p5=3&p6=4&p24=-1&p23=-1&p22=-2&p21=-2&p20=-4&p19=-5", true, true},
		{"a race with a long lead", "p1=2&p2=2&p3=2&p4=2&p5=3&p6=4&p22=-2&p21=-3&p20=-4&p19=-6", true, false},
		{"a race far behind", "p24=15&p1=-1&p2=-1", false, true},
	} {
		var said struct{ Cube struct{ Double, Accept bool } }
		mustFetch(t, s, "/eval?"+c.query, &said)
		if said.Cube.Double != c.double || said.Cube.Accept != c.accept {
			t.Errorf("%s: %+v", c.name, said.Cube)
		}
	}
	for _, score := range []string{"x_away=1&o_away=1", "x_away=2&o_away=7", "x_away=64&o_away=1"} {
		mustFetch(t, s, "/move?die1=6&die2=4&"+score+"&"+wildbgStart, &theirs)
		mustFetch(t, s, "/eval?"+score+"&"+wildbgStart, &struct{}{})
	}
}

// mustFetch asks for JSON.
func mustFetch(t *testing.T, s http.Handler, target string, into any) {
	t.Helper()
	status, body := fetch(s, target)
	if status != http.StatusOK {
		t.Fatalf("%s: status %d: %s", target, status, body)
	}
	if err := json.Unmarshal([]byte(body), into); err != nil {
		t.Fatalf("%s: %v: %s", target, err, body)
	}
}

func serveMany(t *testing.T, s http.Handler) {
	targets := []string{"/move?die1=6&die2=4&" + wildbgStart, "/eval?x_away=3&o_away=4&" + wildbgStart}
	for _, q := range questions() {
		targets = append(targets, asPath(q))
	}
	alone := make([]string, len(targets))
	for i, target := range targets {
		_, alone[i] = fetch(s, target)
	}
	var wait sync.WaitGroup
	for k := range 8 {
		wait.Go(func() {
			for i := range targets {
				i = (i + 3*k) % len(targets)
				if _, body := fetch(s, targets[i]); body != alone[i] {
					t.Errorf("%s: %s\nalone it is %s", targets[i], body, alone[i])
				}
			}
		})
	}
	wait.Wait()
}

func TestServeRefusesWhatCannotWork(t *testing.T) {
	for _, c := range []struct {
		flags string
		want  int
	}{
		{"--listen nowhere", exitUsage}, {"--plies 3", exitUsage}, {"--time-limit 0s", exitUsage}, {"--time-limit -1s", exitUsage},
		{"--filter none", exitUsage}, {"here", exitUsage}, {"--workers 0", exitUsage}, {"--net missing.tavla", exitFailed},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		got := execute(ctx, append([]string{"serve"}, strings.Fields(c.flags)...), strings.NewReader(""), io.Discard, io.Discard)
		if cancel(); got != c.want {
			t.Errorf("%s: exit status %d, not %d", c.flags, got, c.want)
		}
	}
}
