package fibs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"tavla/engine"
	"tavla/eval/bot"
)

// puppet is a Player that makes the canonically first play and says what it is told.
type puppet struct {
	says  engine.Action
	err   error
	asked *engine.State
	plays bot.Decision  // the last one
	wait  chan struct{} // if not nil, plays wait for it
}

func (p *puppet) ChoosePlay(ctx context.Context, d bot.Decision) (int, error) {
	p.plays = d
	if p.wait != nil {
		select {
		case <-p.wait:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	return 0, p.err
}

func (p *puppet) ChooseAction(_ context.Context, s engine.State) (engine.Action, error) {
	p.asked = &s
	return p.says, p.err
}

func puppets(p *puppet) func() (bot.Player, error) {
	return func() (bot.Player, error) { return p, nil }
}

const (
	startMen = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
	// What stands between the dice and the end of a line for a centred cube.
	centredCube = ":1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1"
)

var rolled31 = "board:You:Opponent:0:0:0:" + startMen + ":1:3:1:0:0" + centredCube

func TestEveryQuestionHasItsAnswer(t *testing.T) {
	men := startMen
	bar := "0:-2:0:0:0:0:5:0:3:0:0:0:-5:3:0:0:0:-3:0:-5:0:0:0:0:2:2"
	closedOut := "0:0:0:0:0:0:7:0:7:0:0:0:0:0:0:0:0:0:0:-2:-2:-2:-2:-2:-2:1"
	last := "0:1:1:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-2:0"
	for name, c := range map[string]struct {
		line   string
		says   engine.Action
		answer string
	}{
		"a roll to be played":            {rolled31, "", "24/23 24/21"},
		"from the bar":                   {"board:You:Opp:0:0:0:" + bar + ":1:2:2:0:0" + centredCube, "", "25/23 25/23 24/22 24/22"},
		"bearing off":                    {"board:You:Opp:0:0:0:" + last + ":1:6:5:0:0" + centredCube, "", "2/0 1/0"},
		"no legal play":                  {"board:You:Opp:0:0:0:" + closedOut + ":1:6:5:0:0" + centredCube, "", ""},
		"the right to double":            {"board:You:Opp:0:0:0:" + men + ":1:0:0:0:0" + centredCube, engine.ActDouble, "double"},
		"the right to double, not used":  {"board:You:Opp:0:0:0:" + men + ":1:0:0:0:0" + centredCube, engine.ActRoll, "roll"},
		"the cube with the opponent":     {"board:You:Opp:0:0:0:" + men + ":1:0:0:0:0:2:0:1:0:1:-1:0:25:0:0:0:0:0:0:0:1", "nothing", "roll"},
		"a double to be taken":           {"board:You:Opp:0:0:0:" + men + ":-1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:0:0:0:1", engine.ActTake, "take"},
		"a double to be passed":          {"board:You:Opp:0:0:0:" + men + ":-1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:0:0:0:1", engine.ActPass, "drop"},
		"a double to be beavered":        {"board:You:Opp:0:0:0:" + men + ":-1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:0:0:0:1", engine.ActBeaver, "beaver"},
		"a beaver, raccoons being risky": {"board:a:b:0:0:0:" + men + ":-1:0:0:0:0:2:1:0:1:1:-1:0:25:0:0:0:0:0:0:0:1", engine.ActRaccoon, "take"},
		"a resignation to be accepted":   {"board:You:Opp:0:0:0:" + men + ":-1:0:0:0:0" + centredCube + ":1", engine.ActAccept, "accept"},
		"a resignation to be rejected":   {"board:You:Opp:0:0:0:" + men + ":-1:0:0:0:0" + centredCube + ":2", engine.ActReject, "reject"},
		"the version":                    {"version", "", "Interface: 1\nRFBF: 0\nEngine: 1.00\nSoftware: Tavla"},
	} {
		a := &answerer{player: &puppet{says: c.says}, software: "Tavla", reader: reader{rules: engine.Rules{Beavers: true}}}
		if got, err := a.answer(t.Context(), c.line); err != nil || got != c.answer {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c.answer)
		}
	}
}

func TestQuestionsOfGNUBackgammonNameTheSeatsInItsOwnWay(t *testing.T) {
	const doubling = ":0:0:0:0"
	tail := ":1:-1:0:25:0:0:0:0:0:0:0:1"
	hit := "-1:-1:0:0:0:0:5:0:4:1:0:0:-5:3:0:0:0:-3:0:-5:0:0:0:0:2:0"
	p := &puppet{says: engine.ActTake}
	a := &answerer{player: p, reader: reader{rules: engine.Rules{Beavers: true}}}
	ask := func(line string) engine.State {
		t.Helper()
		if _, err := a.answer(t.Context(), line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		return *p.asked
	}
	p.says = engine.ActRoll
	s := ask("board:zero:one:7:2:4:" + hit + ":-1" + doubling + ":1:1:1:0" + tail)
	if s.Roller != 0 || s.Turn != 0 || s.Score.Points != [2]int{2, 4} || s.Board.Own[engine.Bar] != 1 {
		t.Errorf("player 0 to roll or double, from the bar: %+v", s)
	}
	p.says = engine.ActTake
	s = ask("board:one:zero:7:4:2:" + hit + ":1" + doubling + ":2:1:0:1" + tail)
	if s.Roller != 1 || s.Turn != 0 || s.Score.Points != [2]int{2, 4} || s.Cube != (engine.Cube{Value: 2, Owner: 1}) || s.Beavered {
		t.Errorf("player 1 redoubles: %+v", s)
	}
	s = ask("board:one:zero:7:4:2:" + hit + ":-1" + doubling + ":1:1:1:1" + tail)
	if s.Roller != 0 || s.Turn != 1 || s.Score.Points != [2]int{2, 4} {
		t.Errorf("player 0 doubles: %+v", s)
	}
	s = ask("board:zero:one:0:2:4:" + hit + ":-1" + doubling + ":2:1:0:1" + tail)
	if s.Roller != 0 || s.Turn != 0 || !s.Beavered || s.Cube.Owner != 1 {
		t.Errorf("player 1 beavers: %+v", s)
	}
	s = ask("board:one:zero:0:4:2:" + hit + ":-1" + doubling + ":4:1:0:1" + tail)
	if s.Roller != 0 || s.Turn != 1 || !s.Raccooned {
		t.Errorf("player 0 raccoons: %+v", s)
	}
}

func TestAPlayIsAskedForWithScoreCubeAndRules(t *testing.T) {
	p := &puppet{}
	a := &answerer{player: p, reader: reader{rules: engine.Rules{Jacoby: true}}}
	for line, want := range map[string]engine.State{
		"board:You:Opponent:7:2:4:" + startMen + ":1:3:1:0:0:2:1:0:0:1:-1:0:25:0:0:0:0:0:0:0:1": {
			Score: engine.Score{Length: 7}, Cube: engine.Cube{Value: 2},
		},
		rolled31: {Cube: engine.Cube{Value: 1, Owner: engine.Centred}, Rules: engine.Rules{Jacoby: true}},
	} {
		if _, err := a.answer(t.Context(), line); err != nil {
			t.Fatal(err)
		}
		s := p.plays.State
		if s == nil || s.Board != p.plays.Board || s.Roll != p.plays.Roll || s.Rules != want.Rules ||
			s.Score.Length != want.Score.Length || s.Cube.Value != want.Cube.Value {
			t.Fatalf("%s: the state is %+v", line, s)
		}
		if want.Score.Length > 0 && (s.Score.Points[s.Roller] != 2 || s.Cube.Owner != s.Roller) {
			t.Errorf("%s: the state is %+v", line, s)
		}
	}
}

// talk sends lines and reads as many answers of one line.
func talk(t *testing.T, addr string, lines ...string) []string {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	in := bufio.NewReader(conn)
	var answers []string
	for _, line := range lines {
		fmt.Fprint(conn, line)
		answer, err := in.ReadString('\n')
		if err != nil {
			t.Fatalf("after %q: %v", line, err)
		}
		answers = append(answers, strings.TrimSuffix(answer, "\n"))
	}
	return answers
}

func TestABrokenLineGetsAnErrorAndTheConnectionLivesOn(t *testing.T) {
	addr := startServer(t, ServerOptions{NewPlayer: puppets(&puppet{})})
	got := talk(t, addr, "hello\n", "\n", "board:\n", "board:You:Opp:0:0:0:"+startMen+":1:9:9:0:0"+centredCube+"\r\n",
		"board:You:Opp:0:0:0:"+strings.Replace(startMen, "5", "9", 1)+":1:3:1:0:0"+centredCube+"\n", "\x00"+rolled31+"\n")
	for _, answer := range got[:5] {
		if !strings.HasPrefix(answer, "Error: ") {
			t.Errorf("%q is no error", answer)
		}
	}
	if got[5] != "24/23 24/21" {
		t.Errorf("then %q", got[5])
	}
}

func TestAPlayerThatFailsIsAnErrorToo(t *testing.T) {
	addr := startServer(t, ServerOptions{NewPlayer: puppets(&puppet{err: errors.New("no\nidea")})})
	if got := talk(t, addr, rolled31+"\n"); got[0] != "Error: no; idea" {
		t.Errorf("%q", got)
	}
	addr = startServer(t, ServerOptions{NewPlayer: func() (bot.Player, error) { return nil, errors.New("nobody is in") }})
	if got := talk(t, addr, ""); got[0] != "Error: making a player: nobody is in" {
		t.Errorf("%q", got)
	}
}

func TestWhoIsSilentOrTalksTooLongIsCutOff(t *testing.T) {
	addr := startServer(t, ServerOptions{NewPlayer: puppets(&puppet{}), Silence: 50 * time.Millisecond, LongestLine: 300})
	for name, text := range map[string]string{"silent": "", "half a line": "board:", "too long": strings.Repeat("x", 301)} {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(10 * time.Second))
		fmt.Fprint(conn, text)
		in := bufio.NewScanner(conn)
		var said []string
		for in.Scan() {
			said = append(said, in.Text())
		}
		if len(said) != 1 || !strings.HasPrefix(said[0], "Error: ") {
			t.Errorf("%s: it said %q", name, said)
		}
	}
}

func TestSeveralAreServedAtOnceUpToALimit(t *testing.T) {
	p := &puppet{wait: make(chan struct{})}
	made := 0
	addr := startServer(t, ServerOptions{Connections: 2, NewPlayer: func() (bot.Player, error) {
		if made++; made == 1 {
			return p, nil // who thinks until the others are served
		}
		return &puppet{}, nil
	}})
	slow, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	fmt.Fprintln(slow, "version")
	in := bufio.NewReader(slow)
	for range 4 {
		in.ReadString('\n')
	}
	fmt.Fprintln(slow, rolled31)
	quick := dial(t, addr)
	if _, err := quick.ChoosePlay(t.Context(), opening31); err != nil {
		t.Error(err)
	}
	if got := talk(t, addr, ""); got[0] != "Error: there are 2 connections already, and no more are served at once" {
		t.Errorf("a third gets %q", got)
	}
	close(p.wait)
	if answer, err := in.ReadString('\n'); err != nil || answer != "24/23 24/21\n" {
		t.Errorf("%q, %v", answer, err)
	}
}

func TestTheServerStopsWithTheContextButFinishesItsAnswers(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	p := &puppet{wait: make(chan struct{})}
	done := make(chan error, 1)
	go func() { done <- Serve(ctx, l, ServerOptions{NewPlayer: puppets(p), Grace: time.Minute}) }()
	idle, _ := net.Dial("tcp", l.Addr().String())
	defer idle.Close()
	busy, _ := net.Dial("tcp", l.Addr().String())
	defer busy.Close()
	fmt.Fprintln(busy, rolled31)
	time.Sleep(20 * time.Millisecond)
	stop()
	time.Sleep(20 * time.Millisecond)
	close(p.wait)
	if answer, _ := bufio.NewReader(busy).ReadString('\n'); answer != "24/23 24/21\n" {
		t.Errorf("the answer under way is %q", answer)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	if _, err := net.Dial("tcp", l.Addr().String()); err == nil {
		t.Error("it still listens")
	}
}

func TestTheClientOfThisPackageIsServed(t *testing.T) {
	c := dial(t, startServer(t, ServerOptions{NewPlayer: puppets(&puppet{})}))
	for range 3 {
		if i, err := c.ChoosePlay(t.Context(), opening31); i != 0 || err != nil {
			t.Errorf("%d, %v", i, err)
		}
	}
}

func FuzzEveryLineIsAnswered(f *testing.F) {
	for _, line := range []string{"", "version", "board:", rolled31,
		"board:a:b:5:2:3:" + startMen + ":-1:0:0:0:0:2:1:0:1:1:-1:0:25:0:0:0:0:0:0:0:1",
		"board:You:Opp:0:0:0:" + startMen + ":-1:0:0:0:0" + centredCube + ":3"} {
		f.Add(line, string(engine.ActTake))
	}
	f.Fuzz(func(t *testing.T, line, says string) {
		a := &answerer{player: &puppet{says: engine.Action(says)}, reader: reader{rules: engine.Rules{Jacoby: true, Beavers: true}}}
		for range 2 { // the second time with what it remembers of the first
			answer, err := a.answer(t.Context(), line)
			if err != nil {
				if text := oneLine(err); text == "" || strings.ContainsAny(text, "\r\n") || len(text) > longestError+4 {
					t.Errorf("%q: the error %q cannot be sent", line, text)
				}
			} else if line != "version" && strings.Contains(answer, "\n") {
				t.Errorf("%q: the answer %q is more than a line", line, answer)
			}
		}
	})
}
