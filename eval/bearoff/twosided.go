package bearoff

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"tavla/engine"
)

// twoSided is exact for both sides together, up to six men each, indexed by
// rank of the player on roll × upTo6 + rank of the opponent. Immutable.
type twoSided struct {
	win []float32 // chance that the player on roll wins
	// Equities of the player on roll, who does not double this turn, with the
	// cube at 1 and his own, centred, the opponent's: three for each state.
	cube []float32
}

// worth of a state to the player who has just played and hands the roll over:
// cubeless, and with the cube his own, centred, the opponent's. The opponent, on
// roll, doubles when that is better for him and the cube allows it.
type worth [4]float64

// handOver turns equities for the player on roll who may not double (cubeless,
// own, centred, opponent's) into the worth for the one who played before.
func handOver(e [4]float64) worth {
	doubled := min(1, 2*e[3]) // pass, or take and own the cube at 2
	return worth{-e[0], -e[3], -max(e[2], doubled), -max(e[1], doubled)}
}

// buildTwoSided computes the table. It is nil when ctx ended first.
func buildTwoSided(ctx context.Context, workers int, progress func(float64)) *twoSided {
	t := &twoSided{make([]float32, upTo6*upTo6), make([]float32, 3*upTo6*upTo6)}
	if !solveTwoSided(ctx, workers, progress, t.set) {
		return nil
	}
	return t
}

// set stores the equities of a state: cubeless, own, centred, opponent's cube.
func (t *twoSided) set(own, opp int, e [4]float64) {
	i := own*upTo6 + opp
	t.win[i] = float32((e[0] + 1) / 2)
	for k, v := range e[1:] {
		t.cube[3*i+k] = float32(v)
	}
}

// solveTwoSided finds the equities of every state, level by level of both sides'
// pips together: every play leads to a lower level, and within one the states do
// not depend on each other, so that the result is the same for any number of
// workers, who call set at the same time. It is false when ctx ended first.
func solveTwoSided(ctx context.Context, workers int, progress func(float64), set func(own, opp int, e [4]float64)) bool {
	plays, pips := allPlays(), pipsOf()
	handed := make([]worth, upTo6*upTo6)
	solved := func(own, opp int, e [4]float64) {
		handed[own*upTo6+opp] = handOver(e)
		set(own, opp, e)
	}
	solved(0, 0, [4]float64{})
	for r := 1; r < upTo6; r++ { // nobody asks about finished games, but plays end there
		solved(r, 0, [4]float64{-1, -1, -1, -1})
		solved(0, r, [4]float64{1, 1, 1, 1})
	}
	top, done := len(pips)-1, 0
	for level := 2; level <= 2*top; level++ {
		if ctx.Err() != nil {
			return false
		}
		var opponents []uint16 // those who leave the player on roll 1..top pips
		for p := max(1, level-top); p <= min(top, level-1); p++ {
			opponents = append(opponents, pips[p]...)
		}
		inParallel(workers, len(opponents), func(k int) {
			opp := int(opponents[k])
			replies := handed[opp*upTo6 : (opp+1)*upTo6]
			for _, own := range pips[level-pipCount(opp)] {
				solved(int(own), opp, plays[own].backUp(replies))
			}
		})
		for _, opp := range opponents {
			done += len(pips[level-pipCount(int(opp))])
		}
		progress(float64(done) / ((upTo6 - 1) * (upTo6 - 1)))
	}
	return true
}

// rollPlays are the distinct ranks each of engine.Rolls leads to.
type rollPlays [21][]uint16

// backUp averages the best worths over the rolls: the equities of the player on
// roll. Each cube state has a best play of its own. replies are worths by the
// rank that the player on roll leaves.
func (p *rollPlays) backUp(replies []worth) (sum [4]float64) {
	for i, ends := range p {
		a, b, c, d := math.Inf(-1), math.Inf(-1), math.Inf(-1), math.Inf(-1)
		for _, to := range ends {
			v := &replies[to]
			a, b, c, d = max(a, v[0]), max(b, v[1]), max(c, v[2]), max(d, v[3])
		}
		n := chances[i]
		sum[0] += n * a
		sum[1] += n * b
		sum[2] += n * c
		sum[3] += n * d
	}
	for k := range sum {
		sum[k] /= 36
	}
	return sum
}

// chances of engine.Rolls, of 36.
var chances = func() (n [21]float64) {
	for i, roll := range engine.Rolls() {
		n[i] = float64(roll.Chances())
	}
	return n
}()

// allPlays lists the plays of every state with men left.
func allPlays() []rollPlays {
	plays := make([]rollPlays, upTo6)
	for r := 1; r < upTo6; r++ {
		for i, roll := range engine.Rolls() {
			plays[r][i] = playsOf(r, roll)
		}
	}
	return plays
}

// playsOf lists the distinct ranks that the legal plays of a roll lead to.
func playsOf(r int, roll engine.Roll) []uint16 {
	hi, lo := int(roll[0]), int(roll[1])
	var ends []uint16
	if roll.Doublet() {
		ends = move([]uint16{uint16(r)}, hi, hi, hi, hi)
	} else {
		ends = append(move([]uint16{uint16(r)}, hi, lo), move([]uint16{uint16(r)}, lo, hi)...)
	}
	slices.Sort(ends)
	return slices.Compact(ends)
}

// move makes one move by each die in turn, as long as men are left.
func move(from []uint16, dice ...int) []uint16 {
	for _, die := range dice {
		var to []uint16
		for _, r := range from {
			if r == 0 {
				to = append(to, 0)
				continue
			}
			to = unrank(int(r)).after(to, die)
		}
		slices.Sort(to)
		from = slices.Compact(to)
	}
	return from
}

func pipCount(r int) int {
	n := 0
	for p, men := range unrank(r) {
		n += p * int(men)
	}
	return n
}

// pipsOf lists the states of up to six men by pip count.
func pipsOf() (states [6*points + 1][]uint16) {
	for r := range upTo6 {
		p := pipCount(r)
		states[p] = append(states[p], uint16(r))
	}
	return states
}

// inParallel calls do for 0..n-1, in chunks taken by the workers as they come.
func inParallel(workers, n int, do func(int)) {
	const chunk = 16
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(max(workers, 1), (n+chunk-1)/chunk) {
		wg.Go(func() {
			for {
				from := int(next.Add(chunk)) - chunk
				if from >= n {
					return
				}
				for i := from; i < min(from+chunk, n); i++ {
					do(i)
				}
			}
		})
	}
	wg.Wait()
}
