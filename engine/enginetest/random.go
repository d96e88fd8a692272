package enginetest

import (
	"iter"
	"math/rand/v2"

	"tavla/engine"
)

// Rand returns the random source tests use, the same for the same seed.
func Rand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x7461766c61)) }

// RandomRoll throws two dice.
func RandomRoll(rng *rand.Rand) engine.Roll {
	return engine.Roll{uint8(1 + rng.IntN(6)), uint8(1 + rng.IntN(6))}
}

// Reachable returns an endless sequence of positions met in games from the
// start, seen by the player on roll, each with the roll about to be played. No
// position is over. The same seed gives the same sequence.
//
// Plays are chosen at random, but each game begins in a temper: some hit
// whatever they can, so that many positions have men on the bar. After a while
// all run for home, so that many are bearing off.
func Reachable(seed uint64) iter.Seq2[engine.Board, engine.Roll] {
	return func(yield func(engine.Board, engine.Roll) bool) {
		rng := Rand(seed)
		var gen engine.Generator
		for {
			temper := tempers[rng.IntN(len(tempers))]
			turns := 0
			for b := engine.Start(); !b.Over(); turns++ {
				if turns > 40 {
					temper = running
				}
				r := RandomRoll(rng)
				if !yield(b, r) {
					return
				}
				if plays := gen.Plays(b, r); len(plays) > 0 {
					b = pick(rng, plays, temper)
				}
				b = b.Swap()
			}
		}
	}
}

// A temper says how much a player likes the position after a play.
type temper func(b *engine.Board) int

func careless(*engine.Board) int  { return 0 }
func hitting(b *engine.Board) int { return int(b.Opp[engine.Bar]) }
func running(b *engine.Board) int { return int(b.Own[engine.Off]) - b.Own.Rear() }

var tempers = [...]temper{careless, hitting, running}

// pick draws one of the plays: one time in four any of them, else one of those
// the temper likes best.
func pick(rng *rand.Rand, plays []engine.Play, likes temper) engine.Board {
	if rng.IntN(4) == 0 {
		return plays[rng.IntN(len(plays))].Board
	}
	chosen, best, ties := 0, 0, 0
	for i := range plays {
		switch v := likes(&plays[i].Board); {
		case i == 0 || v > best:
			chosen, best, ties = i, v, 1
		case v == best:
			ties++
			if rng.IntN(ties) == 0 {
				chosen = i
			}
		}
	}
	return plays[chosen].Board
}

// SetUp returns a random position that Board.Check accepts, likely or not: any
// such position can come, also one no game leads to, and, rarely, one that is
// over.
func SetUp(rng *rand.Rand) engine.Board {
	for {
		var mine, theirs []int // where men of either side may stand
		share := 1 + rng.IntN(9)
		for p := 1; p <= 24; p++ {
			if rng.IntN(10) < share {
				mine = append(mine, p)
			} else {
				theirs = append(theirs, 25-p)
			}
		}
		b := engine.Board{Own: scatter(rng, mine), Opp: scatter(rng, theirs)}
		if b.Check() == nil {
			return b
		}
	}
}

// scatter puts fifteen men at random on the points allowed, the bar and off.
// Men often gather on a few places, as they do on a table.
func scatter(rng *rand.Rand, points []int) engine.Side {
	places := append([]int{engine.Off, engine.Bar}, points...)
	rng.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	places = places[:1+rng.IntN(len(places))]
	var s engine.Side
	for range engine.Men {
		s[places[rng.IntN(len(places))]]++
	}
	return s
}
