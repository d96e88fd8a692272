package engine

import (
	"errors"
	"fmt"
)

// GameFromState goes on from a set-up position, which must pass Check and not
// be over. A game not yet begun awaits the opening throw.
func GameFromState(s State) (*Game, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if s.Awaits() == ToEnd {
		return nil, errors.New("the game is over: there is nothing to go on from")
	}
	return &Game{state: s, gen: &Generator{}}, nil
}

// Check reports what makes the state one in which no game can be.
func (s State) Check() error {
	if err := s.Board.Check(); err != nil {
		return err
	}
	if s.Roller>>1 != 0 || s.Turn>>1 != 0 {
		return fmt.Errorf("player %d on roll and player %d on turn: the players are 0 and 1", s.Roller, s.Turn)
	}
	if s.Roll != (Roll{}) {
		if err := s.Roll.Check(); err != nil {
			return err
		}
	}
	if err := s.Score.Check(); err != nil {
		return err
	}
	if err := s.Rules.check(s.Score.Length); err != nil {
		return err
	}
	if err := s.checkCube(); err != nil {
		return err
	}
	return s.checkPhase()
}

// Check reports what makes the score one before which no game can be played.
func (s Score) Check() error {
	switch {
	case s.Length < 0:
		return fmt.Errorf("match length %d: it is 1 or more, or 0 for money", s.Length)
	case s.Points[0] < 0 || s.Points[1] < 0:
		return fmt.Errorf("score %d-%d: points are never negative", s.Points[0], s.Points[1])
	case s.Over():
		return fmt.Errorf("score %d-%d: the match of %d is won already", s.Points[0], s.Points[1], s.Length)
	case !s.Crawford:
		return nil
	case s.Length == 0:
		return errors.New("a Crawford game for money: there is none in a money game")
	case s.Length > 1 && (s.Away(0) == 1) == (s.Away(1) == 1):
		// In a match of one point both are one away at once, and the cube is dead.
		return fmt.Errorf("a Crawford game at %d-%d of %d: exactly one player must be one point away",
			s.Points[0], s.Points[1], s.Length)
	}
	return nil
}

// check reports options that a match of that length (0 for money) doesn't know.
func (r Rules) check(length int) error {
	switch {
	case r.AutomaticDoubles < 0:
		return fmt.Errorf("%d automatic doubles: the limit is 0 or more", r.AutomaticDoubles)
	case length == 0:
		return nil
	case r.Jacoby:
		return errors.New("the Jacoby rule is for money play, not for a match")
	case r.Beavers:
		return errors.New("beavers are for money play, not for a match")
	case r.AutomaticDoubles > 0:
		return errors.New("automatic doubles are for money play, not for a match")
	}
	return nil
}

func (s *State) checkCube() error {
	c := s.Cube
	switch {
	case c.Value < 1 || c.Value&(c.Value-1) != 0:
		return fmt.Errorf("cube at %d: it shows a power of two", c.Value)
	case c.Value > maxCube:
		return fmt.Errorf("cube at %d: more than %d cannot be counted", c.Value, maxCube)
	case c.Owner != Centred && c.Owner != 0 && c.Owner != 1:
		return fmt.Errorf("cube owner %d: it is player 0 or 1, or %d for a centred cube", c.Owner, Centred)
	case c.Owner != Centred && c.Value == 1:
		return fmt.Errorf("player %d owns the cube at 1: it is centred until it has been turned", c.Owner)
	case c.Owner == Centred && c.Value > 1 && s.Score.Length > 0:
		return fmt.Errorf("centred cube at %d in a match: there are no automatic doubles", c.Value)
	case c.Owner != Centred && s.Score.Crawford:
		return errors.New("turned cube in the Crawford game: it is played without the cube")
	}
	return nil
}

func (s *State) checkPhase() error {
	pending := s.Doubled || s.Beavered || s.Raccooned || s.Resigning != 0
	if s.Phase != Over && s.Board.Over() {
		return errors.New("a player has borne off all men: the game is over")
	}
	if s.Opening && !s.Rules.RerollOpening {
		return errors.New("a first roll yet to be thrown: the starter plays the opening throw unless the rules say reroll")
	}
	if s.Opening && (s.Phase != Playing || s.Doubled || s.Roll != Roll{} || s.Board != Start()) {
		return errors.New("before the first roll the men stand at the start, no dice are thrown and no double is made")
	}
	switch s.Phase {
	case NotStarted:
		if pending || s.Roll != (Roll{}) || s.Board != Start() || s.Cube.Owner != Centred {
			return errors.New("a game that has not started has its men at the start, a centred cube, and no dice, double or resignation")
		}
	case Playing:
		return s.checkPending()
	case Over:
		if !s.Board.Over() {
			return errors.New("the game is called over, but nobody has borne off all men")
		}
	case Resigned:
		if s.Resigning < 1 || s.Resigning > 3 {
			return fmt.Errorf("game resigned at size %d: it is 1, 2 or 3", s.Resigning)
		}
	case Dropped:
	default:
		return fmt.Errorf("phase %d: the last one is %d", s.Phase, Dropped)
	}
	return nil
}

// checkPending checks the double or resignation that waits for an answer.
func (s *State) checkPending() error {
	turn := s.Roller
	switch {
	case s.Resigning < 0 || s.Resigning > 3:
		return fmt.Errorf("resignation of size %d: it is 1, 2 or 3", s.Resigning)
	case !s.Doubled && (s.Beavered || s.Raccooned):
		return errors.New("beaver or raccoon, but no double pending")
	case s.Resigning > 0 && s.Doubled:
		return errors.New("a double and a resignation at once: one has to be answered before the other")
	case s.Resigning > 0:
		return nil // either player may have resigned
	case s.Doubled:
		if err := s.checkDouble(); err != nil {
			return err
		}
		if !s.Beavered {
			turn = 1 - s.Roller
		}
	}
	if s.Turn != turn {
		return fmt.Errorf("player %d is on turn with player %d on roll: the decision is player %d's", s.Turn, s.Roller, turn)
	}
	return nil
}

func (s *State) checkDouble() error {
	if s.Roll != (Roll{}) {
		return fmt.Errorf("dice %d %d with a double pending: doubling comes before the throw", s.Roll[0], s.Roll[1])
	}
	if !s.Beavered && !s.Raccooned {
		if rule := s.turnRule(); rule != "" {
			return errors.New("a double is pending, but " + rule)
		}
		return nil
	}
	least := 2 // the double itself is in force under a beaver, the beaver too under a raccoon
	if s.Raccooned {
		least = 4
	}
	switch {
	case s.Beavered && s.Raccooned:
		return errors.New("a double is a beaver or a raccoon, not both")
	case !s.Rules.Beavers:
		return errors.New("beaver or raccoon in a game played without")
	case s.Cube.Owner != 1-s.Roller || s.Cube.Value < least:
		return fmt.Errorf("cube at %d of player %d under a beaver or raccoon: player %d owns it, at %d or more",
			s.Cube.Value, s.Cube.Owner, 1-s.Roller, least)
	case s.Cube.Value > maxCube/2:
		return fmt.Errorf("cube at %d with a double pending: more than %d cannot be counted", s.Cube.Value, maxCube)
	}
	return nil
}
