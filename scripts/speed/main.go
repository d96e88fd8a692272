// Speed measures, in one run on one machine, what the README publishes about
// speed, as ratios against GNU Backgammon and against Tavla itself. Nothing else
// should be running.
//
//	go run ./scripts/speed --out speed.json
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"tavla/nnet/wholefile"
)

type settings struct {
	gnubg       string
	calibration int // iterations of GNU Backgammon's calibrate
	netGames    int // that the nets to judge with learn from
	games       int // of self-play training to time, per process
	memoryGames int // of the run whose memory is watched
	repeats     int
}

// record is the dated result; bars are in the order they were measured.
type record struct {
	Date     string               `json:"date"`
	Machine  string               `json:"machine"`
	Revision string               `json:"revision"`
	Settings map[string]int       `json:"settings"`
	Rates    map[string][]float64 `json:"rates"` // per second, of every repeat
	Bars     []bar                `json:"bars"`
}

// bar is a figure, the median over the repeats, and what it should reach.
type bar struct {
	Name    string  `json:"name"`
	Value   float64 `json:"value"`
	AtLeast float64 `json:"atLeast,omitempty"`
	AtMost  float64 `json:"atMost,omitempty"`
	Met     bool    `json:"met"`
}

func main() {
	log.SetFlags(0)
	var s settings
	flag.StringVar(&s.gnubg, "gnubg", "", "GNU Backgammon's program (searched for)")
	flag.IntVar(&s.calibration, "calibration", 300, "iterations of GNU Backgammon's calibrate")
	flag.IntVar(&s.netGames, "net-games", 3_000, "games that the nets to judge with learn from")
	flag.IntVar(&s.games, "games", 150_000, "games of self-play training to time")
	flag.IntVar(&s.memoryGames, "memory-games", 1_000_000, "games of the run whose memory is watched")
	flag.IntVar(&s.repeats, "repeats", 3, "how often everything but memory is measured")
	out := flag.String("out", "", "file for the JSON record")
	flag.Parse()
	r, err := measure(s)
	if err != nil {
		log.Fatal(err)
	}
	r.print(os.Stdout)
	if *out == "" {
		return
	}
	err = wholefile.Write(*out, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(r)
	})
	if err != nil {
		log.Fatal(err)
	}
}

func measure(s settings) (*record, error) {
	r := &record{
		Date: time.Now().UTC().Format(time.DateOnly), Machine: machine(), Revision: revision(),
		Settings: map[string]int{
			"calibration": s.calibration, "netGames": s.netGames, "games": s.games,
			"memoryGames": s.memoryGames, "repeats": s.repeats,
		},
		Rates: make(map[string][]float64),
	}
	dir, err := os.MkdirTemp("", "speed")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	t := tavla{program: filepath.Join(dir, "tavla"), dir: dir}
	if _, err := output(longest, "go", "build", "-o", t.program, "./cmd/tavla"); err != nil {
		return nil, err
	}
	nets := make(map[int]string)
	for _, hidden := range []int{128, 256} {
		if nets[hidden], err = t.shortTraining(hidden, s.netGames); err != nil {
			return nil, err
		}
	}
	for i := range s.repeats {
		log.Printf("repeat %d of %d", i+1, s.repeats)
		rates, err := once(s, t, nets)
		if err != nil {
			return nil, err
		}
		for name, rate := range rates {
			r.Rates[name] = append(r.Rates[name], rate)
		}
	}
	log.Printf("memory over %d games", s.memoryGames)
	growth, err := t.memoryGrowth(s.memoryGames)
	if err != nil {
		return nil, err
	}
	r.compare(growth)
	return r, nil
}

// once takes every rate, those that are compared one right after the other.
func once(s settings, t tavla, nets map[int]string) (map[string]float64, error) {
	rates := make(map[string]float64)
	var err error
	if rates["gnubg static"], err = calibrate(s.gnubg, s.calibration); err != nil {
		return nil, err
	}
	for hidden, net := range nets {
		f, err := t.speed(net)
		if err != nil {
			return nil, err
		}
		rates[fmt.Sprint("static ", hidden)] = f.StaticEvaluationsPerSecond
		rates[fmt.Sprint("candidates ", hidden)] = f.CandidatesPerSecond
		rates[fmt.Sprint("decisions ", hidden)] = f.DecisionsPerSecond
		rates[fmt.Sprint("rolls ", hidden)] = f.RollsPerSecond
	}
	if rates["training, 2 workers"], err = t.trainingRate(s.games, 2); err != nil {
		return nil, err
	}
	rates["training, 1 + 1 workers"], err = t.trainingRate(s.games, 1, 1)
	return rates, err
}

// compare fills the bars: a ratio is taken within each repeat, and the median
// over the repeats stands for it.
func (r *record) compare(memoryGrowth float64) {
	ratio := func(a, b string) float64 {
		var all []float64
		for i := range r.Rates[a] {
			all = append(all, r.Rates[a][i]/r.Rates[b][i])
		}
		return median(all)
	}
	least := func(name string, value, bound float64) {
		r.Bars = append(r.Bars, bar{Name: name, Value: value, AtLeast: bound, Met: value >= bound})
	}
	most := func(name string, value, bound float64) {
		r.Bars = append(r.Bars, bar{Name: name, Value: value, AtMost: bound, Met: value <= bound})
	}
	least("static evaluations, 128 hidden units / gnubg", ratio("static 128", "gnubg static"), 6)
	least("candidates, 128 / gnubg", ratio("candidates 128", "gnubg static"), 10)
	least("static evaluations, 256 / gnubg", ratio("static 256", "gnubg static"), 4)
	least("candidates, 256 / gnubg", ratio("candidates 256", "gnubg static"), 7)
	least("games of self-play training per second, 128 raw", median(r.Rates["training, 2 workers"]), 2000)
	least("one process of 2 workers / two of 1", ratio("training, 2 workers", "training, 1 + 1 workers"), 0.92)
	most("share of a decision that finds plays, 128", ratio("decisions 128", "rolls 128"), 0.2)
	most("time of a static evaluation, 256 / 128", ratio("static 128", "static 256"), 2)
	most("time of a decision, 256 / 128", ratio("decisions 128", "decisions 256"), 2)
	most("memory, whole run / its first tenth", memoryGrowth, 1.1)
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

func (r *record) print(w io.Writer) {
	fmt.Fprintf(w, "%s, %s, revision %s\n\n", r.Date, r.Machine, r.Revision)
	for _, b := range r.Bars {
		bound := fmt.Sprintf("at least %g", b.AtLeast)
		if b.AtMost > 0 {
			bound = fmt.Sprintf("at most %g", b.AtMost)
		}
		fmt.Fprintf(w, "%-52s %9.2f  %-14s %s\n", b.Name, b.Value, bound, map[bool]string{true: "met", false: "not met"}[b.Met])
	}
	fmt.Fprintf(w, "\nper second, median of the repeats:\n")
	for _, name := range slices.Sorted(maps.Keys(r.Rates)) {
		fmt.Fprintf(w, "%-52s %12.1f\n", name, median(r.Rates[name]))
	}
}
