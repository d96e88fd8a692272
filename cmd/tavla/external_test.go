package main

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval/bot"
	"tavla/eval/bot/fibs"
)

func TestExternalPlaysForWhoeverConnectsUntilItIsInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	said, errOut := io.Pipe()
	status := make(chan int, 1)
	go func() {
		status <- execute(ctx, []string{"external", "--listen", "127.0.0.1:0"}, strings.NewReader(""), io.Discard, errOut)
		errOut.Close()
	}()
	lines := bufio.NewScanner(said)
	if !lines.Scan() {
		t.Fatal("it says nothing")
	}
	addr, ok := strings.CutPrefix(lines.Text(), "listening at ")
	if !ok {
		t.Fatalf("it says %q", lines.Text())
	}
	log := make(chan []string)
	go func() {
		var all []string
		for lines.Scan() {
			all = append(all, lines.Text())
		}
		log <- all
	}()
	c, err := fibs.Dial(t.Context(), addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	roll := engine.Roll{3, 1}
	d := bot.Decision{Board: engine.Start(), Roll: roll, Plays: new(engine.Generator).Plays(engine.Start(), roll)}
	i, err := c.ChoosePlay(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	if got := notation.FormatPlay(d.Plays[i]); got != "8/5 6/5" {
		t.Errorf("it opens with %s", got)
	}
	interrupt()
	if got := <-status; got != exitDone {
		t.Errorf("exit status %d", got)
	}
	if all := <-log; len(all) != 3 || !strings.Contains(all[0], "connected") || !strings.Contains(all[1], "the server stops after 1 answers") || all[2] != "stopped" {
		t.Errorf("it logs %q", all)
	}
}
