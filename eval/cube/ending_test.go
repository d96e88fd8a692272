package cube

import (
	"slices"

	"tavla/engine"
	"tavla/eval"
)

// ending is an exact two-sided table of races with up to a number of men a side,
// all home: a second way to what the package computes, by other code.
type ending struct {
	men    int
	states [][6]uint8       // men on the points 1..6, fewest pips first
	index  map[[6]uint8]int // of each state
	after  [][21][]int      // the states that each roll may lead to
	values [][]endingValue  // [own state][opponent's state]
}

// endingValue is a position's worth to the player on roll who does not double
// this turn: the chance to win, and the equity by the owner of the cube.
type endingValue struct {
	win, own, centred, opponent float64
}

func newEnding(men int) *ending {
	e := &ending{men: men, index: map[[6]uint8]int{}}
	var add func(s [6]uint8, point, left int)
	add = func(s [6]uint8, point, left int) {
		if point == 6 {
			e.states = append(e.states, s)
			return
		}
		for n := range left + 1 {
			s[point] = uint8(n)
			add(s, point+1, left-n)
		}
	}
	add([6]uint8{}, 0, men)
	slices.SortFunc(e.states, func(a, b [6]uint8) int { return pips(a) - pips(b) })
	for i, s := range e.states {
		e.index[s] = i
	}
	e.after = make([][21][]int, len(e.states))
	var g engine.Generator
	for i, s := range e.states[1:] {
		for r, roll := range engine.Rolls() {
			for _, p := range g.Plays(e.board(i+1, 1), roll) {
				e.after[i+1][r] = append(e.after[i+1][r], e.index[[6]uint8(p.Board.Own[1:7])])
			}
			_ = s
		}
	}
	e.values = make([][]endingValue, len(e.states))
	for i := range e.values {
		e.values[i] = make([]endingValue, len(e.states))
	}
	// The sum of both pip counts falls with every roll.
	type pair struct{ a, b int }
	var order []pair
	for a := 1; a < len(e.states); a++ {
		for b := 1; b < len(e.states); b++ {
			order = append(order, pair{a, b})
		}
	}
	total := func(p pair) int { return pips(e.states[p.a]) + pips(e.states[p.b]) }
	slices.SortFunc(order, func(p, q pair) int { return total(p) - total(q) })
	for _, p := range order {
		e.values[p.a][p.b] = e.backup(p.a, p.b)
	}
	return e
}

func pips(s [6]uint8) (n int) {
	for i, c := range s {
		n += (i + 1) * int(c)
	}
	return n
}

// board sets up two states; the rest of the men are off.
func (e *ending) board(own, opp int) (b engine.Board) {
	for i, side := range []*engine.Side{&b.Own, &b.Opp} {
		s := e.states[[2]int{own, opp}[i]]
		side[engine.Off] = engine.Men
		for p, n := range s {
			side[p+1] = n
			side[engine.Off] -= n
		}
	}
	return b
}

func (e *ending) backup(own, opp int) (v endingValue) {
	for r, roll := range engine.Rolls() {
		best := endingValue{-1, -9, -9, -9}
		for _, next := range e.after[own][r] {
			x := endingValue{1, 1, 1, 1}
			if next != 0 {
				o := e.values[opp][next]
				doubled := min(1, 2*o.opponent)
				x = endingValue{1 - o.win, -o.opponent, -max(o.centred, doubled), -max(o.own, doubled)}
			}
			best = endingValue{max(best.win, x.win), max(best.own, x.own), max(best.centred, x.centred), max(best.opponent, x.opponent)}
		}
		part := float64(roll.Chances()) / 36
		v.win += part * best.win
		v.own += part * best.own
		v.centred += part * best.centred
		v.opponent += part * best.opponent
	}
	return v
}

// of finds the value of a board; ok is false for one that is not in the table.
func (e *ending) of(b *engine.Board) (v endingValue, ok bool) {
	own, ok1 := e.index[[6]uint8(b.Own[1:7])]
	opp, ok2 := e.index[[6]uint8(b.Opp[1:7])]
	home := b.Own.Rear() <= 6 && b.Opp.Rear() <= 6
	if !ok1 || !ok2 || !home || b.Over() {
		return v, false
	}
	return e.values[own][opp], true
}

// Evaluate makes the table an eval.Evaluator of its positions.
func (e *ending) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		var over bool
		if dst[i], over = eval.Final(&boards[i]); over {
			continue
		}
		v, ok := e.of(&boards[i])
		if !ok {
			panic("a position that is not in the table")
		}
		dst[i] = eval.Outcome{Win: float32(v.win)}
	}
}
