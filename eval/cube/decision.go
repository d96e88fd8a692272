package cube

import (
	"context"
	"errors"

	"tavla/engine"
	"tavla/eval"
)

// Decision is what a Judge says of a player on roll who may double, and of the
// opponent who would have to answer. Equities are the doubler's, in points per
// unit of the present cube; in a match normalised, so that winning the game
// singly at the present cube is +1 and losing it -1.
type Decision struct {
	Outcome    eval.Outcome // cubeless, of the doubler before the roll
	NoDouble   float64
	DoubleTake float64 // taken with the cube at twice its value, even if a beaver is right
	DoublePass float64 // always 1
	// DoubleBeaver is with the double beavered, where the opponent should (then the
	// Verdict says so), otherwise 0.
	DoubleBeaver float64
	// Winning are the chances to win the match that go with the three equities;
	// nothing in a money game.
	Winning [3]float64
	Verdict Verdict
}

// Unavailable says that no double can be considered in a state, and why.
type Unavailable struct {
	Reason string
	// Verdict is what GNU Backgammon says of such a state.
	Verdict string
}

func (u *Unavailable) Error() string { return "no cube decision: " + u.Reason }

func unavailable(s *engine.State, reason string) error {
	u := &Unavailable{reason, "Cube not available"}
	mayTurn := s.Awaits() == engine.ToRoll && !s.Score.Crawford && s.Cube.Owner != 1-s.Roller
	if mayTurn && s.Score.Length > 0 && s.Score.Away(s.Roller) <= s.Cube.Value {
		u.Verdict = "Never double, take (dead cube)"
		if s.Cube.Owner == s.Roller {
			u.Verdict = "Never redouble, take (dead cube)"
		}
	}
	return u
}

// Decide judges the double that the player on roll may offer, or has offered if
// one is pending. The error is *Unavailable where the rules forbid to double.
func (j *Judge) Decide(ctx context.Context, s engine.State) (Decision, error) {
	if err := mayConsider(s); err != nil {
		return Decision{}, err
	}
	stakes, err := j.stakes(s)
	if err != nil {
		return Decision{}, err
	}
	p, n := s.Roller, &j.root
	if err := j.throw(ctx, n, stakes, s.Board, p, j.options.Plies, stakes.above(present, p)); err != nil {
		return Decision{}, err
	}
	up := stakes.rungs[0].doubled[p]
	values := [3]float64{n.values[0], stakes.raise * n.values[up], stakes.rungs[0].win[p][0]}
	d := Decision{Outcome: n.asOutcome()}
	for i, to := range []*float64{&d.NoDouble, &d.DoubleTake, &d.DoublePass} {
		*to = stakes.Normalised(values[i], p)
		if !stakes.money {
			d.Winning[i] = (1 + values[i]) / 2
		}
	}
	d.Verdict = VerdictOf(d.NoDouble, d.DoubleTake, d.DoublePass, stakes.beavers)
	d.Verdict.Redouble = s.Cube.Owner == p
	if d.Verdict.Beaver {
		d.DoubleBeaver = Beavered(d.DoubleTake)
	}
	return d, nil
}

// mayConsider is nil if the player on roll may double, or has doubled.
func mayConsider(s engine.State) error {
	if err := s.Check(); err != nil {
		return err
	}
	if s.MayDouble() {
		return nil
	}
	switch s.Awaits() {
	case engine.ToAnswerDouble:
		if s.Beavered || s.Raccooned {
			return unavailable(&s, "the double has been taken already, and a beaver or raccoon is to be answered")
		}
		return nil
	case engine.ToEnd:
		return unavailable(&s, "the game is over")
	}
	g, err := engine.GameFromState(s)
	if err != nil {
		return err
	}
	var rule *engine.RuleError
	if err := g.Double(); errors.As(err, &rule) {
		return unavailable(&s, rule.Rule)
	}
	return nil
}
