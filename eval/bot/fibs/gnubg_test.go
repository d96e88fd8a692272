package fibs

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/engine/notation"
	"tavla/eval/bot"
)

// needGNUBackgammon skips the test where it is not installed, except in CI.
func needGNUBackgammon(t testing.TB) {
	t.Helper()
	if _, err := (Options{}).program(); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

// startReal starts the installed GNU Backgammon for the length of a test.
func startReal(t testing.TB, plies int) *GNUBackgammon {
	t.Helper()
	needGNUBackgammon(t)
	g, err := StartGNUBackgammon(t.Context(), Options{Plies: plies})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
	return g
}

func TestGNUBackgammonMakesTheWellKnownOpenings(t *testing.T) {
	for plies, g := range []*GNUBackgammon{startReal(t, 0), startReal(t, 1)} { // both at once
		for roll, want := range map[engine.Roll]string{{3, 1}: "8/5 6/5", {1, 6}: "13/7 8/7", {4, 2}: "8/4 6/4"} {
			d := decide(engine.Start(), roll)
			i, err := g.ChoosePlay(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			if got := notation.FormatPlay(d.Plays[i]); got != want {
				t.Errorf("at %d plies it answers %v with %s, not %s", plies, roll, got, want)
			}
		}
	}
}

func TestGNUBackgammonAnswersLegallyWhateverThePosition(t *testing.T) {
	g := startReal(t, 0)
	var bar, off, doublets, forced, all int
	ask := func(b engine.Board, roll engine.Roll) {
		d := decide(b, roll)
		if len(d.Plays) == 0 {
			return
		}
		all++
		count := func(n *int, is bool) {
			if is {
				*n++
			}
		}
		count(&bar, b.Own[engine.Bar] > 0)
		count(&off, d.Plays[0].Board.Own[engine.Off] > b.Own[engine.Off])
		count(&doublets, roll.Doublet())
		count(&forced, len(d.Plays) == 1)
		if _, err := g.ChoosePlay(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	for b, roll := range enginetest.Reachable(1) {
		if ask(b, roll); all == 400 {
			break
		}
	}
	for rng := enginetest.Rand(2); all < 800; {
		if b := enginetest.SetUp(rng); !b.Over() {
			ask(b, enginetest.RandomRoll(rng))
		}
	}
	if min(bar, off, doublets, forced) < 20 {
		t.Errorf("of %d decisions %d came from the bar, %d bore off, %d were doublets, %d forced: too few of one sort", all, bar, off, doublets, forced)
	}
}

func TestAKilledGNUBackgammonIsAClearError(t *testing.T) {
	g := startReal(t, 0)
	time.AfterFunc(100*time.Millisecond, func() { g.process.Stop() })
	answers := 0
	var err error
	for begin := time.Now(); err == nil && time.Since(begin) < 10*time.Second; answers++ {
		_, err = g.ChoosePlay(t.Context(), opening31)
	}
	if err == nil {
		t.Fatal("no error")
	}
	after := fmt.Sprintf("gnubg closed the connection after %d answers", answers-1)
	for _, part := range []string{after, "it ended: signal: killed", "its last words"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
	t.Log(err)
}

func TestNothingOfGNUBackgammonIsLeftWhenClosedOrWhenTheContextEnds(t *testing.T) {
	needGNUBackgammon(t)
	t.Setenv("TMPDIR", t.TempDir())
	empty := func() {
		t.Helper()
		if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
			t.Errorf("left: %v (%v)", left, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	g, err := StartGNUBackgammon(ctx, Options{})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	select {
	case <-g.process.Ended():
	case <-time.After(10 * time.Second):
		t.Fatal("it goes on after the end of the context")
	}
	empty()
	if g, err = StartGNUBackgammon(t.Context(), Options{}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
	empty()
}

func TestAPortThatIsTakenMeansAnotherOne(t *testing.T) {
	needGNUBackgammon(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	tries := 0
	g, err := startGNUBackgammon(t.Context(), Options{}, func() (int, error) {
		if tries++; tries == 1 {
			return taken.Addr().(*net.TCPAddr).Port, nil
		}
		return freePort()
	})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if _, err := g.ChoosePlay(t.Context(), opening31); err != nil || tries != 2 {
		t.Errorf("after %d tries: %v", tries, err)
	}
}

// script writes a program that stands in for GNU Backgammon.
func script(t *testing.T, text string) (path string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in is a shell script")
	}
	path = filepath.Join(t.TempDir(), "gnubg")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAProgramThatDoesNotListenIsAnErrorWithItsLastWords(t *testing.T) {
	_, err := StartGNUBackgammon(t.Context(), Options{Program: script(t, "echo no weights found; exit 3")})
	for _, part := range []string{"it does not listen", "exit status 3", "no weights found"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("error %v does not say %q", err, part)
		}
	}
}

func TestAProgramThatHangsEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err := StartGNUBackgammon(ctx, Options{Program: script(t, "exec sleep 60")})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

func TestAMissingGNUBackgammonIsExplained(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := findGNUBackgammon(t.TempDir()); err == nil || !strings.Contains(err.Error(), "apt install gnubg") {
		t.Errorf("error %v", err)
	}
	if _, err := StartGNUBackgammon(t.Context(), Options{Program: filepath.Join(t.TempDir(), "gnubg")}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func TestPliesThatGNUBackgammonRefusesAreRefused(t *testing.T) {
	for _, plies := range []int{-1, 8} {
		if _, err := StartGNUBackgammon(t.Context(), Options{Plies: plies}); err == nil || !strings.Contains(err.Error(), "0 to 7 plies deep") {
			t.Errorf("%d plies: error %v", plies, err)
		}
	}
}

func BenchmarkGNUBackgammonDecidesAtZeroPlies(b *testing.B) {
	g := startReal(b, 0)
	var decisions []bot.Decision
	for board, roll := range enginetest.Reachable(1) {
		if d := decide(board, roll); len(d.Plays) > 1 {
			decisions = append(decisions, d)
		}
		if len(decisions) == 20_000 {
			break
		}
	}
	b.ResetTimer()
	for i := range b.N {
		if _, err := g.ChoosePlay(b.Context(), decisions[i%len(decisions)]); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
}
