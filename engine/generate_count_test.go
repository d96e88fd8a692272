package engine_test

import (
	"testing"

	"tavla/engine"
)

// The counts below were found with this generator and confirmed with the naive
// one; a change of any of them is a change of the rules.

func TestTheStartHasTheKnownNumberOfPlaysForEachRoll(t *testing.T) {
	want := map[engine.Roll]int{
		{1, 1}: 42, {2, 1}: 15, {2, 2}: 75, {3, 1}: 16, {3, 2}: 17, {3, 3}: 73, {4, 1}: 14,
		{4, 2}: 18, {4, 3}: 17, {4, 4}: 52, {5, 1}: 8, {5, 2}: 8, {5, 3}: 9, {5, 4}: 9,
		{5, 5}: 4, {6, 1}: 10, {6, 2}: 14, {6, 3}: 14, {6, 4}: 14, {6, 5}: 7, {6, 6}: 11,
	}
	var gen engine.Generator
	for _, r := range engine.Rolls() {
		if got := len(gen.Plays(engine.Start(), r)); got != want[r] {
			t.Errorf("%d-%d: %d plays, want %d", r[0], r[1], got, want[r])
		}
	}
}

func TestTheStartReachesTheKnownNumberOfPositionsInOneTwoAndThreePlies(t *testing.T) {
	start := []engine.Board{engine.Start()}
	var opening, all []engine.Roll
	for _, r := range engine.Rolls() {
		all = append(all, r)
		if !r.Doublet() {
			opening = append(opening, r)
		}
	}
	if got, want := len(positionsAfter(start, opening)), 175; got != want {
		t.Errorf("one ply without doublets: %d positions, want %d", got, want)
	}
	one := positionsAfter(start, all)
	if got, want := len(one), 406; got != want {
		t.Errorf("one ply: %d positions, want %d", got, want)
	}
	two := positionsAfter(one, all)
	if got, want := len(two), 163_706; got != want {
		t.Errorf("two plies: %d positions, want %d", got, want)
	}
	if testing.Short() {
		t.Skip("three plies take some seconds")
	}
	if got, want := countPositionsAfter(two, all), 29_420_722; got != want {
		t.Errorf("three plies: %d positions, want %d", got, want)
	}
}

// positionsAfter returns, each once, the positions that one turn leads to from
// any of boards, seen by the player next on roll. A lost turn is a turn.
func positionsAfter(boards []engine.Board, rolls []engine.Roll) []engine.Board {
	var gen engine.Generator
	seen := map[engine.Board]bool{}
	var next []engine.Board
	add := func(b engine.Board) {
		if b = b.Swap(); !seen[b] {
			seen[b] = true
			next = append(next, b)
		}
	}
	for _, b := range boards {
		for _, r := range rolls {
			plays := gen.Plays(b, r)
			for i := range plays {
				add(plays[i].Board)
			}
			if len(plays) == 0 {
				add(b)
			}
		}
	}
	return next
}

// countPositionsAfter is len(positionsAfter(boards, rolls)) for tens of millions
// of positions. It is exact: it works through the boards by the opponent's men.
// After a play that leaves no opposing man on the bar these are what they were,
// so such positions of different groups differ, and a group's can be counted
// and forgotten; only those with an opposing man on the bar are kept.
func countPositionsAfter(boards []engine.Board, rolls []engine.Roll) int {
	groups := map[engine.Side][]engine.Board{}
	for _, b := range boards {
		groups[b.Opp] = append(groups[b.Opp], b)
	}
	var gen engine.Generator
	var free []uint64
	barred := map[engine.Side]*[]uint64{}
	add := func(b *engine.Board) {
		keys := &free
		if b.Opp[engine.Bar] > 0 {
			if keys = barred[b.Opp]; keys == nil {
				keys = new([]uint64)
				barred[b.Opp] = keys
			}
		}
		*keys = append(*keys, sideKey(&b.Own))
	}
	total := 0
	for _, group := range groups {
		free = free[:0]
		for _, b := range group {
			for _, r := range rolls {
				plays := gen.Plays(b, r)
				for i := range plays {
					add(&plays[i].Board)
				}
				if len(plays) == 0 {
					add(&b)
				}
			}
		}
		total += countDistinct(free)
	}
	for _, keys := range barred {
		total += countDistinct(*keys)
	}
	return total
}

// sideKey packs a side into 40 bits, one-to-one: for each point its men as ones,
// and a zero.
func sideKey(s *engine.Side) uint64 {
	var k uint64
	for _, n := range s[1:] {
		k = k<<((n+1)&63) | (1<<(n&63) - 1)
	}
	return k
}

// countDistinct counts the different keys of 40 bits, and reorders them: a radix
// sort brings equal ones together, several times faster than a hash table.
func countDistinct(keys []uint64) int {
	from, to := keys, make([]uint64, len(keys))
	for shift := 0; shift < 40; shift += 10 {
		var place [1<<10 + 1]int
		for _, k := range from {
			place[k>>shift&(1<<10-1)+1]++
		}
		for i := range 1 << 10 {
			place[i+1] += place[i]
		}
		for _, k := range from {
			digit := k >> shift & (1<<10 - 1)
			to[place[digit]] = k
			place[digit]++
		}
		from, to = to, from
	}
	n := 0
	for i, k := range from {
		if i == 0 || k != from[i-1] {
			n++
		}
	}
	return n
}
