package web

import (
	"context"
	"encoding/json"
)

// asking puts a request to one of the commands.
func asking(command func(*Worker) Ask) func(context.Context, *Worker, params) (any, error) {
	return func(ctx context.Context, w *Worker, p params) (any, error) { return command(w)(ctx, p.query()) }
}

// health is what /healthz says as long as the server answers at all.
func health(version string) []byte {
	body, _ := json.Marshal(struct { // texts always have a JSON form
		Status  string `json:"status"`
		Version string `json:"version"`
	}{"ok", version})
	return append(body, '\n')
}
