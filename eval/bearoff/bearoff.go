// Package bearoff judges the endings in which both sides have all their men home
// or off, by tables that the program computes itself in a second or two.
//
// Up to six men a side the two-sided table is exact: the chance to win, and the
// equities with the cube owned, centred or with the opponent. Beyond that the
// one-sided table knows how many rolls a side alone needs, when it plays for the
// fewest on average, and the two sides' numbers are put together as if neither
// looked at the other. On endings of up to six men that errs by 0.0009 in the
// chance to win on average, and never by more than 0.014.
//
// Nobody can be backgammoned in these endings. A gammon is lost only while all
// fifteen men are still on: a table of its own counts the rolls to the first man
// off, when a side plays for that.
package bearoff

import (
	"context"
	"sync"

	"tavla/engine"
	"tavla/eval"
)

// Tables are immutable, and may be shared between goroutines. A board's outcome
// has the same bits however the tables were made.
type Tables struct {
	off      *unfinished // by rank: rolls until all men are off
	firstOff *unfinished // by rank - upTo14: rolls until the first of fifteen is off
	both     *twoSided
	origin   Origin
}

// Build computes the tables with so many workers, on whose number they do not
// depend. progress, unless nil, is told now and then the part of the work that
// is done, from 0 to 1; calls do not overlap. The only error is that of the context.
func Build(ctx context.Context, workers int, progress func(done float64)) (*Tables, error) {
	if progress == nil {
		progress = func(float64) {}
	}
	t := &Tables{}
	var wg sync.WaitGroup
	wg.Go(func() { t.off = oneSided(ctx, 1) })
	if workers <= 1 {
		wg.Wait()
	}
	t.firstOff = oneSided(ctx, upTo14)
	t.both = buildTwoSided(ctx, workers, progress)
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return t, nil
}

// Lookup is what becomes of the game, for the player on roll before the roll: by
// the two-sided table if it reaches, else by the one-sided one. A finished game
// has its final outcome. ok is false when the game goes on and a side has a man
// beyond its home board. It allocates nothing.
func (t *Tables) Lookup(b *engine.Board) (o eval.Outcome, ok bool) {
	own, opp, ok := ranks(b)
	switch {
	case !ok || own == 0 || opp == 0:
		return eval.Final(b)
	case own < upTo6 && opp < upTo6:
		return eval.Outcome{Win: t.both.win[own*upTo6+opp]}, true
	}
	return t.independent(own, opp), true
}

// Exact reports whether both sides have at most six men, all home, and some
// left: then Lookup is exact and Cubeful knows the board.
func Exact(b *engine.Board) bool {
	_, ok := twoSidedState(b)
	return ok
}

// twoSidedState is the index of a board in the two-sided table.
func twoSidedState(b *engine.Board) (i int, ok bool) {
	own, opp, ok := ranks(b)
	return own*upTo6 + opp, ok && own < upTo6 && opp < upTo6 && own > 0 && opp > 0
}

// Cubeful is the exact money equity, for the player on roll who does not double
// this turn, with the cube at 1 and his own, centred, or the opponent's. After
// this turn both play and double perfectly. Doubling now is worth, to compare,
// min(1, 2 × opponents). ok is false unless the board is Exact.
func (t *Tables) Cubeful(b *engine.Board) (own, centred, opponents float32, ok bool) {
	i, ok := twoSidedState(b)
	if !ok {
		return 0, 0, 0, false
	}
	c := t.both.cube[3*i:][:3]
	return c[0], c[1], c[2], true
}

// MeanRolls is how many rolls a side needs on average to bear off all its men
// when it plays for that. ok is false when a man is beyond the home board.
func (t *Tables) MeanRolls(s *engine.Side) (rolls float64, ok bool) {
	r, ok := rankOf(s)
	if !ok {
		return 0, false
	}
	return mean(t.rollsOff(r)), true
}

// MeanRollsToFirst is how many rolls a side needs on average to bear off its
// first man when it plays for that; 0 once one is off.
func (t *Tables) MeanRollsToFirst(s *engine.Side) (rolls float64, ok bool) {
	r, ok := rankOf(s)
	if !ok {
		return 0, false
	}
	return mean(t.rollsToFirst(r)), true
}

// independent puts two sides together that do not look at each other.
func (t *Tables) independent(own, opp int) (o eval.Outcome) {
	a, b := t.rollsOff(own), t.rollsOff(opp)
	o.Win = min(float32(first(a, b)), 1)
	if opp >= upTo14 {
		o.WinGammon = min(float32(first(a, t.rollsToFirst(opp))), o.Win)
	}
	if own >= upTo14 { // who bears off second has had as many rolls as the winner
		o.LoseGammon = min(float32(first(b, t.rollsToFirst(own)[1:])), 1-o.Win)
	}
	return o
}

// rollsOff is the row of a rank in the table for bearing off.
func (t *Tables) rollsOff(r int) []float32 {
	if r == 0 {
		return nil
	}
	return t.off.row(r - 1) // state 0 is at the goal
}

// rollsToFirst is the row of a rank in the table for the first man off.
func (t *Tables) rollsToFirst(r int) []float32 {
	if r < upTo14 {
		return nil
	}
	return t.firstOff.row(r - upTo14)
}

// ranks are those of the player on roll and the opponent; ok unless a man of
// either is beyond his home board.
func ranks(b *engine.Board) (own, opp int, ok bool) {
	own, ok1 := rankOf(&b.Own)
	opp, ok2 := rankOf(&b.Opp)
	return own, opp, ok1 && ok2
}
