package rollout

import (
	"encoding/binary"
	"math/rand/v2"

	"tavla/engine"
)

const (
	throws = 36              // of two dice
	block  = throws * throws // games that cover every pair of first rolls once
)

// What the random streams of a rollout are for.
const (
	forDice = iota
	forStrata
)

// dice throws the dice of one game after the other. What it throws depends on the
// seed, the game and the number of the throw, not on what came before.
type dice struct {
	seed     uint64
	stratify bool
	source   *rand.ChaCha8
	random   *rand.Rand // on source

	block         int // that first and second are of; -1 for none
	first, second [throws]uint8
	fixed         [2]uint8 // the first two throws of the game, where stratified
	thrown        int
}

func newDice(seed uint64, stratify bool) *dice {
	d := &dice{seed: seed, stratify: stratify, source: rand.NewChaCha8([32]byte{}), block: -1}
	d.random = rand.New(d.source)
	return d
}

// stream goes to the start of the random stream for a purpose.
func (d *dice) stream(index int, purpose uint64) {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[0:], d.seed)
	binary.LittleEndian.PutUint64(key[8:], uint64(index))
	binary.LittleEndian.PutUint64(key[16:], purpose)
	d.source.Seed(key)
}

// begin takes up the dice for a game.
//
// In a block of 1296 games the first throw goes through a random order of all 36,
// and starts again. The second goes through another one, shifted by one each
// time that the first starts again. So 36 games that begin at a multiple of 36
// have each throw once as their first and once as their second one, and the block
// has each pair of them once.
func (d *dice) begin(game int) {
	d.thrown = 0
	if d.stratify {
		if b := game / block; b != d.block {
			d.stream(b, forStrata)
			d.shuffle(&d.first)
			d.shuffle(&d.second)
			d.block = b
		}
		row, column := game%block/throws, game%throws
		d.fixed = [2]uint8{d.first[column], d.second[(row+column)%throws]}
	}
	d.stream(game, forDice)
}

func (d *dice) shuffle(order *[throws]uint8) {
	for i := range order {
		order[i] = uint8(i)
	}
	d.random.Shuffle(throws, func(i, j int) { order[i], order[j] = order[j], order[i] })
}

// throw is the game's next roll.
func (d *dice) throw() engine.Roll {
	n := d.thrown
	d.thrown++
	if d.stratify && n < len(d.fixed) {
		t := d.fixed[n]
		return engine.Roll{1 + t/6, 1 + t%6}
	}
	return engine.Roll{uint8(1 + d.random.IntN(6)), uint8(1 + d.random.IntN(6))}
}
