// Gate says whether a candidate may take the place of the shipped nets. It may
// when it wins a luck-adjusted match against them, so that the 95 % interval lies
// above 0, and loses no more than they do on a set of judged decisions. Choose by
// a set made with scripts/decisions; the reference decisions are for reporting.
//
//	go run ./scripts/gate --candidate run/net.tavla --decisions own.jsonl
//
// The exit status is 0 for a candidate that passes, 1 for one that does not.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	candidate := flag.String("candidate", "", "weights file that wants to be shipped")
	shipped := flag.String("shipped", "weights/tavla.tavla", "weights file it must beat")
	decisions := flag.String("decisions", "", "file of judged decisions to choose by")
	games := flag.Int("games", 10_000, "games of the match, an even number")
	seed := flag.Uint64("seed", 2, "of the match")
	flag.Parse()
	if *candidate == "" || *decisions == "" || flag.NArg() != 0 {
		log.Fatal("usage: gate --candidate FILE --decisions FILE [--shipped FILE] [--games N] [--seed S]")
	}
	reasons, err := refusals(*candidate, *shipped, *decisions, *games, *seed)
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range reasons {
		fmt.Println("refused:", r)
	}
	if len(reasons) > 0 {
		os.Exit(1)
	}
	fmt.Println("passed")
}

// refusals are the reasons not to ship the candidate; none if it may be.
func refusals(candidate, shipped, decisions string, games int, seed uint64) (reasons []string, err error) {
	dir, err := os.MkdirTemp("", "gate")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	tavla, reference := filepath.Join(dir, "tavla"), filepath.Join(dir, "reference")
	for path, pkg := range map[string]string{tavla: "./cmd/tavla", reference: "./scripts/reference"} {
		if _, err := output("go", "build", "-o", path, pkg); err != nil {
			return nil, err
		}
	}
	var loss [2]float64
	for i, net := range []string{candidate, shipped} {
		answer, err := output(reference, "--json", "--net", net, decisions)
		if err != nil {
			return nil, err
		}
		var all struct{ All *struct{ Mean float64 } }
		if err := json.Unmarshal(answer, &all); err != nil {
			return nil, fmt.Errorf("reference: %w", err)
		}
		if all.All == nil {
			return nil, fmt.Errorf("reference: no figure over all decisions of %s", decisions)
		}
		loss[i] = all.All.Mean
	}
	fmt.Printf("mean loss: candidate %.3f mEq, shipped %.3f mEq\n", loss[0], loss[1])
	if loss[0] > loss[1] {
		reasons = append(reasons, "it loses more on the judged decisions")
	}
	answer, err := output(tavla, "bench", "net="+candidate, "net="+shipped, "--json", "--games", fmt.Sprint(games), "--seed", fmt.Sprint(seed))
	if err != nil {
		return nil, err
	}
	var match struct{ LuckAdjusted struct{ Mean, CI95 *float64 } }
	if err := json.Unmarshal(answer, &match); err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	mean, ci95 := match.LuckAdjusted.Mean, match.LuckAdjusted.CI95
	if mean == nil || ci95 == nil { // which would pass for an interval of 0
		return nil, fmt.Errorf("bench: %d games give no interval", games)
	}
	fmt.Printf("points per game, luck adjusted: %+.4f ± %.4f over %d games\n", *mean, *ci95, games)
	if *mean <= *ci95 {
		reasons = append(reasons, "the match does not show that it is the stronger one")
	}
	return reasons, nil
}

// output runs a program, with its messages shown.
func output(name string, args ...string) ([]byte, error) {
	var out bytes.Buffer
	c := exec.Command(name, args...)
	c.Stdout, c.Stderr = &out, os.Stderr
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(name), err)
	}
	return out.Bytes(), nil
}
