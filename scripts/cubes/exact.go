package main

import (
	"context"
	"fmt"
	"io"
	"math"

	"tavla/engine"
	"tavla/eval/bearoff"
	"tavla/eval/cube"
	"tavla/eval/static"
)

const (
	exactMen = 6    // a side, that the cubeful table knows
	window   = 0.16 // points from a decision that states lie at most
)

// exact measures the decisions of the live-cube model, by exact chances to win,
// against the exact table of endings with the cube: money, over all states within
// the window, with the cube centred and owned.
func exact(w io.Writer, m *static.Model, endings *bearoff.Lazy, x cube.Efficiencies) error {
	j := cube.New(m.WithEndings(endings).NewEvaluator(), cube.Options{MET: cube.Standard(), Efficiency: x})
	sides := endingSides()
	for _, c := range []struct {
		name         string
		owner, value int
	}{{"centred", engine.Centred, 1}, {"owned", 0, 2}} {
		loss, wrong, n := 0.0, 0, 0
		for _, own := range sides {
			for _, opp := range sides {
				b := engine.Board{Own: own, Opp: opp}
				mine, centred, opponents, ok := endings.Cubeful(&b)
				if !ok {
					continue
				}
				still := float64(centred)
				if c.owner == 0 {
					still = float64(mine)
				}
				gain := min(1, 2*float64(opponents)) - still
				if math.Abs(gain) >= window {
					continue
				}
				s := engine.State{Board: b, Phase: engine.Playing, Cube: engine.Cube{Value: c.value, Owner: c.owner}}
				d, err := j.Decide(context.Background(), s)
				if err != nil {
					return err
				}
				if n++; d.Verdict.Doubles() != (gain >= 0) {
					loss += math.Abs(gain)
					wrong++
				}
			}
		}
		fmt.Fprintf(w, "cube %-8s %7d states within %.2f, %5.2f %% decided wrongly, mean loss %.5f points\n",
			c.name, n, window, 100*float64(wrong)/float64(n), loss/float64(n))
	}
	return nil
}

// endingSides are all ways to have up to exactMen men on the six points at home, the
// others borne off.
func endingSides() (all []engine.Side) {
	var fill func(s engine.Side, point, left int)
	fill = func(s engine.Side, point, left int) {
		if point == 0 {
			if on := exactMen - left; on > 0 {
				s[engine.Off] = uint8(15 - on)
				all = append(all, s)
			}
			return
		}
		for men := 0; men <= left; men++ {
			s[point] = uint8(men)
			fill(s, point-1, left-men)
		}
	}
	fill(engine.Side{}, 6, exactMen)
	return all
}
