package cube

import (
	"context"
	"errors"
	"math"
	"slices"

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

// Resignation judges the resignation that waits for an answer, for the player who
// wins by it: what it is worth, what playing on is, both normalised as in Decision,
// and whether to accept it, which is when playing on is worth no more.
func (j *Judge) Resignation(ctx context.Context, s engine.State) (accept bool, offered, on float64, err error) {
	stakes, err := j.stakes(s)
	if err != nil {
		return false, 0, 0, err
	}
	if s.Awaits() != engine.ToAnswerResignation {
		return false, 0, 0, errors.New("no answer to give: no resignation is pending")
	}
	winner := s.Turn
	offered = stakes.Normalised(stakes.rungs[0].win[winner][s.Resigning-1], winner)
	s.Resigning, s.Turn = 0, s.Roller
	if on, err = j.playingOn(ctx, stakes, s); err != nil {
		return false, 0, 0, err
	}
	if winner != s.Roller {
		on = -on
	}
	on = stakes.Normalised(on, winner)
	return offered >= on-equal, offered, on, nil
}

// playingOn is the value of a state to the player on roll, who has thrown or not.
func (j *Judge) playingOn(ctx context.Context, stakes *Stakes, s engine.State) (float64, error) {
	n := &j.root
	if s.Roll == (engine.Roll{}) {
		_, err := j.value(ctx, stakes, s, j.options.Plies)
		return n.values[0], err
	}
	plays := slices.Clone(j.generator.Plays(s.Board, s.Roll)) // the judge generates too
	if len(plays) == 0 {
		plays = []engine.Play{engine.NewPlay(s.Board)}
	}
	best := math.Inf(-1)
	for i := range plays {
		if err := j.plays(ctx, make([]Worth, 1), stakes, s.Roller, plays[i:i+1], j.options.Plies); err != nil {
			return 0, err
		}
		best = max(best, -n.values[0])
	}
	return best, nil
}
