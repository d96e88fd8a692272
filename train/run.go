package train

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tavla/eval/bearoff"
	"tavla/eval/static"
	"tavla/nnet"
)

// Options are what a run needs beside its Config; none of it changes the net.
type Options struct {
	Workers int    // goroutines; at least 1
	Dir     string // where the run lives
	// CheckpointEvery and MetricsEvery are in games.
	CheckpointEvery, MetricsEvery int
	// Measure, if set, finds the strength of a net for the metrics, against the bot of
	// that name.
	Measure func(ctx context.Context, m *static.Model) (float64, error)
	Against string
	// Progress, if set, is told after every round.
	Progress func(Progress)
	// From are the weights a new run starts from, those Config.From names; nil for
	// random weights.
	From *nnet.File
	// Labels is the file of decisions that Config.Labels names, for a new run, and
	// KeepLabels leaves the run's own, decisions.bin, in its folder in the end.
	Labels     string
	KeepLabels bool
	// Relearn, if set, are the settings to go on with at a resume, which may differ from
	// those that the run was begun with in what the stage Refine does once it has judged
	// all games, and in their number, see Config.relearned. The run ends as if begun with
	// them.
	Relearn *Config
	// Endings are the tables that end games if Config says so; nil for those in the
	// user's cache folder.
	Endings static.Endings
	// Recorded, if set, is told of every line of the metrics once it is written.
	// Its time is not counted as training.
	Recorded func(Metric)
}

// ErrInterrupted is what Go returns, wrapped, when its context ends: the work is
// saved in a checkpoint, from which Resume goes on.
var ErrInterrupted = errors.New("interrupted")

// ErrDiverged is what Go returns, wrapped, when learning has run away.
var ErrDiverged = errors.New("training has diverged")

// Run is a training run. It is for one goroutine.
type Run struct {
	config  Config
	options Options
	state   state
	learner *learner
	playing *nnet.File // the weights that played, and judged, the pending round
	pending []Game     // played, not yet learned
	spare   []Game     // memory for the next round

	average   *average
	endings   static.Endings // nil: games are played out
	pool      pool           // rare positions of the games learned
	starts    pool           // the pool that the pending round was played with
	decisions *decisions     // of the stage Refine
	order     []int          // of the decisions in the pass that is being made
	metrics   *metrics
	ended     bool    // before this process: the result is there
	relearns  bool    // with settings that the checkpoint does not have
	taught    float64 // share of what the pruning nets learn

	began      time.Time
	skipped    time.Duration // spent measuring, which is not training
	start      time.Time     // of this process, and the games learned before it
	startGames int
}

// state is what a run counts; it is the same whenever the same games have been
// learned, and goes into every checkpoint.
type state struct {
	Round      int           `json:"round"`             // rounds learned
	Learned    int           `json:"learned"`           // games learned; in the stage Refine judged
	Pending    int           `json:"pending"`           // games of the round played and not yet learned
	Stopped    int           `json:"stopped"`           // games ended by the ply limit
	Averaged   int           `json:"averaged"`          // rounds in the average
	Elapsed    time.Duration `json:"elapsed,omitempty"` // only when the run is bounded by time
	AdamSteps  []int         `json:"adamSteps,omitempty"`
	Evaluation int           `json:"evaluations"` // positions judged in self-play

	// In the stage Refine: decisions judged, and gone through over all passes; the plays
	// of those judged, with their checksum.
	Decisions int    `json:"decisions,omitempty"`
	Fitted    int    `json:"fitted,omitempty"`
	Plays     int    `json:"plays,omitempty"`
	Checksum  uint32 `json:"checksum,omitempty"`
}

// Start begins a run in a folder that holds no run yet.
func Start(c Config, o Options) (*Run, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if (c.From == "") != (o.From == nil) {
		return nil, errors.New("the settings name the weights to start from, and the options hold them, or neither does")
	}
	if (c.Labels == "") != (o.Labels == "") {
		return nil, errors.New("the settings name the labels to learn too, and the options their file, or neither does")
	}
	if o.From != nil {
		if _, err := static.NewModel(o.From); err != nil {
			return nil, fmt.Errorf("the weights to start from: %w", err)
		}
	}
	l, err := newLearner(&c, o.From)
	if err != nil {
		return nil, err
	}
	var earlier *decisions
	if c.Labels != "" {
		if earlier, err = readDecisions(o.Labels, c.Labels); err != nil {
			return nil, err
		}
	}
	r := &Run{config: c, options: o, learner: l, average: new(average), began: time.Now()}
	r.openEndings()
	if r.playing = cloneFile(l.file("")); c.Stage == Refine {
		r.playing = cloneFile(o.From) // not grown: the same judgement, and quicker
	}
	if err := prepareDir(o.Dir); err != nil {
		return nil, err
	}
	r.state.Pending = r.roundSize(0)
	if c.Stage == Refine {
		if r.decisions, err = createDecisions(o.Dir); err != nil {
			return nil, err
		}
		if earlier != nil {
			if err := r.decisions.begin(earlier); err != nil {
				return nil, err
			}
			r.state.Decisions = len(r.decisions.ends)
		}
	}
	if r.metrics, err = createMetrics(o.Dir); err != nil {
		return nil, err
	}
	return r, r.checkpoint() // from the first moment on a killed run can be resumed
}

// openEndings takes the tables if the games end there.
func (r *Run) openEndings() {
	switch {
	case !r.config.Endings:
	case r.options.Endings != nil:
		r.endings = r.options.Endings
	default:
		r.endings = bearoff.NewLazy("", r.options.Workers)
	}
}

// model is the judge by the nets in f.
func (r *Run) model(f *nnet.File) (*static.Model, error) {
	m, err := static.NewModel(f)
	if err != nil || r.endings == nil {
		return m, err
	}
	return m.WithEndings(r.endings), nil
}

// Games is how many games the run has learned from.
func (r *Run) Games() int { return r.state.Learned }

// Go plays and learns until the run's end, and writes the net. When ctx ends
// before, it finishes the round, writes a checkpoint and returns ErrInterrupted.
func (r *Run) Go(ctx context.Context) error {
	defer r.metrics.close()
	if r.decisions != nil {
		defer r.decisions.file.Close()
	}
	r.began = time.Now().Add(-r.state.Elapsed)
	r.skipped = 0
	r.start, r.startGames = time.Now(), r.state.Learned
	if err := r.replayPending(ctx); err != nil {
		return err
	}
	for !r.done() {
		before := r.work()
		loss, err := r.round()
		if err != nil {
			return r.stopped(err)
		}
		r.report(loss)
		done := r.done()
		interrupted := ctx.Err() != nil && !done
		if crossed(before, r.work(), r.options.CheckpointEvery) || interrupted {
			if err := r.checkpoint(); err != nil {
				return err
			}
		}
		if crossed(before, r.work(), r.options.MetricsEvery) || done || interrupted {
			if err := r.record(ctx, loss, !interrupted); err != nil {
				return errors.Join(err, r.checkpoint())
			}
		}
		if interrupted {
			return r.interrupted()
		}
	}
	if err := r.checkpoint(); err != nil {
		return err
	}
	return r.finish(ctx)
}

func (r *Run) interrupted() error {
	return fmt.Errorf("%w after %d games; go on with --resume --out %s", ErrInterrupted, r.state.Learned, r.options.Dir)
}

// crossed reports whether a multiple of every lies in (before, after].
func crossed(before, after, every int) bool {
	return every > 0 && before/every != after/every
}

// roundSize is how many games the round has that begins after so many games.
func (r *Run) roundSize(after int) int {
	share := r.whole()
	if r.config.Games > 0 {
		share = float64(after) / float64(r.config.Games)
	}
	n := int(math.Round(r.config.Round.At(share)))
	switch {
	case r.config.Games > 0:
		n = min(n, r.config.Games-after)
	case after > 0: // no round may take much of the time
		pace := float64(after) / r.elapsed().Seconds()
		n = min(n, max(int(pace*r.config.Time.Seconds()/50), 8))
	}
	return max(n, 0)
}

// replayPending plays the round that waits to be learned: the first one, or
// after a resume the one the checkpoint was waiting for, with the same weights.
func (r *Run) replayPending(ctx context.Context) error {
	m, err := r.model(r.playing)
	if err != nil {
		return err
	}
	r.pending = resize(r.pending, r.state.Pending)
	r.playAll(ctx, m, r.pending, r.state.Learned, nil)
	if ctx.Err() != nil {
		return r.interrupted() // what was played is played again; the last checkpoint stands
	}
	return nil
}

// round learns the pending games while the next ones are played with the weights
// as they are before that, so that no worker waits for another. The stage Refine
// only gathers them, and learns when there are no more.
func (r *Run) round() (loss float64, err error) {
	switch {
	case r.config.Stage == TD:
		r.playing = cloneFile(r.learner.file(""))
	case len(r.pending) == 0:
		return r.fit()
	default:
		if err := r.decisions.add(r.pending); err != nil {
			return 0, err
		}
		r.state.Decisions = len(r.decisions.ends)
	}
	m, err := r.model(r.playing)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrDiverged, err)
	}
	share := r.share()
	step, lambda := r.config.Step.At(share), r.config.Lambda.At(share)
	first := r.state.Learned + len(r.pending)
	next := resize(r.spare, r.roundSize(first))
	r.starts = slices.Clone(r.pool)
	positions := 0
	// A round that has begun is ended, whatever ctx says: half of it is no state to
	// save.
	r.playAll(context.Background(), m, next, first, func() {
		for i := range r.pending {
			g := &r.pending[i]
			if r.config.Stage == TD {
				loss += r.learner.learn(g, float32(lambda), float32(step))
				positions += len(g.Steps) - g.first()
			}
			if r.config.Varied > 0 {
				r.pool = r.pool.collect(g, r.config.Seed, r.state.Learned+i)
			}
			r.state.Evaluation += g.judged
			if g.Stopped {
				r.state.Stopped++
			}
		}
		r.learner.finish(float32(step))
	})
	loss /= float64(max(positions, 1))
	r.state.Round++
	r.state.Learned += len(r.pending)
	r.pending, r.spare = next, r.pending
	r.state.Pending = len(next)
	if r.config.Games == 0 {
		r.state.Elapsed = r.elapsed()
	}
	r.averageFrom(share)
	return loss, r.sane(loss)
}

// fit learns a round of decisions of the pass that is being made.
func (r *Run) fit() (loss float64, err error) {
	n := r.state.Decisions
	pass, from := r.state.Fitted/n, r.state.Fitted%n
	if r.order == nil || from == 0 {
		r.order = order(r.config.Seed, pass, n)
	}
	share := r.share()
	round := fitRound
	if r.learner.many() {
		round = fitRoundMany
	}
	to := min(from+round*int(math.Round(r.config.Round.At(share))), n)
	step := float32(r.config.Step.At(share))
	faded := r.config.faded(pass, n)
	which := slices.DeleteFunc(slices.Clone(r.order[from:to]), func(i int) bool { return i < faded })
	size, positions := r.learner.fit(r.decisions, which, float32(r.config.Common), step, r.options.Workers)
	r.learner.finish(step)
	r.state.Round++
	r.state.Fitted += to - from
	r.averageFrom(share)
	loss = size / float64(max(positions, 1))
	return loss, r.sane(loss)
}

// averageFrom takes the weights into the average if it is time.
func (r *Run) averageFrom(share float64) {
	if share >= r.config.AverageFrom {
		r.average.add(r.learner.file(""))
		r.state.Averaged = r.average.n
	}
}

// A net that knows nothing misses by about 0.3 a position at first, against
// returns that reach to the end of the game; one that has learned for a while
// misses by less than a tenth of explodedLoss. Saturated nets stay above it.
const (
	explodedLoss = 0.15
	settledGames = 2000
)

// sane reports learning that has run away: a loss or a weight that is no number,
// or a loss that no net has that learns.
func (r *Run) sane(loss float64) error {
	switch {
	case math.IsNaN(loss) || math.IsInf(loss, 0) || !r.learner.finite():
		return fmt.Errorf("%w: the loss is %v after %d games", ErrDiverged, loss, r.state.Learned)
	case r.state.Learned >= settledGames && loss > explodedLoss:
		return fmt.Errorf("%w: the loss is %.3f after %d games; a smaller step may help", ErrDiverged, loss, r.state.Learned)
	}
	return nil
}

// playAll plays games numbered from first on into their slots. One of the
// workers does alongside first, if given. What is played does not depend on the
// number of workers: every game has its own seed. When ctx ends, the rest of the
// games is not played.
func (r *Run) playAll(ctx context.Context, m *static.Model, games []Game, first int, alongside func()) {
	share, starts := r.playShare(first), r.starts
	explore, lambda := r.config.Explore.At(share), r.config.Lambda.At(share)
	var next atomic.Int64
	var wg sync.WaitGroup
	for w := range r.options.Workers {
		wg.Go(func() {
			if w == 0 && alongside != nil {
				alongside()
			}
			p := newPlayer(m, r.endings)
			for {
				i := int(next.Add(1)) - 1
				if i >= len(games) || ctx.Err() != nil {
					return
				}
				p.play(&games[i], &r.config, first+i, explore, lambda, starts)
			}
		})
	}
	wg.Wait()
}

// playShare is where in the run a game of that number stands.
func (r *Run) playShare(game int) float64 {
	if r.config.Games > 0 {
		return float64(game) / float64(r.config.Games)
	}
	return r.share()
}

func resize(g []Game, n int) []Game {
	for len(g) < n {
		g = append(g, Game{})
	}
	return g[:n]
}

// stopped adds to a divergence where the last good weights are.
func (r *Run) stopped(err error) error {
	last, lastErr := lastCheckpoint(r.options.Dir)
	if lastErr != nil {
		return fmt.Errorf("%w; there is no checkpoint yet", err)
	}
	return fmt.Errorf("%w; the last good checkpoint is %s", err, last)
}

// finish writes the run's result, and clears up.
func (r *Run) finish(ctx context.Context) error {
	if !r.ended {
		if err := r.writeResult(ctx); err != nil {
			return err
		}
	}
	if r.options.KeepLabels {
		return nil
	}
	return removeDecisions(r.options.Dir)
}

// writeResult writes the run's nets. Pruning nets are taught anew if that was
// interrupted.
func (r *Run) writeResult(ctx context.Context) error {
	f := r.result()
	f.Meta = r.config.String()
	if r.config.Pruning > 0 {
		if err := r.teachPruning(ctx, f); err != nil {
			if ctx.Err() != nil {
				return r.interrupted()
			}
			return err
		}
	}
	return f.Write(NetPath(r.options.Dir))
}

// result is the nets that the run would end with now.
func (r *Run) result() *nnet.File {
	if r.average.n > 0 {
		return cloneFile(r.average.mean)
	}
	return r.learner.file("")
}
