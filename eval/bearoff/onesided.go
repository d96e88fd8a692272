package bearoff

import (
	"context"

	"tavla/engine"
)

// unfinished holds, for a run of states of one side, the chance that the side
// has not reached its goal after n rolls, for n from 0 until the chance falls
// below negligible, as float32: right to seven digits. Immutable.
type unfinished struct {
	start []uint32 // where a state's row begins; one more at the end
	still []float32
}

// negligible chances are cut off: 10,000 of them would not show in a float32.
const negligible = 0x1p-36

func (u *unfinished) row(state int) []float32 {
	return u.still[u.start[state]:u.start[state+1]]
}

// mean is the mean number of rolls to the goal.
func mean(row []float32) float64 {
	sum := 0.0
	for _, s := range row {
		sum += float64(s)
	}
	return sum
}

// first is the chance that a side with row a, which rolls first, reaches its
// goal before the other with row b does: at its nth roll, after n-1 of the other.
func first(a, b []float32) float64 {
	sum := 0.0
	for n, other := range b {
		if n >= len(a) {
			break
		}
		next := 0.0
		if n+1 < len(a) {
			next = float64(a[n+1])
		}
		sum += float64((float64(a[n]) - next) * float64(other)) // the conversion forbids fusing
	}
	return sum
}

const mostRolls = 32 // more than anybody needs: 15 men on 6 are 90 pips, a roll has 3

// oneSided computes the table of the states from rank goal up for a side that
// plays for the fewest mean rolls to any rank below goal, on its own. With goal
// 1 that is bearing off; with upTo14, bearing the first of fifteen men off.
//
// Sums are exact or rounded in one way only (chances are 1 or 2), so the table
// has the same bits on every machine. It is nil when ctx ended first.
func oneSided(ctx context.Context, goal int) *unfinished {
	means := make([]float64, upTo15)
	still := make([][mostRolls]float64, upTo15) // zero at the goal
	var best moves
	for k := range best {
		for d := range best[k] {
			best[k][d] = make([]uint16, upTo15)
			for r := range goal {
				best[k][d][r] = uint16(r) // there already
			}
		}
	}
	u := &unfinished{start: make([]uint32, 1, upTo15-goal+2)}
	for r := goal; r < upTo15; r++ {
		if r%1024 == 0 && ctx.Err() != nil {
			return nil
		}
		best.extend(r, means)
		row := &still[r]
		for _, roll := range engine.Rolls() {
			c := float64(roll.Chances())
			to := best.play(r, roll, means)
			means[r] += c * means[to]
			for n := 1; n < mostRolls; n++ {
				row[n] += c * still[to][n-1]
			}
		}
		means[r] = 1 + means[r]/36
		row[0] = 1
		for n := 1; n < mostRolls; n++ {
			row[n] /= 36
		}
		for n := 0; n < mostRolls && row[n] >= negligible; n++ {
			u.still = append(u.still, float32(row[n]))
		}
		u.start = append(u.start, uint32(len(u.still)))
	}
	return u
}

// moves[k][d-1][r] is the best state that k+1 men moved by die d lead to from
// state r: the one with the fewest mean rolls.
type moves [4][6][]uint16

// extend fills in state r, whose moves all lead to states already known.
func (m *moves) extend(r int, means []float64) {
	h := unrank(r)
	var scratch [points]uint16
	for d := range m[0] {
		for i, s := range h.after(scratch[:0], d+1) {
			to := s
			for k := range m {
				if k > 0 {
					to = m[k-1][d][s]
				}
				if i == 0 || means[to] < means[m[k][d][r]] {
					m[k][d][r] = to
				}
			}
		}
	}
}

// play is the best state that a roll leads to from r.
func (m *moves) play(r int, roll engine.Roll, means []float64) uint16 {
	hi, lo := int(roll[0]), int(roll[1])
	if hi == lo {
		return m[3][hi-1][r]
	}
	h := unrank(r)
	var scratch [2 * points]uint16
	n := len(h.after(scratch[:0], hi))
	best, found := uint16(0), false
	for i, s := range h.after(scratch[:n], lo) {
		second := lo
		if i >= n {
			second = hi
		}
		if to := m[0][second-1][s]; !found || means[to] < means[best] {
			best, found = to, true
		}
	}
	return best
}
