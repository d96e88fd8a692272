// Cubes measures cube decisions against a file of decisions with known equities:
// what the choice to double or not gives up, and what the taker's answer does,
// had there been a double. Both together are the loss of a case; "as asked" leaves
// out the answer to doubles that are not made.
//
//	go run ./scripts/cubes --net NET.tavla --plies 2 ../shared/cases/reference-cubes.jsonl
//	go run ./scripts/cubes --exact   # the live-cube model against the exact endings instead
//
// A line of the file is {"position":"ID:MATCHID","noDouble":0.76,"doubleTake":0.79,"doublePass":1,"verdict":"Double, take"}.
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
	"time"

	"gonum.org/v1/gonum/stat"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/bearoff"
	"tavla/eval/cube"
	"tavla/eval/search"
	"tavla/eval/static"
	"tavla/nnet"
)

type reference struct {
	Position                         string
	NoDouble, DoubleTake, DoublePass float64
	Verdict                          string

	state engine.State
}

// near is the loss in mEq from which a decision counts as wrong.
const near = 5

func main() {
	log.SetFlags(0)
	net := flag.String("net", "weights/tavla.tavla", "weights file to measure")
	plies := flag.Int("plies", 0, "how many plies to look ahead")
	contact := flag.Float64("contact", 0, "cube efficiency in contact positions (0: the usual)")
	race := flag.Float64("race", 0, "cube efficiency in races (0: the usual)")
	met := flag.String("met", "", "match equity table to use instead of the computed one")
	each := flag.Bool("each", false, "print every case that loses something")
	againstExact := flag.Bool("exact", false, "measure the live-cube model against the exact endings, no file")
	flag.Parse()
	if *againstExact && flag.NArg() == 0 {
		m, err := model(*net)
		if err == nil {
			err = exact(os.Stdout, m, bearoff.NewLazy("", 1), efficiencies(*contact, *race))
		}
		if err != nil {
			log.Fatal(err)
		}
		return
	}
	if flag.NArg() != 1 || *againstExact {
		log.Fatal("usage: cubes [--net FILE] [--plies P] [--met FILE] [--contact X] [--race X] [--each] CUBES.jsonl\n       cubes --exact [--race X]")
	}
	cases, err := read(flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	endings := bearoff.NewLazy("", 1)
	m, err := model(*net)
	if err != nil {
		log.Fatal(err)
	}
	o := cube.Options{MET: cube.Standard(), Efficiency: efficiencies(*contact, *race), Plies: *plies, Guess: search.Normal().Guess}
	if *met != "" {
		if o.MET, err = table(*met); err != nil {
			log.Fatal(err)
		}
	}
	o.Exact = endings
	j := cube.New(m.WithEndings(endings).NewEvaluator(), o)
	var sum tally
	start := time.Now()
	for i := range cases {
		c := &cases[i]
		d, err := j.Decide(context.Background(), c.state)
		if err != nil {
			log.Fatalf("%s:%d: %v", flag.Arg(0), i+1, err)
		}
		double, take := c.loss(d.Verdict)
		sum.add(c, d.Verdict, double, take)
		if *each && double+take > 0 {
			fmt.Printf("%s  %-26s %+.4f %+.4f (%s: %+.4f %+.4f)  loses %.1f + %.1f\n", c.Position, d.Verdict,
				d.NoDouble, d.DoubleTake, c.Verdict, c.NoDouble, c.DoubleTake, double, take)
		}
	}
	sum.print()
	fmt.Printf("%.1f ms a decision\n", float64(time.Since(start).Milliseconds())/float64(len(cases)))
}

// loss is what a verdict gives up in mEq: by doubling or not, and by the answer.
func (c *reference) loss(v cube.Verdict) (double, take float64) {
	doubled := min(c.DoubleTake, c.DoublePass)
	gain := doubled - c.NoDouble
	if v.Doubles() != (gain > 0) {
		double = 1000 * math.Abs(gain)
	}
	if v.Take != (c.DoubleTake <= c.DoublePass) {
		take = 1000 * math.Abs(c.DoubleTake-c.DoublePass)
	}
	return double, take
}

func efficiencies(contact, race float64) cube.Efficiencies {
	e := cube.Usual()
	if contact > 0 {
		e.Contact = cube.Uniform(contact).Contact
	}
	if race > 0 {
		e.Race = cube.Uniform(race).Race
	}
	return e
}

// tally sums up cases by kind.
type tally struct {
	losses map[string][]float64
	same   int // cases with the file's own words
}

func (t *tally) add(c *reference, v cube.Verdict, double, take float64) {
	if t.losses == nil {
		t.losses = map[string][]float64{}
	}
	stakes := "money"
	if c.state.Score.Length > 0 {
		stakes = "match"
	}
	for _, kind := range []string{"all", stakes, eval.ClassOf(&c.state.Board).String()} {
		t.losses[kind] = append(t.losses[kind], double+take)
	}
	t.losses["doubling"] = append(t.losses["doubling"], double)
	t.losses["taking"] = append(t.losses["taking"], take)
	asked := double
	if v.Doubles() {
		asked += take
	}
	t.losses["as asked"] = append(t.losses["as asked"], asked)
	if v.String() == c.Verdict {
		t.same++
	}
}

func (t *tally) print() {
	for _, kind := range []string{"all", "money", "match", "contact", "race", "doubling", "taking", "as asked"} {
		l := t.losses[kind]
		if len(l) == 0 {
			continue
		}
		right := 0
		for _, x := range l {
			if x < near {
				right++
			}
		}
		mean, sd := stat.MeanStdDev(l, nil)
		n := float64(len(l))
		fmt.Printf("%-9s %4d cases  %5.1f %% below %d mEq  mean %6.2f ± %.2f mEq (standard error)\n",
			kind, len(l), 100*float64(right)/n, near, mean, sd/math.Sqrt(n))
	}
	fmt.Printf("the same words in %d of %d\n", t.same, len(t.losses["all"]))
}

func model(path string) (*static.Model, error) {
	f, err := nnet.Read(path)
	if err != nil {
		return nil, err
	}
	return static.NewModel(f)
}

func table(path string) (*cube.MET, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return cube.ReadMET(f)
}

func read(path string) ([]reference, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []reference
	s := bufio.NewScanner(f)
	for n := 1; s.Scan(); n++ {
		var c reference
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if c.state, _, err = notation.Parse(c.Position); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		all = append(all, c)
	}
	return all, s.Err()
}
