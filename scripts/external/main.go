// External lets an installed GNU Backgammon play money games with the cube, and
// matches, against Tavla as its external player, half of them on either seat. Every
// game must come to its end, and its record must replay by the rules without a
// doubt: GNU Backgammon takes an illegal answer for no move.
//
//	go run ./scripts/external --games 50 --matches 5 --out DIR
//
// It prints the results; DIR keeps the games, what GNU Backgammon wrote, and
// Tavla's log.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// config is what to play.
type config struct {
	tavla, gnubg   string // programs
	games, matches int
	length         int // of a match, in points
	plies          int // of both
	seed           uint64
	out            string // folder
}

func main() {
	log.SetFlags(0)
	var c config
	flag.StringVar(&c.tavla, "tavla", "", "the program; empty builds it from here")
	flag.StringVar(&c.gnubg, "gnubg", "", "GNU Backgammon; empty looks on PATH and in /usr/games")
	flag.IntVar(&c.games, "games", 50, "money games")
	flag.IntVar(&c.matches, "matches", 5, "matches")
	flag.IntVar(&c.length, "length", 5, "points of a match")
	flag.IntVar(&c.plies, "plies", 0, "how deep both look")
	flag.Uint64Var(&c.seed, "seed", 1, "of GNU Backgammon's dice")
	flag.StringVar(&c.out, "out", "", "folder for the records; empty for a temporary one")
	limit := flag.Duration("timeout", time.Hour, "how long all of it may take")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), *limit)
	defer cancel()
	if err := run(ctx, c); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, c config) error {
	if c.games < 0 || c.matches < 0 || c.length < 1 {
		return fmt.Errorf("--games %d --matches %d --length %d: none is below 0, and the length not below 1", c.games, c.matches, c.length)
	}
	var err error
	if c.out == "" {
		if c.out, err = os.MkdirTemp("", "external-"); err != nil {
			return err
		}
		log.Printf("records are in %s", c.out)
	} else if err = os.MkdirAll(c.out, 0o777); err != nil {
		return err
	}
	if c.out, err = filepath.Abs(c.out); err != nil {
		return err
	}
	if c.gnubg == "" {
		if c.gnubg, err = exec.LookPath("gnubg"); err != nil {
			c.gnubg = "/usr/games/gnubg"
		}
	}
	if c.tavla == "" {
		c.tavla = filepath.Join(c.out, "tavla")
		build := exec.CommandContext(ctx, "go", "build", "-o", c.tavla, "./cmd/tavla")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("building Tavla (from the module's root): %w", err)
		}
	}
	begin := time.Now()
	if err := play(ctx, c); err != nil {
		return err
	}
	log.Printf("played in %v", time.Since(begin).Round(time.Second))
	return report(c)
}
