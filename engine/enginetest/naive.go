package enginetest

import "tavla/engine"

// Naive returns the positions, still seen by the mover, that the legal plays of
// roll r lead to. It is the text of the rules written down as plainly as it goes
// and shares no code with engine.Generator, so that the two can be held against
// each other. An empty set means that the turn is lost.
func Naive(b engine.Board, r engine.Roll) map[engine.Board]bool {
	if r.Doublet() {
		return naiveDoublet(b, int(r[0]))
	}
	high, low := int(max(r[0], r[1])), int(min(r[0], r[1]))
	afterHigh := after(map[engine.Board]bool{b: true}, high)
	afterLow := after(map[engine.Board]bool{b: true}, low)

	// Both numbers, in either order, if any sequence allows it.
	both := after(afterHigh, low)
	for end := range after(afterLow, high) {
		both[end] = true
	}
	switch {
	case len(both) > 0:
		return both
	case len(afterHigh) > 0: // either number but not both: the higher
		return afterHigh
	}
	return afterLow // the lower only if the higher cannot be played
}

// naiveDoublet plays one number up to four times, as often as possible.
func naiveDoublet(b engine.Board, die int) map[engine.Board]bool {
	ends := map[engine.Board]bool{}
	next := after(map[engine.Board]bool{b: true}, die)
	for played := 0; played < 4 && len(next) > 0; played++ {
		ends = next
		if played < 3 {
			next = after(ends, die)
		}
	}
	return ends
}

// after is every position that one man moved by one die leads to.
func after(from map[engine.Board]bool, die int) map[engine.Board]bool {
	ends := map[engine.Board]bool{}
	for b := range from {
		for _, m := range Moves(b, die) {
			ends[Apply(b, m)] = true
		}
	}
	return ends
}

// Moves returns every legal move of one man by one die, sources descending,
// whether or not the whole roll allows it as a beginning.
func Moves(b engine.Board, die int) []engine.Move {
	moves := make([]engine.Move, 0, engine.Men)
	for from := engine.Bar; from >= 1; from-- {
		if b.Own[from] == 0 {
			continue
		}
		if b.Own[engine.Bar] > 0 && from != engine.Bar {
			break // all men on the bar must enter before any other move
		}
		to := from - die
		switch {
		case to >= 1 && b.Opp[25-to] >= 2:
			continue // the opponent owns the point
		case to >= 1:
			hit := b.Opp[25-to] == 1
			moves = append(moves, engine.Move{From: uint8(from), To: uint8(to), Hit: hit})
		case mayBearOff(b, from, die):
			moves = append(moves, engine.Move{From: uint8(from), To: engine.Off})
		}
	}
	return moves
}

// mayBearOff reports whether a man on from may be borne off by a die that
// reaches at least that far.
func mayBearOff(b engine.Board, from, die int) bool {
	for p := 7; p <= engine.Bar; p++ {
		if b.Own[p] > 0 {
			return false // not all men are home
		}
	}
	if die == from {
		return true
	}
	for p := from + 1; p <= 6; p++ {
		if b.Own[p] > 0 {
			return false // a larger number takes the highest point only
		}
	}
	return true
}

// Apply moves one man and sends a blot that stands in its way to the bar, by
// what is on the board and whatever m.Hit says. It does not ask whether the move
// is legal.
func Apply(b engine.Board, m engine.Move) engine.Board {
	b.Own[m.From]--
	b.Own[m.To]++
	if m.To != engine.Off && b.Opp[25-m.To] == 1 {
		b.Opp[25-m.To]--
		b.Opp[engine.Bar]++
	}
	return b
}
