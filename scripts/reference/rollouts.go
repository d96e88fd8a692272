package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tavla/engine"
	"tavla/engine/notation"
)

// A file of decisions is judged by a search, which has errors of its own, and what a
// choice loses by it is partly these. Rollouts settle the decisions that a choice loses
// much in: GNU Backgammon plays the position after the file's best play, and after
// each choice, to the end. Whichever of these plays is best by one half of the games is
// worth what the other half says, so that no play gains by the luck it was chosen for.

const (
	trials = 180   // games of a half, 36 first two rolls five times
	halves = 2     // their seeds are 1 and 2
	much   = 5.0   // mEq by the file, from which a decision is rolled out
	mEq    = 0.001 // points
)

// rolled is a line of a file of rollouts: what a play is worth to the player who made
// it, in points, cubeless money.
type rolled struct {
	Position      string      `json:"position"`
	Dice          engine.Roll `json:"dice"`
	Play          string      `json:"play"`
	Seed          int         `json:"seed"`
	Trials        int         `json:"trials"`
	Equity        float64     `json:"equity"`
	StandardError float64     `json:"standardError"`
}

// asked is what tells a rollout from others: its position after the play, seen by the
// opponent, who is on roll.
type asked struct {
	id   string
	seed int
}

// rollouts is a file of them.
type rollouts struct {
	path  string
	worth map[asked]float64 // to the player who has played
}

// readRollouts reads the rollouts of these decisions in a file, which need not be there yet.
func readRollouts(path string, decisions []decision) (*rollouts, error) {
	r := &rollouts{path: path, worth: make(map[asked]float64)}
	type question struct {
		position string
		dice     engine.Roll
	}
	known := make(map[question]*decision)
	for i := range decisions {
		d := &decisions[i]
		known[question{d.Position, d.Dice}] = d
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for n := 1; s.Scan(); n++ {
		var line rolled
		if err := json.Unmarshal(s.Bytes(), &line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		d := known[question{line.Position, line.Dice}]
		if d == nil || line.Trials != trials {
			continue
		}
		i, err := notation.ParsePlay(line.Play, d.legal)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		r.worth[asked{d.after(i), line.Seed}] = line.Equity
	}
	return r, s.Err()
}

// after is the position id after a play, the opponent being on roll.
func (d *decision) after(i int) string { return notation.FormatPositionID(d.legal[i].Board.Swap()) }

// settle has the rollouts made that are missing, each added to the file at once.
func (r *rollouts) settle(ctx context.Context, d *decision, plays []int) error {
	for _, i := range plays {
		for seed := 1; seed <= halves; seed++ {
			q := asked{d.after(i), seed}
			if _, ok := r.worth[q]; ok {
				continue
			}
			equity, se, err := rollOut(ctx, q)
			if err != nil {
				return fmt.Errorf("rolling out %s %v %s: %w", d.Position, d.Dice, notation.FormatPlay(d.legal[i]), err)
			}
			// The opponent is on roll.
			line := rolled{d.Position, d.Dice, notation.FormatPlay(d.legal[i]), seed, trials, -equity, se}
			if err := r.add(line); err != nil {
				return err
			}
			r.worth[q] = -equity
		}
	}
	return nil
}

func (r *rollouts) add(line rolled) error {
	f, err := os.OpenFile(r.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(json.NewEncoder(f).Encode(line), f.Close())
}

// bySettling reports what each level loses by rollouts, where there are, and by the file
// elsewhere.
func bySettling(ctx context.Context, path string, decisions []decision, levels []level) error {
	r, err := readRollouts(path, decisions)
	if err != nil {
		return err
	}
	losses := make([][]float64, len(levels)+1) // of the file's best plays, then of each level
	for l := range losses {
		losses[l] = make([]float64, len(decisions))
	}
	settled := 0
	for i := range decisions {
		d := &decisions[i]
		plays := []int{slices.Index(d.worth, d.best)}
		disputed := false
		for l := range levels {
			plays = append(plays, levels[l].chosen[i])
			losses[l+1][i] = levels[l].losses[i]
			disputed = disputed || levels[l].losses[i] >= much
		}
		if !disputed {
			continue
		}
		settled++
		fmt.Fprintf(os.Stderr, "\rdecision %d of %d, %d in dispute ", i+1, len(decisions), settled)
		if err := r.settle(ctx, d, plays); err != nil {
			return err
		}
		for l, loss := range r.losses(d, plays) {
			losses[l][i] = loss
		}
	}
	fmt.Fprintln(os.Stderr)
	fmt.Printf("by rollouts of %d decisions, by the file elsewhere:\n", settled)
	for l := range losses {
		name := "the file's best"
		if l > 0 {
			name = fmt.Sprintf("%d-ply", levels[l-1].plies)
		}
		fmt.Printf("%s:\n", name)
		report("", decisions, func(i int) float64 { return losses[l][i] })
	}
	if n := len(levels); n > 1 {
		fmt.Printf("%d-ply less 0-ply, with the same decisions:\n", levels[n-1].plies)
		report("+", decisions, func(i int) float64 { return losses[n][i] - losses[1][i] })
	}
	return nil
}

// losses are what plays give up by the rollouts, in mEq, in the order of plays.
func (r *rollouts) losses(d *decision, plays []int) []float64 {
	worth := func(i, seed int) float64 { return r.worth[asked{d.after(i), seed}] }
	mean := func(i int) float64 { return (worth(i, 1) + worth(i, 2)) / halves }
	var best float64
	for seed := 1; seed <= halves; seed++ {
		chosen := plays[0]
		for _, i := range plays {
			if worth(i, seed) > worth(chosen, seed) {
				chosen = i
			}
		}
		best += worth(chosen, 1+halves-seed) / halves
	}
	all := make([]float64, len(plays))
	for k, i := range plays {
		all[k] = (best - mean(i)) / mEq
	}
	return all
}

// result is what a rollout shows now and then, and in the end: the chances of the player
// on roll and the equity, under them their standard errors, and how many games these are of.
var result = regexp.MustCompile(`Current Position:\s+[\d. -]+ CL\s+([-+]?\d+\.\d+)\s+\[[\d. -]+ CL\s+(\d+\.\d+)\].*\s+.*\s+(\d+) games`)

// rollOut asks GNU Backgammon for a rollout to the end, cubeless, without looking ahead,
// the luck taken out, from the view of the player on roll. It shows rollouts to
// terminals only, so that script(1), of util-linux, lends it one.
func rollOut(ctx context.Context, q asked) (equity, se float64, err error) {
	dir, err := os.MkdirTemp("", "rollout")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(dir)
	commands := filepath.Join(dir, "commands")
	err = os.WriteFile(commands, []byte(strings.Join([]string{
		"set threads 1", "set output digits 5",
		"set automatic game off", "set automatic roll off",
		"set player 0 human", "set player 1 human",
		"set rollout cubeful off", "set rollout varredn on", "set rollout truncation enable off",
		"set rollout chequerplay plies 0", "set rollout cubedecision plies 0",
		fmt.Sprintf("set rollout trials %d", trials), fmt.Sprintf("set rollout seed %d", q.seed),
		"new session", "set turn 1", "set board " + q.id, "rollout", "exit", "y", "",
	}, "\n")), 0o666)
	if err != nil {
		return 0, 0, err
	}
	c := exec.CommandContext(ctx, "script", "-qec", "gnubg -t -q -r -c "+commands, filepath.Join(dir, "typescript"))
	c.Env = append(os.Environ(), "HOME="+dir, "LC_ALL=C", "PATH="+os.Getenv("PATH")+":/usr/games")
	out, err := c.Output()
	shown := result.FindAllSubmatch(out, -1)
	if len(shown) == 0 {
		return 0, 0, errors.Join(err, errors.New("GNU Backgammon showed no result"))
	}
	m := shown[len(shown)-1]
	if string(m[3]) != strconv.Itoa(trials) {
		return 0, 0, errors.Join(err, fmt.Errorf("GNU Backgammon ended after %s of %d games", m[3], trials))
	}
	equity, err1 := strconv.ParseFloat(string(m[1]), 64)
	se, err2 := strconv.ParseFloat(string(m[2]), 64)
	return equity, se, errors.Join(err1, err2)
}
