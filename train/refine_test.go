package train

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/static"
)

// refiner is a learner of the stage Refine with random weights, by plain descent.
func refiner(t *testing.T) *learner {
	t.Helper()
	c := tiny()
	c.Stage, c.From, c.Passes = Refine, "somewhere", 1
	l, err := newLearner(&c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// decision is three plays of one roll with made-up values.
func decision(shift float32) []Compared {
	var d []Compared
	for i, own := range []string{"6:5 8:3 13:5 24:2", "6:4 8:4 13:5 24:2", "6:5 8:3 13:4 24:2 20:1"} {
		d = append(d, Compared{
			Board: enginetest.Board(own, "6:5 8:3 13:5 24:2"),
			Value: eval.Outcome{Win: 0.4 + 0.05*float32(i) + shift, WinGammon: 0.1, LoseGammon: 0.1},
		})
	}
	return d
}

func weightsOf(l *learner) (all []float32) {
	for _, c := range static.NetClasses() {
		l.nets[c].net.Parameters(func(p []float32) { all = append(all, p...) })
	}
	return all
}

func TestWhatAllPlaysHaveInCommonTeachesNothingWithoutAShare(t *testing.T) {
	a, b := refiner(t), refiner(t)
	a.choose(decision(0), 0, 0.1)
	b.choose(decision(0.1), 0, 0.1)
	for i, w := range weightsOf(a) {
		if d := math.Abs(float64(w - weightsOf(b)[i])); d > 1e-6 {
			t.Fatalf("weight %d differs by %v though the plays differ alike", i, d)
		}
	}
}

func TestWithAFullShareComparingIsPlainRegression(t *testing.T) {
	a, b := refiner(t), refiner(t)
	d := decision(0)[:1]
	a.choose(d, 1, 0.1)
	b.learn(&Game{Varied: true, Steps: []Step{{Board: d[0].Board, Value: d[0].Value, Explored: true}}}, 0, 0.1)
	for i, w := range weightsOf(a) {
		if w != weightsOf(b)[i] {
			t.Fatalf("weight %d is %v, by regression %v", i, w, weightsOf(b)[i])
		}
	}
}

func TestComparingSetsPlaysApartAsTheirValuesAre(t *testing.T) {
	l := refiner(t)
	games := []Game{{Compared: decision(0), ends: []int{3}}}
	first, _ := l.refine(games, 1, 0.1, 0.5, rand.New(rand.NewPCG(1, 1)))
	_, n := l.refine(games, 300, 0.1, 0.5, rand.New(rand.NewPCG(1, 2)))
	last, _ := l.refine(games, 1, 0.1, 0, rand.New(rand.NewPCG(1, 3)))
	if n != 900 || last > first/100 {
		t.Errorf("after %d positions the loss is %v, at first %v", n, last, first)
	}
}

func TestDecisionsAreTheNearPlaysJudgedOnePlyDeep(t *testing.T) {
	c := tiny()
	c.Stage, c.Passes, c.PlyLimit = Refine, 1, 40
	l, err := newLearner(&c, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := static.NewModel(l.file(""))
	if err != nil {
		t.Fatal(err)
	}
	p := newPlayer(m, nil)
	var g Game
	p.play(&g, &c, 1, 0.1, nil)
	if len(g.ends) == 0 || g.ends[len(g.ends)-1] != len(g.Compared) {
		t.Fatalf("%d decisions over %d plays", len(g.ends), len(g.Compared))
	}
	from := 0
	for _, to := range g.ends {
		if n := to - from; n < 2 || n > compareMost {
			t.Errorf("a decision of %d plays", n)
		}
		for _, k := range g.Compared[from:to] {
			if k.Known {
				continue
			}
			rolls := p.luck.Rolls(k.Board)
			if k.Value != rolls.MeanOutcome() {
				t.Fatalf("%v is worth %v, one ply deep %v", k.Board, k.Value, rolls.MeanOutcome())
			}
		}
		from = to
	}
}

func TestARefiningRunEndsWithTheSameNetWhenInterruptedAndIsJudgedByItsFirstWeights(t *testing.T) {
	c := tiny()
	c.Games, c.PlyLimit, c.Round = 6, 30, Schedule{From: 2, To: 2}
	first, err := newLearner(&c, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Stage, c.From, c.Passes, c.Common = Refine, "the first weights", 2, 0.1
	c.Optimizer, c.Batch = Adam, 64
	c.Hidden = []int{16} // grown
	start := func(workers int) *Run {
		o := options(t.TempDir(), workers)
		o.From = first.file("")
		r, err := Start(c, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	whole := start(2)
	if err := whole.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	r := start(1)
	ctx, cancel := context.WithCancel(context.Background())
	r.options.Progress = func(p Progress) {
		if p.Games > 2 {
			cancel()
		}
	}
	if err := r.Go(ctx); !errors.Is(err, ErrInterrupted) {
		t.Fatal(err)
	}
	if r, err = Resume(options(r.options.Dir, 2)); err != nil {
		t.Fatal(err)
	}
	if err := r.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, run := range []*Run{whole, r} {
		var playing, from bytes.Buffer
		if err := errors.Join(run.playing.Encode(&playing), first.file("").Encode(&from)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(playing.Bytes(), from.Bytes()) {
			t.Error("other weights than the first play and judge")
		}
	}
	a, err := os.ReadFile(NetPath(whole.options.Dir))
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(NetPath(r.options.Dir))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Error("the interrupted run ends with another net")
	}
}
