package bearoff

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"tavla/engine"
)

// cubeful equities of the player on roll, cube at 1, who does not double this
// turn, by who may double later.
type cubeful struct {
	own, centred, opponents float32
}

// twoSided is exact for both sides together, up to six men each, indexed by
// rank of the player on roll × upTo6 + rank of the opponent. Immutable.
type twoSided struct {
	win  []float32 // chance that the player on roll wins
	cube []cubeful
}

// worth of a state to the player who has just played and hands the roll over:
// cubeless, and with the cube his own, centred, the opponent's. The opponent, on
// roll, doubles when that is better for him and the cube allows it.
type worth [4]float64

// handOver turns equities for the player on roll who may not double (cubeless,
// own, centred, opponent's) into the worth for the one who played before.
func handOver(e worth) worth {
	doubled := min(1, 2*e[3]) // pass, or take and own the cube at 2
	return worth{-e[0], -e[3], -max(e[2], doubled), -max(e[1], doubled)}
}

// buildTwoSided computes the table level by level of both sides' pips together:
// every play leads to a lower level, and within one the states do not depend on
// each other, so that the table is the same for any number of workers. It is nil
// when ctx ended first.
func buildTwoSided(ctx context.Context, workers int, progress func(float64)) *twoSided {
	plays, pips := allPlays(), pipsOf()
	t := &twoSided{make([]float32, upTo6*upTo6), make([]cubeful, upTo6*upTo6)}
	handed := make([]worth, upTo6*upTo6)
	set := func(own, opp int, e worth) {
		i := own*upTo6 + opp
		t.win[i] = float32((e[0] + 1) / 2)
		t.cube[i] = cubeful{float32(e[1]), float32(e[2]), float32(e[3])}
		handed[i] = handOver(e)
	}
	for r := range upTo6 { // nobody asks about finished games, but plays end there
		set(r, 0, worth{-1, -1, -1, -1})
	}
	for r := range upTo6 {
		set(0, r, worth{1, 1, 1, 1})
	}
	set(0, 0, worth{})
	top, done := len(pips)-1, 0
	for level := 2; level <= 2*top; level++ {
		if ctx.Err() != nil {
			return nil
		}
		var opponents []uint16 // those who leave the player on roll 1..top pips
		for p := max(1, level-top); p <= min(top, level-1); p++ {
			opponents = append(opponents, pips[p]...)
		}
		inParallel(workers, len(opponents), func(k int) {
			opp := int(opponents[k])
			replies := handed[opp*upTo6 : (opp+1)*upTo6]
			for _, own := range pips[level-pipCount(opp)] {
				set(int(own), opp, plays[own].backUp(replies))
			}
		})
		for _, opp := range opponents {
			done += len(pips[level-pipCount(int(opp))])
		}
		progress(float64(done) / ((upTo6 - 1) * (upTo6 - 1)))
	}
	return t
}

// rollPlays are the distinct ranks each of engine.Rolls leads to.
type rollPlays [21][]uint16

// backUp averages the best worths over the rolls. Each cube state has a best
// play of its own. replies are worths by the rank the player on roll leaves.
func (p *rollPlays) backUp(replies []worth) (sum worth) {
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
