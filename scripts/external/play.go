package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// play lets the two programs play everything, and leaves the records.
func play(ctx context.Context, c config) error {
	addr, stop, err := serve(ctx, c)
	if err != nil {
		return err
	}
	defer stop()
	out, err := os.Create(filepath.Join(c.out, "gnubg.txt"))
	if err != nil {
		return err
	}
	defer out.Close()
	cmd := exec.CommandContext(ctx, c.gnubg, "-t", "-q", "-r")
	cmd.Dir = c.out
	cmd.Env = append(os.Environ(), "HOME="+c.out, "LC_ALL=C", "LANGUAGE=C")
	cmd.Stdin = strings.NewReader(commands(c, addr))
	cmd.Stdout, cmd.Stderr = out, out
	err = cmd.Run()
	if ctx.Err() != nil {
		return errors.New("the time is over: one of them stalled, or --timeout is too short")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.gnubg, err)
	}
	return nil
}

// serve starts Tavla, and returns where it listens and what stops it.
func serve(ctx context.Context, c config) (addr string, stop func(), err error) {
	cmd := exec.CommandContext(ctx, c.tavla, "external", "--listen", "127.0.0.1:0", "--plies", fmt.Sprint(c.plies))
	said, err := cmd.StderrPipe()
	if err != nil {
		return "", nil, err
	}
	logFile, err := os.Create(filepath.Join(c.out, "tavla.log"))
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, fmt.Errorf("starting Tavla: %w", err)
	}
	lines := bufio.NewScanner(said)
	for addr == "" && lines.Scan() {
		addr, _ = strings.CutPrefix(lines.Text(), "listening at ")
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for lines.Scan() {
			fmt.Fprintln(logFile, lines.Text())
		}
	}()
	stop = func() {
		cmd.Process.Signal(os.Interrupt)
		<-done
		cmd.Wait()
		logFile.Close()
	}
	if addr == "" {
		stop()
		return "", nil, errors.New("tavla does not listen")
	}
	return addr, stop, nil
}

// commands is what GNU Backgammon is told: whole matches follow game by game, money
// games stand alone. Tavla sits on seat 0 in every other.
func commands(c config, addr string) string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	say("set rng mersenne")
	say("set seed %d", c.seed)
	say("set threads 1")
	say("set automatic roll on")
	seat := func(tavla int) {
		names := [2]string{"gnubg", "gnubg"}
		names[tavla] = "Tavla"
		say("set defaultnames %s %s", names[0], names[1])
		say("set player %d gnubg", 1-tavla)
		say("set player %d chequer evaluation plies %d", 1-tavla, c.plies)
		say("set player %d cubedecision evaluation plies %d", 1-tavla, c.plies)
		say("set player %d external %s", tavla, addr)
	}
	say("set automatic game off")
	for tavla := range 2 {
		seat(tavla)
		for i := tavla; i < c.games; i += 2 {
			say("new session")
			say("play") // goes on, should something have stopped it
			say("export match mat %s", gameFile(i))
		}
	}
	say("set automatic game on")
	for tavla := range 2 {
		seat(tavla)
		for i := tavla; i < c.matches; i += 2 {
			say("new match %d", c.length)
			say("play")
			say("export match mat %s", matchFile(i))
		}
	}
	return b.String()
}

func gameFile(i int) string  { return fmt.Sprintf("game-%02d.mat", i+1) }
func matchFile(i int) string { return fmt.Sprintf("match-%02d.mat", i+1) }
