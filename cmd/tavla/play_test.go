package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/engine/record"
	"tavla/eval/bearoff"
)

// testAdviser is made once; tests that use it don't run in parallel.
var testAdviser = sync.OnceValues(func() (*adviser, error) {
	a := &app{workers: 1, endings: bearoff.NewLazy("", 1)}
	m, err := a.model()
	if err != nil {
		return nil, err
	}
	return a.adviser(context.Background(), m, 0)
})

func adviserFor(t *testing.T) *adviser {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	v, err := testAdviser()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// user types an answer whenever the program asks. It looks at the table meanwhile,
// where it finds that the file holds all that was done.
type user struct {
	t       *testing.T
	sitting *sitting
	out     bytes.Buffer
	answer  func(s engine.State, plays []engine.Play) string // "EOF" ends the input
	asked   int
	pending []byte
}

func (u *user) Read(p []byte) (int, error) {
	if len(u.pending) == 0 {
		u.asked++
		u.checkFile()
		line := u.answer(u.sitting.state(), u.sitting.match.Game().Plays())
		if line == "EOF" {
			return 0, io.EOF
		}
		u.pending = []byte(line + "\n")
	}
	n := copy(p, u.pending)
	u.pending = u.pending[n:]
	return n, nil
}

// checkFile reads what a crash at this moment would leave.
func (u *user) checkFile() {
	data, err := os.ReadFile(u.sitting.path)
	if err != nil {
		u.t.Fatal(err)
	}
	m, warnings, err := record.Read("file", data)
	if err != nil || len(warnings) > 0 {
		u.t.Fatalf("%v %v in\n%s", err, warnings, data)
	}
	got, err := m.Games[len(m.Games)-1].End()
	if err != nil {
		u.t.Fatal(err)
	}
	want := u.sitting.state()
	want.Roll, got.Roll = want.Roll.Sorted(), got.Roll.Sorted()
	if want.Awaits() == engine.ToAnswerResignation { // is offered again
		want.Resigning, want.Turn = 0, want.Roller
	}
	if got != want {
		u.t.Fatalf("the file stands at\n%+v\nand the table at\n%+v\n%s", got, want, data)
	}
}

// sit sets a user at a table for the file in o, at which nothing was said yet.
func sit(t *testing.T, o playFlags, answer func(engine.State, []engine.Play) string) *user {
	t.Helper()
	v := adviserFor(t)
	if o.name == "" {
		o.name = "You"
	}
	o.bot = "net"
	o.given = func(string) bool { return false }
	table, err := openTable(o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.opponent(o, 0, false); err != nil {
		t.Fatal(err)
	}
	u := &user{t: t, answer: answer}
	u.sitting = newSitting(table, &opponent{adviser: v}, v, u, &u.out)
	return u
}

func (u *user) run(ctx context.Context) error {
	if err := u.sitting.welcome(); err != nil {
		u.t.Fatal(err)
	}
	return u.sitting.run(ctx)
}

// plain plays the first legal play, takes, and doubles when it may and the pips
// happen to say so: it depends on the state alone.
func plain(s engine.State, plays []engine.Play) string {
	switch s.Awaits() {
	case engine.ToPlay:
		return notation.FormatPlay(plays[0])
	case engine.ToAnswerDouble:
		return "take"
	case engine.ToAnswerResignation:
		return "accept"
	}
	if s.MayDouble() && s.Board.Own.Pips()%5 == 0 {
		return "double"
	}
	return "roll"
}

func TestAWholeMatchIsPlayedAndItsFileReadsAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.mat")
	u := sit(t, playFlags{length: 3, file: path, seed: 5}, plain)
	if err := u.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(path)
	m, warnings, err := record.Read(path, data)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	if !m.Score().Over() || !strings.Contains(u.out.String(), "the match to 3: you ") {
		t.Errorf("the match is not over: %+v\n%s", m.Score(), u.out.String())
	}
	var again bytes.Buffer
	if err := record.WriteMAT(&again, m); err != nil || again.String() != string(data) {
		t.Errorf("%v; written again it is\n%s\nwas\n%s", err, again.String(), data)
	}
}

func TestAKilledMatchGoesOnIdentically(t *testing.T) {
	for _, rules := range []engine.Rules{{}, {Jacoby: true, Beavers: true}} {
		dir := t.TempDir()
		whole := filepath.Join(dir, "whole.mat")
		stop := func(u *user, s engine.State, plays []engine.Play) string {
			if len(u.sitting.record.Games) == 3 {
				return "quit"
			}
			return plain(s, plays)
		}
		var left [][]byte // what a kill at each question would leave
		var u *user
		u = sit(t, playFlags{file: whole, seed: 11, rules: rules}, func(s engine.State, plays []engine.Play) string {
			data, _ := os.ReadFile(whole)
			left = append(left, data)
			return stop(u, s, plays)
		})
		if err := u.run(context.Background()); err != nil {
			t.Fatal(err)
		}
		want, _ := os.ReadFile(whole)
		for k := 0; k < len(left); k += 1 + len(left)/4 {
			path := filepath.Join(dir, "killed.mat")
			if err := os.WriteFile(path, left[k], 0o644); err != nil {
				t.Fatal(err)
			}
			var v *user
			v = sit(t, playFlags{file: path, seed: 99}, func(s engine.State, plays []engine.Play) string { return stop(v, s, plays) })
			if err := v.run(context.Background()); err != nil {
				t.Fatal(err)
			}
			if got, _ := os.ReadFile(path); string(got) != string(want) {
				t.Fatalf("killed at question %d it went on to\n%s\nnot to\n%s", k, got, want)
			}
		}
	}
}

func TestCtrlCSavesAndSaysHowToGoOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.mat")
	ctx, stop := context.WithCancel(context.Background())
	blocked := make(chan struct{})
	t.Cleanup(func() { close(blocked) })
	var u *user
	u = sit(t, playFlags{file: path, seed: 5}, func(s engine.State, plays []engine.Play) string {
		if u.asked == 6 {
			stop()
			<-blocked
		}
		return plain(s, plays)
	})
	err := u.run(ctx)
	if !errors.Is(err, errInterrupted) || !strings.Contains(err.Error(), "tavla play --file "+path) {
		t.Fatal(err)
	}
}

func TestTheEndOfTheInputSavesAndIsNoError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.mat")
	var u *user
	u = sit(t, playFlags{file: path, seed: 5}, func(s engine.State, plays []engine.Play) string {
		if u.asked == 5 {
			return "EOF"
		}
		return plain(s, plays)
	})
	if err := u.run(context.Background()); err != nil || !strings.Contains(u.out.String(), "The input has ended; the match is saved in "+path) {
		t.Fatal(err, u.out.String())
	}
}

func TestWhatAnotherProgramHasSavedMeanwhileIsNotWrittenOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.mat")
	other := []byte("the same match, played in another window")
	var u *user
	u = sit(t, playFlags{file: path, seed: 5}, func(s engine.State, plays []engine.Play) string {
		if u.asked == 3 {
			if err := os.WriteFile(path, other, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return plain(s, plays)
	})
	err := u.run(context.Background())
	if !errors.Is(err, errUnsaved) || strings.Count(err.Error(), "changed by another program") != 1 {
		t.Errorf("it ends with %v", err)
	}
	if data, err := os.ReadFile(path); err != nil || !bytes.Equal(data, other) {
		t.Errorf("the file holds %q, %v", data, err)
	}
}

func TestTheDiceDependOnNothingButSeedGameAndThrow(t *testing.T) {
	seen := map[engine.Roll]int{}
	for game := 1; game <= 90; game++ {
		for throw := range 40 {
			r := throwDice(3, game, throw)
			if r != throwDice(3, game, throw) {
				t.Fatal("the same throw differs")
			}
			seen[r]++
		}
		if r := throwOpening(3, game); r.Doublet() || r.Check() != nil {
			t.Fatalf("opening %v", r)
		}
	}
	chi := 0.0
	for a := uint8(1); a <= 6; a++ {
		for b := uint8(1); b <= 6; b++ {
			d := float64(seen[engine.Roll{a, b}]) - 100
			chi += d * d / 100
		}
	}
	if chi > 66 { // one in a thousand with 35 degrees of freedom
		t.Errorf("chi squared %.1f of 3600 throws", chi)
	}
}
