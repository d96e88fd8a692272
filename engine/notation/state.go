package notation

import (
	"errors"
	"fmt"

	"tavla/engine"
)

// tidy settles what formats write in several ways for one thing: a cube at 1
// belongs to nobody, a Crawford game with both players one point away is as any
// other, and a match knows no money rules.
func tidy(s *engine.State) {
	if s.Cube.Value == 1 {
		s.Cube.Owner = engine.Centred
	}
	if s.Score.Length > 0 {
		s.Rules = engine.Rules{}
		if s.Score.Away(0) == 1 && s.Score.Away(1) == 1 {
			s.Score.Crawford = false
		}
	}
}

// nameBeaver tells a beaver or raccoon from a double, where a format has one
// mark for all: both are offered with the cube at the doubler's opponent, and
// the doubler is the one to answer a beaver.
func nameBeaver(s *engine.State) {
	if !s.Doubled || s.Score.Length > 0 || s.Cube.Owner != 1-s.Roller {
		return
	}
	s.Beavered = s.Turn == s.Roller
	s.Raccooned = !s.Beavered
	s.Rules.Beavers = true
}

// SwapPlayers exchanges players 0 and 1 in a state: the same position with the
// players sitting the other way round.
func SwapPlayers(s engine.State) engine.State {
	s.Roller, s.Turn = 1-s.Roller, 1-s.Turn
	if s.Cube.Owner != engine.Centred {
		s.Cube.Owner = 1 - s.Cube.Owner
	}
	s.Score.Points[0], s.Score.Points[1] = s.Score.Points[1], s.Score.Points[0]
	return s
}

// viewedBy1 is the board as player 1 sees it.
func viewedBy1(s *engine.State) engine.Board {
	if s.Roller == 1 {
		return s.Board
	}
	return s.Board.Swap()
}

// completeBoard sets the men borne off to those that are missing. It refuses too
// many men, and finished games; own and opp name the players in errors.
func completeBoard(b *engine.Board, own, opp string) error {
	if err := completeSide(&b.Own, own); err != nil {
		return err
	}
	if err := completeSide(&b.Opp, opp); err != nil {
		return err
	}
	return playable(b, own, opp)
}

func completeSide(s *engine.Side, who string) error {
	n := 0
	for _, c := range s[1:] {
		n += int(c)
	}
	if n > engine.Men {
		return fmt.Errorf("%s: %d men, and there are only %d", who, n, engine.Men)
	}
	s[engine.Off] = uint8(engine.Men - n)
	return nil
}

// playable refuses boards without men of both players.
func playable(b *engine.Board, own, opp string) error {
	ownOff, oppOff := b.Own[engine.Off] == engine.Men, b.Opp[engine.Off] == engine.Men
	switch {
	case ownOff && oppOff:
		return errors.New("there are no men on the board")
	case ownOff:
		return fmt.Errorf("%s: no men left, the game is over", own)
	case oppOff:
		return fmt.Errorf("%s: no men left, the game is over", opp)
	}
	return nil
}
