package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strconv"
)

// maxURI is how many bytes the path and query of a request may have.
const maxURI = 2048

// errBusy is that too many requests wait for a worker.
var errBusy = errors.New("too many requests are waiting")

// message is the body of every answer that is an error.
type message struct {
	Message string `json:"message"`
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", s.policy)
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache")
	defer func() {
		if p := recover(); p != nil {
			s.options.Log(fmt.Sprintf("panic: %v, at %.200q\n%s", p, r.RequestURI, debug.Stack()))
			fail(w, http.StatusInternalServerError, "something went wrong here; it has been logged")
		}
	}()
	rt, known := s.routes[r.URL.Path]
	switch {
	case len(r.RequestURI) > maxURI:
		fail(w, http.StatusRequestURITooLong, fmt.Sprintf("the address has %d bytes; at most %d", len(r.RequestURI), maxURI))
	case !known:
		fail(w, http.StatusNotFound, "there is nothing at this path; /openapi.json says what there is")
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD")
		fail(w, http.StatusMethodNotAllowed, "want GET")
	case r.ContentLength != 0:
		h.Set("Connection", "close") // and the body is not read
		fail(w, http.StatusRequestEntityTooLarge, "want no body; a question is in the address")
	case rt.content != nil:
		h.Set("Content-Type", rt.contentType)
		w.Write(rt.content)
	default:
		s.answer(w, r, rt)
	}
}

// answer answers a question within the time limit.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, rt route) {
	p, err := rt.parse(r.URL.RawQuery)
	if err != nil {
		fail(w, http.StatusBadRequest, err.Error())
		return
	}
	if _, given := p["plies"]; !given {
		p["plies"] = strconv.Itoa(s.options.Plies)
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.options.TimeLimit)
	defer cancel()
	said, err := s.pool.with(ctx, func(w *Worker) (any, error) { return rt.ask(ctx, w, p) })
	if err == nil {
		var body []byte
		if body, err = json.Marshal(said); err == nil {
			w.Header().Set("Content-Type", "application/json")
			w.Write(append(body, '\n'))
			return
		}
	}
	var bad *BadQuery
	switch {
	case errors.As(err, &bad):
		fail(w, http.StatusBadRequest, bad.Error())
	case errors.Is(err, errBusy):
		again(w, err.Error())
	case ctx.Err() == context.DeadlineExceeded:
		again(w, fmt.Sprintf("no answer within %v: too much is being asked at once, or too many plies", s.options.TimeLimit))
	case r.Context().Err() != nil: // nobody listens any more
	default:
		s.options.Log(fmt.Sprintf("%v, at %.200q", err, r.RequestURI))
		fail(w, http.StatusInternalServerError, "something went wrong here; it has been logged")
	}
}

// again asks to come again.
func again(w http.ResponseWriter, why string) {
	w.Header().Set("Retry-After", "1")
	fail(w, http.StatusServiceUnavailable, why)
}

func fail(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	body, _ := json.Marshal(message{why}) // a text always has a JSON form
	w.Write(append(body, '\n'))
}
