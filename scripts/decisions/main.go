// Decisions makes a set of judged decisions from self-play alone, to choose
// between nets by: one decision a game, drawn at random from its contact turns
// with a choice, each play judged by looking ahead with the net itself. The
// form is that of the reference decisions, so scripts/reference measures by it.
//
//	go run ./scripts/decisions --net FILE --decisions 3000 --seed 7 >own.jsonl
//	go run ./scripts/reference --net OTHER own.jsonl
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/bearoff"
	"tavla/eval/search"
	"tavla/eval/static"
	"tavla/nnet"
)

// decision is one line of the output: the plays, best first, with their equity.
type decision struct {
	Position string  `json:"position"`
	Dice     [2]int  `json:"dice"`
	Plays    [][]any `json:"plays"`
}

func main() {
	log.SetFlags(0)
	net := flag.String("net", "", "weights file that plays and judges")
	count := flag.Int("decisions", 3000, "how many decisions")
	plies := flag.Int("plies", 2, "how deep to judge, 1 to 3")
	seed := flag.Uint64("seed", 7, "of the dice and the choice of turns")
	flag.Parse()
	if flag.NArg() != 0 || *net == "" || *count < 1 || *plies < 1 || *plies > search.MaxPlies {
		log.Fatal("usage: decisions --net FILE [--decisions N] [--plies 1..3] [--seed S]")
	}
	file, err := nnet.Read(*net)
	if err != nil {
		log.Fatal(err)
	}
	model, err := static.NewModel(file)
	if err != nil {
		log.Fatalf("%s: %v", *net, err)
	}
	model = model.WithEndings(bearoff.NewLazy("", runtime.GOMAXPROCS(0)))
	lines := make([]decision, *count)
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			j := newJudge(model, *plies)
			for i := w; i < *count; i += workers {
				lines[i] = j.decision(*seed, i)
			}
		})
	}
	wg.Wait()
	out := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(out)
	for _, l := range lines {
		if err := enc.Encode(l); err != nil {
			log.Fatal(err)
		}
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}

// judge plays games and judges decisions; it is for one goroutine.
type judge struct {
	generator engine.Generator
	ranker    *search.Ranker
	deep      *search.Deep
}

func newJudge(m *static.Model, plies int) *judge {
	wide, err := search.FilterByName("large")
	if err != nil {
		panic(err) // one of the presets
	}
	return &judge{
		ranker: search.New(m.NewEvaluator()),
		deep: search.NewDeep(search.Options{
			Plies: plies, Filter: wide, NewEvaluator: func() eval.Evaluator { return m.NewEvaluator() },
		}),
	}
}

// decision draws one from the game with that number.
func (j *judge) decision(seed uint64, number int) decision {
	rng := rand.New(rand.NewPCG(seed, uint64(number)))
	for {
		if b, roll, ok := j.turn(rng); ok {
			return j.judged(b, roll)
		}
	}
}

// turn plays a game and picks one of its contact turns with a choice, each with
// the same chance.
func (j *judge) turn(rng *rand.Rand) (board engine.Board, roll engine.Roll, ok bool) {
	b, seen := engine.Start(), 0
	for range 500 {
		r := engine.Roll{uint8(1 + rng.IntN(6)), uint8(1 + rng.IntN(6))}
		plays := j.generator.Plays(b, r)
		if len(plays) == 0 {
			b = b.Swap()
			continue
		}
		if len(plays) > 1 && b.Contact() {
			if seen++; rng.IntN(seen) == 0 {
				board, roll, ok = b, r, true
			}
		}
		best, _ := j.ranker.BestOf(plays)
		b = plays[best].Board.Swap()
		if b.Over() {
			break
		}
	}
	return board, roll, ok
}

func (j *judge) judged(b engine.Board, roll engine.Roll) decision {
	d := decision{Position: notation.FormatPositionID(b), Dice: [2]int{int(roll[0]), int(roll[1])}}
	ranked, err := j.deep.Rank(context.Background(), b, roll)
	if err != nil {
		panic(err) // this context is never done
	}
	worst := ranked[0].Equity // of the plays judged deepest, which come first
	for _, r := range ranked {
		equity := r.Equity
		if r.Plies == ranked[0].Plies {
			worst = min(worst, equity)
		} else { // a play left behind is no better than those that went on
			equity = min(equity, worst)
		}
		d.Plays = append(d.Plays, []any{notation.FormatPlay(r.Play), json.Number(fmt.Sprintf("%.5f", equity))})
	}
	return d
}
