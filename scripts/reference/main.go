// Reference measures a net by decisions whose plays have known equities: what
// its favourite plays lose, on average and by class of position. With --plies it
// looks ahead, and says how much less that loses than the net alone, decision by
// decision.
//
//	go run ./scripts/reference --net NET.tavla --plies 2 ../shared/cases/reference-decisions.jsonl
//
// With --gnubg it measures an installed GNU Backgammon instead. With --rollouts it also
// measures by GNU Backgammon's rollouts in FILE of what the file and the choices disagree
// about most, and has made first, which takes half an hour, what is missing there.
//
//	go run ./scripts/reference --net weights/tavla.tavla --plies 1 --rollouts scripts/records/reference-rollouts.jsonl ../shared/cases/reference-decisions.jsonl
//
// A line of the file is {"position":ID,"dice":[3,1],"plays":[["8/5 6/5",0.16],…]}.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"os/signal"
	"runtime"

	"gonum.org/v1/gonum/stat"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/search"
)

type decision struct {
	Position string
	Dice     engine.Roll
	Plays    []play
	Static   string

	board engine.Board
	legal []engine.Play
	worth []float64 // of each legal play; NaN where it is not listed
	best  float64
}

// play is [text, equity] in the file.
type play struct {
	text   string
	equity float64
}

func (p *play) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&p.text, &p.equity})
}

// class is "all" or the name of a class of positions.
type class = string

func main() {
	log.SetFlags(0)
	net := flag.String("net", "", "weights file to measure; none: the file's own static choices")
	gnubg := flag.Bool("gnubg", false, "measure GNU Backgammon, by its standard filters, instead of a net")
	plies := flag.Int("plies", 0, fmt.Sprintf("how many plies to look ahead, 0 to %d", search.MaxPlies))
	name := flag.String("filter", search.Normal().Name, "which plays to judge deeper")
	workers := flag.Int("workers", runtime.GOMAXPROCS(0), "how many decisions to judge at once")
	settle := flag.String("rollouts", "", fmt.Sprintf("FILE of rollouts by GNU Backgammon, made where missing, of decisions in which a choice loses %v mEq or more", much))
	each := flag.Bool("each", false, "print every decision's loss")
	asJSON := flag.Bool("json", false, "print the deepest level's losses as one JSON object")
	flag.Parse()
	filter, err := search.FilterByName(*name)
	switch {
	case flag.NArg() != 1:
		log.Fatal("usage: reference [--net FILE] [--plies P] [--filter NAME] [--rollouts FILE] DECISIONS.jsonl")
	case *plies < 0 || *plies > search.MaxPlies:
		log.Fatalf("--plies %d: from 0 to %d", *plies, search.MaxPlies)
	case *gnubg && *net != "":
		log.Fatal("--gnubg and --net: one of them is measured at a time")
	case *plies > 0 && *net == "" && !*gnubg:
		log.Fatal("--plies looks ahead with a net: name one with --net, or say --gnubg")
	case *workers < 1:
		log.Fatalf("--workers %d: at least 1", *workers)
	case err != nil:
		log.Fatalf("--filter: %v", err)
	}
	decisions, err := read(flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	levels := []level{{choosers: func() chooser { return listed }}}
	if *gnubg {
		levels = gnubgLevels(ctx, *plies)
	}
	if *net != "" {
		if levels, err = netLevels(*net, *plies, filter); err != nil {
			log.Fatal(err)
		}
	}
	for i := range levels {
		l := &levels[i]
		if err := l.measure(decisions, *workers); err != nil {
			log.Fatalf("%s:%v", flag.Arg(0), err)
		}
		if *asJSON {
			continue
		}
		switch {
		case *gnubg:
			fmt.Printf("%d-ply: %.2f ms a decision\n", l.plies, l.ms/float64(len(decisions)))
		case *net != "":
			fmt.Printf("%d-ply: %.0f evaluations and %.2f ms a decision\n", l.plies, float64(l.judged.Load())/float64(len(decisions)), l.ms/float64(len(decisions)))
		}
		report("", decisions, func(i int) float64 { return l.losses[i] })
	}
	last := levels[len(levels)-1]
	if *asJSON {
		if err := json.NewEncoder(os.Stdout).Encode(summed(decisions, func(i int) float64 { return last.losses[i] })); err != nil {
			log.Fatal(err)
		}
		return
	}
	if len(levels) > 1 {
		fmt.Printf("%d-ply less 0-ply, with the same decisions:\n", last.plies)
		report("+", decisions, func(i int) float64 { return last.losses[i] - levels[0].losses[i] })
	}
	if *settle != "" {
		if err := bySettling(ctx, *settle, decisions, levels); err != nil {
			log.Fatal(err)
		}
	}
	if *each {
		for i, loss := range last.losses {
			fmt.Printf("%s %v %.1f\n", decisions[i].Position, decisions[i].Dice, loss)
		}
	}
}

// summary is a figure in mEq over some decisions.
type summary struct {
	Decisions     int     `json:"decisions"`
	Mean          float64 `json:"mean"`
	StandardError float64 `json:"standardError"`
}

// summed is a figure over all decisions and over each class that there is.
func summed(decisions []decision, figure func(i int) float64) map[class]summary {
	by := make(map[class][]float64)
	for i := range decisions {
		for _, c := range []class{"all", eval.ClassOf(&decisions[i].board).String()} {
			by[c] = append(by[c], figure(i))
		}
	}
	sums := make(map[class]summary)
	for c, figures := range by {
		mean, sd := stat.MeanStdDev(figures, nil)
		sums[c] = summary{len(figures), mean, sd / math.Sqrt(float64(len(figures)))}
	}
	return sums
}

// report prints a figure over the decisions and each class of them. sign is "+"
// where the figure has one.
func report(sign string, decisions []decision, figure func(i int) float64) {
	sums := summed(decisions, figure)
	for _, c := range []class{"all", eval.Contact.String(), eval.Race.String()} {
		if s, ok := sums[c]; ok {
			fmt.Printf("%-8s %4d decisions  %"+sign+"7.3f ± %.3f mEq (standard error)\n", c, s.Decisions, s.Mean, s.StandardError)
		}
	}
}

func read(path string) ([]decision, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []decision
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for n := 1; s.Scan(); n++ {
		var d decision
		if err := json.Unmarshal(s.Bytes(), &d); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if err := d.prepare(); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		all = append(all, d)
	}
	return all, s.Err()
}

// prepare finds the plays of the file among the legal ones.
func (d *decision) prepare() (err error) {
	if d.board, err = notation.ParsePositionID(d.Position); err != nil {
		return err
	}
	d.legal = new(engine.Generator).Plays(d.board, d.Dice)
	d.worth = make([]float64, len(d.legal))
	for i := range d.worth {
		d.worth[i] = math.NaN()
	}
	d.best = math.Inf(-1)
	for _, p := range d.Plays {
		i, err := notation.ParsePlay(p.text, d.legal)
		if err != nil {
			return err
		}
		d.worth[i] = p.equity
		d.best = max(d.best, p.equity)
	}
	return nil
}
