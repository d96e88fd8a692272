// Reference measures a net by decisions whose plays have known equities: what
// its favourite plays lose, on average and by class of position.
//
//	go run ./scripts/reference --net NET.tavla ../shared/cases/reference-decisions.jsonl
//
// A line of the file is {"position":ID,"dice":[3,1],"plays":[["8/5 6/5",0.16],…]}.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math"
	"os"

	"gonum.org/v1/gonum/stat"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/search"
	"tavla/eval/static"
	"tavla/nnet"
)

type decision struct {
	Position string
	Dice     engine.Roll
	Plays    []play
	Static   string
}

// play is [text, equity] in the file.
type play struct {
	text   string
	equity float64
}

func (p *play) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&p.text, &p.equity})
}

func main() {
	log.SetFlags(0)
	net := flag.String("net", "", "weights file to measure; none: the file's own static choices")
	each := flag.Bool("each", false, "print every decision's loss")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("usage: reference [--net FILE] DECISIONS.jsonl")
	}
	decisions, err := read(flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	losses := make(map[string][]float64)
	choose := func(d *decision, b engine.Board, plays []engine.Play) (int, error) {
		return notation.ParsePlay(d.Static, plays)
	}
	if *net != "" {
		f, err := nnet.Read(*net)
		if err != nil {
			log.Fatal(err)
		}
		m, err := static.NewModel(f)
		if err != nil {
			log.Fatal(err)
		}
		r := search.New(m.NewEvaluator())
		choose = func(_ *decision, b engine.Board, plays []engine.Play) (int, error) {
			i, _ := r.BestOf(plays)
			return i, nil
		}
	}
	for i := range decisions {
		d := &decisions[i]
		loss, b, err := d.loss(choose)
		if err != nil {
			log.Fatalf("%s:%d: %v", flag.Arg(0), i+1, err)
		}
		if *each {
			fmt.Printf("%s %v %.1f\n", d.Position, d.Dice, 1000*loss)
		}
		c := eval.ClassOf(&b).String()
		losses["all"] = append(losses["all"], 1000*loss)
		losses[c] = append(losses[c], 1000*loss)
	}
	for _, c := range []string{"all", eval.Contact.String(), eval.Race.String()} {
		mean, sd := stat.MeanStdDev(losses[c], nil)
		fmt.Printf("%-8s %4d decisions  %6.2f ± %.2f mEq (standard error)\n", c, len(losses[c]), mean, sd/math.Sqrt(float64(len(losses[c]))))
	}
}

// loss is what the choice for a decision gives up against the best play listed.
func (d *decision) loss(choose func(*decision, engine.Board, []engine.Play) (int, error)) (float64, engine.Board, error) {
	b, err := notation.ParsePositionID(d.Position)
	if err != nil {
		return 0, b, err
	}
	var g engine.Generator
	plays := g.Plays(b, d.Dice)
	worth := make(map[engine.Board]float64)
	best := math.Inf(-1)
	for _, p := range d.Plays {
		i, err := notation.ParsePlay(p.text, plays)
		if err != nil {
			return 0, b, err
		}
		worth[plays[i].Board] = p.equity
		best = max(best, p.equity)
	}
	i, err := choose(d, b, plays)
	if err != nil {
		return 0, b, err
	}
	e, ok := worth[plays[i].Board]
	if !ok {
		return 0, b, fmt.Errorf("the play %s is not listed", notation.FormatPlay(plays[i]))
	}
	return best - e, b, nil
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
		all = append(all, d)
	}
	return all, s.Err()
}
