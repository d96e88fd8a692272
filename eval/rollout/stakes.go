package rollout

import (
	"fmt"

	"tavla/engine"
	"tavla/eval/cube"
)

// stakes are what the games of a rollout with the cube are played for. A value is
// what a player expects, the other's being its negative: in a money game points
// per unit of the cube as it stands at the beginning of the rollout, in a match
// twice the chance to win the match less one.
type stakes struct {
	score engine.Score
	unit  int // the cube at the beginning
	met   *cube.MET
}

func newStakes(s engine.State, met *cube.MET) (*stakes, error) {
	if s.Score.Length > 0 {
		if _, err := cube.NewStakes(s, met); err != nil {
			return nil, err
		}
	}
	k := &stakes{s.Score, s.Cube.Value, met}
	if up, down := k.span(k.unit, 0); !(up > down) {
		return nil, fmt.Errorf("by the match equity table %s nothing is won with this game", met.Name())
	}
	return k, nil
}

// of is the value of a finished game to player p.
func (k *stakes) of(r engine.Result, p int) float64 {
	v := float64(r.Points) / float64(k.unit)
	if k.score.Length > 0 {
		v = 2*k.met.Winning(k.score.After(r), r.Winner) - 1
	}
	if r.Winner != p {
		v = -v
	}
	return v
}

// span are the values to player p of winning and of losing a single game with the
// cube at that height.
func (k *stakes) span(height, p int) (up, down float64) {
	return k.of(engine.Result{Winner: p, Size: 1, Points: height}, p),
		k.of(engine.Result{Winner: 1 - p, Size: 1, Points: height}, p)
}

// value turns an equity of player p, normalised so that a single game with the
// cube at that height is +1 or -1, into a value.
func (k *stakes) value(equity float64, height, p int) float64 {
	up, down := k.span(height, p)
	return down + (equity+1)/2*(up-down)
}

// equity is a value of player p normalised at the beginning of the rollout.
func (k *stakes) equity(value float64, p int) float64 {
	up, down := k.span(k.unit, p)
	return (2*value - up - down) / (up - down)
}

// winning are the chance to win the match that goes with an equity of player p at
// the beginning of the rollout, and its standard error.
func (k *stakes) winning(equity, standardError float64, p int) (chance, chanceError float64) {
	up, down := k.span(k.unit, p)
	return (1 + k.value(equity, k.unit, p)) / 2, standardError * (up - down) / 4
}
