package web

import (
	"net/http"
	"strings"
	"testing"
)

const start = "p24=2&p19=-5&p17=-3&p13=5&p12=-5&p8=3&p6=5&p1=-2"

func TestWildbgsKeysAndSteps(t *testing.T) {
	const chances = `"probabilities":{"win":0.5,"winG":0.25,"winBg":0.125,"loseG":0.25,"loseBg":0.125}`
	s := New(Options{NewWorker: echo})
	for _, c := range []struct{ name, target, want string }{
		{"one man by both dice is two steps", "/move?die1=3&die2=1&p5=1&p24=-1",
			`{"moves":[{"play":[{"from":5,"to":4},{"from":4,"to":1}],` + chances + `}]}`},
		{"the bar is 25", "/move?die1=6&die2=5&p25=2&p19=1&p20=-2&p6=-1",
			`{"moves":[{"play":[{"from":25,"to":19}],` + chances + `}]}`},
		{"off is 0, and the game is won", "/move?die1=6&die2=5&p1=1&p24=-15",
			`{"moves":[{"play":[{"from":1,"to":0}],"probabilities":{"win":1,"winG":1,"winBg":0,"loseG":0,"loseBg":0}}]}`},
		{"a lost turn is a play without steps", "/move?die1=6&die2=6&p25=1&p19=-2",
			`{"moves":[{"play":[],` + chances + `}]}`},
		{"the opponent's bar is p0", "/move?die1=6&die2=6&p0=-1&p25=1&p19=-2",
			`{"moves":[{"play":[],` + chances + `}]}`},
		{"the start is no double and a take", "/eval?" + start,
			`{"cube":{"double":false,"accept":true},` + chances + `}`},
		{"no double in the Crawford game", "/eval?x_away=1&o_away=4&" + start,
			`{"cube":{"double":false,"accept":true},` + chances + `}`},
		{"nor at one point each", "/eval?x_away=1&o_away=1&" + start,
			`{"cube":{"double":false,"accept":true},` + chances + `}`},
	} {
		w := get(s, c.target)
		if got := strings.TrimSpace(w.Body.String()); w.Code != http.StatusOK || got != c.want {
			t.Errorf("%s: %d %s\nwant %s", c.name, w.Code, got, c.want)
		}
	}
}

func TestAMatchScoreIsSeenByThePlayerOnRoll(t *testing.T) {
	s := New(Options{NewWorker: echo})
	for target, want := range map[string][2]int{ // points of player 0, the opponent, and 1
		"x_away=3&o_away=5": {0, 2}, "x_away=5&o_away=3": {2, 0}, "x_away=64&o_away=64": {0, 0},
	} {
		rt := s.routes["/eval"]
		p, err := rt.parse(start + "&" + target)
		if err != nil {
			t.Fatal(err)
		}
		state, err := p.state()
		if err != nil || state.Score.Points != want || state.Roller != 1 || state.Score.Crawford {
			t.Errorf("%s: %+v, %v", target, state.Score, err)
		}
	}
}
