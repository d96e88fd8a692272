package luck

import (
	"context"
	"slices"

	"tavla/engine"
	"tavla/eval/cube"
)

// Cubeful measures luck with the cube as it stands, by the score and the rules: by
// what a cube.Judge makes of the best play of every roll, where the opponent may
// double next. It is not for concurrent use. All its methods fail where Judge.Plays
// does.
type Cubeful struct {
	judge  *cube.Judge
	plays  []engine.Play // scratch, as is worths
	worths []cube.Worth
}

// NewCubeful makes a Cubeful by a judge, best one of 0 plies, that nobody else uses
// at the same time.
func NewCubeful(j *cube.Judge) *Cubeful { return &Cubeful{judge: j} }

// Amount is a worth, or a difference of two such as luck, in the units of cube.Worth.
type Amount struct {
	Equity  float64 // normalised at the present cube
	Winning float64 // the chance to win the match; 0 in a money game
}

// Best is the best play of a roll, or the lost turn, seen by the player who makes it.
type Best struct {
	Board engine.Board // after the play
	cube.Worth
}

// CubefulRolls is what every throw is worth in one state, seen by the player on roll.
type CubefulRolls struct {
	Best [21]Best // in the order of engine.Rolls
	Mean Amount   // over the 36 throws
}

// Rolls judges all 21 different throws of the player on roll, who does not double, in
// one batch. Of equal plays (when all lose the match to a double, say) the best is
// that without the cube.
func (c *Cubeful) Rolls(ctx context.Context, s engine.State) (r CubefulRolls, err error) {
	var ends [21]int
	if c.plays, ends, err = c.judge.Replies(c.plays[:0], s); err != nil {
		return r, err
	}
	if err = c.judgePlays(ctx, s); err != nil {
		return r, err
	}
	from := 0
	for i, roll := range engine.Rolls() {
		best := from
		for k := from + 1; k < ends[i]; k++ {
			w, b := &c.worths[k], &c.worths[best]
			if w.Equity > b.Equity || w.Equity == b.Equity && w.Outcome.Equity() > b.Outcome.Equity() {
				best = k
			}
		}
		w, n := c.worths[best], float64(roll.Chances())
		r.Best[i] = Best{c.plays[best].Board, w}
		r.Mean.Equity += n * w.Equity
		r.Mean.Winning += n * w.Winning
		from = ends[i]
	}
	r.Mean.Equity /= 36
	r.Mean.Winning /= 36
	return r, nil
}

func (c *Cubeful) judgePlays(ctx context.Context, s engine.State) error {
	c.worths = slices.Grow(c.worths[:0], len(c.plays))[:len(c.plays)]
	return c.judge.Plays(ctx, c.worths, s, c.plays)
}

// Of is what a roll is worth, its dice in either order.
func (r *CubefulRolls) Of(roll engine.Roll) *Best { return &r.Best[index(roll)] }

// Luck is the luck of a roll, its dice in either order, for the player who threw it.
func (r *CubefulRolls) Luck(roll engine.Roll) Amount {
	b := r.Of(roll)
	return Amount{b.Equity - r.Mean.Equity, b.Winning - r.Mean.Winning}
}

// Luck is the luck of one roll of a game, for the player on roll. For the throw that
// opens a game use Opening.
func (c *Cubeful) Luck(ctx context.Context, s engine.State, roll engine.Roll) (Amount, error) {
	r, err := c.Rolls(ctx, s)
	return r.Luck(roll), err
}

// Opening is the luck of the throw that has just opened a game, for the player who
// begins and is on roll; for the other it is the same with the other sign. It is
// measured against the 30 throws that begin a game, 15 for either player, or under
// Rules.RerollOpening, where State.Roll does not count, against either player
// beginning with any of the 36.
func (c *Cubeful) Opening(ctx context.Context, s engine.State) (Amount, error) {
	p := s.Roller
	var of [2]CubefulRolls
	for q := range of {
		var err error
		s.Roller, s.Turn = q, q
		if of[q], err = c.Rolls(ctx, s); err != nil {
			return Amount{}, err
		}
	}
	var equity [2]float64 // for each player who begins
	winning, throws := 0.0, 0.0
	for i, r := range engine.Rolls() {
		n := float64(r.Chances())
		if !s.Rules.RerollOpening {
			n-- // of two orders of the dice one lets the player begin, of a doublet none
		}
		throws += n
		for q := range of {
			w := &of[q].Best[i]
			equity[q] += n * w.Equity
			if q == p || s.Score.Length == 0 {
				winning += n * w.Winning
			} else {
				winning += n * (1 - w.Winning)
			}
		}
	}
	mean := Amount{(equity[p]/throws - equity[1-p]/throws) / 2, winning / (2 * throws)}
	own := of[p].Mean
	if !s.Rules.RerollOpening {
		b := of[p].Of(s.Roll)
		own = Amount{b.Equity, b.Winning}
	}
	return Amount{own.Equity - mean.Equity, own.Winning - mean.Winning}, nil
}

// Worth is what a state before the roll is worth to the player on roll, who may double
// first: that of a lost turn to the opponent, seen from the other side.
func (c *Cubeful) Worth(ctx context.Context, s engine.State) (cube.Worth, error) {
	s.Board, s.Roller, s.Turn = s.Board.Swap(), 1-s.Roller, 1-s.Roller
	c.plays = append(c.plays[:0], engine.NewPlay(s.Board))
	if err := c.judgePlays(ctx, s); err != nil {
		return cube.Worth{}, err
	}
	w := c.worths[0]
	w.Outcome, w.Equity = w.Outcome.Invert(), -w.Equity
	if s.Score.Length > 0 {
		w.Winning = 1 - w.Winning
	}
	return w, nil
}
