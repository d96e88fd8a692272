// Efficiency fits the cube efficiency of contact positions to Tavla's own rollouts
// with the cube: it samples positions of self-play around the doubling window, rolls
// each out with the cube owned, centred and the opponent's, and looks how far each
// lies on the way from the dead cube to the live one. A file of --keep is gone on
// with; Ctrl-C fits what there is.
//
//	go run ./scripts/efficiency --positions 200 --games 216 --keep contact.jsonl
//	go run ./scripts/efficiency --positions 4 --games 36 --truncate 6   # a try
//
// Equities are points per unit of the cube, of the player on roll who does not
// double now.
package main

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"runtime"
	"time"

	"tavla/eval/cube"
	"tavla/eval/static"
	"tavla/nnet"
)

// settings are the command line.
type settings struct {
	positions, games, truncate, workers int
	window                              float64
	seed                                uint64
	net, keep                           string
	sum                                 string          // of the weights file
	players                             cube.Efficiency // by which the games are doubled
}

func main() {
	log.SetFlags(0)
	var s settings
	flag.StringVar(&s.net, "net", "weights/tavla.tavla", "weights file that plays and judges")
	flag.IntVar(&s.positions, "positions", 60, "how many positions")
	flag.IntVar(&s.games, "games", 216, "how many games of each position and owner of the cube")
	flag.IntVar(&s.truncate, "truncate", 0, "after how many rolls a game is cut off and judged by the very model that is fitted (0: never)")
	flag.Float64Var(&s.window, "window", 0.16, "how far from a decision positions lie at most, in points")
	flag.Uint64Var(&s.seed, "seed", 1, "what positions and dice come from")
	flag.IntVar(&s.workers, "workers", runtime.GOMAXPROCS(0), "how many goroutines work at once")
	flag.StringVar(&s.keep, "keep", "", "file to keep what is rolled out in, one JSON object a line, and to go on with")
	usual := cube.Usual().Contact
	flag.Float64Var(&s.players.Own, "own", usual.Own, "efficiency of an owned cube by which the games are doubled")
	flag.Float64Var(&s.players.Centred, "centred", usual.Centred, "that of a centred cube")
	flag.Float64Var(&s.players.Opponents, "opponents", usual.Opponents, "that of the opponent's cube")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("%q is too much; there are only flags, see --help", flag.Arg(0))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := s.run(ctx); err != nil {
		log.Fatal(err)
	}
}

func (s *settings) run(ctx context.Context) error {
	if s.positions < 1 || s.games < 2 || s.workers < 1 || s.truncate < 0 || !(s.window > 0) {
		return fmt.Errorf("--positions, --games, --workers and --window are above 0 (two games at least), --truncate is not below")
	}
	data, err := os.ReadFile(s.net)
	if err != nil {
		return err
	}
	s.sum = fmt.Sprintf("%x", sha256.Sum256(data))
	file, err := nnet.Decode(data)
	if err != nil {
		return fmt.Errorf("%s: %w", s.net, err)
	}
	model, err := static.NewModel(file)
	if err != nil {
		return fmt.Errorf("%s: %w", s.net, err)
	}
	store, err := openStore(s.keep, s.games, s.by())
	if err != nil {
		return err
	}
	defer store.close()
	begun := time.Now()
	var all []measured
	for i, b := range sample(model.NewEvaluator(), s) {
		m, known := store.known[b]
		if !known {
			if m, err = s.rollOut(ctx, model, b); ctx.Err() != nil {
				log.Printf("interrupted after %d of %d positions", i, s.positions)
				break
			}
			if err == nil {
				err = store.add(m)
			}
			if err != nil {
				return err
			}
			log.Printf("%d of %d positions, %v: own %+.3f, centred %+.3f, opponent's %+.3f (± %.3f)", i+1, s.positions,
				time.Since(begun).Round(time.Second), m.Values[own].Equity, m.Values[centred].Equity, m.Values[opponents].Equity, m.Values[centred].Error)
		}
		all = append(all, m)
	}
	if len(all) == 0 {
		return fmt.Errorf("nothing has been rolled out")
	}
	report(os.Stdout, all)
	return nil
}
