package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tavla/eval/inputs"
	"tavla/eval/static"
	"tavla/nnet"
	"tavla/train"
)

// trainFlags are the flags of `tavla train` as given.
type trainFlags struct {
	games           int
	time            time.Duration
	lambda, step    string
	hidden          []int
	inputs          string
	from            string
	weights         *nnet.File // what from holds
	sum             string     // and its SHA-256
	activation      string
	optimizer       string
	varied, common  float64
	fade            float64
	depth, passes   int
	lines, replies  int
	batch, pruning  int
	seed            uint64
	out, stage      string
	labels          string
	labelsSum       string // the SHA-256 of what labels holds
	split           int
	resume, keep    bool
	checkpointEvery int
	metricsEvery    int
	measure         int
	against         string
	changed         func(flag string) bool
}

// settingFlags are the flags that determine the net, so that a resumed run
// cannot change them, but for those of relearningFlags.
var settingFlags = [...]string{"games", "time", "lambda", "step", "hidden", "inputs", "from", "stage", "activation", "optimizer", "batch", "varied", "split", "labels", "depth", "lines", "replies", "passes", "fade", "common", "pruning", "seed"}

// relearningFlags are those that matter in the stage refine only once all games are
// judged; until then they can still be changed.
var relearningFlags = []string{"games", "step", "batch", "common", "passes", "fade", "pruning"}

func (a *app) trainCommand() *cobra.Command {
	d := train.Default()
	var f trainFlags
	c := &cobra.Command{
		Use:   "train",
		Short: "Train nets from self-play",
		Long: `Train teaches nets from nothing but games against themselves, by TD(λ) and then,
with --stage refine, by comparing the plays of decisions judged some plies deep. The
folder holds net.tavla in the end, checkpoints/ to go on from, metrics.jsonl, curve.png
and run.json. Ctrl-C finishes the round and writes a checkpoint; --resume goes on from
the last one as if nothing had happened, and measures the net as before, unless it is
told otherwise. Until a run of the stage refine has judged its games, --resume takes
other settings for what comes after, and another number of games (as many as are judged:
learn now): the net will be as if the run had begun with them.`,
		Example: "  tavla train --time 10m --out run\n" +
			"  tavla train --games 1000000 --hidden 128 --step 0.1:0.002 --seed 7 --out run\n" +
			"  tavla train --from run/net.tavla --hidden 256 --games 5000000 --out wider\n" +
			"  tavla train --from run/net.tavla --stage refine --hidden 256 --out refined\n" +
			"  tavla train --resume --out run",
		Args: cobra.NoArgs,
	}
	s := c.Flags()
	s.IntVar(&f.games, "games", d.Games, "end after this many games")
	s.DurationVar(&f.time, "time", 0, "end after this much time of training instead, such as 60s or 2h")
	s.StringVar(&f.lambda, "lambda", spell(d.Lambda), fmt.Sprintf("λ of the returns, one value or `FROM:TO` (0 with --from, %s with --stage refine, without the luck there)", spell(train.Refining().Lambda)))
	s.StringVar(&f.step, "step", spell(d.Step), "step size, one value or `FROM:TO`")
	s.IntSliceVar(&f.hidden, "hidden", d.Hidden, "units of the contact net's hidden layers, such as 128,64 (with --from: as they are there)")
	s.StringVar(&f.inputs, "inputs", d.Inputs, "inputs `NAME` of the contact net (with --from: as they are there)")
	s.StringVar(&f.from, "from", "", "weights `FILE` to start from, grown to --hidden, instead of random weights")
	s.StringVar(&f.activation, "activation", d.Activation, "of the hidden layers, sigmoid or relu")
	refining := train.Refining()
	s.StringVar(&f.optimizer, "optimizer", string(d.Optimizer), "sgd or adam (adam with --stage refine)")
	s.IntVar(&f.batch, "batch", d.Batch, "positions in a minibatch of adam's")
	s.Float64Var(&f.varied, "varied", d.Varied, fmt.Sprintf("share of games begun at rare positions of earlier ones (%v with --from, %v with --stage refine)", train.Further().Varied, refining.Varied))
	s.IntVar(&f.passes, "passes", refining.Passes, "with --stage refine: passes over the decisions")
	s.Float64Var(&f.fade, "fade", refining.Fade, "with --stage refine: share of the decisions, the oldest, that the last pass leaves out; the first leaves out none, those between evenly more")
	s.IntVar(&f.split, "split", int(refining.Split), "with --stage refine: part contact among 4 or 9 nets, by how many men each player has back, or 27, by who leads the race too (else as in --from)")
	s.StringVar(&f.labels, "labels", "", "with --stage refine: learn the labels in `FILE` too, decisions.bin of an earlier run with --keep-labels")
	s.BoolVar(&f.keep, "keep-labels", false, "with --stage refine: leave decisions.bin, the labels, in --out when the run has ended")
	s.IntVar(&f.depth, "depth", refining.Depth, "with --stage refine: plies looked ahead for the labels")
	s.IntVar(&f.lines, "lines", refining.Lines, "with --stage refine: lines of dice along which the labels look further than one ply, 1 to 6")
	s.IntVar(&f.replies, "replies", refining.Replies, "with --stage refine: compare the positions after the replies to the plays too, looking that many plies ahead (0: do not)")
	s.Float64Var(&f.common, "common", refining.Common, "with --stage refine: what values count beside what tells the plays of a decision apart, 0 to 1")
	s.IntVar(&f.pruning, "pruning", refining.Pruning, "with --stage refine: rolls, for each game, that pruning nets learn from in the end, which make looking ahead quicker (0: make none)")
	s.Uint64Var(&f.seed, "seed", d.Seed, "what first weights and dice come from")
	s.StringVar(&f.out, "out", "tavla-run", "`DIR` where the run lives")
	s.BoolVar(&f.resume, "resume", false, "go on with the run in --out")
	s.StringVar(&f.stage, "stage", "td", "stage of training: td from what the dice bring, or refine (with --from) by comparing plays, looking ahead")
	s.IntVar(&f.checkpointEvery, "checkpoint-every", 0, "games between checkpoints (0: by the length of the run)")
	s.IntVar(&f.metricsEvery, "metrics-every", 0, "games between lines of metrics (0: by the length of the run)")
	s.IntVar(&f.measure, "measure", 200, "games at each line of metrics to measure the net by (even; 0: none)")
	s.StringVar(&f.against, "against", weakest, "`BOT` to measure the net against, luck adjusted unless it is "+weakest)
	f.changed = s.Changed
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		run, err := f.training(cmd.Context(), a)
		if err != nil {
			return err
		}
		run.command = a.commandLine()
		report, err := run.do(cmd.Context())
		if err != nil {
			return err
		}
		if a.json {
			return json.NewEncoder(a.out).Encode(report)
		}
		report.print(a.out)
		return nil
	}
	return c
}

// training checks the flags and makes the run they ask for.
func (f *trainFlags) training(ctx context.Context, a *app) (*training, error) {
	switch {
	case f.stage != string(train.TD) && f.stage != string(train.Refine):
		return nil, badUsage("--stage %s: the stages are td and refine", f.stage)
	case f.changed("games") && f.changed("time"):
		return nil, badUsage("--games and --time: a run ends by one of them")
	case f.checkpointEvery < 0 || f.metricsEvery < 0:
		return nil, badUsage("--checkpoint-every %d, --metrics-every %d: a number of games, or 0", f.checkpointEvery, f.metricsEvery)
	case f.measure < 0 || f.measure%2 != 0:
		return nil, badUsage("--measure %d: games are played in pairs, so an even number is needed, or 0", f.measure)
	case f.out == "":
		return nil, badUsage("--out: the folder of the run has no name")
	case f.labels == "" && f.changed("labels"):
		return nil, badUsage("--labels: the name of a file is missing")
	case f.from == "" && f.changed("from"):
		return nil, badUsage("--from: the name of a file is missing")
	case !f.resume && f.stage == string(train.Refine) && f.from == "":
		return nil, badUsage("--stage refine begins with a net that plays well: name one with --from FILE")
	case !f.resume && f.stage != string(train.Refine) && (f.changed("split") || f.changed("labels") || f.keep || f.changed("depth") || f.changed("lines") || f.changed("replies") || f.changed("passes") || f.changed("fade") || f.changed("common") || f.changed("pruning")):
		return nil, badUsage("--split, --labels, --keep-labels, --depth, --lines, --replies, --passes, --fade, --common, --pruning: they belong to --stage refine")
	case a.netPath != "":
		return nil, badUsage("--net: training starts from random weights, or from those of --from")
	}
	m, err := f.measuring()
	if err != nil {
		return nil, err
	}
	if m.Games > 0 { // now, not when the first games have been learned
		if _, err := a.player(ctx, m.Against); err != nil {
			return nil, fmt.Errorf("--against: %w", err)
		}
	}
	t := &training{app: a, dir: f.out, resume: f.resume, measuring: m, labels: f.labels, keepLabels: f.keep}
	err = errors.Join(f.readFrom(), f.sumLabels())
	switch {
	case err != nil:
	case f.resume:
		t.config, err = f.resumed()
	default:
		base := train.Default()
		if f.weights != nil {
			base = train.Further()
			if f.stage == string(train.Refine) {
				base = train.Refining()
			}
			base.Split = static.SplitOf(f.weights)
			base.RaceHidden = hiddenOf(f.weights, static.Race, base.RaceHidden)
			kind := static.Nets(base.Split)[0]
			base.Hidden = hiddenOf(f.weights, kind, base.Hidden)
			if n := f.weights.Find(kind.String()); n != nil {
				base.Inputs, base.Activation = n.Inputs, n.Net.Shape.Hidden.String()
			}
		}
		if t.config, err = f.config(base, f.changed); err == nil {
			t.from = f.weights
			err = free(f.out)
		}
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// readFrom reads the weights to start from, if there are any.
func (f *trainFlags) readFrom() error {
	if f.from == "" {
		return nil
	}
	data, err := os.ReadFile(f.from)
	if err != nil {
		return err
	}
	if f.weights, err = nnet.Decode(data); err != nil {
		return fmt.Errorf("%s: %w", f.from, err)
	}
	f.sum = fmt.Sprintf("%x", sha256.Sum256(data))
	return nil
}

// sumLabels finds the checksum of the labels to learn too, if there are any.
func (f *trainFlags) sumLabels() error {
	if f.labels == "" {
		return nil
	}
	file, err := os.Open(f.labels)
	if err != nil {
		return err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return fmt.Errorf("%s: %w", f.labels, err)
	}
	f.labelsSum = fmt.Sprintf("%x", h.Sum(nil))
	return nil
}

// config is base with those flags applied that are wanted.
func (f *trainFlags) config(base train.Config, wanted func(flag string) bool) (train.Config, error) {
	c := base
	if wanted("games") {
		c.Games, c.Time = f.games, 0
		if f.games <= 0 {
			return c, badUsage("--games %d: at least 1", f.games)
		}
	}
	if wanted("time") {
		c.Games, c.Time = 0, f.time
		if f.time <= 0 {
			return c, badUsage("--time %v: more than 0", f.time)
		}
	}
	for _, s := range []struct {
		flag, text string
		schedule   *train.Schedule
	}{{"lambda", f.lambda, &c.Lambda}, {"step", f.step, &c.Step}} {
		if wanted(s.flag) {
			var err error
			if *s.schedule, err = parseSchedule(s.text, *s.schedule); err != nil {
				return c, badUsage("--%s %s: %w", s.flag, s.text, err)
			}
		}
	}
	if wanted("hidden") {
		c.Hidden = f.hidden
	}
	if wanted("inputs") {
		if _, err := inputs.ByName(f.inputs); err != nil {
			return c, badUsage("--inputs: %w", err)
		}
		c.Inputs = f.inputs
	}
	if wanted("from") {
		c.From = f.sum
	}
	if wanted("activation") {
		c.Activation = f.activation
	}
	if wanted("stage") {
		c.Stage = train.Stage(f.stage)
	}
	if wanted("optimizer") {
		c.Optimizer = train.Optimizer(f.optimizer)
	}
	if wanted("batch") {
		c.Batch = f.batch
		if c.Optimizer == train.SGD {
			return c, badUsage("--batch %d: sgd takes a step for every position; minibatches are for --optimizer adam", f.batch)
		}
	}
	if wanted("varied") {
		c.Varied = f.varied
	}
	if wanted("passes") {
		c.Passes = f.passes
	}
	if wanted("fade") {
		c.Fade = f.fade
	}
	if wanted("split") {
		c.Split = static.Split(f.split)
	}
	if wanted("labels") {
		c.Labels = f.labelsSum
	}
	if wanted("depth") {
		c.Depth = f.depth
	}
	if wanted("lines") {
		c.Lines = f.lines
	}
	if wanted("replies") {
		c.Replies = f.replies
	}
	if wanted("common") {
		c.Common = f.common
	}
	if wanted("pruning") {
		c.Pruning = f.pruning
	}
	if wanted("seed") {
		c.Seed = f.seed
	}
	if err := c.Check(); err != nil {
		return c, usageError{err}
	}
	return c, nil
}

// hiddenOf are the hidden layers of the net of a kind, usual ones if there is none.
func hiddenOf(f *nnet.File, k static.Kind, usual []int) []int {
	n := f.Find(k.String())
	if n == nil {
		return usual
	}
	units := n.Net.Shape.Units
	return slices.Clone(units[1 : len(units)-1])
}

// resumed is the configuration that the run in the folder goes on with. Flags that would
// change it are refused, since the net has to come out as if nothing had happened; but a
// run of the stage refine may learn otherwise from what it judges, and judge other than
// the number of games that it was begun with.
func (f *trainFlags) resumed() (train.Config, error) {
	saved, err := train.SavedConfig(f.out)
	if err != nil {
		return saved, err
	}
	relearning := func(flag string) bool {
		return saved.Stage == train.Refine && slices.Contains(relearningFlags, flag)
	}
	for _, flag := range settingFlags {
		if !f.changed(flag) || relearning(flag) {
			continue
		}
		asked, err := f.config(saved, func(name string) bool { return name == flag })
		if err != nil {
			return saved, err
		}
		if asked.String() != saved.String() {
			return saved, badUsage("--%s is not what the run in %s was begun with, and a run's settings stay as they are: "+
				"leave --%s out to go on with it, or begin another run in another folder", flag, f.out, flag)
		}
	}
	base := saved
	if f.changed("step") && relearning("step") { // as a new run would read it
		base.Step = train.Refining().Step
	}
	return f.config(base, func(flag string) bool { return f.changed(flag) && relearning(flag) })
}

// free refuses a folder that holds a run.
func free(dir string) error {
	if _, err := train.SavedConfig(dir); err == nil {
		return fmt.Errorf("%s already holds a run: go on with it with --resume, or choose another folder with --out", dir)
	}
	for _, path := range []string{recordPath(dir), train.MetricsPath(dir), train.NetPath(dir)} {
		if _, err := os.Stat(path); err == nil {
			return fmt.Errorf("%s already holds a run without a checkpoint (%s): choose another folder with --out, or remove it", dir, path)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("--out %s cannot be used: %w", dir, err)
		}
	}
	return nil
}

// parseSchedule reads one value, or FROM:TO over the stretch that base has.
func parseSchedule(text string, base train.Schedule) (train.Schedule, error) {
	from, to, two := strings.Cut(text, ":")
	a, err := strconv.ParseFloat(from, 64)
	if err != nil {
		return base, fmt.Errorf("%q is no number; write one value such as 0.1, or two such as 0.1:0.002", from)
	}
	if !two {
		return train.Schedule{From: a, To: a}, nil
	}
	b, err := strconv.ParseFloat(to, 64)
	if err != nil {
		return base, fmt.Errorf("%q is no number; write one value such as 0.1, or two such as 0.1:0.002", to)
	}
	base.From, base.To = a, b
	return base, nil
}

// spell writes a schedule as parseSchedule reads it.
func spell(s train.Schedule) string {
	if s.From == s.To {
		return fmt.Sprint(s.From)
	}
	return fmt.Sprintf("%v:%v", s.From, s.To)
}

// The intervals of a run follow from its settings, never from the clock.
func checkpointInterval(c *train.Config) int {
	if c.Games == 0 {
		return 10_000
	}
	return min(max(c.Games/50, 1_000), 100_000)
}

// metricsInterval supposes some 1,000 games a second where only the time is set.
func metricsInterval(c *train.Config) int {
	games := c.Games
	if games == 0 {
		games = int(1000 * c.Time.Seconds())
	}
	return min(max(games/20, 100), 50_000)
}
