package train

import (
	"math"
	"slices"
	"testing"

	"tavla/eval/static"
)

// slopes are what one decision says.
func slopes(t *testing.T, l *learner, d []Compared, common float32) []float32 {
	t.Helper()
	return slopesOf(l, kept(t, d), common, 0)
}

func slopesOf(l *learner, d *decisions, common float32, which ...int) (all []float32) {
	l.gather(d, which)
	for _, n := range l.busiest() {
		for lane := range fitLanes {
			n.forward(l.minibatch.samples, lane)
		}
	}
	l.compare(new([fitLanes]float64), common)
	for _, c := range static.Nets(l.split) {
		n := l.nets[c]
		n.slope.Zero()
		for lane := range fitLanes {
			n.backward(l.minibatch.samples, lane, lane, l.loss)
			n.take(lane, lane)
		}
		n.slope.Parameters(func(p []float32) { all = append(all, slices.Clone(p)...) })
		n.slope.Zero()
	}
	return all
}

func TestWhatAllPlaysHaveInCommonTeachesNothingWithoutAShare(t *testing.T) {
	l := refiner(t)
	shifted := slopes(t, l, decision(0.1), 0)
	for i, w := range slopes(t, l, decision(0), 0) {
		if d := math.Abs(float64(w - shifted[i])); d > 1e-6 {
			t.Fatalf("slope %d differs by %v though the plays differ alike", i, d)
		}
	}
}

func TestWithAFullShareComparingIsPlainRegression(t *testing.T) {
	l := refiner(t)
	d := decision(0)[:1]
	l.learn(&Game{Varied: true, Steps: []Step{{Board: d[0].Board, Value: d[0].Value, Explored: true}}}, 0, 0.1)
	var want []float32
	for _, c := range static.Nets(l.split) {
		l.nets[c].slope.Parameters(func(p []float32) { want = append(want, p...) })
	}
	for i, w := range slopes(t, l, d, 1) {
		if w != want[i] {
			t.Fatalf("slope %d is %v, by regression %v", i, w, want[i])
		}
	}
}

func TestAMinibatchSaysWhatItsDecisionsSayAlone(t *testing.T) {
	l := refiner(t)
	one, other := decision(0), decision(0.2)[1:]
	want := slopes(t, l, one, 0.3)
	for i, s := range slopes(t, l, other, 0.3) {
		want[i] += s
	}
	check := func(d *decisions, common float32, which ...int) {
		t.Helper()
		for i, s := range slopesOf(l, d, common, which...) {
			if math.Abs(float64(s-want[i])) > 1e-7 {
				t.Fatalf("slope %d is %v, alone they come to %v", i, s, want[i])
			}
		}
	}
	check(kept(t, one, other), 0.3, 0, 1)
	// Plays by themselves, of which some fall to the same lane.
	clear(want)
	var apart [][]Compared
	var which []int
	for i := range 2 * len(one) {
		play := decision(0.1 * float32(i))[i%len(one):][:1]
		for k, s := range slopes(t, l, play, 1) {
			want[k] += s
		}
		apart, which = append(apart, play), append(which, i)
	}
	check(kept(t, apart...), 1, which...)
}

// Another rule for them would give the stages of scripts/stages.sh other bits.
func TestUpToNineNetsLearnAsInTheStagesThatWereRun(t *testing.T) {
	for _, split := range static.Splits() {
		if l := (&learner{split: split}); l.many() != (split == static.TwentySeven) {
			t.Errorf("many at %d", int(split))
		}
	}
}

// Nets so many that each is summed by itself learn from the same plays what the few do
// that they are parts of.
func TestManyNetsLearnWhatFewDo(t *testing.T) {
	c := tiny()
	c.Stage, c.From, c.Depth, c.Lines, c.Passes, c.Optimizer = Refine, "somewhere", 1, 1, 1, Adam
	c.Split, c.Batch = static.Nine, 1<<20 // so that no step is taken
	few, err := newLearner(&c, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Split = static.TwentySeven
	many, err := newLearner(&c, few.file(""))
	if err != nil {
		t.Fatal(err)
	}
	p, short := unsettled(t)
	var g Game
	p.play(&g, &short, 1, 0.1, 0, nil)
	d := keptGame(t, g)
	var which []int
	for i := range d.ends {
		which = append(which, i)
	}
	few.fit(d, which, 0.5, 0.1, 2)
	many.fit(d, which, 0.5, 0.1, 2)
	compared := 0
	for _, kind := range static.Nets(static.Nine) {
		sum, plays := few.nets[kind].net.Clone(), 0
		sum.Zero()
		for _, fine := range static.Nets(static.TwentySeven) {
			if coarse, _ := fine.Coarser(); coarse == kind {
				sum.Add(many.nets[fine].slope, 1)
				plays += many.nets[fine].samples
			}
		}
		if plays != few.nets[kind].samples {
			t.Fatalf("%v: %d plays by many nets, %d by few", kind, plays, few.nets[kind].samples)
		}
		sum.Add(few.nets[kind].slope, -1)
		sum.Parameters(func(p []float32) {
			for _, off := range p {
				if math.Abs(float64(off)) > 1e-9 {
					t.Fatalf("%v: a slope is off by %v", kind, off)
				}
			}
		})
		if plays > 0 {
			compared++
		}
	}
	if compared < 4 {
		t.Errorf("plays of %d kinds only", compared)
	}
}

func TestComparingSetsPlaysApartAsTheirValuesAre(t *testing.T) {
	l := refiner(t)
	d := kept(t, decision(0), decision(0), decision(0))
	which := []int{0, 1, 2}
	first, n := l.fit(d, which, 0.1, 0, 1)
	if first <= 0 {
		t.Fatalf("the loss is %v before anything is learned", first)
	}
	for range 400 {
		l.fit(d, which, 0.1, 0.02, 1)
	}
	if last, _ := l.fit(d, which, 0.1, 0, 1); n != 9 || last > first/100 {
		t.Errorf("after many times %d positions the loss is %v, at first %v", n, last, first)
	}
}

func TestRepliesCountByWhatTellsThemApart(t *testing.T) {
	l := refiner(t)
	slopes := func(replies bool, common float32) []float32 {
		plays := decision(0)
		return slopesOf(l, keptGame(t, Game{Compared: plays, groups: []group{{end: len(plays), replies: replies}}}), common, 0)
	}
	if !slices.Equal(slopes(true, 0.5), slopes(false, 0)) || slices.Equal(slopes(false, 0.5), slopes(false, 0)) {
		t.Error("the level of replies counts")
	}
}

// Old labels, which are absurd here, show in the loss of the passes that learn them.
func TestLaterPassesLeaveOutMoreOfTheOldestDecisions(t *testing.T) {
	old := decision(0)
	for i := range old {
		old[i].Value.Win = 50 * float32(i)
	}
	r := &Run{config: tiny(), options: Options{Workers: 1}, learner: refiner(t), average: new(average)}
	r.config.Stage, r.config.Passes, r.config.Fade, r.config.AverageFrom = Refine, 3, 0.5, 1
	r.config.Step = Schedule{} // nothing is learned
	r.decisions = kept(t, old, old, decision(0), decision(0.1))
	r.state.Decisions = 4
	var loss [3]float64
	for pass := range loss {
		var err error
		if loss[pass], err = r.fit(); err != nil || r.state.Fitted != 4*(pass+1) {
			t.Fatalf("pass %d: %v, %d decisions", pass, err, r.state.Fitted)
		}
	}
	// By plays: those of two absurd ones in four, of one in three, and of none.
	if most := loss[0]; loss[2] > 1 || math.Abs(loss[1]/most-2./3) > 0.01 || most < 100 {
		t.Errorf("the losses of the passes are %v", loss)
	}
}

func TestEachPassLeavesOutMoreOfTheOldest(t *testing.T) {
	c := Refining()
	c.Passes, c.Fade = 5, 0.6
	for pass, want := range []int{0, 150, 300, 450, 600} {
		if got := c.faded(pass, 1000); got != want {
			t.Errorf("pass %d leaves out %d, not %d", pass, got, want)
		}
	}
	c.Passes, c.Fade = 1, 0
	if got := c.faded(0, 1000); got != 0 {
		t.Errorf("a run that forgets nothing leaves out %d", got)
	}
}
