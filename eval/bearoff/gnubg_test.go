package bearoff

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/engine/notation"
	"tavla/eval"
)

// installed finds a program of GNU Backgammon, or skips the test, except in CI.
func installed(t *testing.T, name string) string {
	t.Helper()
	for _, candidate := range []string{name, "/usr/games/" + name, "/usr/local/games/" + name} {
		if path, err := exec.LookPath(candidate); err == nil {
			return path
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatalf("CI must have GNU Backgammon: no %s", name)
	}
	t.Skipf("GNU Backgammon is not installed: no %s", name)
	return ""
}

// Its file holds, behind 40 bytes, the same four equities a state in the same
// order of states, as 16-bit numbers from -1 to 1.
func TestGNUBackgammonComputesTheSameTwoSidedTable(t *testing.T) {
	const upTo3 = 84
	path := filepath.Join(t.TempDir(), "two-sided")
	cmd := exec.CommandContext(t.Context(), installed(t, "makebearoff"), "-t", "6x3", "-f", path)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("makebearoff: %v\n%s", err, out)
	}
	data, err := os.ReadFile(path)
	if err != nil || len(data) != 40+8*upTo3*upTo3 {
		t.Fatalf("%d bytes of a table (%v)", len(data), err)
	}
	data = data[40:]
	both := built().both
	for i := 1; i < upTo3; i++ {
		for j := 1; j < upTo3; j++ {
			k := i*upTo6 + j
			ours := append([]float32{2*both.win[k] - 1}, both.cube[3*k:3*k+3]...)
			for n, e := range ours {
				theirs := float64(binary.LittleEndian.Uint16(data[8*(i*upTo3+j)+2*n:]))/32767.5 - 1
				if math.Abs(theirs-float64(e)) > 2e-4 {
					t.Fatalf("%v against %v: equities %v, but GNU Backgammon has %v at %d", unrank(i), unrank(j), ours, theirs, n)
				}
			}
		}
	}
}

func TestGNUBackgammonJudgesEndingsTheSame(t *testing.T) {
	boards := []engine.Board{
		enginetest.Board("6:1", "6:1"),
		enginetest.Board("6:6", "6:6"),
		enginetest.Board("1:4", "6:15"),
		enginetest.Board("6:15", "1:4"),
		enginetest.Board("6:15", "6:15"),
		enginetest.Board("6:7 5:5 4:3", "3:5"),
		enginetest.Board("3:5", "6:7 5:5 4:3"),
		enginetest.Board("2:6 1:3", "6:5 5:5 4:5"),
	}
	rng := enginetest.Rand(8)
	for len(boards) < 30 {
		boards = append(boards, randomHome(rng))
	}
	var script strings.Builder
	fmt.Fprintln(&script, "set automatic roll off\nset automatic game off\nset player 0 human\nset player 1 human")
	fmt.Fprintln(&script, "set evaluation cubedecision evaluation plies 0\nnew game\nset turn 1")
	for _, b := range boards {
		fmt.Fprintf(&script, "set board %s\neval\n", notation.FormatPositionID(b))
	}
	cmd := exec.CommandContext(t.Context(), installed(t, "gnubg"), "-t", "-q", "-r")
	cmd.Stdin = strings.NewReader(script.String())
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "LC_ALL=C")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("gnubg: %v\n%s", err, &stderr)
	}
	_, text, _ := strings.Cut(string(out), "Evaluator:") // one an answer
	answers := strings.Split(text, "Evaluator:")
	if len(answers) != len(boards) {
		t.Fatalf("%d answers to %d questions:\n%s", len(answers), len(boards), out)
	}
	for i, b := range boards {
		theirs, err := staticLine(answers[i])
		if err != nil {
			t.Fatalf("%v: %v in\n%s", b, err, answers[i])
		}
		o, _ := built().Lookup(&b)
		if d := apart(o, theirs); d > 1.1e-3 { // they write three digits
			t.Errorf("%v: %v, but GNU Backgammon says %v", b, o, theirs)
		}
	}
}

// staticLine reads the outcome after the word static.
func staticLine(answer string) (o eval.Outcome, err error) {
	_, text, _ := strings.Cut(answer, "static:")
	words := strings.Fields(text)
	for i, v := range []*float32{&o.Win, &o.WinGammon, &o.WinBackgammon, &o.LoseGammon, &o.LoseBackgammon} {
		if i >= len(words) {
			return o, fmt.Errorf("%d numbers", i)
		}
		f, err := strconv.ParseFloat(words[i], 32)
		if err != nil {
			return o, err
		}
		*v = float32(f)
	}
	return o, nil
}

// apart is the largest difference of two outcomes.
func apart(a, b eval.Outcome) float64 {
	most := float32(0)
	for _, d := range []float32{a.Win - b.Win, a.WinGammon - b.WinGammon, a.WinBackgammon - b.WinBackgammon,
		a.LoseGammon - b.LoseGammon, a.LoseBackgammon - b.LoseBackgammon} {
		most = max(most, d, -d)
	}
	return float64(most)
}
