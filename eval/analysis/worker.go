package analysis

import (
	"context"
	"errors"
	"slices"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/cube"
	"tavla/eval/luck"
)

// Judged is what was found out about one step of a game; State keeps it. Equities
// are normalised: points per unit of the cube as it stood, in a match such that
// winning the game singly is +1 and losing it singly -1. Which fields are there
// depends on the step.
type Judged struct {
	Luck *float64 `json:"luck,omitempty"` // for the player who threw
	// Plays are the best plays and the one made, best first, none if forced.
	Plays []Candidate `json:"plays,omitempty"`
	// Differ is whether the legal plays are not all worth the same.
	Differ bool  `json:"differ,omitempty"`
	Cube   *Cube `json:"cube,omitempty"`
	// PlayOn and Resigned are the equities, for the player who resigned, of playing
	// on and of the loss that was offered.
	PlayOn   *float64 `json:"playOn,omitempty"`
	Resigned *float64 `json:"resigned,omitempty"`
}

// Candidate is a play that was judged.
type Candidate struct {
	Play    string       `json:"play"`
	Equity  float64      `json:"equity"`  // for the mover
	Outcome eval.Outcome `json:"outcome"` // cubeless, after the play, seen by the mover
	Plies   int          `json:"plies"`   // how deep it was judged
	Made    bool         `json:"made,omitempty"`
}

// Cube is what a double, and the answers to it, are worth to the doubler.
type Cube struct {
	Outcome    eval.Outcome `json:"outcome"` // cubeless, of the doubler before the roll
	NoDouble   float64      `json:"noDouble"`
	DoubleTake float64      `json:"doubleTake"` // taken plainly, even if a beaver is right
	DoublePass float64      `json:"doublePass"` // 1
	Beaver     bool         `json:"beaver,omitempty"`
	Verdict    string       `json:"verdict"`
}

// fits reports what keeps j from being what was found about t.
func (j *Judged) fits(t *step) error {
	made := 0
	for _, c := range j.Plays {
		if c.Made {
			made++
		}
	}
	switch {
	case t.luck != (j.Luck != nil):
		return errors.New("luck without a roll, or a roll without luck")
	case t.cube != (j.Cube != nil):
		return errors.New("cube equities without a cube decision, or the other way round")
	case t.play && t.legal > 1 && made != 1, !(t.play && t.legal > 1) && len(j.Plays) > 0:
		return errors.New("not the plays of this roll")
	case t.resign != (j.PlayOn != nil && j.Resigned != nil):
		return errors.New("not the resignation of this game")
	}
	return nil
}

// worker judges steps, one after another.
type worker struct {
	options *Options
	judges  []*cube.Judge // by plies; they share one evaluator
	rolls   *luck.Cubeful // by the first of them
	gen     engine.Generator
	plays   []engine.Play // scratch, as is worth
	worth   []cube.Worth
}

func newWorker(o *Options) *worker {
	w := &worker{options: o}
	e := o.NewEvaluator()
	for plies := range o.Plies + 1 {
		w.judges = append(w.judges, cube.New(e, cube.Options{
			MET: o.MET, Exact: o.Exact, Efficiency: o.Efficiency, Plies: plies, Guess: o.Filter.Guess,
		}))
	}
	w.rolls = luck.NewCubeful(w.judges[0])
	return w
}

// deepest is the judge of full depth.
func (w *worker) deepest() *cube.Judge { return w.judges[len(w.judges)-1] }

func (w *worker) judge(ctx context.Context, t *step) (*Judged, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	j := new(Judged)
	for _, part := range []struct {
		wanted bool
		judge  func(context.Context, *step, *Judged) error
	}{{t.luck, w.luck}, {t.cube, w.cube}, {t.play, w.play}, {t.resign, w.resign}} {
		if part.wanted {
			if err := part.judge(ctx, t, j); err != nil {
				return nil, err
			}
		}
	}
	return j, nil
}

// cube judges a double that was made or left, or the answer to it.
func (w *worker) cube(ctx context.Context, t *step, j *Judged) error {
	d, err := w.deepest().Decide(ctx, t.asked)
	if err != nil {
		return err
	}
	j.Cube = &Cube{d.Outcome, d.NoDouble, d.DoubleTake, d.DoublePass, d.Verdict.Beaver, d.Verdict.String()}
	return nil
}

// valueOf is the equity, for the player on roll, of a moment before the roll at
// which that player may double.
func (w *worker) valueOf(ctx context.Context, s engine.State) (float64, error) {
	s.Roller = 1 - s.Roller // as after a play of the other player
	s.Turn = s.Roller
	s.Board = s.Board.Swap()
	s.Opening = false
	var worth [1]cube.Worth
	err := w.deepest().Plays(ctx, worth[:], s, []engine.Play{engine.NewPlay(s.Board)})
	return -worth[0].Equity, err
}

// resign judges a resignation against playing on.
func (w *worker) resign(ctx context.Context, t *step, j *Judged) error {
	s, resigner := t.state, t.action.Player
	var on float64
	if s.Awaits() == engine.ToPlay {
		plays := w.legal(s.Board, s.Roll)
		ranked, err := w.rank(ctx, s, plays, 0)
		if err != nil {
			return err
		}
		on = ranked[0].worth.Equity
	} else {
		var err error
		if on, err = w.valueOf(ctx, s); err != nil {
			return err
		}
	}
	if s.Roller != resigner {
		on = -on
	}
	lost := w.options.lost(&s, resigner, t.action.Size)
	j.PlayOn, j.Resigned = &on, &lost
	return nil
}

// legal are the legal plays of a roll, or, where there is none, the one that moves
// nothing. They are valid until the next call.
func (w *worker) legal(b engine.Board, roll engine.Roll) []engine.Play {
	if plays := w.gen.Plays(b, roll); len(plays) > 0 {
		return plays
	}
	return []engine.Play{engine.NewPlay(b)}
}

// worths are what w.plays are worth so many plies deep. They are valid until the
// next call.
func (w *worker) worths(ctx context.Context, s engine.State, plies int) ([]cube.Worth, error) {
	w.worth = slices.Grow(w.worth[:0], len(w.plays))[:len(w.plays)]
	return w.worth, w.judges[plies].Plays(ctx, w.worth, s, w.plays)
}
