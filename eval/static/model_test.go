package static_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/inputs"
	"tavla/eval/static"
	"tavla/nnet"
)

// weights makes random nets as trained ones are shaped.
func weights(t testing.TB, split static.Split) *nnet.File {
	t.Helper()
	f := new(nnet.File)
	for _, c := range static.Nets(split) {
		name := "contact"
		if c == static.Race {
			name = "race"
		}
		enc, err := inputs.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		n, err := nnet.New(nnet.Shape{Units: []int{enc.Size, 40, static.Outputs}})
		if err != nil {
			t.Fatal(err)
		}
		n.Randomize(enginetest.Rand(uint64(c)))
		f.Nets = append(f.Nets, nnet.Named{Name: c.String(), Inputs: enc.Name, InputsVersion: enc.Version, Net: n})
	}
	return f
}

// withPruning adds random pruning nets to weights.
func withPruning(t testing.TB, f *nnet.File, split static.Split) *nnet.File {
	t.Helper()
	enc, err := inputs.ByName("raw")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range static.PruningNets(split) {
		n, err := nnet.New(nnet.Shape{Units: []int{enc.Size, 16, static.Outputs}})
		if err != nil {
			t.Fatal(err)
		}
		n.Randomize(enginetest.Rand(100 + uint64(k)))
		f.Nets = append(f.Nets, nnet.Named{Name: static.PruningNet(k), Inputs: enc.Name, InputsVersion: enc.Version, Net: n})
	}
	return f
}

func model(t testing.TB) *static.Model {
	t.Helper()
	m, err := static.NewModel(weights(t, static.Nine))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// mixed is positions of all classes: runs of positions one play apart, as
// candidates are, and positions that have nothing in common.
func mixed(n int) []engine.Board {
	var boards []engine.Board
	var gen engine.Generator
	r := enginetest.Rand(1)
	for b, roll := range enginetest.Reachable(1) {
		switch r.IntN(12) {
		case 0:
			for _, p := range gen.Plays(b, roll) {
				boards = append(boards, p.Board.Swap())
			}
		case 1:
			boards = append(boards, b)
		case 2:
			boards = append(boards, enginetest.SetUp(r))
		case 3:
			boards = append(boards, enginetest.Board("", "6:15"))
		}
		if len(boards) >= n {
			return boards[:n]
		}
	}
	return boards
}

func TestABoardIsWorthTheSameBitsWhereverItStands(t *testing.T) {
	for _, split := range []static.Split{static.Nine, static.TwentySeven} {
		t.Run(fmt.Sprint(int(split), " nets"), func(t *testing.T) { sameBits(t, split) })
	}
}

func sameBits(t *testing.T, split static.Split) {
	boards := mixed(4000)
	m, err := static.NewModel(weights(t, split))
	if err != nil {
		t.Fatal(err)
	}
	for _, kernel := range nnet.Kernels() {
		batched, alone := on(t, m, kernel), on(t, m, kernel)
		want := make([]eval.Outcome, len(boards))
		seen := map[static.Kind]bool{static.Over: true}
		for i := range boards {
			alone.Evaluate(want[i:i+1], boards[i:i+1])
			seen[static.KindOf(&boards[i], split)] = true
		}
		if len(seen) != 1+len(static.Nets(split)) {
			t.Fatalf("the boards are only %v", seen)
		}
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.IntRange(0, 60).Draw(t, "how many")
			from := rapid.IntRange(0, len(boards)-n).Draw(t, "from")
			r := enginetest.Rand(rapid.Uint64().Draw(t, "order"))
			order := r.Perm(n)
			if r.IntN(3) == 0 { // from all over instead
				for i := range order {
					order[i] = r.IntN(len(boards)) - from
				}
			}
			batch, got := make([]engine.Board, n), make([]eval.Outcome, n)
			for slot, i := range order {
				batch[slot] = boards[from+i]
			}
			batched.Evaluate(got, batch)
			for slot, i := range order {
				if got[slot] != want[from+i] {
					t.Fatalf("%s: %v is worth %v in slot %d of %d, alone %v", kernel, batch[slot], got[slot], slot, n, want[from+i])
				}
			}
		})
	}
}

func on(t testing.TB, m *static.Model, kernel string) *static.Evaluator {
	t.Helper()
	e, err := m.NewEvaluatorOn(kernel)
	if err != nil {
		t.Fatal(err)
	}
	if e.Kernel() != kernel {
		t.Fatalf("wanted %s, got %s", kernel, e.Kernel())
	}
	return e
}

func TestEveryOutcomeIsLawfulAndFinishedGamesAreFinal(t *testing.T) {
	boards := mixed(3000)
	dst := make([]eval.Outcome, len(boards))
	model(t).NewEvaluator().Evaluate(dst, boards)
	for i, o := range dst {
		if final, ok := eval.Final(&boards[i]); ok {
			if o != final {
				t.Fatalf("%v: %v, want %v", boards[i], o, final)
			}
			continue
		}
		p, c := eval.PossibleFor(&boards[i]), o
		if p.Clamp(&c); c != o {
			t.Fatalf("%v: %v is not clamped", boards[i], o)
		}
	}
}

// The judged outcome is that of the net of the position's kind, read in order.
func TestEachKindIsJudgedByItsOwnNet(t *testing.T) {
	for _, split := range static.Splits() {
		judgedByOwnNet(t, split)
	}
}

// by is what a net of a weights file puts out for a board, in plain floats.
func by(t *testing.T, n *nnet.Named, b engine.Board) eval.Outcome {
	t.Helper()
	enc, err := inputs.ByName(n.Inputs)
	if err != nil {
		t.Fatal(err)
	}
	x, in, v := make([]int16, enc.Size), make([]float32, enc.Size), make([]float32, static.Outputs)
	enc.Encode(x, []engine.Board{b})
	for k, u := range x {
		in[k] = float32(u) / inputs.One
	}
	n.Net.Forward(v, in, 1)
	return static.OutcomeOf(v)
}

func judgedByOwnNet(t *testing.T, split static.Split) {
	f := weights(t, split)
	m, err := static.NewModel(f)
	if err != nil {
		t.Fatal(err)
	}
	e := m.NewEvaluator()
	boards := mixed(500)
	dst := make([]eval.Outcome, len(boards))
	e.Evaluate(dst, boards)
	for i := range boards {
		c := static.KindOf(&boards[i], split)
		if c == static.Over {
			continue
		}
		want, p := by(t, f.Find(c.String()), boards[i]), eval.PossibleFor(&boards[i])
		p.Clamp(&want)
		for k, d := range []float32{
			want.Win - dst[i].Win, want.WinGammon - dst[i].WinGammon, want.WinBackgammon - dst[i].WinBackgammon,
			want.LoseGammon - dst[i].LoseGammon, want.LoseBackgammon - dst[i].LoseBackgammon,
		} {
			if d < -5e-4 || d > 5e-4 {
				t.Fatalf("%v: output %d is off by %v", boards[i], k, d)
			}
		}
	}
}

func TestPlaysOfARollAreGuessedByThePruningNetOfThePositionBefore(t *testing.T) {
	for _, split := range static.Splits() {
		f := withPruning(t, weights(t, split), split)
		m, err := static.NewModel(f)
		if err != nil {
			t.Fatal(err)
		}
		var gen engine.Generator
		seen := map[static.Kind]bool{}
		for b, roll := range enginetest.Reachable(3) {
			var boards []engine.Board
			for _, p := range gen.Plays(b, roll) {
				boards = append(boards, p.Board.Swap())
			}
			got := make([]eval.Outcome, len(boards))
			k := static.KindOf(&b, split)
			ok := m.NewEvaluator().Guess(got, boards, &b)
			if ok != (k != static.Race) {
				t.Fatalf("%v, of kind %v: guessed %v", b, k, ok)
			}
			if !ok {
				continue
			}
			seen[k] = true
			for i := range boards {
				want := by(t, f.Find(static.PruningNet(k)), boards[i])
				if o, over := eval.Final(&boards[i]); over {
					want = o
				}
				if d := want.Equity() - got[i].Equity(); d < -2e-3 || d > 2e-3 {
					t.Fatalf("%v after %v: guessed %v, and by the net alone %v", boards[i], b, got[i], want)
				}
				var alone [1]eval.Outcome
				m.NewEvaluator().Guess(alone[:], boards[i:i+1], &b)
				if alone[0] != got[i] {
					t.Fatalf("%v: guessed %v among others, %v alone", boards[i], got[i], alone[0])
				}
			}
			if len(seen) == len(static.PruningNets(split)) {
				break
			}
		}
		if len(seen) != len(static.PruningNets(split)) {
			t.Errorf("split %d: only %v were met", split, seen)
		}
	}
}

func TestAGameThatAPlayEndsIsNotGuessed(t *testing.T) {
	m, err := static.NewModel(withPruning(t, weights(t, static.Nine), static.Nine))
	if err != nil {
		t.Fatal(err)
	}
	before := enginetest.Board("1:1", "bar:1 6:14") // contact
	var gen engine.Generator
	after := []engine.Board{gen.Plays(before, engine.Roll{2, 1})[0].Board.Swap()}
	var got [1]eval.Outcome
	if want, over := eval.Final(&after[0]); !m.NewEvaluator().Guess(got[:], after, &before) || !over || got[0] != want {
		t.Errorf("guessed %v, not %v", got[0], want)
	}
}

func TestWithoutPruningNetsNothingIsGuessed(t *testing.T) {
	b := engine.Start()
	if model(t).NewEvaluator().Guess(make([]eval.Outcome, 1), []engine.Board{b.Swap()}, &b) {
		t.Error("guessed by no net")
	}
	f := withPruning(t, weights(t, static.Four), static.Four)
	f.Nets = f.Nets[:len(f.Nets)-1] // that of none-back
	m, err := static.NewModel(f)
	if err != nil {
		t.Fatal(err)
	}
	met := enginetest.Board("6:10 13:2", "6:5 8:3 14:2")
	for before, want := range map[engine.Board]bool{b: true, met: false} {
		if got := m.NewEvaluator().Guess(make([]eval.Outcome, 1), []engine.Board{before.Swap()}, &before); got != want {
			t.Errorf("%v: guessed %v", before, got)
		}
	}
	n := f.Find(static.PruningNet(static.BothBack))
	n.InputsVersion = 99
	if _, err := static.NewModel(f); err == nil || !strings.Contains(err.Error(), `net "pruning both-back" wants version 99`) {
		t.Errorf("a pruning net of other inputs: %v", err)
	}
}

func TestAWarmEvaluatorAllocatesNothing(t *testing.T) {
	boards := mixed(40)
	dst := make([]eval.Outcome, len(boards))
	m, err := static.NewModel(withPruning(t, weights(t, static.Nine), static.Nine))
	if err != nil {
		t.Fatal(err)
	}
	before := engine.Start()
	for _, kernel := range nnet.Kernels() {
		e := on(t, m, kernel)
		if a := testing.AllocsPerRun(20, func() { e.Evaluate(dst, boards); e.Guess(dst, boards, &before) }); a != 0 {
			t.Errorf("%s: %v allocations", kernel, a)
		}
	}
}

func TestWeightsThatDoNotFitThisProgramAreRefusedWithTheReason(t *testing.T) {
	other, err := nnet.New(nnet.Shape{Units: []int{7, 5, static.Outputs}})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(n *nnet.Named)
		reason string
	}{
		"no net of the kind": {func(n *nnet.Named) { n.Name = "crashed" }, `no net named "contact"`},
		"unknown inputs":     {func(n *nnet.Named) { n.Inputs = "tea leaves" }, "tea leaves"},
		"another version":    {func(n *nnet.Named) { n.InputsVersion = 99 }, "version 99"},
		"another size":       {func(n *nnet.Named) { n.Net = other }, "7 inputs"},
		"other outputs": {func(n *nnet.Named) {
			n.Net, _ = nnet.New(nnet.Shape{Units: []int{n.Net.Inputs(), 5, 1}})
		}, "1 outputs"},
		"not finite": {func(n *nnet.Named) { n.Net.Layers[0].Weights[0] = 1e30 }, "not finite"},
	} {
		f := weights(t, static.Four)
		c.change(&f.Nets[0])
		if _, err := static.NewModel(f); err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := model(t).NewEvaluatorOn("abacus"); err == nil {
		t.Error("there are kernels named abacus")
	}
}

// BenchmarkEvaluate counts by position and by decision, all plays of a roll.
func BenchmarkEvaluate(b *testing.B) {
	m := model(b)
	var decisions [][]engine.Board
	var gen engine.Generator
	positions := 0
	for board, roll := range enginetest.Reachable(2) {
		var plays []engine.Board
		for _, p := range gen.Plays(board, roll) {
			plays = append(plays, p.Board.Swap())
		}
		if len(plays) > 0 {
			decisions = append(decisions, plays)
			positions += len(plays)
		}
		if len(decisions) == 1000 {
			break
		}
	}
	dst := make([]eval.Outcome, 4000)
	for _, kernel := range nnet.Kernels() {
		e := on(b, m, kernel)
		b.Run("decision/"+kernel, func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				d := decisions[i%len(decisions)]
				e.Evaluate(dst[:len(d)], d)
			}
			b.ReportMetric(float64(positions)/float64(len(decisions)), "positions/decision")
		})
		b.Run("position/"+kernel, func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				e.Evaluate(dst[:1], decisions[i%len(decisions)][:1])
			}
		})
	}
}
