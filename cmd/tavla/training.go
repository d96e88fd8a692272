package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"tavla/eval/arena"
	"tavla/eval/static"
	"tavla/nnet"
	"tavla/nnet/wholefile"
	"tavla/train"
	"tavla/train/curve"
)

func recordPath(dir string) string { return filepath.Join(dir, "run.json") }
func curvePath(dir string) string  { return filepath.Join(dir, "curve.png") }

// weakest is the bot that a fresh net is measured against, unless another is asked
// for.
const weakest = "pip"

// training is a run with its record, curve and progress.
type training struct {
	app        *app
	config     train.Config
	dir        string
	resume     bool
	from       *nnet.File // weights to start from, nil for random ones
	command    string
	labels     string // file of labels to learn too, of a new run
	keepLabels bool   // leave the run's own in the end
	measuring  measuring

	record   runRecord
	points   []curve.Point
	bar      *progress
	before   float64       // seconds of training in earlier sittings
	measured time.Duration // spent measuring in this sitting
}

// runRecord is run.json: where the net comes from.
type runRecord struct {
	Command   string       `json:"command"`
	Resumed   []string     `json:"resumed,omitempty"` // command lines of later sittings
	Version   string       `json:"version"`
	Finished  bool         `json:"finished"`
	Seed      uint64       `json:"seed"`
	Games     int          `json:"games"`   // learned from
	Seconds   float64      `json:"seconds"` // of training, over all sittings
	Strength  *strength    `json:"strength,omitempty"`
	Measuring *measuring   `json:"measuring,omitempty"` // not known to older programs
	Config    train.Config `json:"config"`
	Machine   machine      `json:"machine"`
}

// strength is what the net was last measured at.
type strength struct {
	Against       string  `json:"against"`
	Games         int     `json:"games"`
	PointsPerGame float64 `json:"pointsPerGame"`
}

// machine is what of a machine may matter to a net: two with the same kernel and
// platform make the same one.
type machine struct {
	Kernel   string `json:"kernel"`
	Platform string `json:"platform"`
	Go       string `json:"go"`
	Workers  int    `json:"workers"`
}

// trainReport is the answer of `tavla train --json`.
type trainReport struct {
	Net   string `json:"net"`
	Curve string `json:"curve"`
	runRecord
}

// do trains to the end, or until ctx ends.
func (t *training) do(ctx context.Context) (trainReport, error) {
	run, err := t.begin()
	if err != nil {
		return trainReport{}, err
	}
	err = run.Go(ctx)
	if t.bar != nil {
		t.bar.end()
	}
	t.record.Games = run.Games()
	t.record.Finished = err == nil
	switch {
	case errors.Is(err, train.ErrInterrupted):
		err = fmt.Errorf("%w after %d games, with the work saved; go on with: tavla train --resume --out %s", errInterrupted, run.Games(), t.dir)
	case err == nil || len(t.points) > 0:
		err = errors.Join(err, t.draw())
	}
	err = errors.Join(err, t.writeRecord())
	return trainReport{train.NetPath(t.dir), curvePath(t.dir), t.record}, err
}

// begin starts or resumes the run, and its record.
func (t *training) begin() (*train.Run, error) {
	o := train.Options{
		Workers: t.app.workers, Dir: t.dir,
		CheckpointEvery: cmp.Or(t.measuring.CheckpointEvery, checkpointInterval(&t.config)),
		MetricsEvery:    cmp.Or(t.measuring.MetricsEvery, metricsInterval(&t.config)),
		Progress:        t.progress, Recorded: t.recorded, From: t.from,
		Labels: t.labels, KeepLabels: t.keepLabels,
	}
	if t.measuring.Games > 0 {
		o.Measure, o.Against = t.strength, t.measuring.Against
	}
	t.record = runRecord{Command: t.command}
	var run *train.Run
	var err error
	if t.resume {
		o.Relearn = &t.config
		run, err = train.Resume(o)
	} else {
		run, err = train.Start(t.config, o)
	}
	switch {
	case errors.Is(err, train.ErrSettings):
		return nil, usageError{err}
	case err != nil:
		return nil, err
	}
	if t.resume {
		if err := t.recall(); err != nil {
			return nil, err
		}
	}
	t.record.Version, t.record.Config, t.record.Seed = version(), t.config, t.config.Seed
	t.record.Games, t.record.Measuring = run.Games(), &t.measuring
	t.record.Machine = machine{nnet.Kernels()[0], runtime.GOOS + "/" + runtime.GOARCH, runtime.Version(), t.app.workers}
	return run, t.writeRecord()
}

// recall takes up the record and the curve of the earlier sittings. A record
// that is lost or damaged is begun anew.
func (t *training) recall() error {
	if old := readRecord(t.dir); old.Command != "" {
		t.record = old
		t.record.Finished = false
		t.record.Resumed = append(t.record.Resumed, t.command)
	}
	lines, err := train.ReadMetrics(t.dir)
	if err != nil {
		return err
	}
	for _, m := range lines {
		t.points = append(t.points, point(m))
		t.before = m.Seconds
	}
	return nil
}

// strength measures a net in points per game, on the same dice every time: against
// the weakest bot as the games end, against all others less the luck of all rolls
// by the net's own judgement.
func (t *training) strength(ctx context.Context, m *static.Model) (float64, error) {
	from := time.Now()
	defer func() { t.measured += time.Since(from) }()
	opponent, err := t.app.player(ctx, t.measuring.Against)
	if err != nil {
		return 0, err
	}
	c := arena.Config{
		A: arena.Player{Name: "net", New: netBots(m)}, B: opponent,
		Games: t.measuring.Games, Seed: t.config.Seed, Workers: t.app.workers, MaxPlies: longestGame,
	}
	if t.measuring.Against == weakest {
		r, err := arena.Run(ctx, c)
		return r.PointsPerGame.Mean, err
	}
	c.Luck = judges(m)
	r, err := arena.Run(ctx, c)
	if err != nil {
		return 0, err
	}
	return r.LuckAdjusted.Mean, nil
}

// progress is told after every round.
func (t *training) progress(p train.Progress) {
	if t.bar == nil {
		t.bar = newProgress(t.app.err, "training", p.Share)
	}
	words := fmt.Sprintf("%d games, %.0f/s", p.Games, p.Rate)
	if p.Passes > 0 {
		words = fmt.Sprintf("%d games judged, pass %.1f of %d over them", p.Games, p.Passes, t.config.Passes)
	}
	if p.Pruning > 0 {
		words = fmt.Sprintf("pruning nets learn, %.0f %%", 100*p.Pruning)
	}
	if s := t.record.Strength; s != nil {
		words += fmt.Sprintf(", %+.2f points per game against %s", s.PointsPerGame, s.Against)
	}
	t.bar.at(p.Share, words)
	t.record.Seconds = t.before + (p.Elapsed - t.measured).Seconds()
}

// recorded is told of every line of the metrics, and draws the curve anew. A
// picture that cannot be drawn now is no reason to end the run: the last one is.
func (t *training) recorded(m train.Metric) {
	t.points = append(t.points, point(m))
	if m.PointsPerGame != nil {
		t.record.Strength = &strength{t.measuring.Against, t.measuring.Games, *m.PointsPerGame}
	}
	_ = t.draw()
}

func point(m train.Metric) curve.Point {
	p := curve.Point{Seconds: m.Seconds, PointsPerGame: math.NaN(), Loss: m.Loss}
	if m.PointsPerGame != nil {
		p.PointsPerGame = *m.PointsPerGame
	}
	if m.Loss == 0 { // nothing was learned yet
		p.Loss = math.NaN()
	}
	return p
}

func (t *training) draw() error {
	if len(t.points) == 0 {
		return nil
	}
	labels := curve.Labels{
		Title:    fmt.Sprintf("Tavla learns from self-play (%s, hidden %s)", t.config.Inputs, join(t.config.Hidden)),
		Strength: "points per game against " + t.measuring.Against, Span: 1,
	}
	if t.measuring.Against != weakest {
		labels.Span = 0.1
	}
	err := wholefile.Write(curvePath(t.dir), func(w io.Writer) error { return curve.Draw(w, labels, t.points) })
	if err != nil {
		return fmt.Errorf("drawing the learning curve: %w", err)
	}
	return nil
}

func (t *training) writeRecord() error {
	err := wholefile.Write(recordPath(t.dir), func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(t.record)
	})
	if err != nil {
		return fmt.Errorf("writing the run's record: %w", err)
	}
	return nil
}

// print tells people what a finished run has come to.
func (r *trainReport) print(w io.Writer) {
	took := time.Duration(r.Seconds * float64(time.Second)).Round(time.Second)
	fmt.Fprintf(w, "Learned from %d games in %v.\n", r.Games, took)
	if s := r.Strength; s != nil {
		fmt.Fprintf(w, "Against %s, over %d games: %+.3f points per game.\n", s.Against, s.Games, s.PointsPerGame)
	}
	fmt.Fprintf(w, "Net:   %s\nCurve: %s\n", r.Net, r.Curve)
}

// commandLine is what was typed, arguments with blanks in quotes.
func (a *app) commandLine() string {
	words := []string{"tavla"}
	for _, arg := range a.args {
		if arg == "" || strings.ContainsAny(arg, " \t\n\"'") {
			arg = strconv.Quote(arg)
		}
		words = append(words, arg)
	}
	return strings.Join(words, " ")
}

func join(units []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(units), "[]"), " ", "-")
}
