// Strength measures a net in one go: against the pip-count bot, pubeval and GNU
// Backgammon at 0 plies, and by the reference decisions. It prints a table and
// writes a dated JSON record.
//
//	go run ./scripts/strength --out strength.json
//
// It wants an installed GNU Backgammon and an otherwise idle machine; the
// default 40,000 games against gnubg@0 take about a quarter of an hour on two cores.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"tavla/nnet/wholefile"
)

type record struct {
	Date      string                     `json:"date"`
	Machine   string                     `json:"machine"`
	Revision  string                     `json:"revision"`
	Net       string                     `json:"net"`
	Bench     map[string]json.RawMessage `json:"bench"`
	Reference json.RawMessage            `json:"reference"`
}

type figure struct{ Mean, CI95 float64 }

func (f figure) String() string { return fmt.Sprintf("%+.4f ± %.4f", f.Mean, f.CI95) }

func main() {
	log.SetFlags(0)
	net := flag.String("net", "weights/tavla.tavla", "weights file to measure")
	shared := flag.String("shared", "../shared", "folder with the reference cases and pubeval")
	games := flag.Int("games", 40_000, "games against gnubg@0; a tenth against pubeval, a fortieth against pip")
	seed := flag.Uint64("seed", 1, "seed of all games")
	out := flag.String("out", "", "file for the JSON record")
	flag.Parse()
	if err := run(*net, *shared, *games, *seed, *out); err != nil {
		log.Fatal(err)
	}
}

func run(net, shared string, games int, seed uint64, out string) error {
	dir, err := os.MkdirTemp("", "strength")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tavla, reference := filepath.Join(dir, "tavla"), filepath.Join(dir, "reference")
	for path, pkg := range map[string]string{tavla: "./cmd/tavla", reference: "./scripts/reference"} {
		if err := command(nil, "go", "build", "-o", path, pkg); err != nil {
			return err
		}
	}
	r := record{
		Date: time.Now().UTC().Format(time.DateOnly), Machine: machine(), Revision: revision(),
		Net: net, Bench: make(map[string]json.RawMessage),
	}
	even := func(n int) int { return max(n/2*2, 2) }
	fmt.Printf("%s, %s, revision %s\n\n", r.Date, r.Machine, r.Revision)
	fmt.Printf("%-10s %7s  %-19s %-19s %s\n", "against", "games", "points per game", "luck adjusted", "wins")
	for _, b := range []struct {
		name, bot string
		games     int
	}{
		{"pip", "pip", even(games / 40)},
		{"pubeval", "pubeval=" + filepath.Join(shared, "pubeval"), even(games / 10)},
		{"gnubg@0", "gnubg@0", even(games)},
	} {
		var answer bytes.Buffer
		err := command(&answer, tavla, "bench", "net", b.bot, "--json", "--net", net,
			"--games", fmt.Sprint(b.games), "--seed", fmt.Sprint(seed))
		if err != nil {
			return err
		}
		var f struct{ PointsPerGame, LuckAdjusted, Wins figure }
		if err := json.Unmarshal(answer.Bytes(), &f); err != nil {
			return err
		}
		fmt.Printf("%-10s %7d  %-19v %-19v %.2f %%\n", b.name, b.games, f.PointsPerGame, f.LuckAdjusted, 100*f.Wins.Mean)
		r.Bench[b.name] = bytes.TrimSpace(answer.Bytes())
	}
	var answer bytes.Buffer
	err = command(&answer, reference, "--json", "--net", net, filepath.Join(shared, "cases", "reference-decisions.jsonl"))
	if err != nil {
		return err
	}
	r.Reference = bytes.TrimSpace(answer.Bytes())
	fmt.Printf("\nmean loss on the reference decisions (mEq): %s\n", r.Reference)
	if out == "" {
		return nil
	}
	return wholefile.Write(out, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(r)
	})
}

// command runs a program with its messages shown and its output in out.
func command(out io.Writer, name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Stdout, c.Stderr = out, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(name), err)
	}
	return nil
}

func machine() string {
	model := runtime.GOARCH
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range bytes.Lines(info) {
			if name, value, ok := bytes.Cut(line, []byte(":")); ok && string(bytes.TrimSpace(name)) == "model name" {
				model = string(bytes.TrimSpace(value))
				break
			}
		}
	}
	return fmt.Sprintf("%d cores of %s", runtime.NumCPU(), model)
}

func revision() string {
	var out bytes.Buffer
	if err := command(&out, "git", "describe", "--always", "--dirty"); err != nil {
		return "unknown"
	}
	return string(bytes.TrimSpace(out.Bytes()))
}
