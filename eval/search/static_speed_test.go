package search_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/inputs"
	"tavla/eval/search"
	"tavla/eval/static"
	"tavla/nnet"
)

// evaluator is one with random nets; how long judging takes does not depend on
// the weights.
func evaluator(b *testing.B, hidden int) *static.Evaluator {
	b.Helper()
	f := new(nnet.File)
	for _, c := range static.Nets(static.Whole) {
		name, units := c.String(), 32
		if c == static.Contact {
			units = hidden
		}
		enc, err := inputs.ByName(name)
		if err != nil {
			b.Fatal(err)
		}
		net, err := nnet.New(nnet.Shape{Units: []int{enc.Size, units, static.Outputs}, Hidden: nnet.Sigmoid})
		if err != nil {
			b.Fatal(err)
		}
		net.Randomize(rand.New(rand.NewPCG(1, uint64(c))))
		f.Nets = append(f.Nets, nnet.Named{Name: name, Inputs: enc.Name, InputsVersion: enc.Version, Net: net})
	}
	m, err := static.NewModel(f)
	if err != nil {
		b.Fatal(err)
	}
	return m.NewEvaluator()
}

// query is a position met in games, with a roll.
type query struct {
	board engine.Board
	roll  engine.Roll
}

// queries are n of them, from random games, all positions different and in
// no order.
func queries(n int) []query {
	var all []query
	seen := make(map[engine.Board]bool, n)
	for board, roll := range enginetest.Reachable(11) {
		if !seen[board] {
			seen[board] = true
			all = append(all, query{board, roll})
		}
		if len(all) == n {
			break
		}
	}
	enginetest.Rand(12).Shuffle(n, func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

var hiddenSizes = []struct {
	name  string
	units int
}{{"128", 128}, {"256", 256}}

// BenchmarkStatic judges positions that have nothing to do with each other, so
// many that caches do not hold them; an op is one position.
func BenchmarkStatic(b *testing.B) {
	const batch = 100
	var boards []engine.Board
	for _, d := range queries(100_000) {
		boards = append(boards, d.board)
	}
	dst := make([]eval.Outcome, batch)
	for _, size := range hiddenSizes {
		b.Run(size.name, func(b *testing.B) {
			e := evaluator(b, size.units)
			for done := 0; b.Loop(); done++ {
				if done%batch == 0 {
					e.Evaluate(dst, boards[done%len(boards):][:batch])
				}
			}
		})
	}
}

// BenchmarkCandidates judges the plays of whole decisions, found beforehand.
func BenchmarkCandidates(b *testing.B) {
	var g engine.Generator
	var known [][]engine.Play
	for _, d := range queries(5_000) {
		if plays := g.Plays(d.board, d.roll); len(plays) > 0 {
			known = append(known, append([]engine.Play(nil), plays...))
		}
	}
	for _, size := range hiddenSizes {
		b.Run(size.name, func(b *testing.B) {
			r := search.New(evaluator(b, size.units))
			plays, i := 0, 0
			for b.Loop() {
				r.BestOf(known[i%len(known)])
				plays += len(known[i%len(known)])
				i++
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plays), "ns/candidate")
			b.ReportMetric(float64(plays)/float64(i), "candidates/op")
		})
	}
}

// BenchmarkDecision finds, judges and chooses; generate% is the share of finding
// the plays, timed in the same run after the decisions.
func BenchmarkDecision(b *testing.B) {
	all := queries(5_000)
	for _, size := range hiddenSizes {
		b.Run(size.name, func(b *testing.B) {
			b.ReportAllocs()
			r := search.New(evaluator(b, size.units))
			for _, d := range all {
				r.Best(d.board, d.roll)
			}
			n := 0
			for b.Loop() {
				d := &all[n%len(all)]
				r.Best(d.board, d.roll)
				n++
			}
			whole := b.Elapsed()
			var g engine.Generator
			began := time.Now()
			for i := range n {
				d := &all[i%len(all)]
				g.Plays(d.board, d.roll)
			}
			b.ReportMetric(100*time.Since(began).Seconds()/whole.Seconds(), "generate%")
		})
	}
}
