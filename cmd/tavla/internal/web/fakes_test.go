package web

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/cube"
	"tavla/eval/search"
)

// even judges every game that goes on as even, so that answers are known.
type even struct{}

func (even) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		var over bool
		if dst[i], over = eval.Final(&boards[i]); !over {
			dst[i] = eval.Outcome{Win: 0.5, WinGammon: 0.25, WinBackgammon: 0.125, LoseGammon: 0.25, LoseBackgammon: 0.125}
		}
	}
}

// echo is a worker whose commands say what they were asked.
func echo() *Worker {
	say := func(_ context.Context, q Query) (any, error) { return q, nil }
	o := cube.Options{MET: cube.Standard(), Efficiency: cube.Usual()}
	newEvaluator := func() eval.Evaluator { return even{} }
	return &Worker{
		Plays: say, Move: say, Eval: say, Cube: say, Convert: say,
		Search: func(plies int) *search.Deep {
			return search.NewDeep(search.Options{Plies: plies, NewEvaluator: newEvaluator})
		},
		Ranker: func(plies int) *cube.Ranker {
			return cube.NewRanker(cube.RankerOptions{Options: o, NewEvaluator: newEvaluator})
		},
		Judge: func(plies int) *cube.Judge { return cube.New(even{}, o) },
	}
}

// asks is a server of one worker whose command move is as given.
func asks(o Options, move Ask) *Server {
	o.NewWorker = func() *Worker {
		w := echo()
		w.Move = move
		return w
	}
	return New(o)
}

// get asks the server, and returns the answer.
func get(s http.Handler, target string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, target, nil))
	return w
}

// wants checks the status of an answer that is an error, and returns its message.
func wants(t *testing.T, w *httptest.ResponseRecorder, status int) string {
	t.Helper()
	if w.Code != status {
		t.Errorf("status %d, want %d: %s", w.Code, status, w.Body)
	}
	if kind := w.Header().Get("Content-Type"); kind != "application/json" {
		t.Errorf("the answer is %s", kind)
	}
	var m message
	if err := json.Unmarshal(w.Body.Bytes(), &m); err != nil || m.Message == "" {
		t.Errorf("%s is no message: %v", w.Body, err)
	}
	return m.Message
}

// journal collects log lines.
type journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *journal) log(line string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, line)
}
