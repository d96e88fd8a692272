package rollout

import (
	"testing"

	"tavla/engine"
)

func TestTheFirstTwoRollsCoverAllThrowsEvenly(t *testing.T) {
	for seed := range uint64(3) {
		d := newDice(seed, true)
		for _, from := range []int{0, block, 5 * block} {
			pairs := map[[2]engine.Roll]int{}
			var first, second map[engine.Roll]int
			for game := from; game < from+block; game++ {
				if game%throws == 0 {
					first, second = map[engine.Roll]int{}, map[engine.Roll]int{}
				}
				d.begin(game)
				a, b := d.throw(), d.throw()
				first[a]++
				second[b]++
				pairs[[2]engine.Roll{a, b}]++
				if game%throws == throws-1 && (len(first) != throws || len(second) != throws) {
					t.Fatalf("the 36 games up to %d have %d first and %d second throws", game, len(first), len(second))
				}
			}
			if len(pairs) != block {
				t.Errorf("%d of the 1296 pairs come up from game %d on", len(pairs), from)
			}
		}
	}
}

func TestTheDiceOfAGameDependOnSeedAndGameAlone(t *testing.T) {
	for _, stratify := range []bool{false, true} {
		throw := func(d *dice, game int) (rolls [20]engine.Roll) {
			d.begin(game)
			for i := range rolls {
				rolls[i] = d.throw()
			}
			return rolls
		}
		d := newDice(7, stratify)
		inOrder := map[int][20]engine.Roll{}
		for game := range 3 * block {
			if game%100 == 0 {
				inOrder[game] = throw(d, game)
			}
		}
		seen := map[[20]engine.Roll]bool{}
		for game := 3 * block; game >= 0; game-- {
			want, ok := inOrder[game]
			if !ok {
				continue
			}
			if throw(d, game) != want || throw(newDice(7, stratify), game) != want {
				t.Fatalf("game %d has other dice the next time", game)
			}
			if throw(newDice(8, stratify), game) == want || seen[want] {
				t.Fatalf("game %d has the dice of another seed or game", game)
			}
			seen[want] = true
		}
	}
}

func TestLaterRollsAreEvenToo(t *testing.T) {
	var counts [7][7]int
	d := newDice(1, true)
	const games = 36_000
	for game := range games {
		d.begin(game)
		d.throw()
		d.throw()
		r := d.throw()
		counts[r[0]][r[1]]++
	}
	chi := 0.0
	for hi := 1; hi <= 6; hi++ {
		for lo := 1; lo <= 6; lo++ {
			x := float64(counts[hi][lo]) - games/throws
			chi += x * x / (games / throws)
		}
	}
	if chi > 66.6 { // passed by chance once in 1000 times
		t.Errorf("the third rolls have a chi-square of %.1f", chi)
	}
}
