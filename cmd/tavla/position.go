package main

import (
	"tavla/engine"
	"tavla/engine/notation"
)

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
func parseDecision(args []string) (engine.State, error) {
	s, _, err := parsePosition(args)
	switch {
	case err != nil:
		return s, err
	case s.Board.Over():
		return s, badUsage("the game is over: a player has borne off all men")
	case s.Roll == (engine.Roll{}):
		return s, badUsage("no dice: give them as 31 or 3 1, or a position that carries them")
	}
	return s, nil
}
