package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tavla/eval/static"
	"tavla/nnet"
)

// The files of a run's folder.
func NetPath(dir string) string       { return filepath.Join(dir, "net.tavla") }
func MetricsPath(dir string) string   { return filepath.Join(dir, "metrics.jsonl") }
func checkpointDir(dir string) string { return filepath.Join(dir, "checkpoints") }

// keptCheckpoints is how many of the newest checkpoints stay.
const keptCheckpoints = 3

// In a checkpoint the learner's nets carry their kind as name; the weights that
// played the pending round, the average, and what Adam remembers, carry these
// behind it.
const (
	playingSuffix = "/playing"
	averageSuffix = "/average"
	meanSuffix    = "/adam-mean"
	squareSuffix  = "/adam-square"
)

// meta is what a checkpoint holds beside weights. Nothing in it depends on the
// clock or on the machine, unless the run is bounded by time.
type meta struct {
	Config Config `json:"config"`
	State  state  `json:"state"`
	Pool   []byte `json:"pool,omitempty"`
	Starts []byte `json:"starts,omitempty"`
	// KeepLabels is that of the options, so that no later sitting takes the labels away.
	KeepLabels bool `json:"keepLabels,omitempty"`
}

func prepareDir(dir string) error {
	if last, err := lastCheckpoint(dir); err == nil {
		return fmt.Errorf("%s already holds a run (%s); resume it, or choose another folder", dir, filepath.Base(last))
	}
	if _, err := os.Stat(NetPath(dir)); err == nil {
		return fmt.Errorf("%s already holds a trained net; choose another folder", dir)
	}
	return os.MkdirAll(checkpointDir(dir), 0o755)
}

// checkpoint writes everything a resume needs and removes the oldest.
func (r *Run) checkpoint() error {
	r.state.AdamSteps = r.learner.adamSteps()
	if r.decisions != nil {
		if err := r.decisions.file.Sync(); err != nil {
			return err
		}
		r.state.Plays, r.state.Checksum = r.decisions.plays(), r.decisions.sum
	}
	b, err := json.Marshal(meta{r.config, r.state, r.pool.bytes(), r.starts.bytes(), r.options.KeepLabels})
	if err != nil {
		return err
	}
	f := r.learner.file(string(b))
	f.Nets = append(f.Nets, renamed(r.playing, playingSuffix)...)
	if r.average.n > 0 {
		f.Nets = append(f.Nets, renamed(r.average.mean, averageSuffix)...)
	}
	f.Nets = append(f.Nets, r.learner.moments()...)
	path := filepath.Join(checkpointDir(r.options.Dir), fmt.Sprintf("%012d.tavla", r.work()))
	if err := f.Write(path); err != nil {
		if last, lastErr := lastCheckpoint(r.options.Dir); lastErr == nil {
			return fmt.Errorf("%w; the last checkpoint is kept: %s", err, last)
		}
		return err
	}
	all, err := checkpoints(r.options.Dir)
	if err != nil {
		return err
	}
	for _, old := range all[:max(len(all)-keptCheckpoints, 0)] {
		if err := os.Remove(old); err != nil {
			return err
		}
	}
	return nil
}

func renamed(f *nnet.File, suffix string) []nnet.Named {
	nets := slices.Clone(f.Nets)
	for i := range nets {
		nets[i].Name += suffix
	}
	return nets
}

// named are the nets of f with a suffix, without it.
func named(f *nnet.File, suffix string) *nnet.File {
	found := new(nnet.File)
	for _, n := range f.Nets {
		var ok bool
		if n.Name, ok = strings.CutSuffix(n.Name, suffix); ok {
			found.Nets = append(found.Nets, n)
		}
	}
	return found
}

// checkpoints lists a run's checkpoints, oldest first.
func checkpoints(dir string) ([]string, error) {
	entries, err := os.ReadDir(checkpointDir(dir))
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range entries { // sorted by name
		if strings.HasSuffix(e.Name(), ".tavla") && !strings.HasPrefix(e.Name(), ".") {
			paths = append(paths, filepath.Join(checkpointDir(dir), e.Name()))
		}
	}
	return paths, nil
}

func lastCheckpoint(dir string) (string, error) {
	all, err := checkpoints(dir)
	if err != nil {
		return "", err
	}
	if len(all) == 0 {
		return "", errors.New("there is no checkpoint in " + checkpointDir(dir))
	}
	return all[len(all)-1], nil
}

// Resume takes up the run in o.Dir at its last checkpoint. What follows is what
// would have followed without the interruption.
func Resume(o Options) (*Run, error) {
	path, err := lastCheckpoint(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("nothing to resume: %w", err)
	}
	f, err := readCheckpoint(path)
	if err != nil {
		return nil, err
	}
	if err := removeUnfinished(o.Dir); err != nil {
		return nil, err
	}
	r, err := fromCheckpoint(f, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if r.done() {
		_, err := os.Stat(NetPath(o.Dir))
		r.ended = err == nil
	}
	if r.needsDecisions() { // they go when the run has ended
		if r.decisions, err = reopenDecisions(o.Dir, r.state.Plays, r.state.Checksum); err != nil {
			return nil, err
		}
	}
	r.metrics, err = reopenMetrics(o.Dir, r.state.Learned, r.passes())
	if err != nil {
		return nil, err
	}
	r.metrics.games, r.metrics.evaluations = r.state.Learned, r.state.Evaluation
	if r.relearns {
		return r, r.checkpoint() // whatever happens, it goes on with its new settings
	}
	return r, nil
}

// needsDecisions tells whether there is something left to learn from decisions.
func (r *Run) needsDecisions() bool {
	return r.config.Stage == Refine && (!r.done() || r.config.Pruning > 0 && !r.ended)
}

// readCheckpoint reads the last checkpoint; when it is damaged, the error says
// how to go on from the one before.
func readCheckpoint(path string) (*nnet.File, error) {
	f, err := nnet.Read(path)
	if err != nil {
		return nil, fmt.Errorf("%w; without that file the run goes on from the checkpoint before it", err)
	}
	return f, nil
}

// removeUnfinished clears away what a killed process had begun to write.
func removeUnfinished(dir string) error {
	left, err := filepath.Glob(filepath.Join(checkpointDir(dir), ".*.tavla.*"))
	if err != nil {
		return err
	}
	for _, path := range left {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}

// SavedConfig is the configuration of the run in dir, as its last checkpoint
// holds it: what Resume would go on with.
func SavedConfig(dir string) (Config, error) {
	path, err := lastCheckpoint(dir)
	if err != nil {
		return Config{}, fmt.Errorf("nothing to resume: %w", err)
	}
	f, err := readCheckpoint(path)
	if err != nil {
		return Config{}, err
	}
	var m meta
	if err := json.Unmarshal([]byte(f.Meta), &m); err != nil {
		return Config{}, fmt.Errorf("%s: no checkpoint of a run: %w", path, err)
	}
	return m.Config, nil
}

func fromCheckpoint(f *nnet.File, o Options) (*Run, error) {
	var m meta
	if err := json.Unmarshal([]byte(f.Meta), &m); err != nil {
		return nil, fmt.Errorf("no checkpoint of a run: %w", err)
	}
	if err := m.Config.Check(); err != nil {
		return nil, err
	}
	relearns := o.Relearn != nil && o.Relearn.String() != m.Config.String()
	if relearns {
		if err := m.relearn(*o.Relearn); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrSettings, err)
		}
	}
	o.KeepLabels = o.KeepLabels || m.KeepLabels
	l, err := emptyLearner(&m.Config)
	if err != nil {
		return nil, err
	}
	r := &Run{
		config: m.Config, options: o, state: m.State, average: new(average), learner: l,
		pool: poolOf(m.Pool), starts: poolOf(m.Starts), began: time.Now().Add(-m.State.Elapsed),
		relearns: relearns,
	}
	if relearns {
		r.state.Pending = r.roundSize(r.state.Learned)
	}
	r.openEndings()
	playing, mean := new(nnet.File), new(nnet.File)
	for _, part := range []struct {
		suffix string
		there  bool
		use    func(kind static.Kind, n nnet.Named)
	}{
		{"", true, func(kind static.Kind, n nnet.Named) { r.learner.set(&r.config, kind, n.Net) }},
		{playingSuffix, true, func(_ static.Kind, n nnet.Named) { playing.Nets = append(playing.Nets, n) }},
		{averageSuffix, m.State.Averaged > 0, func(_ static.Kind, n nnet.Named) { mean.Nets = append(mean.Nets, n) }},
		{meanSuffix, m.Config.Optimizer == Adam, func(kind static.Kind, n nnet.Named) { r.learner.nets[kind].adam.Mean = n.Net }},
		{squareSuffix, m.Config.Optimizer == Adam, func(kind static.Kind, n nnet.Named) { r.learner.nets[kind].adam.Square = n.Net }},
	} {
		if !part.there {
			continue
		}
		split := m.Config.Split
		if m.Config.Stage == Refine && part.suffix == playingSuffix { // as the run began
			split = static.SplitOf(named(f, playingSuffix))
		}
		for _, kind := range static.Nets(split) {
			n, err := findNet(f, &r.config, kind, part.suffix)
			if err != nil {
				return nil, err
			}
			part.use(kind, n)
		}
	}
	for _, n := range named(f, playingSuffix).Nets {
		if playing.Find(n.Name) == nil { // a pruning net
			playing.Nets = append(playing.Nets, n)
		}
	}
	r.playing = playing
	if err := r.learner.setAdamSteps(m.State.AdamSteps); err != nil {
		return nil, err
	}
	r.average.n = m.State.Averaged
	if r.average.n > 0 {
		r.average.mean = mean
	}
	return r, nil
}

// ErrSettings is what Start and Resume return, wrapped, for settings that a run cannot
// begin with at the weights it starts from, or cannot go on with.
var ErrSettings = errors.New("unusable settings")

// relearn changes the settings of a run, as Options.Relearn says.
func (m *meta) relearn(c Config) error {
	if err := c.Check(); err != nil {
		return err
	}
	switch {
	case m.Config.Stage != Refine || m.Config.relearned(c).String() != c.String():
		return errors.New("they are not those that the run was begun with")
	case m.State.Fitted > 0:
		return errors.New("the run has begun to learn from what it has judged, and they stay as they are")
	case c.Games < m.State.Learned:
		return fmt.Errorf("games %d: %d are judged already", c.Games, m.State.Learned)
	case c.Games != m.Config.Games && !m.Config.steady():
		return fmt.Errorf("games %d: the number stays %d where settings change from game to game", c.Games, m.Config.Games)
	case c.Games > m.State.Learned && m.State.Learned%int(c.Round.From) != 0:
		return fmt.Errorf("games %d: %d are judged, of which the last round was cut short, and there can be no more", c.Games, m.State.Learned)
	}
	m.Config = c
	return nil
}

// findNet is the net of a kind in a checkpoint, without its suffix, of the
// shape the configuration gives it.
func findNet(f *nnet.File, c *Config, kind static.Kind, suffix string) (nnet.Named, error) {
	n := f.Find(kind.String() + suffix)
	if n == nil {
		return nnet.Named{}, fmt.Errorf("the checkpoint has no net %q", kind.String()+suffix)
	}
	want := c.shape(kind)
	if c.Stage == Refine && suffix == playingSuffix {
		want = n.Net.Shape // that of the weights the run began with, before they grew
	}
	if !slices.Equal(n.Net.Shape.Units, want.Units) || n.Net.Shape.Hidden != want.Hidden {
		return nnet.Named{}, fmt.Errorf("net %q has the shape %v, not %v", n.Name, n.Net.Shape, want)
	}
	named := *n
	named.Name = kind.String()
	return named, nil
}
