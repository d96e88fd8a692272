package engine

import "math/bits"

// maxCube is where the cube stops, for arithmetic's sake only: half the bits of
// an int, so that no points and no sum of them overflow.
const maxCube = 1 << (bits.UintSize / 2)

// MayDouble reports whether the player on roll may double now.
func (s State) MayDouble() bool { return s.doubleRule() == "" }

// MayBeaver reports whether the player who was doubled may beaver now.
func (s State) MayBeaver() bool { return s.beaverRule() == "" }

// MayRaccoon reports whether the doubler whose double was beavered may raccoon now.
func (s State) MayRaccoon() bool { return s.raccoonRule() == "" }

// doubleRule is the rule against a double now, "" if there is none. A player
// who is closed out keeps the right to double.
func (s *State) doubleRule() string {
	switch d := s.Awaits(); {
	case d == ToOpen:
		return "nobody doubles before the opening roll"
	case d == ToPlay:
		return "the dice are thrown, and doubling comes before the throw"
	case d != ToRoll:
		return d.instead()
	}
	return s.turnRule()
}

// turnRule is the rule that keeps the cube from the player on roll at any
// moment of this turn, "" if there is none.
func (s *State) turnRule() string {
	switch {
	case s.Opening:
		return "nobody doubles before the opening roll"
	case s.Score.Crawford:
		return "the Crawford game is played without the cube"
	case s.Cube.Owner == 1-s.Roller:
		return "the opponent owns the cube, and only the owner may redouble"
	case s.Score.Length > 0 && s.Score.Away(s.Roller) <= s.Cube.Value:
		return "the cube is dead: the present stake already wins the doubler the match"
	case s.Cube.Value > maxCube/2:
		return "the stake is too large to count"
	}
	return ""
}

func (s *State) beaverRule() string {
	switch d := s.Awaits(); {
	case s.Score.Length > 0:
		return "there are no beavers in match play"
	case !s.Rules.Beavers:
		return "this game is played without beavers"
	case d == ToAnswerResignation || d == ToEnd:
		return d.instead()
	case d != ToAnswerDouble:
		return "only a player who has just been doubled may beaver"
	case s.Beavered || s.Raccooned:
		return "a beaver or raccoon cannot be beavered"
	case s.Cube.Value > maxCube/4:
		return "the stake is too large to count"
	}
	return ""
}

func (s *State) raccoonRule() string {
	switch d := s.Awaits(); {
	case s.Score.Length > 0:
		return "there are no raccoons in match play"
	case !s.Rules.Beavers:
		return "this game is played without beavers and raccoons"
	case d == ToAnswerResignation || d == ToEnd:
		return d.instead()
	case d != ToAnswerDouble || !s.Beavered:
		return "only a player who has just been beavered may raccoon"
	case s.Cube.Value > maxCube/4:
		return "the stake is too large to count"
	}
	return ""
}

// Double offers the opponent twice the stake.
func (g *Game) Double() error {
	if rule := g.state.doubleRule(); rule != "" {
		return &RuleError{ActDouble, rule}
	}
	g.state.Doubled = true
	g.state.Turn = 1 - g.state.Roller
	return nil
}

// Take accepts a double, a beaver or a raccoon. A player who takes a double
// owns the cube; one who beavered keeps it.
func (g *Game) Take() error {
	s := &g.state
	if d := s.Awaits(); d != ToAnswerDouble {
		return &RuleError{ActTake, unasked(d)}
	}
	s.raise()
	s.Doubled, s.Beavered, s.Raccooned = false, false, false
	s.Turn = s.Roller
	return nil
}

// Pass refuses a double, a beaver or a raccoon, and loses the stake before it.
func (g *Game) Pass() error {
	s := &g.state
	if d := s.Awaits(); d != ToAnswerDouble {
		return &RuleError{ActPass, unasked(d)}
	}
	s.Doubled, s.Beavered, s.Raccooned = false, false, false
	s.Phase = Dropped
	return nil
}

// Beaver takes a double, doubles again at once, and keeps the cube. The doubler
// answers with Take, Pass or Raccoon.
func (g *Game) Beaver() error {
	s := &g.state
	if rule := s.beaverRule(); rule != "" {
		return &RuleError{ActBeaver, rule}
	}
	s.raise()
	s.Beavered = true
	s.Turn = s.Roller
	return nil
}

// Raccoon takes a beaver and doubles once more; the cube stays with the player
// who beavered, who answers with Take or Pass.
func (g *Game) Raccoon() error {
	s := &g.state
	if rule := s.raccoonRule(); rule != "" {
		return &RuleError{ActRaccoon, rule}
	}
	s.raise()
	s.Beavered, s.Raccooned = false, true
	s.Turn = 1 - s.Roller
	return nil
}

// raise puts the pending double into force: the cube goes to the opponent of
// the player on roll, whether that player doubled or was beavered.
func (s *State) raise() { s.Cube = Cube{Value: 2 * s.Cube.Value, Owner: 1 - s.Roller} }

// unasked is the rule against an answer to a double that nobody offered.
func unasked(d Decision) string {
	if d == ToAnswerResignation || d == ToEnd || d == ToOpen {
		return d.instead()
	}
	return "no double has been offered"
}
