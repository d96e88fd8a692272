package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tavla/engine/enginetest"
)

// run runs one command line in this process.
func run(in io.Reader, args ...string) (status int, out, errOut string) {
	var o, e bytes.Buffer
	status = execute(context.Background(), args, in, &o, &e)
	return status, o.String(), e.String()
}

// decodeLines reads one JSON value a line.
func decodeLines[T any](t *testing.T, text string) []T {
	t.Helper()
	var list []T
	for line := range strings.Lines(text) {
		var v T
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list = append(list, v)
	}
	return list
}

// sharedLines reads a case file.
func sharedLines[T any](t *testing.T, name string) []T {
	t.Helper()
	text, err := os.ReadFile(enginetest.Shared(t, "cases", name))
	if err != nil {
		t.Fatal(err)
	}
	return decodeLines[T](t, string(text))
}

func TestPlaysInBatchAreThoseOfTheCases(t *testing.T) {
	want := sharedLines[playsAnswer](t, "legal-plays.jsonl")
	var in strings.Builder
	for i, c := range want {
		if i%2 == 0 {
			fmt.Fprintf(&in, "%s %d%d\n", c.Position, c.Dice[0], c.Dice[1])
		} else {
			fmt.Fprintf(&in, "%s %d %d\n", c.Position, c.Dice[0], c.Dice[1])
		}
	}
	status, out, errOut := run(strings.NewReader(in.String()), "plays", "--batch", "-", "--workers", "3")
	if status != exitDone {
		t.Fatalf("exit status %d: %s", status, errOut)
	}
	inAnyOrder := cmpopts.SortSlices(func(a, b string) bool { return a < b })
	if diff := cmp.Diff(want, decodeLines[playsAnswer](t, out), inAnyOrder, cmpopts.IgnoreUnexported(playsAnswer{})); diff != "" {
		t.Errorf("plays differ (-want +got):\n%s", diff)
	}
}

type converted struct{ GnubgID, Position, Match, XGID, FIBS string }

func TestConvertInBatchAgreesWithTheCases(t *testing.T) {
	cases := sharedLines[struct {
		XGID, GnubgID string
		Agrees        bool `json:"gnubg_1_07_agrees"`
	}](t, "positions.jsonl")
	var in strings.Builder
	for _, c := range cases {
		fmt.Fprintf(&in, "%s\n%s\n", c.XGID, c.GnubgID)
	}
	status, out, errOut := run(strings.NewReader(in.String()), "convert", "--batch", "-")
	if status != exitDone {
		t.Fatalf("exit status %d: %s", status, errOut)
	}
	got := decodeLines[converted](t, out)
	if len(got) != 2*len(cases) {
		t.Fatalf("%d answers to %d queries", len(got), 2*len(cases))
	}
	for i, c := range cases {
		fromXGID, fromID := got[2*i], got[2*i+1]
		if fromXGID.GnubgID != c.GnubgID {
			t.Errorf("%s: the ids are %s, want %s", c.XGID, fromXGID.GnubgID, c.GnubgID)
		}
		if fromXGID.GnubgID != fromXGID.Position+":"+fromXGID.Match {
			t.Errorf("%s: %s is not %s:%s", c.XGID, fromXGID.GnubgID, fromXGID.Position, fromXGID.Match)
		}
		if fromID.GnubgID != c.GnubgID {
			t.Errorf("%s became %s", c.GnubgID, fromID.GnubgID)
		}
	}
}

func TestConvertReadsWhatItWrites(t *testing.T) {
	ask := func(position string) converted {
		status, out, errOut := run(nil, "convert", "--json", position)
		if status != exitDone {
			t.Fatal(errOut)
		}
		return decodeLines[converted](t, out)[0]
	}
	for _, c := range sharedLines[struct{ FIBS, XGID, GnubgID string }](t, "fibs-boards.jsonl") {
		got := ask(c.FIBS)
		if got.XGID != c.XGID || got.GnubgID != c.GnubgID {
			t.Errorf("%s became %s and %s, want %s and %s", c.FIBS, got.XGID, got.GnubgID, c.XGID, c.GnubgID)
		}
		// The ids don't keep the order of the dice, so they are left out here.
		for _, again := range []string{got.XGID, got.FIBS} {
			if diff := cmp.Diff(got, ask(again)); diff != "" {
				t.Errorf("%s (-before +after):\n%s", again, diff)
			}
		}
	}
}

func TestABatchIsTheSameWithAnyNumberOfWorkers(t *testing.T) {
	var in strings.Builder
	for i := range 300 {
		fmt.Fprintf(&in, "4HPwATDgc/ABMA %d%d\n", 1+i%7, 1+i%5) // every seventh is wrong
	}
	for _, command := range []string{"plays", "move"} {
		want := ""
		for _, workers := range []string{"1", "2", "7"} {
			status, out, _ := run(strings.NewReader(in.String()), command, "--batch", "-", "--workers", workers)
			if status != exitFailed {
				t.Fatalf("exit status %d with wrong lines", status)
			}
			if want == "" {
				want = out
			}
			if out != want || strings.Count(out, "\n") != 300 {
				t.Errorf("%s: %s workers give another text than 1", command, workers)
			}
		}
	}
}

// A program that asks through a pipe reads each answer before it asks on.
func TestABatchAnswersEachLineAtOnce(t *testing.T) {
	in, ask := io.Pipe()
	said, out := io.Pipe()
	status := make(chan int)
	go func() {
		status <- execute(context.Background(), []string{"plays", "--batch", "-"}, in, out, io.Discard)
	}()
	answers := bufio.NewScanner(said)
	for range 3 {
		fmt.Fprintln(ask, "4HPwATDgc/ABMA 31")
		if !answers.Scan() {
			t.Fatal(answers.Err())
		}
	}
	ask.Close()
	if got := <-status; got != exitDone {
		t.Errorf("exit status %d", got)
	}
}

func TestAnInterruptedBatchSaysSo(t *testing.T) {
	in, ask := io.Pipe() // never written to: the batch waits
	defer ask.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if got := execute(ctx, []string{"plays", "--batch", "-"}, in, io.Discard, io.Discard); got != exitInterrupted {
		t.Errorf("exit status %d, want %d", got, exitInterrupted)
	}
}

// tornReader fails after its text.
type tornReader struct{ text io.Reader }

func (r tornReader) Read(p []byte) (int, error) {
	n, err := r.text.Read(p)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func TestABatchThatCannotBeReadToItsEndFails(t *testing.T) {
	status, out, errOut := run(tornReader{strings.NewReader("4HPwATDgc/ABMA 31\n")}, "plays", "--batch", "-")
	if status != exitFailed || strings.Count(out, "\n") != 1 || !strings.Contains(errOut, "line 2") {
		t.Errorf("exit status %d, output %q, error %q", status, out, errOut)
	}
}

func TestLinesArePartedAtBlanksButNotAroundColons(t *testing.T) {
	for line, want := range map[string][]string{
		"":                      nil,
		" \t\v ":                nil,
		"a 31":                  {"a", "31"},
		"  a\t3   1 ":           {"a", "3", "1"},
		"board:a: 1 :-2: 3 3 1": {"board:a:1:-2:3", "3", "1"},
		": x":                   {":x"},
	} {
		if diff := cmp.Diff(want, splitQuery(line)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", line, diff)
		}
	}
}
