// Depth times decisions of Tavla and GNU Backgammon at the same plies, on one core
// each and in turn, so that what else the machine does falls on both: Tavla with its
// default filter, GNU Backgammon with its own (at 2 plies its "world class").
//
//	go run ./scripts/depth ../shared/cases/reference-decisions.jsonl
//
// It wants an installed GNU Backgammon. What the connection to it costs is shown by
// --plies 0.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/bearoff"
	"tavla/eval/bot"
	"tavla/eval/bot/fibs"
	"tavla/eval/search"
	"tavla/eval/static"
	"tavla/nnet"
)

func main() {
	log.SetFlags(0)
	net := flag.String("net", "weights/tavla.tavla", "weights file")
	plies := flag.Int("plies", 2, "how deep both look")
	count := flag.Int("decisions", 200, "how many, the first of the file")
	flag.Parse()
	if flag.NArg() != 1 || *plies < 0 || *plies > search.MaxPlies || *count < 1 {
		log.Fatal("usage: depth [--net FILE] [--plies P] [--decisions N] DECISIONS.jsonl")
	}
	decisions, err := read(flag.Arg(0), *count)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	tavla, err := player(*net, *plies)
	if err != nil {
		log.Fatal(err)
	}
	gnubg, err := fibs.StartGNUBackgammon(ctx, fibs.Options{Plies: *plies})
	if err != nil {
		log.Fatal(err)
	}
	defer gnubg.Close()
	bots := [2]bot.Bot{tavla, gnubg}
	var ms [2][]float64
	same := 0
	for _, d := range decisions {
		var chosen [2]int
		for i, b := range bots {
			from := time.Now()
			if chosen[i], err = b.ChoosePlay(ctx, d); err != nil {
				log.Fatal(err)
			}
			ms[i] = append(ms[i], float64(time.Since(from).Microseconds())/1000)
		}
		if chosen[0] == chosen[1] {
			same++
		}
	}
	var means [2]float64
	for i, name := range []string{"tavla", "gnubg"} {
		means[i] = stat.Mean(ms[i], nil)
		slices.Sort(ms[i])
		fmt.Printf("%s@%d: %.2f ms a decision (median %.2f, longest %.1f)\n", name, *plies, means[i],
			stat.Quantile(0.5, stat.Empirical, ms[i], nil), ms[i][len(ms[i])-1])
	}
	fmt.Printf("%d decisions, the same play in %d; tavla takes %.2f of gnubg's time\n", len(decisions), same, means[0]/means[1])
}

// player is Tavla on one core.
func player(net string, plies int) (bot.Bot, error) {
	f, err := nnet.Read(net)
	if err != nil {
		return nil, err
	}
	m, err := static.NewModel(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", net, err)
	}
	m = m.WithEndings(bearoff.NewLazy("", 1))
	return bot.NewDeep(search.NewDeep(search.Options{
		Plies: plies, Cache: search.NewCache(1 << 16),
		NewEvaluator: func() eval.Evaluator { return m.NewEvaluator() },
	})), nil
}

// read takes the first decisions of a file that have a choice.
func read(path string, count int) ([]bot.Decision, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []bot.Decision
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for n := 1; s.Scan() && len(all) < count; n++ {
		var line struct {
			Position string
			Dice     engine.Roll
		}
		if err := json.Unmarshal(s.Bytes(), &line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		b, err := notation.ParsePositionID(line.Position)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if plays := slices.Clone(new(engine.Generator).Plays(b, line.Dice)); len(plays) > 1 {
			all = append(all, bot.Decision{Board: b, Roll: line.Dice, Plays: plays})
		}
	}
	return all, s.Err()
}
