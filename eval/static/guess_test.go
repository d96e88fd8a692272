package static_test

import (
	"testing"

	"pgregory.net/rapid"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/inputs"
	"tavla/eval/static"
	"tavla/nnet"
)

// oddly is boards as mixed makes them, and such that games hardly know.
func oddly(n int) []engine.Board {
	boards := mixed(n)
	for p := 1; p <= engine.Bar; p++ {
		var all, some engine.Side
		all[p] = engine.Men
		some[p] = uint8(p % engine.Men)
		some[engine.Off] = engine.Men - some[p]
		boards = append(boards, engine.Board{Own: all, Opp: some}, engine.Board{Own: some, Opp: all}, engine.Board{Own: all, Opp: all})
	}
	off := engine.Side{engine.Off: engine.Men}
	return append(boards, engine.Board{Own: engine.Start().Own, Opp: off}, engine.Board{Own: off, Opp: off})
}

// By its table a pruning net guesses to the bit what it makes of the inputs.
func TestGuessesAreToTheBitWhatPruningNetsMakeOfTheInputs(t *testing.T) {
	f := withPruning(t, weights(t, static.Four), static.Four)
	deep, err := nnet.New(nnet.Shape{Units: []int{f.Find(static.PruningNet(static.NoneBack)).Net.Inputs(), 21, 9, static.Outputs}, Hidden: nnet.ReLU})
	if err != nil {
		t.Fatal(err)
	}
	deep.Randomize(enginetest.Rand(1))
	f.Find(static.PruningNet(static.NoneBack)).Net = deep
	other := f.Find(static.PruningNet(static.OwnBack)) // of inputs that do not add up
	contact := f.Find(static.OwnBack.String())
	other.Inputs, other.InputsVersion, other.Net = contact.Inputs, contact.InputsVersion, contact.Net
	m, err := static.NewModel(f)
	if err != nil {
		t.Fatal(err)
	}
	befores := map[static.Kind]engine.Board{
		static.BothBack:     engine.Start(),
		static.OwnBack:      enginetest.Board("20:2 6:3", "1:2 6:2"),
		static.OpponentBack: enginetest.Board("1:2 6:2", "20:2 6:3"),
		static.NoneBack:     enginetest.Board("6:10 13:2", "6:5 8:3 14:2"),
	}
	boards := oddly(2000)
	for _, kernel := range nnet.Kernels() {
		e := on(t, m, kernel)
		for k, before := range befores {
			want := plainly(t, f.Find(static.PruningNet(k)), kernel, boards)
			rapid.Check(t, func(t *rapid.T) {
				r := enginetest.Rand(rapid.Uint64().Draw(t, "boards"))
				n := rapid.IntRange(1, 150).Draw(t, "how many")
				which := r.Perm(len(boards))[:n]
				if r.IntN(2) == 0 { // neighbours
					for i := range which {
						which[i] = (which[0] + i) % len(boards)
					}
				}
				batch, got := make([]engine.Board, n), make([]eval.Outcome, n)
				for slot, i := range which {
					batch[slot] = boards[i]
				}
				if !e.Guess(got, batch, &before) {
					t.Fatal("nothing is guessed")
				}
				for slot, i := range which {
					if got[slot] != want[i] {
						t.Fatalf("%s, %v: %v in slot %d of %d is guessed %v, not %v", kernel, k, boards[i], slot, n, got[slot], want[i])
					}
				}
			})
		}
	}
}

// plainly is what a net guesses, each board by itself.
func plainly(t *testing.T, n *nnet.Named, kernel string, boards []engine.Board) []eval.Outcome {
	t.Helper()
	enc, err := inputs.ByName(n.Inputs)
	if err != nil {
		t.Fatal(err)
	}
	frozen, err := nnet.Freeze(n.Net)
	if err != nil {
		t.Fatal(err)
	}
	judge, err := frozen.NewJudgeOn(kernel)
	if err != nil {
		t.Fatal(err)
	}
	all, x, v := make([]eval.Outcome, len(boards)), make([]int16, enc.Size), make([]float32, static.Outputs)
	for i := range boards {
		enc.Encode(x, boards[i:i+1])
		judge.Evaluate(v, x)
		all[i] = static.OutcomeOf(v)
		if boards[i].Opp[engine.Off] == engine.Men {
			all[i], _ = eval.Final(&boards[i])
		}
	}
	return all
}

// BenchmarkGuess guesses roll after roll of positions out of games, as looking ahead
// does; an op is a roll.
func BenchmarkGuess(b *testing.B) {
	m, err := static.NewModel(withPruning(b, weights(b, static.TwentySeven), static.TwentySeven))
	if err != nil {
		b.Fatal(err)
	}
	type guess struct {
		before engine.Board
		after  []engine.Board
	}
	var all []guess
	var gen engine.Generator
	boards := 0
	for board := range enginetest.Reachable(4) {
		if eval.ClassOf(&board) != eval.Contact {
			continue
		}
		for _, roll := range engine.Rolls() {
			g := guess{before: board}
			for _, p := range gen.Plays(board, roll) {
				g.after = append(g.after, p.Board.Swap())
			}
			if len(g.after) > 1 {
				all = append(all, g)
				boards += len(g.after)
			}
		}
		if len(all) > 400 {
			break
		}
	}
	dst := make([]eval.Outcome, 4000)
	for _, kernel := range nnet.Kernels() {
		b.Run(kernel, func(b *testing.B) {
			e := on(b, m, kernel)
			for i := range b.N {
				g := &all[i%len(all)]
				e.Guess(dst[:len(g.after)], g.after, &g.before)
			}
			b.ReportMetric(float64(boards)/float64(len(all)), "boards/op")
		})
	}
}
