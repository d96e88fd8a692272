package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"tavla/engine"
	"tavla/engine/record"
	"tavla/nnet/wholefile"
)

// table is where a match is played: the state machine, and the record in step
// with it, which is what the file holds.
type table struct {
	path    string
	record  *record.Match
	match   *engine.Match
	human   int // the player who is the user
	seed    uint64
	resumed bool
	unsaved bool   // something has been done that is not in the file
	held    []byte // what the file held when it was last read or written, nil if it was not there
}

func (t *table) state() engine.State { return t.match.Game().State() }

// game is the record of the present game.
func (t *table) game() *record.Game { return &t.record.Games[len(t.record.Games)-1] }

// begin records the beginning of the game that the match is at.
func (t *table) begin() {
	t.record.Games = append(t.record.Games, record.Game{Start: t.state()})
	t.unsaved = true
}

// nextGame goes on to the next game of the match.
func (t *table) nextGame() error {
	if _, err := t.match.NextGame(); err != nil {
		return err
	}
	t.begin()
	return nil
}

// throws is how often dice have been thrown in the present game. The opening
// throw is one, however many ties came before it.
func (t *table) throws() int {
	n := 0
	for _, a := range t.game().Actions {
		if a.Roll != (engine.Roll{}) {
			n++
		}
	}
	return n
}

// open makes the opening throw.
func (t *table) open() (engine.Roll, error) {
	r := throwOpening(t.seed, len(t.record.Games))
	starter := 0
	if r[1] > r[0] {
		starter = 1
	}
	return r, t.do(record.Action{Kind: engine.ActOpen, Player: starter, Roll: r})
}

// roll throws for the player on roll.
func (t *table) roll() error {
	r := throwDice(t.seed, len(t.record.Games), t.throws())
	return t.do(record.Action{Kind: engine.ActRoll, Player: t.state().Roller, Roll: r.Sorted()})
}

// act does what needs no more than its name, for the player on turn.
func (t *table) act(kind engine.Action) error {
	return t.do(record.Action{Kind: kind, Player: t.state().Turn})
}

// do does an action and records it. A *engine.RuleError means that the rules
// forbid it, and that nothing has happened.
func (t *table) do(a record.Action) error {
	if err := a.Do(t.match.Game()); err != nil {
		return err
	}
	t.game().Actions = append(t.game().Actions, a)
	t.unsaved = true
	return nil
}

var errUnsaved = errors.New("the match cannot be saved")

// save writes the file if it is not up to date. What somebody else has written
// there since, as the same match played in two windows, is not written over.
func (t *table) save() error {
	if !t.unsaved {
		return nil
	}
	var text bytes.Buffer
	if err := record.WriteMAT(&text, t.record); err != nil {
		return fmt.Errorf("%w: %w", errUnsaved, err)
	}
	if there, err := readAtMost(t.path, mostBytes); err == nil && !bytes.Equal(there, t.held) {
		return fmt.Errorf("%w: %s has been changed by another program since, and is left alone", errUnsaved, t.path)
	}
	err := wholefile.Write(t.path, func(w io.Writer) error { _, err := w.Write(text.Bytes()); return err })
	if err != nil {
		return fmt.Errorf("%w: %w", errUnsaved, err)
	}
	t.unsaved, t.held = false, text.Bytes()
	return nil
}
