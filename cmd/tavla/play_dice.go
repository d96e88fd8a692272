package main

import (
	"encoding/binary"
	"math/rand/v2"

	"tavla/engine"
)

// What the random streams of a game in the terminal are for.
const (
	forPlayDice = iota
	forPlayBot
)

// playStream is the random stream of one throw of one game. It depends on nothing
// else, so that no play and no crash changes the dice to come.
func playStream(seed uint64, game, throw int, purpose uint64) *rand.Rand {
	var key [32]byte
	for i, v := range [4]uint64{seed, uint64(game), uint64(throw), purpose} {
		binary.LittleEndian.PutUint64(key[8*i:], v)
	}
	return rand.New(rand.NewChaCha8(key))
}

// throwDice is a throw of two dice.
func throwDice(seed uint64, game, throw int) engine.Roll {
	return twoDice(playStream(seed, game, throw, forPlayDice))
}

// throwOpening is the opening throw of a game; ties are thrown again.
func throwOpening(seed uint64, game int) engine.Roll {
	random := playStream(seed, game, 0, forPlayDice)
	for {
		if r := twoDice(random); !r.Doublet() {
			return r
		}
	}
}

func twoDice(r *rand.Rand) engine.Roll {
	return engine.Roll{uint8(1 + r.IntN(6)), uint8(1 + r.IntN(6))}
}
