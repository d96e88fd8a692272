// Pruning measures what the pruning nets in a weights file leave unjudged, for every
// preset filter, over rolls in positions of games that the nets play against
// themselves: how many plays of a roll are judged, how often the best of all is not
// among them, and what that loses.
//
//	go run ./scripts/pruning --net weights/tavla.tavla --rolls 20000
package main

import (
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/stat"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/search"
	"tavla/eval/static"
	"tavla/nnet"
)

func main() {
	log.SetFlags(0)
	net := flag.String("net", "weights/tavla.tavla", "weights `FILE`")
	rolls := flag.Int("rolls", 20000, "rolls to measure")
	seed := flag.Uint64("seed", 1, "of the dice")
	flag.Parse()
	if flag.NArg() != 0 || *rolls < 2 {
		log.Fatal("usage: pruning [--net FILE] [--rolls N, 2 or more] [--seed S]")
	}
	f, err := nnet.Read(*net)
	if err != nil {
		log.Fatal(err)
	}
	m, err := static.NewModel(f)
	if err != nil {
		log.Fatalf("%s: %v", *net, err)
	}
	boards := positions(m, *rolls, *seed)
	fmt.Printf("%d rolls in positions with contact, %.1f plays each\n", len(boards), mean(m, boards))
	for _, filter := range search.Filters() {
		measure(m, filter, boards)
	}
}

// position is one of a game, before a roll.
type position struct {
	board engine.Board
	roll  engine.Roll
}

// positions are n of games that the nets play against themselves, one in seven and
// after a play as in a search: a good one, not always the best.
func positions(m *static.Model, n int, seed uint64) (all []position) {
	ranker, rng := search.New(m.NewEvaluator()), rand.New(rand.NewPCG(seed, 0))
	die := func() uint8 { return uint8(1 + rng.IntN(6)) }
	for b := engine.Start(); len(all) < n; {
		ranked := ranker.Rank(b, engine.Roll{die(), die()})
		if len(ranked) > 0 && rng.IntN(7) == 0 {
			after := ranked[rng.IntN(min(len(ranked), 4))].Play.Board.Swap()
			if eval.ClassOf(&after) == eval.Contact {
				all = append(all, position{after, engine.Roll{die(), die()}})
			}
		}
		if len(ranked) > 0 {
			b = ranked[0].Play.Board
		}
		if b = b.Swap(); b.Over() {
			b = engine.Start()
		}
	}
	return all
}

func mean(m *static.Model, boards []position) float64 {
	all, sum := search.NewCandidates(m.NewEvaluator(), search.Cut{}), 0
	for _, p := range boards {
		sum += len(all.Plays(p.board, p.roll))
	}
	return float64(sum) / float64(len(boards))
}

func measure(m *static.Model, filter search.Filter, boards []position) {
	e := m.NewEvaluator()
	ranker, some, all := search.New(e), search.NewCandidates(e, filter.Guess), search.NewCandidates(e, search.Cut{})
	judged, missed := 0, 0
	lost := make([]float64, len(boards))
	for i, p := range boards {
		plays := some.Plays(p.board, p.roll)
		if len(plays) == 0 {
			continue
		}
		judged += len(plays)
		_, left := ranker.BestOf(plays)
		_, best := ranker.BestOf(all.Plays(p.board, p.roll))
		if lost[i] = 1000 * float64(best.Equity()-left.Equity()); lost[i] > 0 {
			missed++
		}
	}
	average, deviation := stat.MeanStdDev(lost, nil)
	n := float64(len(boards))
	fmt.Printf("%-7s judges %4.1f plays a roll, misses the best in %.2f %%, which loses %.3f mEq a roll (SE %.3f); 1 ply in %.2f of the time\n",
		filter.Name, float64(judged)/n, 100*float64(missed)/n, average, stat.StdErr(deviation, n), pace(m, filter, boards))
}

// pace is how long judging some of the positions at 1 ply takes, as a share of what it
// takes with all plays judged.
func pace(m *static.Model, filter search.Filter, boards []position) float64 {
	var took [2]time.Duration
	for k, guess := range [2]search.Cut{filter.Guess, {}} {
		r := search.NewBestReplies(m.NewEvaluator(), guess)
		start := time.Now()
		for _, p := range boards[:min(len(boards), 2000)] {
			var o [21]eval.Outcome
			r.Of(&o, &p.board)
		}
		took[k] = time.Since(start)
	}
	return float64(took[0]) / float64(took[1])
}
