package engine

import "math"

// Result is how a game ended.
type Result struct {
	Winner int // player 0 or 1
	// Size is 1 for a single game, 2 for a gammon, 3 for a backgammon, as it
	// counts: always 1 under Jacoby while the cube has not been turned.
	Size   int
	Points int // Size times the stake
}

// Result is how the game ended; ok is false while it goes on.
func (s State) Result() (r Result, ok bool) {
	switch s.Phase {
	case Over:
		if n := s.Board.Result(); n > 0 {
			return s.won(s.Roller, n), true
		} else if n < 0 {
			return s.won(1-s.Roller, -n), true
		}
	case Resigned:
		return s.won(s.Turn, s.Resigning), true
	case Dropped:
		return s.won(1-s.Turn, 1), true
	}
	return Result{}, false
}

// won is the result of a game of the given size. Automatic doubles raise the
// stake but leave the cube centred, so that for Jacoby it is not turned.
func (s *State) won(winner, size int) Result {
	if s.Rules.Jacoby && s.Score.Length == 0 && s.Cube.Owner == Centred {
		size = 1
	}
	return Result{Winner: winner, Size: size, Points: size * s.Cube.Value}
}

// Away is how many points player p still needs; it has no meaning in a money game.
func (s Score) Away(p int) int { return s.Length - s.Points[p] }

// Over reports whether a player has won the match; a money game has no end.
func (s Score) Over() bool {
	return s.Length > 0 && (s.Away(0) <= 0 || s.Away(1) <= 0)
}

// After is the score for the next game when one at this score ended like r. The
// next game is the Crawford game when it leaves a player one point away for the
// first time. Points beyond the length count as they are.
func (s Score) After(r Result) Score {
	first := s.Away(0) > 1 && s.Away(1) > 1
	p := &s.Points[r.Winner]
	*p += min(r.Points, math.MaxInt-*p)
	s.Crawford = first && s.Length > 0 && s.Away(r.Winner) == 1
	return s
}
