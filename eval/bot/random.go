package bot

import (
	"context"
	"math/rand/v2"
)

// Random plays any legal play, all with the same chance.
type Random struct {
	source rand.PCG
}

// NewRandom makes a random bot that starts from seed.
func NewRandom(seed uint64) *Random {
	r := new(Random)
	r.NewGame(seed)
	return r
}

// NewGame starts the bot's chances afresh from seed.
func (r *Random) NewGame(seed uint64) { r.source.Seed(seed, 0) }

// ChoosePlay never fails.
func (r *Random) ChoosePlay(_ context.Context, d Decision) (int, error) {
	return rand.New(&r.source).IntN(len(d.Plays)), nil
}
