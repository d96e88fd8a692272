package arena

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"time"

	"tavla/engine"
	"tavla/eval/bot"
	"tavla/eval/luck"
)

// The sides of a run, as indices.
const (
	sideA = 0
	sideB = 1
)

// worker plays pairs, one after the other, with bots of its own.
type worker struct {
	config  *Config
	bots    [2]bot.Bot    // by side
	players [2]bot.Player // the same, where there is a cube
	luck    luckJudge     // nil leaves luck in
	source  *rand.ChaCha8
	random  *rand.Rand // on source

	spent [2]time.Duration // choosing, by side
	asked [2]int           // choices, by side
}

// newWorker makes a worker; with an error it is one that can only be closed.
func newWorker(c *Config) (*worker, error) {
	w := &worker{config: c, source: rand.NewChaCha8([32]byte{})}
	w.random = rand.New(w.source)
	for side, p := range [2]Player{c.A, c.B} {
		b, err := p.New()
		if err != nil {
			return w, fmt.Errorf("making %s: %w", w.name(side), err)
		}
		w.bots[side] = b
		if w.players[side], _ = b.(bot.Player); w.players[side] == nil {
			w.players[side] = bot.Passive{Bot: b}
		}
	}
	if c.Luck != nil {
		e, err := c.Luck()
		if err != nil {
			return w, fmt.Errorf("making the evaluator of luck: %w", err)
		}
		if c.Cube == nil {
			w.luck = cubelessLuck{luck.New(e), e}
		} else {
			w.luck = newCubeLuck(e, c.Cube.Judge)
		}
	}
	return w, nil
}

// name says which player a side is.
func (w *worker) name(side int) string {
	return fmt.Sprintf("player %c (%s)", "AB"[side], [2]string{w.config.A.Name, w.config.B.Name}[side])
}

// What a pair's random streams are for.
const (
	forDice = iota
	forBots
)

// stream goes to the start of one of a pair's own random streams for game n of its
// contests, which depend on nothing but the run's seed, the pair's index and n.
func (w *worker) stream(index int, purpose uint64, n int) {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[0:], w.config.Seed)
	binary.LittleEndian.PutUint64(key[8:], uint64(index))
	binary.LittleEndian.PutUint64(key[16:], purpose)
	binary.LittleEndian.PutUint64(key[24:], uint64(n))
	w.source.Seed(key)
}

// pair plays both contests of a pair: A has seat 0 in the first and seat 1 in the
// second. It returns how many were begun.
func (w *worker) pair(ctx context.Context, index int, p *pair) (begun int, err error) {
	played := pair{done: true}
	what := "game"
	if w.config.match() > 0 {
		what = "match"
	}
	for i := range played.contests {
		begun++
		if played.contests[i], err = w.contest(ctx, index, i, &played); err != nil {
			return begun, fmt.Errorf("%s %d of %d: %w", what, 2*index+i+1, w.config.Games, err)
		}
	}
	*p = played
	return begun, nil
}

// throw throws two dice.
func (w *worker) throw() engine.Roll {
	return engine.Roll{uint8(1 + w.random.IntN(6)), uint8(1 + w.random.IntN(6))}
}

// inViewOfA turns a side's points into A's.
func inViewOfA(side int, points float64) float64 {
	if side == sideB {
		return -points
	}
	return points
}
