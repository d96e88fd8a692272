package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// result is what came of it; times are in milliseconds, from sending a question
// until its whole answer is there.
type result struct {
	Machine           string  `json:"machine"`
	Clients           int     `json:"clients"`
	Requests          int     `json:"requests"`
	Errors            int     `json:"errors"`
	FirstError        string  `json:"firstError,omitempty"`
	Seconds           float64 `json:"seconds"`
	RequestsPerSecond float64 `json:"requestsPerSecond"`
	P50               float64 `json:"p50"`
	P99               float64 `json:"p99"`
	Max               float64 `json:"max"`
}

// ask has the clients ask the questions, over and over in turn until all requests
// are made. Each client asks its next one as soon as it has an answer.
func ask(ctx context.Context, c config, list []question) *result {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: c.clients, MaxConnsPerHost: c.clients}}
	defer client.CloseIdleConnections()
	var (
		next   atomic.Int64
		wait   sync.WaitGroup
		errs   = make([]error, c.requests)
		took   = make([]time.Duration, c.requests)
		begins = time.Now()
	)
	for range c.clients {
		wait.Go(func() {
			for {
				i := int(next.Add(1) - 1)
				if i >= c.requests {
					return
				}
				begin := time.Now()
				errs[i] = one(ctx, client, c.url, list[i%len(list)])
				took[i] = time.Since(begin)
			}
		})
	}
	wait.Wait()
	all := time.Since(begins)
	r := &result{
		Machine: machine(), Clients: c.clients, Requests: c.requests,
		Seconds: all.Seconds(), RequestsPerSecond: float64(c.requests) / all.Seconds(),
	}
	for _, err := range errs {
		if err != nil {
			if r.Errors++; r.Errors == 1 {
				r.FirstError = err.Error()
			}
		}
	}
	slices.Sort(took)
	r.P50, r.P99, r.Max = quantile(took, 50), quantile(took, 99), quantile(took, 100)
	return r
}

// quantile is the time within which so many of a hundred answers came, in
// milliseconds.
func quantile(sorted []time.Duration, hundredths int) float64 {
	i := (len(sorted)*hundredths + 99) / 100
	return float64(sorted[i-1].Microseconds()) / 1000
}

func one(ctx context.Context, client *http.Client, url string, q question) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url+q.target, nil)
	if err != nil {
		return err
	}
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK || !strings.HasPrefix(string(body), q.begins) || !json.Valid(body) {
		return fmt.Errorf("%s: %s: %.200s", q.target, answer.Status, body)
	}
	return nil
}

func (r *result) print(w io.Writer) {
	fmt.Fprintf(w, "%s, client and server together\n", r.Machine)
	fmt.Fprintf(w, "clients              %9d\n", r.Clients)
	fmt.Fprintf(w, "requests             %9d\n", r.Requests)
	fmt.Fprintf(w, "errors               %9d\n", r.Errors)
	if r.FirstError != "" {
		fmt.Fprintf(w, "  %s\n", r.FirstError)
	}
	fmt.Fprintf(w, "p50                  %9.1f ms\n", r.P50)
	fmt.Fprintf(w, "p99                  %9.1f ms\n", r.P99)
	fmt.Fprintf(w, "max                  %9.1f ms\n", r.Max)
	fmt.Fprintf(w, "requests per second  %9.0f\n", r.RequestsPerSecond)
}
