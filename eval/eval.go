// Package eval holds the words of judging: what a position is worth (Outcome),
// what kind of position it is (Class), and what can judge it (Evaluator).
package eval

import "tavla/engine"

// Outcome is what becomes of a game, as probabilities for the player on roll
// before the roll. Gammons include backgammons, so
// 0 ≤ WinBackgammon ≤ WinGammon ≤ Win ≤ 1, and likewise for losses.
type Outcome struct {
	Win            float32
	WinGammon      float32
	WinBackgammon  float32
	LoseGammon     float32
	LoseBackgammon float32
}

// Equity is the cubeless money equity for the player on roll, in points from -3 to 3.
func (o Outcome) Equity() float32 {
	return 2*o.Win - 1 + o.WinGammon + o.WinBackgammon - o.LoseGammon - o.LoseBackgammon
}

// Invert is the same outcome seen by the other player.
func (o Outcome) Invert() Outcome {
	return Outcome{
		Win:            1 - o.Win,
		WinGammon:      o.LoseGammon,
		WinBackgammon:  o.LoseBackgammon,
		LoseGammon:     o.WinGammon,
		LoseBackgammon: o.WinBackgammon,
	}
}

// Final is the outcome of a game that is over; ok is false while it is not.
func Final(b *engine.Board) (o Outcome, ok bool) {
	switch b.Result() {
	case 3:
		return Outcome{Win: 1, WinGammon: 1, WinBackgammon: 1}, true
	case 2:
		return Outcome{Win: 1, WinGammon: 1}, true
	case 1:
		return Outcome{Win: 1}, true
	case -1:
		return Outcome{}, true
	case -2:
		return Outcome{LoseGammon: 1}, true
	case -3:
		return Outcome{LoseGammon: 1, LoseBackgammon: 1}, true
	}
	return Outcome{}, false
}

// Evaluator judges positions, cubeless. One is not for concurrent use and owns
// its scratch; whoever makes Evaluators makes one for each worker.
type Evaluator interface {
	// Evaluate writes to dst[i] what becomes of boards[i], seen by the player on
	// roll before the roll; finished games have their Final outcome. A board gets
	// the same bits whatever stands beside it. len(dst) must be len(boards).
	Evaluate(dst []Outcome, boards []engine.Board)
}

// Guesser is an Evaluator that can also guess, less well and many times as fast:
// enough to tell which plays of a roll are not worth judging.
type Guesser interface {
	Evaluator
	// Guess writes to dst[i] a guess of what becomes of boards[i], the positions after
	// plays of one roll in before, seen by the player next on roll; finished games have
	// their Final outcome. Guesses serve to be compared with each other only. ok is
	// false, and nothing written, where there are none to be had. A guess has the same
	// bits whatever stands beside it. len(dst) must be len(boards).
	Guess(dst []Outcome, boards []engine.Board, before *engine.Board) (ok bool)
}
