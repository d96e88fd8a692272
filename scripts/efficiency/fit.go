package main

import (
	"context"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/stat"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/cube"
)

// fixed judges every position alike.
type fixed struct{ outcome eval.Outcome }

func (f fixed) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		dst[i] = f.outcome
	}
}

// modelled is what the live-cube model makes of an outcome of a contact position
// with each owner of the cube, at an efficiency.
func modelled(b engine.Board, o eval.Outcome, x cube.Efficiency) (v [owners]float64) {
	by := cube.Usual()
	by.Contact = x
	j := cube.New(fixed{o}, cube.Options{Efficiency: by})
	for _, owner := range []int{own, centred} {
		d, err := j.Decide(context.Background(), state(b, players[owner]))
		if err != nil {
			panic(err) // the states are made here, and all may double
		}
		v[owner], v[opponents] = d.NoDouble, d.DoubleTake/2
	}
	return v
}

// point is a value less that of the dead cube, and the live cube's less the same:
// the efficiency is how much the one is of the other.
type point struct{ y, z float64 }

func points(all []measured, owner int, rolled bool) (list []point) {
	for i := range all {
		m := &all[i]
		b, err := notation.ParsePositionID(m.Position)
		if err != nil {
			panic(err) // it has been read before
		}
		o := m.Static
		if rolled {
			o = m.Values[owner].Outcome
		}
		dead := modelled(b, o, cube.Efficiency{})[owner]
		live := modelled(b, o, cube.Efficiency{Own: 1, Centred: 1, Opponents: 1})[owner]
		list = append(list, point{m.Values[owner].Equity - dead, live - dead})
	}
	return list
}

// leastSquares is the slope of a line through the origin, its standard error, which
// leaves open how the residuals are spread, and their root mean square.
func leastSquares(list []point) (x, standardError, residual float64) {
	var yz, zz float64
	for _, p := range list {
		yz += p.y * p.z
		zz += p.z * p.z
	}
	x = yz / zz
	var squares, weighed float64
	for _, p := range list {
		r := p.y - x*p.z
		squares += r * r
		weighed += r * r * p.z * p.z
	}
	n := float64(len(list))
	return x, math.Sqrt(weighed*n/(n-1)) / zz, math.Sqrt(squares / n)
}

// losses are what doubling and taking by an efficiency give up in each position, in
// mEq by the rollouts: with the cube centred, owned, and by the answer.
func losses(all []measured, x cube.Efficiency) (list []float64) {
	for i := range all {
		m := &all[i]
		b, _ := notation.ParsePositionID(m.Position)
		said := modelled(b, m.Static, x)
		is := [owners]float64{m.Values[own].Equity, m.Values[centred].Equity, m.Values[opponents].Equity}
		loss := 0.0
		for _, owner := range []int{own, centred} {
			gain := min(2*is[opponents], 1) - is[owner]
			if (gain > 0) != (min(2*said[opponents], 1) > said[owner]) {
				loss += math.Abs(gain)
			}
		}
		if (is[opponents] > 0.5) != (said[opponents] > 0.5) {
			loss += math.Abs(2*is[opponents] - 1)
		}
		list = append(list, 1000*loss)
	}
	return list
}

// leastLoss is the one efficiency for all owners that loses least.
func leastLoss(all []measured) (best float64) {
	least := math.Inf(1)
	for k := 0; k <= 50; k++ {
		x := float64(k) / 50
		if l := stat.Mean(losses(all, cube.Efficiency{Own: x, Centred: x, Opponents: x}), nil); l < least {
			best, least = x, l
		}
	}
	return best
}

// report says what was found.
func report(w io.Writer, all []measured) {
	games := 0
	for i := range all {
		games += owners * all[i].Games
	}
	fmt.Fprintf(w, "%d positions, %d games\n\n", len(all), games)
	fmt.Fprintf(w, "%-11s  %-16s  %-16s  %8s  %9s  %8s\n", "cube", "x, rolled-out", "x, static", "live-dead", "rollout", "residual")
	fmt.Fprintf(w, "%-11s  %-16s  %-16s  %8s  %9s  %8s\n", "", "chances", "chances", "mean", "error", "of fit")
	var found [owners]float64
	var together [2][]point // by rolled-out and by static chances
	for owner, name := range ownerNames {
		rolled, static := points(all, owner, true), points(all, owner, false)
		x, e, residual := leastSquares(rolled)
		y, f, _ := leastSquares(static)
		together[0], together[1] = append(together[0], rolled...), append(together[1], static...)
		found[owner] = min(max(x, 0), 1)
		var span, noise float64
		for i, p := range rolled {
			span += p.z / float64(len(all))
			noise += math.Pow(all[i].Values[owner].Error, 2) / float64(len(all))
		}
		fmt.Fprintf(w, "%-11s  %+.3f ± %-7.3f  %+.3f ± %-7.3f  %+8.4f  %9.4f  %8.4f\n", name, x, e, y, f, span, math.Sqrt(noise), residual)
	}
	x, e, residual := leastSquares(together[0])
	y, f, _ := leastSquares(together[1])
	fmt.Fprintf(w, "%-11s  %+.3f ± %-7.3f  %+.3f ± %-7.3f  %8s  %9s  %8.4f\n", "all of them", x, e, y, f, "", "", residual)
	same := cube.Uniform(min(max(x, 0), 1)).Contact
	usual := cube.Usual().Contact
	fitted := cube.Efficiency{Own: found[own], Centred: found[centred], Opponents: found[opponents]}
	one := leastLoss(all)
	fmt.Fprintf(w, "\nWhat static cube decisions lose by these rollouts, in mEq a position (± standard error):\n")
	before := losses(all, usual)
	for _, c := range []struct {
		name string
		x    cube.Efficiency
	}{
		{"as it is", usual},
		{"fitted, each owner", fitted},
		{"fitted, one for all", same},
		{"the one x that loses least here", cube.Uniform(one).Contact},
	} {
		l := losses(all, c.x)
		less := make([]float64, len(l))
		for i := range l {
			less[i] = l[i] - before[i]
		}
		fmt.Fprintf(w, "  %-32s  %.2f %.2f %.2f   %6.2f ± %.2f   against as it is %+6.2f ± %.2f\n", c.name,
			c.x.Own, c.x.Centred, c.x.Opponents, stat.Mean(l, nil), meanError(l), stat.Mean(less, nil), meanError(less))
	}
}

// meanError is the standard error of the mean.
func meanError(list []float64) float64 {
	return stat.StdDev(list, nil) / math.Sqrt(float64(len(list)))
}
