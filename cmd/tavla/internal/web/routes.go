package web

import (
	"context"
	_ "embed"
	"strconv"

	"tavla/eval/cube"
)

//go:embed openapi.json
var openAPI []byte

// route is what there is at a path: fixed content, or answers.
type route struct {
	path        string
	contentType string
	content     []byte
	params      []param
	ask         func(ctx context.Context, w *Worker, p params) (any, error)
}

// routes lists all paths.
func routes(o Options) []route {
	var (
		position = param{name: "position", required: true}
		dice     = param{name: "dice"}
		plies    = param{name: "plies", number: true, high: MaxPlies}
		top      = param{name: "top", number: true, high: 10_000}
		away     = cube.Standard().Length() // points that a player may need: as far as the table reaches
		score    = []param{{name: "x_away", number: true, high: away}, {name: "o_away", number: true, high: away}}
		points   = append(pointParams(), score...)
	)
	throw := []param{
		{name: "die1", required: true, number: true, low: 1, high: 6},
		{name: "die2", required: true, number: true, low: 1, high: 6},
	}
	return []route{
		{path: "/", contentType: "text/html; charset=utf-8", content: pageAt(o.Plies)},
		{path: "/openapi.json", contentType: "application/json", content: openAPI},
		{path: "/healthz", contentType: "application/json", content: health(o.Version)},

		{path: "/api/plays", params: []param{position, dice}, ask: asking(func(w *Worker) Ask { return w.Plays })},
		{path: "/api/move", params: []param{position, dice, plies, top}, ask: asking(func(w *Worker) Ask { return w.Move })},
		{path: "/api/eval", params: []param{position, plies}, ask: asking(func(w *Worker) Ask { return w.Eval })},
		{path: "/api/cube", params: []param{position, plies}, ask: asking(func(w *Worker) Ask { return w.Cube })},
		{path: "/api/convert", params: []param{position}, ask: asking(func(w *Worker) Ask { return w.Convert })},

		{path: "/move", params: append(throw, points...), ask: wildbgMove},
		{path: "/eval", params: points, ask: wildbgEval},
	}
}

// pointParams are wildbg's p0 to p25: men of the player on roll, those of the
// opponent negative.
func pointParams() []param {
	var list []param
	for i := range 26 {
		p := param{name: "p" + strconv.Itoa(i), number: true, low: -15, high: 15}
		switch i {
		case 0:
			p.high = 0
		case 25:
			p.low = 0
		}
		list = append(list, p)
	}
	return list
}
