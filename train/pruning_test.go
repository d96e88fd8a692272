package train

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/static"
	"tavla/nnet"
)

func TestPruningNetsAreTaughtInTheEndAndGuessInTheNextRun(t *testing.T) {
	c, from := refining(t)
	c.Games, c.Pruning = 6, 800
	start := func(workers int) *Run { return begun(t, c, from, workers) }
	whole := start(1)
	if err := whole.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	r := start(2)
	ctx, cancel := context.WithCancel(context.Background())
	r.options.Progress = func(p Progress) {
		if p.Pruning > 0 {
			cancel()
		}
	}
	if err := r.Go(ctx); !errors.Is(err, ErrInterrupted) {
		t.Fatal(err)
	}
	if _, err := os.Stat(NetPath(r.options.Dir)); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("interrupted while pruning nets learn, and there is a result: %v", err)
	}
	r, err := Resume(options(r.options.Dir, 2))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time the run has ended
		if err := r.Go(context.Background()); err != nil {
			t.Fatal(err)
		}
		a, errA := os.ReadFile(NetPath(whole.options.Dir))
		b, errB := os.ReadFile(NetPath(r.options.Dir))
		if err := errors.Join(errA, errB); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Fatal("interrupted and with other workers the run ends with another net")
		}
		if r, err = Resume(options(r.options.Dir, 1)); err != nil {
			t.Fatal(err)
		}
	}
	// A result that is gone is made again where nothing else is needed for it.
	if err := os.Remove(NetPath(r.options.Dir)); err != nil {
		t.Fatal(err)
	}
	if _, err := Resume(options(r.options.Dir, 1)); err == nil {
		t.Error("resumed without the labels that pruning nets learn from")
	}
	if from, err = nnet.Read(NetPath(whole.options.Dir)); err != nil {
		t.Fatal(err)
	}
	for _, k := range static.PruningNets(c.Split) {
		if from.Find(static.PruningNet(k)) == nil {
			t.Errorf("there is no pruning net %q", k)
		}
	}
	c.Pruning = 10 // too few to learn anything
	few := start(1)
	if err := few.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	f, err := nnet.Read(NetPath(few.options.Dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range static.PruningNets(c.Split) {
		if f.Find(static.PruningNet(k)) != nil {
			t.Errorf("60 rolls taught a pruning net %q", k)
		}
	}
	next := start(1)
	if next, err = Resume(options(next.options.Dir, 1)); err != nil {
		t.Fatal(err)
	}
	m, err := next.model(next.playing)
	if err != nil {
		t.Fatal(err)
	}
	b := engine.Start()
	if !m.NewEvaluator().Guess(make([]eval.Outcome, 1), []engine.Board{b.Swap()}, &b) {
		t.Error("a resumed run judges without the pruning nets it began with")
	}
}

// A net that this program cannot use is found before there is a folder to be cleared away.
func TestWeightsThatCannotJudgeLeaveNoFolder(t *testing.T) {
	c, from := refining(t)
	bad := from.Nets[0]
	bad.Name, bad.InputsVersion = static.PruningNet(static.PruningNets(c.Split)[0]), 99
	from.Nets = append(from.Nets, bad)
	o := options(filepath.Join(t.TempDir(), "run"), 1)
	o.From = from
	if _, err := Start(c, o); err == nil || !strings.Contains(err.Error(), "wants version 99") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(o.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a folder: %v", err)
	}
}

// What a pruning net is for: the best play of a roll stands high by its guesses.
func TestAPruningNetLearnsWhichPlaysOfARollAreGood(t *testing.T) {
	l, err := newPruningLearner(static.Contact, 1)
	if err != nil {
		t.Fatal(err)
	}
	var g engine.Generator
	rng := rand.New(rand.NewPCG(1, 2))
	var r rolled
	draw := func() {
		b := enginetest.SetUp(rng)
		r.boards, r.outcomes = r.boards[:0], r.outcomes[:0]
		level := rng.Float32() / 2 // says nothing about plays
		for _, p := range g.Plays(b, engine.Roll{uint8(1 + rng.IntN(6)), uint8(1 + rng.IntN(6))}) {
			if len(r.boards) == pruningMost {
				break
			}
			after := p.Board.Swap()
			blots := 0 // the fewer the better
			for _, men := range after.Opp[1 : engine.Bar+1] {
				if men == 1 {
					blots++
				}
			}
			r.boards = append(r.boards, after)
			r.outcomes = append(r.outcomes, eval.Outcome{Win: level + 0.02*float32(blots)})
		}
	}
	for range 3000 {
		if draw(); len(r.boards) > 1 {
			l.learn(&r, 0.01)
		}
	}
	good, rolls := 0, 0
	for range 300 {
		draw()
		best, guessed, least := float32(9), 0, float32(9)
		for i := range r.boards {
			best = min(best, r.outcomes[i].Win)
			l.encoder.Encode(l.x[:l.encoder.Size], r.boards[i:i+1])
			out := l.each[0].Forward(l.x[:l.encoder.Size])
			if o := static.OutcomeOf(out).Equity(); o < least {
				guessed, least = i, o
			}
		}
		if len(r.boards) > 5 {
			rolls++
			if r.outcomes[guessed].Win == best {
				good++
			}
		}
	}
	if good < rolls*8/10 {
		t.Errorf("the guess is best in %d of %d rolls", good, rolls)
	}
}
