package train

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tavla/eval"
	"tavla/eval/static"
	"tavla/nnet"
)

// tiny is a run of about a second that goes through every phase: growing rounds,
// exploration, falling λ, averaging.
func tiny() Config {
	c := Default()
	c.Hidden, c.RaceHidden = []int{8}, []int{8}
	c.Games = 300
	c.Round = Schedule{From: 8, To: 40}
	c.Lambda = Schedule{From: 0.7, To: 0, End: 0.5}
	c.Explore = Schedule{From: 0.2, To: 0, End: 0.3}
	c.AverageFrom = 0.7
	c.PlyLimit = 150
	c.Varied = 0.2
	c.Endings = false // the tables are not worth their second here
	return c
}

func options(dir string, workers int) Options {
	return Options{Workers: workers, Dir: dir, CheckpointEvery: 50, MetricsEvery: 60}
}

// trained runs c to its end and returns the net and the last checkpoint.
func trained(t *testing.T, c Config, workers int) (net, checkpoint []byte) {
	t.Helper()
	dir := t.TempDir()
	r, err := Start(c, options(dir, workers))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	return results(t, dir)
}

func results(t *testing.T, dir string) (net, checkpoint []byte) {
	t.Helper()
	net, err := os.ReadFile(NetPath(dir))
	if err != nil {
		t.Fatal(err)
	}
	last, err := lastCheckpoint(dir)
	if err != nil {
		t.Fatal(err)
	}
	checkpoint, err = os.ReadFile(last)
	if err != nil {
		t.Fatal(err)
	}
	return net, checkpoint
}

func TestTheNetIsTheSameWhateverTheNumberOfWorkers(t *testing.T) {
	net, checkpoint := trained(t, tiny(), 1)
	for _, workers := range []int{2, 8} {
		n, c := trained(t, tiny(), workers)
		if !bytes.Equal(n, net) {
			t.Errorf("%d workers: another net than with one", workers)
		}
		if !bytes.Equal(c, checkpoint) {
			t.Errorf("%d workers: another checkpoint than with one", workers)
		}
	}
	c := tiny()
	c.Seed++
	if n, _ := trained(t, c, 2); bytes.Equal(n, net) {
		t.Error("another seed gives the same net")
	}
}

func TestAnInterruptedRunEndsWithTheSameNet(t *testing.T) {
	net, checkpoint := trained(t, tiny(), 2)
	dir := t.TempDir()
	o := options(dir, 2)
	r, err := Start(tiny(), o)
	if err != nil {
		t.Fatal(err)
	}
	for sitting := 0; ; sitting++ {
		// Every sitting is interrupted in its third round.
		ctx, cancel := context.WithCancel(context.Background())
		rounds := 0
		r.options.Progress = func(Progress) {
			if rounds++; rounds == 3 {
				cancel()
			}
		}
		err := r.Go(ctx)
		cancel()
		if err == nil {
			if sitting < 2 {
				t.Fatalf("the run was interrupted only %d times", sitting)
			}
			break
		}
		if !errors.Is(err, ErrInterrupted) {
			t.Fatal(err)
		}
		if r, err = Resume(options(dir, 1+sitting%3)); err != nil {
			t.Fatal(err)
		}
	}
	n, c := results(t, dir)
	if !bytes.Equal(n, net) || !bytes.Equal(c, checkpoint) {
		t.Error("another net or checkpoint than without interruptions")
	}
	lines, err := ReadMetrics(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(lines); i++ {
		if lines[i].Games <= lines[i-1].Games {
			t.Errorf("metrics go from %d to %d games", lines[i-1].Games, lines[i].Games)
		}
	}
}

// killedDir names the folder in which a copy of this test binary trains until
// it is killed.
const killedDir = "TAVLA_TEST_TRAIN_UNTIL_KILLED"

func TestARunWithAdamEndsWithTheSameNetWhenInterrupted(t *testing.T) {
	c := tiny()
	c.Games = 120
	c.Optimizer, c.Batch = Adam, 64
	c.Step = Schedule{From: 1e-2, To: 1e-3}
	net, checkpoint := trained(t, c, 2)
	dir := t.TempDir()
	r, err := Start(c, options(dir, 1))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	r.options.Progress = func(p Progress) {
		if p.Games > 40 {
			cancel()
		}
	}
	if err := r.Go(ctx); !errors.Is(err, ErrInterrupted) {
		t.Fatal(err)
	}
	if r, err = Resume(options(dir, 2)); err != nil {
		t.Fatal(err)
	}
	if err := r.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n, c := results(t, dir); !bytes.Equal(n, net) || !bytes.Equal(c, checkpoint) {
		t.Error("another net or checkpoint than without the interruption")
	}
}

func TestAKilledRunEndsWithTheSameNet(t *testing.T) {
	if dir := os.Getenv(killedDir); dir != "" {
		o := options(dir, 2)
		o.Progress = func(p Progress) { os.Stdout.WriteString("round\n") }
		r, err := Start(tiny(), o)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Go(context.Background()); err != nil {
			t.Fatal(err)
		}
		return
	}
	net, checkpoint := trained(t, tiny(), 2)
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.run", "^TestAKilledRunEndsWithTheSameNet$")
	cmd.Env = append(os.Environ(), killedDir+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if all, err := checkpoints(dir); err == nil && len(all) > 1 {
			break // not only the first one, and the next round under way
		}
	}
	if err := cmd.Process.Kill(); err != nil { // SIGKILL
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if _, err := os.Stat(NetPath(dir)); !errors.Is(err, fs.ErrNotExist) {
		t.Fatal("the run was over before it could be killed")
	}
	r, err := Resume(options(dir, 1))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	n, c := results(t, dir)
	if !bytes.Equal(n, net) || !bytes.Equal(c, checkpoint) {
		t.Error("another net or checkpoint than without being killed")
	}
}

func TestARunStartsFromAnotherRunsNetGrown(t *testing.T) {
	small, _ := trained(t, tiny(), 2)
	from, err := nnet.Decode(small)
	if err != nil {
		t.Fatal(err)
	}
	c := tiny()
	c.Hidden, c.Games, c.From = []int{16}, 40, "the small one"
	o := options(t.TempDir(), 2)
	o.From = from
	r, err := Start(c, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	c.Hidden = []int{4}
	o.Dir = t.TempDir()
	if _, err := Start(c, o); !errors.Is(err, ErrSettings) || !strings.Contains(err.Error(), "--hidden: the net \"contact\" to start from: hidden layer 1 has 8 units and cannot shrink to 4") {
		t.Errorf("starting from a larger net: %v", err)
	}
	c.Hidden, c.Inputs = []int{16}, "tesauro"
	if _, err := Start(c, o); !errors.Is(err, ErrSettings) || !strings.Contains(err.Error(), "--inputs tesauro: the net \"contact\" to start from reads \"contact\"") {
		t.Errorf("starting from other inputs: %v", err)
	}
}

func TestAFolderWithARunIsNotOverwritten(t *testing.T) {
	dir := t.TempDir()
	c := tiny()
	c.Games = 60
	r, err := Start(c, options(dir, 2))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(c, options(dir, 2)); err == nil || !strings.Contains(err.Error(), "resume") {
		t.Errorf("starting again: %v", err)
	}
}

func TestARunKilledInItsFirstRoundEndsWithTheSameNet(t *testing.T) {
	net, checkpoint := trained(t, tiny(), 2)
	dir := t.TempDir()
	if _, err := Start(tiny(), options(dir, 2)); err != nil { // and nothing more
		t.Fatal(err)
	}
	r, err := Resume(options(dir, 2))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n, c := results(t, dir); !bytes.Equal(n, net) || !bytes.Equal(c, checkpoint) {
		t.Error("another net or checkpoint than without being killed")
	}
}

func TestMetricsAreCutBackToTheCheckpointOnResume(t *testing.T) {
	dir := t.TempDir()
	r, err := Start(tiny(), options(dir, 2))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	before, err := ReadMetrics(dir)
	if err != nil {
		t.Fatal(err)
	}
	all, err := checkpoints(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, last := range all[1:] { // as if the power had failed before these
		if err := os.Remove(last); err != nil {
			t.Fatal(err)
		}
	}
	if r, err = Resume(options(dir, 2)); err != nil {
		t.Fatal(err)
	}
	cut, err := ReadMetrics(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(cut) == 0 || len(cut) >= len(before) || cut[len(cut)-1].Games > r.Games() {
		t.Errorf("%d of %d lines are left, for %d games", len(cut), len(before), r.Games())
	}
	if err := r.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	after, err := ReadMetrics(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(after) != len(before) || after[len(after)-1].Games != before[len(before)-1].Games {
		t.Errorf("%d lines in the end, %d without the interruption", len(after), len(before))
	}
}

func TestOnlyTheLastCheckpointsAreKept(t *testing.T) {
	dir := t.TempDir()
	r, err := Start(tiny(), options(dir, 2))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	all, err := checkpoints(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != keptCheckpoints {
		t.Errorf("%d checkpoints are left, not %d", len(all), keptCheckpoints)
	}
	if want := "000000000300.tavla"; filepath.Base(all[len(all)-1]) != want {
		t.Errorf("the last checkpoint is %s, not %s", all[len(all)-1], want)
	}
}

func TestADivergedRunStopsAndNamesTheLastGoodCheckpoint(t *testing.T) {
	dir := t.TempDir()
	r, err := Start(tiny(), options(dir, 2))
	if err != nil {
		t.Fatal(err)
	}
	r.options.Progress = func(p Progress) {
		if p.Games > 100 {
			r.learner.nets[eval.Contact].net.Layers[0].Bias[0] = float32(math.NaN())
		}
	}
	err = r.Go(context.Background())
	if !errors.Is(err, ErrDiverged) {
		t.Fatalf("the run ended with %v", err)
	}
	last, lastErr := lastCheckpoint(dir)
	if lastErr != nil {
		t.Fatal(lastErr)
	}
	if !strings.Contains(err.Error(), last) {
		t.Errorf("%q does not name %s", err, last)
	}
	if _, err := Resume(options(dir, 2)); err != nil {
		t.Errorf("the last good checkpoint cannot be resumed: %v", err)
	}
}

func TestALossThatNoLearningNetHasStopsTheRun(t *testing.T) {
	r, err := Start(tiny(), options(t.TempDir(), 1))
	if err != nil {
		t.Fatal(err)
	}
	defer r.metrics.close()
	for _, c := range []struct {
		games int
		loss  float64
		stops bool
	}{
		{100, 0.3, false}, // it knows nothing yet
		{settledGames, 0.01, false},
		{settledGames, 0.3, true},
		{100, math.NaN(), true},
		{100, math.Inf(1), true},
	} {
		r.state.Learned = c.games
		if err := r.sane(c.loss); errors.Is(err, ErrDiverged) != c.stops {
			t.Errorf("a loss of %v after %d games: %v", c.loss, c.games, err)
		}
	}
}

func TestSettingsThatCannotBeUsedAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Config){
		"a run needs a number of games or a time": func(c *Config) { c.Games = 0 },
		"no inputs named":                         func(c *Config) { c.Inputs = "magic" },
		"sigmoid and relu are possible":           func(c *Config) { c.Activation = "tanh" },
		"cross-entropy and squared-error":         func(c *Config) { c.Loss = "hinge" },
		"step":                                    func(c *Config) { c.Step.From = -1 },
		"lambda":                                  func(c *Config) { c.Lambda.To = 1.5 },
		"round":                                   func(c *Config) { c.Round.From = 0 },
		"explore":                                 func(c *Config) { c.Explore.From = math.NaN() },
		"there are sgd and adam":                  func(c *Config) { c.Optimizer = "magic" },
		"at least one position":                   func(c *Config) { c.Batch = 0 },
		"there are td and refine":                 func(c *Config) { c.Stage = "magic" },
		"begins with a net that plays well":       func(c *Config) { c.Stage = Refine },
		"rolls for each game of the stage refine": func(c *Config) { c.Pruning = 1 },
		"ply limit":                               func(c *Config) { c.PlyLimit = 0 },
		"0 units":                                 func(c *Config) { c.Hidden = []int{0} },
	} {
		c := tiny()
		spoil(&c)
		if _, err := Start(c, options(t.TempDir(), 1)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("want an error with %q, got %v", name, err)
		}
	}
}

func TestAGameStoppedByTheLimitBootstraps(t *testing.T) {
	l, err := newLearner(&Config{Seed: 1, Hidden: []int{4}, RaceHidden: []int{4}, Inputs: "tesauro", Activation: "sigmoid", Loss: "cross-entropy", Stage: TD}, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := static.NewModel(l.file(""))
	if err != nil {
		t.Fatal(err)
	}
	var g Game
	newPlayer(m, nil).play(&g, &Config{Seed: 1, PlyLimit: 10}, 1, 0, 0, nil)
	if !g.Stopped || len(g.Steps) != 10 {
		t.Fatalf("stopped %v after %d steps", g.Stopped, len(g.Steps))
	}
	if want := g.Steps[9].Value.Invert(); g.Final != want {
		t.Errorf("the game ends with %v, not with the value of its last play %v", g.Final, want)
	}
}

func TestASchedulePassesFromOneValueToTheOther(t *testing.T) {
	s := Schedule{From: 0.1, To: 0.001, Hold: 0.2, End: 0.6}
	for share, want := range map[float64]float64{0: 0.1, 0.2: 0.1, 0.4: 0.01, 0.6: 0.001, 1: 0.001} {
		if got := s.At(share); math.Abs(got-want) > 1e-12 {
			t.Errorf("at %v: %v, not %v", share, got, want)
		}
	}
	if got := (Schedule{From: 0.8, To: 0}).At(0.25); math.Abs(got-0.6) > 1e-12 {
		t.Errorf("towards zero it is linear: %v, not 0.6", got)
	}
}
