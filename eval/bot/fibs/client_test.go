package fibs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/engine/notation"
	"tavla/eval/bot"
)

// serve listens for one connection, whose lines it hands to talk one by one with
// their number, from 1. When talk returns false the connection is closed.
func serve(t *testing.T, talk func(conn net.Conn, line string, n int) bool) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		in := bufio.NewScanner(conn)
		for n := 1; in.Scan() && talk(conn, in.Text(), n); n++ {
		}
	}()
	t.Cleanup(func() {
		l.Close()
		<-done
	})
	return l.Addr().String()
}

// dial connects for the length of a test.
func dial(t *testing.T, addr string) *Client {
	t.Helper()
	c, err := Dial(t.Context(), addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// decide makes the decision of a roll.
func decide(b engine.Board, roll engine.Roll) bot.Decision {
	var g engine.Generator
	return bot.Decision{Board: b, Roll: roll, Plays: g.Plays(b, roll)}
}

var opening31 = decide(engine.Start(), engine.Roll{3, 1})

// answers makes a talk that gives them in order, and then closes.
func answers(texts ...string) func(net.Conn, string, int) bool {
	return func(conn net.Conn, _ string, n int) bool {
		if n > len(texts) {
			return false
		}
		fmt.Fprint(conn, texts[n-1])
		return true
	}
}

func TestAnswersInAnyUsualSpellingAreUnderstood(t *testing.T) {
	texts := []string{"8/5 6/5\n", "8/5 6/5 \r\n", "  6/5 8/5\n", "8-5 6-5\n", "24/23 24/21\n", "13/10/9\n", "13/10 10/9\n"}
	plays := []string{"8/5 6/5", "8/5 6/5", "8/5 6/5", "8/5 6/5", "24/23 24/21", "13/9", "13/9"}
	c := dial(t, serve(t, answers(texts...)))
	for n, text := range texts {
		i, err := c.ChoosePlay(t.Context(), opening31)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got := notation.FormatPlay(opening31.Plays[i]); got != plays[n] {
			t.Errorf("%q was taken for %s, not %s", text, got, plays[n])
		}
	}
}

func TestMenOnTheBarAndMenBorneOffAreNumbers(t *testing.T) {
	c := dial(t, serve(t, answers("25/22 25/22 6/3* 6/3\n", "4/0 2/0\n")))
	for _, d := range []bot.Decision{
		decide(enginetest.Board("6:4 8:3 13:6 bar:2", "6:5 8:3 13:5 22:1 24:1"), engine.Roll{3, 3}),
		decide(enginetest.Board("2:1 4:1", "1:2"), engine.Roll{4, 2}),
	} {
		if _, err := c.ChoosePlay(t.Context(), d); err != nil {
			t.Error(err)
		}
	}
}

func TestTheQuestionIsABoardLineForCubelessMoneySeenByThePlayerToAct(t *testing.T) {
	lines := make(chan string, 1)
	c := dial(t, serve(t, func(conn net.Conn, line string, _ int) bool {
		lines <- line
		fmt.Fprintln(conn, "8/5 6/5")
		return true
	}))
	if _, err := c.ChoosePlay(t.Context(), opening31); err != nil {
		t.Fatal(err)
	}
	line := <-lines
	f, err := notation.ParseFIBS(line)
	if err != nil {
		t.Fatal(err)
	}
	s := f.State
	if f.You != "You" || s.Board != opening31.Board || s.Roller != 1 || s.Turn != 1 || s.Roll != opening31.Roll {
		t.Errorf("%s is %+v", line, f)
	}
	if s.Score.Length != 0 || s.Doubled || s.Cube != (engine.Cube{Value: 1, Owner: engine.Centred}) {
		t.Errorf("%s is not cubeless money: %+v", line, s)
	}
}

func TestAnswersThatAreNoLegalPlayAreErrorsThatSayWhere(t *testing.T) {
	for name, c := range map[string]struct{ answer, hint string }{
		"an illegal play":   {"8/5 6/4\n", `"8/5 6/4": not legal with this roll`},
		"half a play":       {"8/5\n", "not all of the roll that can be played"},
		"no play":           {"\n", "moving is compulsory"},
		"a resignation":     {"resign\n", `"resign"`},
		"a cube action":     {"beaver\n", `"beaver"`},
		"an error":          {"Error: syntax error\n", `could not read the question: "Error: syntax error"`},
		"garbage":           {"\x00\xff\x1b[2J\n", `play "\x00\xff\x1b[2J"`},
		"long garbage":      {strings.Repeat("x", 4000) + "\n", "xxx"},
		"a line too long":   {strings.Repeat("8/5 ", 10_000) + "\n", "answered with more than 4096 bytes"},
		"an unended answer": {"8/5 6", `in the middle of the line "8/5 6"`},
	} {
		t.Run(name, func(t *testing.T) {
			b := dial(t, serve(t, func(conn net.Conn, _ string, n int) bool {
				fmt.Fprint(conn, c.answer)
				return strings.HasSuffix(c.answer, "\n")
			}))
			_, err := b.ChoosePlay(t.Context(), opening31)
			if err == nil {
				t.Fatal("no error")
			}
			for _, part := range []string{"4HPwATDgc/ABMA", "3-1", "the external player at 127.0.0.1:", c.hint} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q does not say %q", err, part)
				}
			}
			if len(err.Error()) > 1000 {
				t.Errorf("the error has %d bytes", len(err.Error()))
			}
			if _, again := b.ChoosePlay(t.Context(), opening31); again != err {
				t.Errorf("afterwards the bot says %v", again)
			}
		})
	}
}

func TestALineThatNobodyAskedForIsNotTakenForTheNextAnswer(t *testing.T) {
	c := dial(t, serve(t, answers("8/5 6/5\n24/20\n")))
	if _, err := c.ChoosePlay(t.Context(), opening31); err != nil {
		t.Fatal(err)
	}
	if _, err := c.ChoosePlay(t.Context(), opening31); err == nil || !strings.Contains(err.Error(), `said "24/20\n" without being asked`) {
		t.Errorf("error %v", err)
	}
}

func TestAConnectionThatClosesIsNotedWithTheAnswersBefore(t *testing.T) {
	c := dial(t, serve(t, answers("8/5 6/5\n", "13/10 6/5\n")))
	for range 2 {
		if _, err := c.ChoosePlay(t.Context(), opening31); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.ChoosePlay(t.Context(), opening31); err == nil || !strings.Contains(err.Error(), "closed the connection after 2 answers") {
		t.Errorf("error %v", err)
	}
}

func silent(net.Conn, string, int) bool { return true }

func TestSilenceEndsWithTheContextOrWithPatience(t *testing.T) {
	begin := time.Now()
	c := dial(t, serve(t, silent))
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if _, err := c.ChoosePlay(ctx, opening31); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("after the deadline: %v", err)
	}
	c = dial(t, serve(t, silent))
	ctx, cancel = context.WithCancel(t.Context())
	time.AfterFunc(30*time.Millisecond, cancel)
	if _, err := c.ChoosePlay(ctx, opening31); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
	c = dial(t, serve(t, silent))
	c.patience = 30 * time.Millisecond
	if _, err := c.ChoosePlay(t.Context(), opening31); !errors.Is(err, os.ErrDeadlineExceeded) || !strings.Contains(err.Error(), "no answer within 30ms") {
		t.Errorf("after 30 ms: %v", err)
	}
	if d := time.Since(begin); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
}

func TestAnEndedContextIsToldApartFromABrokenConnection(t *testing.T) {
	// An interrupt from the keyboard ends the other side a moment before us.
	ctx, cancel := context.WithCancel(t.Context())
	c := dial(t, serve(t, func(net.Conn, string, int) bool {
		time.AfterFunc(interruptTime/5, cancel)
		return false
	}))
	if _, err := c.ChoosePlay(ctx, opening31); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	c = dial(t, serve(t, silent))
	if _, err := c.ChoosePlay(ctx, opening31); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %v", err)
	}
}

func TestClosingEndsAQuestionUnderWay(t *testing.T) {
	c := dial(t, serve(t, silent))
	time.AfterFunc(30*time.Millisecond, func() { c.Close() })
	if _, err := c.ChoosePlay(t.Context(), opening31); !errors.Is(err, net.ErrClosed) {
		t.Errorf("error %v", err)
	}
}

func TestNobodyListeningIsExplained(t *testing.T) {
	port, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Dial(t.Context(), fmt.Sprintf("127.0.0.1:%d", port)); err == nil || !strings.Contains(err.Error(), "one must be listening there") {
		t.Errorf("error %v", err)
	}
}
