package main

import (
	"fmt"
	"strings"

	"tavla/engine"
	"tavla/engine/notation"
)

// What the help of the judging commands says alike.
const (
	positionHelp = `POSITION is a GNU Backgammon position id, positionid:matchid, an XGID or a FIBS
board line; quote what has blanks in it. An XGID without its XGID= may begin with
a dash: then put -- before it.`

	diceHelp = `DICE is 31 or 3 1, and may be left out when the position carries the dice.`

	batchHelp = `With --batch each line of FILE is one query, written as these arguments, and each
is answered by one JSON object a line, in the same order. A bad line, a blank one
too, gets {"line":N,"error":"..."} in its place; the others go on, and the exit
status is 1 in the end.`
)

const noLegalPlay = "No legal play: the turn is lost.\n"

// parsePosition reads POSITION [DICE] as users give them: the position in any
// known format, the dice as 31 or as two arguments 3 1. Dice may be left out
// when the position carries them; if both are there they must agree.
func parsePosition(args []string) (engine.State, notation.Kind, error) {
	s, kind, err := notation.Parse(args[0])
	if err != nil {
		return s, kind, usageError{err}
	}
	if err := s.Check(); err != nil {
		return s, kind, usageError{err}
	}
	if len(args) == 1 {
		return s, kind, nil
	}
	roll, err := notation.ParseRoll(args[1:]...)
	if err != nil {
		return s, kind, usageError{err}
	}
	if s.Roll != (engine.Roll{}) && s.Roll.Sorted() != roll.Sorted() {
		return s, kind, badUsage("the position carries the dice %d %d, but %d %d were given", s.Roll[0], s.Roll[1], roll[0], roll[1])
	}
	s.Roll = roll
	return s, kind, nil
}

// parseDecision is parsePosition for commands that need a roll to be played.
func parseDecision(args []string) (engine.State, notation.Kind, error) {
	s, kind, err := parsePosition(args)
	if err != nil {
		return s, kind, err
	}
	switch s.Awaits() {
	case engine.ToPlay:
		return s, kind, nil
	case engine.ToRoll:
		return s, kind, badUsage("no dice: give them as 31 or 3 1, or a position that carries them")
	case engine.ToAnswerDouble:
		return s, kind, badUsage("no roll to play: a double is pending, and has to be answered first")
	case engine.ToAnswerResignation:
		return s, kind, badUsage("no roll to play: a resignation is pending, and has to be answered first")
	}
	return s, kind, badUsage("no roll to play: %s", ending(s))
}

// ending says how a game came to its end.
func ending(s engine.State) string {
	switch s.Phase {
	case engine.Resigned:
		return "the game is over, a player has resigned"
	case engine.Dropped:
		return "the game is over, a double was passed"
	}
	return "the game is over, a player has borne off all men"
}

// diceOf are the dice in the order given.
func diceOf(s engine.State) [2]int { return [2]int{int(s.Roll[0]), int(s.Roll[1])} }

// cubelessNote says what of the state plays no part in judging it, "" if nothing.
func cubelessNote(s engine.State) string {
	var left []string
	if s.Score.Length > 0 {
		left = append(left, "the match score")
	}
	if s.Cube.Value > 1 {
		left = append(left, fmt.Sprintf("the cube at %d", s.Cube.Value))
	}
	if s.Rules.Jacoby {
		left = append(left, "the Jacoby rule")
	}
	if len(left) == 0 {
		return ""
	}
	return "judged as cubeless money; left out of account: " + strings.Join(left, ", ")
}
