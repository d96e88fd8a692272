package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"tavla/eval/rollout"
	"tavla/eval/search"
	"tavla/nnet/wholefile"
)

// keptFormat is what the files of rollouts begin with.
const keptFormat = "tavla rollout 2"

// keptRollout is a rollout in its file.
type keptRollout struct {
	Format   string        `json:"format"`
	Position string        `json:"position"`
	Dice     []string      `json:"dice"`  // as arguments, none before the roll
	Plays    []string      `json:"plays"` // of the candidates, in their order
	Plies    int           `json:"plies"`
	Filter   string        `json:"filter"`
	Games    int           `json:"games"`
	Error    float64       `json:"error"`
	State    rollout.State `json:"state"`

	Cube      bool   `json:"cube"` // it is about the double
	CubePlies int    `json:"cubePlies"`
	MET       string `json:"met"` // file of the match equity table, "" for the computed one
}

// keep writes the rollout to its file, if it has one.
func (r *rolling) keep() error {
	if r.path == "" {
		return nil
	}
	r.kept.State = r.rollout.State()
	err := wholefile.Write(r.path, func(w io.Writer) error { return json.NewEncoder(w).Encode(r.kept) })
	if err != nil {
		return fmt.Errorf("keeping the rollout: %w", err)
	}
	return nil
}

// unused refuses to write over a file.
func unused(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("--save %s: it is there already; go on with it with --resume, or choose another name", path)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--save: %w", err)
	}
	return nil
}

// takeUp reads the rollout of --resume and sets all flags as it was begun. What is
// said again on the command line must be the same, but for --games and --error.
func (f *rolloutFlags) takeUp(a *app, args []string) (*keptRollout, error) {
	data, err := os.ReadFile(f.resume)
	if err != nil {
		return nil, fmt.Errorf("--resume: %w", err)
	}
	k := new(keptRollout)
	if err := json.Unmarshal(data, k); err != nil {
		return nil, fmt.Errorf("--resume %s: it is no rollout, or damaged: %w", f.resume, err)
	}
	if k.Format != keptFormat {
		return nil, fmt.Errorf("--resume %s: its format is %q, not %q", f.resume, k.Format, keptFormat)
	}
	was := k.State.Settings
	for _, d := range []struct {
		flag      string
		was, said any
	}{
		{"seed", was.Seed, f.Seed},
		{"truncate", was.Truncate, f.Truncate},
		{"luck", was.Luck, f.Luck},
		{"stratify", was.Stratify, f.Stratify},
		{"confidence", was.Confidence, f.Confidence},
		{"plies", k.Plies, a.plies},
		{"filter", k.Filter, *f.filterOf},
		{"cube", k.Cube, f.cube},
		{"cubeful", was.Cubeful, f.cubeful},
		{"cubeless", !was.Cubeful, f.cubeless},
		{"cube-plies", k.CubePlies, f.cubePlies},
	} {
		if f.changed(d.flag) && d.was != d.said {
			return nil, badUsage("--%s %v: the rollout in %s was begun with %v", d.flag, d.said, f.resume, d.was)
		}
	}
	if !f.changed("met") { // its contents are part of the judge's name
		f.met = k.MET
	}
	if f.changed("top") || f.changed("play") {
		return nil, badUsage("--top and --play: the rollout in %s has its plays", f.resume)
	}
	if err := k.sound(args); err != nil {
		return nil, fmt.Errorf("--resume %s: %w", f.resume, err)
	}
	f.Settings, f.plays, a.plies, *f.filterOf = was, k.Plays, k.Plies, k.Filter
	f.cube, f.cubeful, f.cubePlies = k.Cube, was.Cubeful, k.CubePlies
	f.settled, f.cubeless = true, false
	if !f.changed("games") {
		f.games = k.Games
	}
	if !f.changed("error") {
		f.least = k.Error
	}
	return k, nil
}

// sound reports a file without a question that can be asked, and arguments, if
// there are any, that ask another one.
func (k *keptRollout) sound(args []string) error {
	unsound := func(err error) error { return fmt.Errorf("it is damaged: %s", err) } // no fault of the arguments
	s, _, err := parseRollout(append([]string{k.Position}, k.Dice...), k.Cube)
	if err != nil {
		return unsound(err)
	}
	if k.Plies < 0 || k.Plies > search.MaxPlies {
		return unsound(fmt.Errorf("%d plies; from 0 to %d are possible", k.Plies, search.MaxPlies))
	}
	if k.CubePlies < 0 || k.CubePlies > search.MaxPlies {
		return unsound(fmt.Errorf("cube decisions at %d plies; from 0 to %d are possible", k.CubePlies, search.MaxPlies))
	}
	if k.Cube && (!k.State.Settings.Cubeful || len(k.Plays) > 0) {
		return unsound(errors.New("a cube decision without the cube, or with plays"))
	}
	if _, err := search.FilterByName(k.Filter); err != nil {
		return unsound(err)
	}
	if len(args) == 0 {
		return nil
	}
	again, _, err := parseRollout(args, k.Cube)
	if err != nil {
		return err
	}
	same := again.Board == s.Board && again.Roll.Sorted() == s.Roll.Sorted()
	if again.Roll = s.Roll; k.State.Settings.Cubeful {
		same = same && again == s
	}
	if !same {
		return badUsage("it is a rollout of %q, not of %q", append([]string{k.Position}, k.Dice...), slices.Clone(args))
	}
	return nil
}
