package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

func TestBadQueriesGetTheStatus400AndAMessage(t *testing.T) {
	s := New(Options{NewWorker: echo})
	for _, c := range []struct{ target, want string }{
		{"/api/move", "no position"},
		{"/api/move?position=4HPwATDgc/ABMA&position=4HPwATDgc/ABMA", "position is there 2 times"},
		{"/api/move?position=x&plies=3", `plies="3": want a number from 0 to 2`},
		{"/api/move?position=x&plies=-1", "want a number from 0 to 2"},
		{"/api/move?position=x&plies=two", "want a number from 0 to 2"},
		{"/api/move?position=x&plies=", "want a number from 0 to 2"},
		{"/api/move?position=x&top=-1", "want a number from 0 to 10000"},
		{"/api/move?position=x&ply=1", `"ply" is no parameter of /api/move; it takes position, dice, plies, top`},
		{"/api/plays?position=x&plies=1", `"plies" is no parameter of /api/plays; it takes position, dice`},
		{"/api/convert?position=%zz", "not well escaped"},
		{"/api/convert?position=x;dice=31", "not well escaped"},

		{"/move?die2=1&p24=2&p1=-2", "no die1"},
		{"/move?die1=3&p24=2&p1=-2", "no die2"},
		{"/move?die1=0&die2=1&p24=2&p1=-2", `die1="0": want a number from 1 to 6`},
		{"/move?die1=3&die2=7&p24=2&p1=-2", `die2="7": want a number from 1 to 6`},
		{"/move?die1=3.5&die2=1&p24=2&p1=-2", "want a number from 1 to 6"},
		{"/move?die1=3&die2=1", "the player on roll has no men left"},
		{"/move?die1=3&die2=1&p24=2", "the opponent has no men left"},
		{"/move?die1=3&die2=1&p24=9&p23=7&p1=-2", "the player on roll has 16 men; at most 15"},
		{"/move?die1=3&die2=1&p24=2&p1=-9&p2=-7", "the opponent has 16 men; at most 15"},
		{"/move?die1=3&die2=1&p24=16&p1=-2", `p24="16": want a number from -15 to 15`},
		{"/move?die1=3&die2=1&p0=1&p1=-2", "p0=\"1\": want a number from -15 to 0"},
		{"/move?die1=3&die2=1&p25=-1&p1=1", "p25=\"-1\": want a number from 0 to 15"},
		{"/move?die1=3&die2=1&p24=2&p1=-2&p26=1", `"p26" is no parameter of /move; it takes die1, die2, p0 to p25, x_away, o_away`},
		{"/move?die1=3&die2=1&p24=2&p1=-2&x_away=3", "x_away=3 and o_away=0"},
		{"/move?die1=3&die2=1&p24=2&p1=-2&x_away=65&o_away=1", "want a number from 0 to 64"},
		{"/eval?p24=2&p1=-2&o_away=1", "x_away=0 and o_away=1"},
		{"/eval?p24=99999999999999999999&p1=-2", "want a number"},
		{"/eval?p25=1&die1=3&p1=-1", `"die1" is no parameter of /eval`},
	} {
		if got := wants(t, get(s, c.target), http.StatusBadRequest); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s\nwant %s", c.target, got, c.want)
		}
	}
}

func TestWhatIsNoQuestionAtAllIsRefused(t *testing.T) {
	s := New(Options{NewWorker: echo})
	for _, c := range []struct {
		method, target, body string
		want                 int
	}{
		{"GET", "/nothing", "", http.StatusNotFound},
		{"GET", "/api/", "", http.StatusNotFound},
		{"GET", "/move/", "", http.StatusNotFound},
		{"GET", "/../../etc/passwd", "", http.StatusNotFound},
		{"POST", "/move?die1=3&die2=1", "", http.StatusMethodNotAllowed},
		{"DELETE", "/", "", http.StatusMethodNotAllowed},
		{"OPTIONS", "/api/move", "", http.StatusMethodNotAllowed},
		{"GET", "/api/move?position=x", "body", http.StatusRequestEntityTooLarge},
		{"GET", "/api/move?position=" + strings.Repeat("x", maxURI), "", http.StatusRequestURITooLong},
	} {
		w := httptest.NewRecorder()
		var r *http.Request
		if c.body == "" {
			r = httptest.NewRequest(c.method, c.target, nil)
		} else {
			r = httptest.NewRequest(c.method, c.target, strings.NewReader(c.body))
		}
		s.ServeHTTP(w, r)
		wants(t, w, c.want)
		if allow := w.Header().Get("Allow"); c.want == http.StatusMethodNotAllowed && allow != "GET, HEAD" {
			t.Errorf("%s %s allows %q", c.method, c.target, allow)
		}
	}
}

func TestAHugeBodyIsNotRead(t *testing.T) {
	s := httptest.NewServer(New(Options{NewWorker: echo}))
	defer s.Close()
	body := new(endless)
	r, err := http.NewRequest(http.MethodGet, s.URL+"/api/move?position=x", body)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err == nil { // else the connection was closed while the body was being sent
		answer.Body.Close()
		if answer.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("status %d", answer.StatusCode)
		}
	}
	if taken := body.taken.Load(); taken > 64<<20 {
		t.Errorf("%d bytes of the body were taken", taken)
	}
}

// endless is a body of a gigabyte.
type endless struct{ taken atomic.Int64 }

func (e *endless) Read(b []byte) (int, error) {
	if e.taken.Add(int64(len(b))) > 1<<30 {
		return 0, io.EOF
	}
	return len(b), nil
}

func TestAPanicIsLoggedAndTheServerGoesOnWithANewWorker(t *testing.T) {
	var j journal
	made := 0
	s := New(Options{Log: j.log, NewWorker: func() *Worker {
		w, first := echo(), made == 0
		made++
		if first {
			w.Move = func(context.Context, Query) (any, error) { panic("a fault") }
		}
		return w
	}})
	if got := wants(t, get(s, "/api/move?position=x"), http.StatusInternalServerError); strings.Contains(got, "a fault") {
		t.Errorf("it tells strangers %q", got)
	}
	if len(j.lines) != 1 || !strings.Contains(j.lines[0], "panic: a fault") || !strings.Contains(j.lines[0], "/api/move?position=x") {
		t.Errorf("it logs %q", j.lines)
	}
	if w := get(s, "/api/move?position=x"); w.Code != http.StatusOK || made != 2 {
		t.Errorf("then status %d, %d workers made", w.Code, made)
	}
}

func TestAnErrorThatIsNobodysFaultIsLoggedAndNotTold(t *testing.T) {
	var j journal
	s := asks(Options{Log: j.log}, func(context.Context, Query) (any, error) { return nil, errors.New("the disk is gone") })
	if got := wants(t, get(s, "/api/move?position=x"), http.StatusInternalServerError); strings.Contains(got, "disk") {
		t.Errorf("it tells strangers %q", got)
	}
	if len(j.lines) != 1 || !strings.Contains(j.lines[0], "the disk is gone") {
		t.Errorf("it logs %q", j.lines)
	}
}

func TestAQueryReachesTheCommandAsItWasMeant(t *testing.T) {
	s := New(Options{NewWorker: echo, Plies: 1})
	for target, want := range map[string]string{
		"/api/move?position=4HPwATDgc%2FABMA&dice=31":                                  `{"Args":["4HPwATDgc/ABMA","31"],"Plies":1,"Top":0}`,
		"/api/move?position=4HPwATDgc/ABMA&dice=3+1&plies=0&top=3":                     `{"Args":["4HPwATDgc/ABMA","3 1"],"Plies":0,"Top":3}`,
		"/api/move?position=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10&dice=": `{"Args":["XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"],"Plies":1,"Top":0}`,
		"/api/cube?position=4NvBARSYz+ABMA&plies=2":                                    `{"Args":["4NvBARSYz+ABMA"],"Plies":2,"Top":0}`, // the + not escaped
		"/api/cube?position=a+b":                                                       `{"Args":["a b"],"Plies":1,"Top":0}`,
	} {
		if w := get(s, target); w.Code != http.StatusOK || strings.TrimSpace(w.Body.String()) != want {
			t.Errorf("%s: %d %s\nwant %s", target, w.Code, w.Body, want)
		}
	}
}

func TestBrowsersAreToldWhatTheyMayDo(t *testing.T) {
	s := New(Options{NewWorker: echo})
	for _, target := range []string{"/", "/healthz", "/openapi.json", "/api/move?position=x", "/nothing"} {
		h := get(s, target).Header()
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin", "Access-Control-Allow-Origin": "",
		} {
			if h.Get(name) != want {
				t.Errorf("%s: %s is %q", target, name, h.Get(name))
			}
		}
		if p := h.Get("Content-Security-Policy"); !strings.HasPrefix(p, "default-src 'none'; ") || strings.Contains(p, "unsafe") {
			t.Errorf("%s: policy %q", target, p)
		}
	}
}
