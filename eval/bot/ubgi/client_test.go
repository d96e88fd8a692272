package ubgi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/arena"
	"tavla/eval/bot"
	"tavla/eval/cube"
)

// thoughts judges boards by fixed, meaningless weights, so that every play matters.
type thoughts struct{}

func (thoughts) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		r := rand.New(rand.NewPCG(7, 7))
		v := float32(0)
		for p := range boards[i].Own {
			v += r.Float32()*float32(boards[i].Own[p]) - r.Float32()*float32(boards[i].Opp[p])
		}
		dst[i] = eval.Outcome{Win: 0.5 + v/100}
	}
}

func thinker(Settings) (bot.Player, error) {
	return bot.NewCubeful(bot.NewEvaluator(thoughts{}), cube.New(thoughts{}, cube.Options{Efficiency: cube.Usual()})), nil
}

// connect lets an Engine talk with Serve over pipes.
func connect(t *testing.T, o ServerOptions) *Engine {
	t.Helper()
	in, toEngine := io.Pipe()
	fromEngine, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := Serve(context.Background(), in, out, o)
		out.Close()
		done <- err
	}()
	e := newEngine("the engine", toEngine, fromEngine)
	if err := e.greet(t.Context(), Options{Plies: bot.DefaultPlies}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		e.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return e
}

func TestThroughUBGITheSameGamesArePlayed(t *testing.T) {
	play := func(p arena.Player) arena.Result {
		r, err := arena.Run(t.Context(), arena.Config{
			A: p, B: arena.Player{Name: "random", New: func() (bot.Bot, error) { return bot.NewRandom(0), nil }},
			Games: 40, Seed: 5, Workers: 2,
		})
		if err != nil {
			t.Fatal(err)
		}
		r.Speed = arena.Speed{}
		return r
	}
	direct := play(arena.Player{Name: "it", New: func() (bot.Bot, error) { return bot.NewEvaluator(thoughts{}), nil }})
	through := play(arena.Player{Name: "it", New: func() (bot.Bot, error) {
		return connect(t, ServerOptions{Name: "it", Settings: Settings{Threads: 1}, NewPlayer: thinker}), nil
	}})
	if direct != through {
		t.Errorf("directly\n%+v\nthrough UBGI\n%+v", direct, through)
	}
}

// actor plays an engine that answers what script says to each command.
func actor(t *testing.T, script map[string]string) *Engine {
	t.Helper()
	in, toEngine := io.Pipe()
	fromEngine, out := io.Pipe()
	go func() {
		for s := bufio.NewScanner(in); s.Scan(); {
			word, _, _ := strings.Cut(s.Text(), " ")
			if text := script[word]; text == "dies" {
				out.Close()
			} else if text != "" {
				fmt.Fprintln(out, text)
			}
		}
		out.Close()
	}()
	e := newEngine("actor", toEngine, fromEngine)
	t.Cleanup(func() {
		e.Close()
		fromEngine.Close()
	})
	return e
}

var opening31 = bot.Decision{Board: engine.Start(), Roll: engine.Roll{3, 1}, Plays: new(engine.Generator).Plays(engine.Start(), engine.Roll{3, 1})}

func TestAnswersThatAreNoneAreClearErrorsAndTheEngineIsLost(t *testing.T) {
	for name, c := range map[string]struct{ answer, says string }{
		"an illegal play": {"bestmove 24/13", "answered with no legal play"},
		"a pass":          {"bestmove pass", "moving is compulsory"},
		"nothing":         {"bestmove", "no legal play"},
		"another answer":  {"bestcube double", "bestmove … was to come"},
		"an error":        {"error bad_state no position", "refused"},
		"its end":         {"dies", "said no more after 0 answers"},
		"a long line":     {"bestmove " + strings.Repeat("x", longestLine), "token too long"},
	} {
		e := actor(t, map[string]string{"go": c.answer})
		_, err := e.ChoosePlay(t.Context(), opening31)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "4HPwATDgc/ABMA, 3-1: ") {
			t.Errorf("%s: %v does not say %q", name, err, c.says)
		}
		if _, again := e.ChoosePlay(t.Context(), opening31); again != err {
			t.Errorf("%s: then %v", name, again)
		}
	}
}

func TestWhatIsSaidBesideTheAnswerIsPassedOver(t *testing.T) {
	e := actor(t, map[string]string{"go": "info depth 1 score +0.2\n\ninfo pv 8/5\nbestmove 8/5 6/5", "ubgi": "id name Old\noption name Threads type spin\nubgiok", "isready": "readyok"})
	if err := e.greet(t.Context(), Options{Plies: bot.DefaultPlies}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.ChoosePlay(t.Context(), opening31); err != nil {
		t.Error(err)
	}
	e = actor(t, map[string]string{"ubgi": "ubgiok", "isready": "readyok"})
	if err := e.greet(t.Context(), Options{Plies: 2}); err == nil || !strings.Contains(err.Error(), "no key engine.ply") {
		t.Errorf("plies that cannot be set: %v", err)
	}
}

func TestAnEngineThatThinksForTooLongIsLeft(t *testing.T) {
	e := actor(t, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := e.ChoosePlay(ctx, opening31); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	e = actor(t, nil)
	e.patience = 20 * time.Millisecond
	if _, err := e.ChoosePlay(t.Context(), opening31); err == nil || !strings.Contains(err.Error(), "no answer within 20ms") {
		t.Error(err)
	}
}

// TestMain lets the test program be an engine.
func TestMain(m *testing.M) {
	switch os.Getenv("UBGI_TEST_ENGINE") {
	case "serves":
		Serve(context.Background(), os.Stdin, os.Stdout, ServerOptions{Name: "it", MaxPlies: 3, Settings: Settings{Threads: 1}, NewPlayer: thinker})
		os.Exit(0)
	case "dies":
		fmt.Fprintln(os.Stderr, "out of cheese")
		os.Exit(3)
	}
	os.Exit(m.Run())
}

func TestAProgramIsStartedAskedAndStopped(t *testing.T) {
	t.Setenv("UBGI_TEST_ENGINE", "serves")
	e, err := Start(t.Context(), "'"+os.Args[0]+"' \"an argument\"", Options{Plies: 1})
	if err != nil {
		t.Fatal(err)
	}
	e.NewGame(1 << 60)
	if _, err := e.ChoosePlay(t.Context(), opening31); err != nil {
		t.Error(err)
	}
	e.Close()
	e.Close()
	select {
	case <-e.process.Ended():
	default:
		t.Error("the program still runs")
	}
	if _, err := e.ChoosePlay(t.Context(), opening31); err == nil || !strings.Contains(err.Error(), "closed on this side") {
		t.Error(err)
	}
}

func TestAProgramThatDiesIsAClearError(t *testing.T) {
	t.Setenv("UBGI_TEST_ENGINE", "dies")
	_, err := Start(t.Context(), os.Args[0], Options{Plies: bot.DefaultPlies})
	if err == nil || !strings.Contains(err.Error(), "exit status 3") || !strings.Contains(err.Error(), "out of cheese") {
		t.Error(err)
	}
	if _, err := Start(t.Context(), "no-such-program-here", Options{}); err == nil || !strings.Contains(err.Error(), "no-such-program-here") {
		t.Error(err)
	}
}

func TestCommandsAreSplitAtBlanksOutsideQuotes(t *testing.T) {
	for command, want := range map[string][]string{
		"tavla ubgi":                    {"tavla", "ubgi"},
		"  a\t b ":                      {"a", "b"},
		`"my engine" --net 'a "b".net'`: {"my engine", "--net", `a "b".net`},
		`a""b ''`:                       {"ab", ""},
	} {
		if got, err := splitCommand(command); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v", command, got, err)
		}
	}
	for _, command := range []string{"", "  ", "a 'b", `''`} {
		if got, err := splitCommand(command); err == nil {
			t.Errorf("%q: %q and no error", command, got)
		}
	}
}
