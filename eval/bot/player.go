package bot

import (
	"context"
	"fmt"

	"tavla/engine"
	"tavla/eval"
)

// Player is a Bot for whole games: it doubles, and answers doubles and
// resignations.
type Player interface {
	Bot
	// ChooseAction says what the player on turn does in a state that passes Check
	// and waits for anything but a play or the opening throw:
	//
	//	engine.ToRoll               ActRoll, or ActDouble if the state allows it
	//	engine.ToAnswerDouble       ActTake, ActPass, or ActBeaver or ActRaccoon if allowed
	//	engine.ToAnswerResignation  ActAccept, ActReject
	//
	// An error means that the player is lost.
	ChooseAction(ctx context.Context, s engine.State) (engine.Action, error)
}

// Cautious is a Player with the simplest use of the cube: it never doubles, takes
// where playing on at the doubled stake costs less than passing if nobody doubles
// any more (a cubeless equity above -0.5), and accepts a resignation that is worth
// no less than playing on. It looks at the points of a game only, not at the score
// of a match.
type Cautious struct {
	Bot
	evaluator eval.Evaluator
}

// NewCautious makes a Player that leaves the plays to b, and judges everything else
// by an evaluator that nobody else uses meanwhile.
func NewCautious(b Bot, e eval.Evaluator) *Cautious { return &Cautious{b, e} }

// ChooseAction implements Player; it fails only for states that wait for something
// else.
func (c *Cautious) ChooseAction(_ context.Context, s engine.State) (engine.Action, error) {
	switch d := s.Awaits(); d {
	case engine.ToRoll:
		return engine.ActRoll, nil
	case engine.ToAnswerDouble:
		// Passing costs half of what would be at stake.
		if c.equity(&s) > -0.5 {
			return engine.ActTake, nil
		}
		return engine.ActPass, nil
	case engine.ToAnswerResignation:
		size := s.Resigning
		if gammonsAreDead(&s) {
			size = 1
		}
		if c.equity(&s) <= float32(size) {
			return engine.ActAccept, nil
		}
		return engine.ActReject, nil
	default:
		return "", fmt.Errorf("no action is asked for in this state: it awaits decision %d", d)
	}
}

// equity is what the game is worth to the player on turn, in points at a cube of 1,
// before the roll of the player on roll.
func (c *Cautious) equity(s *engine.State) float32 {
	var o [1]eval.Outcome
	c.evaluator.Evaluate(o[:], []engine.Board{s.Board})
	if s.Turn != s.Roller {
		o[0] = o[0].Invert()
	}
	if s.Awaits() == engine.ToAnswerResignation && gammonsAreDead(s) {
		return 2*o[0].Win - 1
	}
	return o[0].Equity()
}

// gammonsAreDead reports a game in which a gammon counts no more than a single
// game as long as nobody doubles.
func gammonsAreDead(s *engine.State) bool {
	return s.Score.Length == 0 && s.Rules.Jacoby && s.Cube.Owner == engine.Centred
}
