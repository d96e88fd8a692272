package cube

import (
	"context"
	"errors"

	"tavla/engine"
)

// Answer is what the player does who was doubled, beavered or raccooned.
type Answer uint8

const (
	Pass Answer = iota
	Take
	Raise // beaver, or raccoon after a beaver
)

// Answer judges the double, beaver or raccoon that waits for an answer.
func (j *Judge) Answer(ctx context.Context, s engine.State) (Answer, error) {
	stakes, err := j.stakes(s)
	if err != nil {
		return Pass, err
	}
	if s.Awaits() != engine.ToAnswerDouble {
		return Pass, errors.New("no answer to give: no double is pending")
	}
	n, p := &j.root, s.Roller
	if err := j.throw(ctx, n, stakes, s.Board, p, j.options.Plies, stakes.above(present, p)); err != nil {
		return Pass, err
	}
	// Whether doubled or beavered, the cube lies with the other player while p
	// throws. These are p's values per unit of the cube before the offer.
	held := 0
	if !s.Beavered && !s.Raccooned {
		held = stakes.rungs[0].doubled[p]
	}
	take, pass := stakes.raise*n.values[held], stakes.rungs[0].win[p][0]
	if s.Beavered { // it is p who answers
		take, pass = -take, stakes.rungs[0].win[1-p][0]
	}
	switch {
	case take > pass:
		return Pass, nil
	case take < 0 && (s.MayBeaver() || s.MayRaccoon()):
		return Raise, nil
	}
	return Take, nil
}
