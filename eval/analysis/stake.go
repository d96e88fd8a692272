package analysis

import "tavla/engine"

// Amount is an equity, such as an error or luck, in the two units in which it is
// told; they are never mixed. At one score and cube the two are proportional, but
// not from one to another.
type Amount struct {
	// Normalised is in points per unit of the cube as it stood, as if a point were
	// a money point (EMG).
	Normalised float64
	// Stake is what was at stake: in a match the chance to win it, in a money game
	// points times the cube.
	Stake float64
}

// Plus is the sum of two amounts.
func (a Amount) Plus(b Amount) Amount {
	return Amount{a.Normalised + b.Normalised, a.Stake + b.Stake}
}

// Times is an amount so many times.
func (a Amount) Times(x float64) Amount { return Amount{a.Normalised * x, a.Stake * x} }

// unit is how much stake goes with one point of normalised equity in a state.
func (o *Options) unit(s *engine.State) float64 {
	if s.Score.Length == 0 {
		return float64(s.Cube.Value)
	}
	return (o.winning(s, 0, 1) - o.winning(s, 1, 1)) / 2
}

// winning is player 0's chance to win the match after a player has won the game of
// s at that size.
func (o *Options) winning(s *engine.State, winner, size int) float64 {
	return o.MET.Winning(s.Score.After(engine.Result{Winner: winner, Size: size, Points: size * s.Cube.Value}), 0)
}

// amount is a normalised equity of a state in both units.
func (o *Options) amount(s *engine.State, normalised float64) Amount {
	return Amount{normalised, normalised * o.unit(s)}
}

// lost is the normalised equity of player p who loses the game of s at that size.
func (o *Options) lost(s *engine.State, p, size int) float64 {
	if s.Score.Length == 0 {
		if s.Rules.Jacoby && s.Cube.Owner == engine.Centred {
			size = 1
		}
		return -float64(size)
	}
	single, this := o.winning(s, 1-p, 1), o.winning(s, 1-p, size)
	if p == 1 {
		single, this = 1-single, 1-this
	}
	unit := o.unit(s)
	if unit == 0 {
		return -1
	}
	return -1 + (this-single)/unit
}

// result is what a finished game brought player 0: in a match the change of the
// chance to win it, in a money game points.
func (o *Options) result(start engine.Score, r engine.Result) float64 {
	if start.Length == 0 {
		return float64(r.Points * (1 - 2*r.Winner))
	}
	return o.MET.Winning(start.After(r), 0) - o.MET.Winning(start, 0)
}
