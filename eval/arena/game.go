package arena

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"time"

	"tavla/engine"
	"tavla/eval"
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
	config    *Config
	bots      [2]bot.Bot // by side
	judge     *luck.Judge
	evaluator eval.Evaluator // the judge's, also for games stopped; nil without luck
	generator engine.Generator
	source    *rand.ChaCha8
	random    *rand.Rand // on source

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
	}
	if c.Luck != nil {
		e, err := c.Luck()
		if err != nil {
			return w, fmt.Errorf("making the evaluator of luck: %w", err)
		}
		w.judge, w.evaluator = luck.New(e), e
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

// stream goes to the start of one of a pair's own random streams, which depend
// on nothing but the run's seed and the pair's index.
func (w *worker) stream(index int, purpose uint64) {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[0:], w.config.Seed)
	binary.LittleEndian.PutUint64(key[8:], uint64(index))
	binary.LittleEndian.PutUint64(key[16:], purpose)
	w.source.Seed(key)
}

// pair plays both games of a pair: A has seat 0 in the first and seat 1 in the
// second. It returns how many games were begun.
func (w *worker) pair(ctx context.Context, index int, p *pair) (begun int, err error) {
	w.stream(index, forBots)
	var seeds [2][2]uint64 // by game and seat
	for i := range seeds {
		for seat := range seeds[i] {
			seeds[i][seat] = w.random.Uint64()
		}
	}
	var games [2]game
	played := pair{done: true}
	for i := range games {
		begun++
		for seat, seed := range seeds[i] {
			if g, ok := w.bots[seat^i].(bot.Gambler); ok {
				g.NewGame(seed)
			}
		}
		w.stream(index, forDice)
		if games[i], err = w.game(ctx, i, &played); err != nil {
			return begun, fmt.Errorf("game %d of %d: %w", 2*index+i+1, w.config.Games, err)
		}
	}
	a, b := &games[0], &games[1]
	played.mean = game{
		points:     (a.points + b.points) / 2,
		luck:       (a.luck + b.luck) / 2,
		win:        (a.win + b.win) / 2,
		gammon:     (a.gammon + b.gammon) / 2,
		backgammon: (a.backgammon + b.backgammon) / 2,
	}
	*p = played
	return begun, nil
}

// throw throws two dice.
func (w *worker) throw() engine.Roll {
	return engine.Roll{uint8(1 + w.random.IntN(6)), uint8(1 + w.random.IntN(6))}
}

// game plays one game with A on seatA, on the dice of the stream at hand.
func (w *worker) game(ctx context.Context, seatA int, p *pair) (g game, err error) {
	roll := w.throw()
	for roll.Doublet() {
		roll = w.throw()
	}
	seat := 0 // the seat with the higher die starts
	if roll[1] > roll[0] {
		seat = 1
	}
	board := engine.Start() // seen by the side on roll
	side := seat ^ seatA
	for ply := 0; ply < w.config.MaxPlies; ply++ {
		if err := ctx.Err(); err != nil {
			return g, err
		}
		if ply > 0 {
			roll = w.throw()
		}
		if w.judge != nil {
			g.luck += inViewOfA(side, w.luck(board, roll, ply))
		}
		if board, err = w.turn(ctx, board, roll, side, p); err != nil {
			return g, fmt.Errorf("ply %d: %w", ply+1, err)
		}
		if o, over := eval.Final(&board); over {
			g.end(side, o)
			return g, nil
		}
		board = board.Swap()
		side = 1 - side
	}
	p.stopped++
	o := eval.Outcome{Win: 0.5}
	if w.evaluator != nil {
		var out [1]eval.Outcome
		w.evaluator.Evaluate(out[:], []engine.Board{board})
		o = out[0]
	}
	g.end(side, o)
	return g, nil
}

// luck is that of a roll in the view of the side that threw it.
func (w *worker) luck(b engine.Board, roll engine.Roll, ply int) float64 {
	if ply == 0 {
		return w.judge.Opening(roll)
	}
	return w.judge.Luck(b, roll)
}

// turn returns the board after a side's turn, still seen by that side.
func (w *worker) turn(ctx context.Context, b engine.Board, roll engine.Roll, side int, p *pair) (engine.Board, error) {
	plays := w.generator.Plays(b, roll)
	switch len(plays) {
	case 0:
		return b, nil
	case 1:
		return plays[0].Board, nil
	}
	start := time.Now()
	i, err := w.bots[side].ChoosePlay(ctx, bot.Decision{Board: b, Roll: roll, Plays: plays})
	w.spent[side] += time.Since(start)
	w.asked[side]++
	p.decisions[side]++
	if err == nil && (i < 0 || i >= len(plays)) {
		err = fmt.Errorf("it chose play %d; there are 0 to %d", i, len(plays)-1)
	}
	if err != nil {
		return b, fmt.Errorf("%s is lost: %w", w.name(side), err)
	}
	return plays[i].Board, nil
}

// end notes what the game came to, seen by a side.
func (g *game) end(side int, o eval.Outcome) {
	g.points = inViewOfA(side, float64(o.Equity()))
	if side == sideB {
		o = o.Invert()
	}
	g.win, g.gammon, g.backgammon = float64(o.Win), float64(o.WinGammon), float64(o.WinBackgammon)
}

// inViewOfA turns a side's points into A's.
func inViewOfA(side int, points float64) float64 {
	if side == sideB {
		return -points
	}
	return points
}
