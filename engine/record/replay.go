package record

import (
	"fmt"
	"iter"

	"tavla/engine"
)

// Steps replays the game and yields every action with the state it was done in:
// a roll in the state that awaits it (so that MayDouble tells whether rolling
// was a decision not to double), a play in the state with that roll. It stops at
// an action that isn't legal; see Check.
func (g *Game) Steps() iter.Seq2[engine.State, Action] {
	return func(yield func(engine.State, Action) bool) {
		r, err := newReplay(g.Start)
		if err != nil {
			return
		}
		for _, a := range g.Actions {
			before := r.state()
			if r.do(a) != nil || !yield(before, a) {
				return
			}
		}
	}
}

// End is the state after the last action, from which an unfinished game goes on
// (engine.MatchFromState). The error is that of the first action that isn't legal.
func (g *Game) End() (engine.State, error) {
	r, err := newReplay(g.Start)
	if err != nil {
		return engine.State{}, err
	}
	for i, a := range g.Actions {
		if err := r.do(a); err != nil {
			return r.state(), fmt.Errorf("action %d, %s of player %d: %w", i+1, a.Kind, a.Player, err)
		}
	}
	return r.state(), nil
}

// Check reports what keeps the game from being replayed.
func (g *Game) Check() error {
	_, err := g.End()
	return err
}

// Result is how the game ended; ok is false if it is unfinished.
func (g *Game) Result() (r engine.Result, ok bool) {
	s, err := g.End()
	if err != nil {
		return engine.Result{}, false
	}
	return s.Result()
}

// replay is an engine.Game that also does the two things real files have and the
// engine refuses; see Action.
type replay struct {
	game *engine.Game
	// dead is the state while the double of a dead cube is pending, and after it
	// was passed; the game stands before the double.
	dead *engine.State
}

func newReplay(start engine.State) (*replay, error) {
	g, err := engine.GameFromState(start)
	if err != nil {
		return nil, err
	}
	return &replay{game: g}, nil
}

func (r *replay) state() engine.State {
	if r.dead != nil {
		return *r.dead
	}
	return r.game.State()
}

func (r *replay) do(a Action) error {
	if s := r.state(); a.Kind != engine.ActOpen && a.Kind != engine.ActResign && a.Player != s.Turn {
		return &engine.RuleError{Action: a.Kind, Rule: fmt.Sprintf("it is player %d's turn", s.Turn)}
	}
	if r.dead != nil {
		return r.answerDead(a)
	}
	switch a.Kind {
	case engine.ActLoseTurn:
		if s := r.state(); s.Awaits() == engine.ToRoll && closedOut(&s.Board) {
			return r.skip()
		}
	case engine.ActDouble:
		err := r.game.Double()
		if s := r.state(); err != nil && deadCube(&s) {
			s.Doubled, s.Turn = true, 1-s.Roller
			r.dead, err = &s, nil
		}
		return err
	}
	return a.Do(r.game)
}

// skip hands the dice over from a player who is closed out.
func (r *replay) skip() error {
	s := r.state()
	s.Board = s.Board.Swap()
	s.Roller = 1 - s.Roller
	s.Turn = s.Roller
	return r.restart(s)
}

func (r *replay) restart(s engine.State) error {
	g, err := engine.GameFromState(s)
	if err == nil {
		r.game, r.dead = g, nil
	}
	return err
}

// answerDead takes or passes the double of a dead cube.
func (r *replay) answerDead(a Action) error {
	s := *r.dead
	switch {
	case s.Awaits() == engine.ToEnd:
		return &engine.RuleError{Action: a.Kind, Rule: "the game is over"}
	case a.Kind == engine.ActTake:
		s.Cube = engine.Cube{Value: 2 * s.Cube.Value, Owner: 1 - s.Roller}
		s.Doubled, s.Turn = false, s.Roller
		return r.restart(s)
	case a.Kind == engine.ActPass:
		s.Doubled, s.Phase = false, engine.Dropped
		r.dead = &s
		return nil
	}
	return &engine.RuleError{Action: a.Kind, Rule: "a double has to be answered first"}
}

// deadCube reports whether nothing but the deadness of the cube keeps the player
// on roll from doubling.
func deadCube(s *engine.State) bool {
	const most = 1 << 20 // no real cube comes near
	return s.Awaits() == engine.ToRoll && s.Score.Length > 0 && !s.Opening && !s.Score.Crawford &&
		s.Cube.Owner != 1-s.Roller && s.Score.Away(s.Roller) <= s.Cube.Value && s.Cube.Value <= most
}

// closedOut reports whether no roll lets the player on roll move: a man is on
// the bar and the opponent's home board is closed.
func closedOut(b *engine.Board) bool {
	for p := 1; p <= 6; p++ {
		if b.Opp[p] < 2 {
			return false
		}
	}
	return b.Own[engine.Bar] > 0
}
