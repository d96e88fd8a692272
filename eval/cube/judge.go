// Package cube judges games with the doubling cube: whether to double, take,
// pass or beaver, and what a whole state (board, cube, score) is worth.
//
// Stakes are what there is to win in every state the cube can reach. The
// live-cube model turns an Evaluator's cubeless outcome into a value for each of
// them. A Judge carries all these values through its lookahead, asks at every
// node whether to double, and lets the model speak at the leaves only; a
// Decision puts the result into words. In matches the values rest on a match
// equity table, computed or read.
package cube

import (
	"context"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/search"
)

// Exact knows some money games without gammons exactly; the tables of
// eval/bearoff do. Cubeful is the equity, in points per unit of the cube, for
// the player on roll before the roll who does not double this turn, by the
// owner of the cube; ok is false for a board it does not know. It must be safe
// for concurrent use.
type Exact interface {
	Cubeful(b *engine.Board) (own, centred, opponents float32, ok bool)
}

// Options are what a Judge judges by.
type Options struct {
	MET        *MET  // for matches; nil: the Standard one, computed at the first match
	Exact      Exact // for leaves of money games; nil: the model alone
	Efficiency Efficiencies
	// Plies is how deep to look. A ply costs one batch, of about 400 boards if none is
	// pruned, the next one 21 of them, and so on.
	Plies int
	// Guess says which plays of each roll inside the tree are judged at all, where the
	// Evaluator is an eval.Guesser: those that go on by what its guesses are worth
	// without the cube or as if the game were played to the end with a cube that can
	// come up. By the zero Cut all are.
	Guess search.Cut
}

// Judge judges whole states by an Evaluator that knows only boards. It owns the
// Evaluator and all scratch, so it is not for concurrent use.
type Judge struct {
	evaluator  eval.Evaluator
	options    Options
	candidates *search.Candidates // inside the tree
	generator  engine.Generator
	model      model
	levels     []level // scratch, by plies still to look ahead
	root       node
}

// New makes a Judge around an Evaluator that nobody else uses meanwhile.
func New(e eval.Evaluator, o Options) *Judge {
	o.Plies = max(o.Plies, 0)
	return &Judge{
		evaluator: e, options: o, levels: make([]level, o.Plies+1),
		candidates: search.NewCandidates(e, o.Guess),
	}
}

// Worth is what a Judge makes of a position: of one after a play, seen by the mover.
type Worth struct {
	Outcome eval.Outcome // cubeless
	Equity  float64      // with the cube, as in Decision
	Winning float64      // the chance to win the match; 0 in a money game
}

// Plays judges the positions after plays of the player on roll, all of one
// decision, as deep as Options say; the opponent may double first. len(dst) must
// be len(plays).
func (j *Judge) Plays(ctx context.Context, dst []Worth, s engine.State, plays []engine.Play) error {
	stakes, err := j.stakes(s)
	if err != nil {
		return err
	}
	return j.plays(ctx, dst, stakes, s.Roller, plays, j.options.Plies)
}

// Replies appends to dst the plays of the player on roll, who does not double, for every
// roll, or the lost turn: those that Options.Guess leaves. Those of roll i of
// engine.Rolls end at ends[i]. It fails where Plays does.
func (j *Judge) Replies(dst []engine.Play, s engine.State) (plays []engine.Play, ends [21]int, err error) {
	stakes, err := j.stakes(s)
	if err != nil {
		return dst, ends, err
	}
	for i, roll := range engine.Rolls() {
		of := j.worthJudging(stakes, s.Board, roll, s.Roller, present)
		if dst = append(dst, of...); len(of) == 0 {
			dst = append(dst, engine.NewPlay(s.Board))
		}
		ends[i] = len(dst)
	}
	return dst, ends, nil
}

// plays judges the positions after plays of player p, so many plies deep, at most
// those of Options.
func (j *Judge) plays(ctx context.Context, dst []Worth, stakes *Stakes, p int, plays []engine.Play, plies int) error {
	l, n := &j.levels[0], &j.root
	if plies == 0 { // all in one batch
		l.boards = l.boards[:0]
		for i := range plays {
			l.boards = append(l.boards, plays[i].Board.Swap())
		}
		j.evaluate(l)
	}
	for i := range plays {
		if plies == 0 {
			j.choose0(n, stakes, &l.boards[i], &l.outcomes[i], 1-p, present)
		} else if err := j.choose(ctx, n, stakes, plays[i].Board.Swap(), 1-p, plies, present); err != nil {
			return err
		}
		dst[i] = stakes.worth(n.asOutcome().Invert(), -n.values[0], p)
	}
	return nil
}

// value judges a state in which the player on roll has yet to throw, so many plies
// deep.
func (j *Judge) value(ctx context.Context, stakes *Stakes, s engine.State, plies int) (Worth, error) {
	n, p := &j.root, s.Roller
	judge := j.throw
	if s.MayDouble() {
		judge = j.choose
	}
	if err := judge(ctx, n, stakes, s.Board, p, plies, present); err != nil {
		return Worth{}, err
	}
	return stakes.worth(n.asOutcome(), n.values[0], p), nil
}

// worth is what player p expects of an outcome and a value of the present cube.
func (s *Stakes) worth(o eval.Outcome, value float64, p int) Worth {
	w := Worth{Outcome: o, Equity: s.Normalised(value, p)}
	if !s.money {
		w.Winning = (1 + value) / 2
	}
	return w
}

// present is the present cube, and the game without it.
const present set = 1 | 1<<cubeless

// stakes are those of a state.
func (j *Judge) stakes(s engine.State) (*Stakes, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if s.Score.Length > 0 && j.options.MET == nil {
		j.options.MET = Standard()
	}
	return NewStakes(s, j.options.MET)
}
