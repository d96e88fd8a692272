package arena

import (
	"context"
	"fmt"
	"time"

	"tavla/engine"
	"tavla/eval/bot"
)

// contest plays a game, or with Config.Cube.Match a whole match, with A on seatA.
func (w *worker) contest(ctx context.Context, index, seatA int, p *pair) (c contest, err error) {
	var rules engine.Rules
	if w.config.Cube != nil {
		rules = w.config.Cube.Rules
	}
	m, err := engine.NewMatch(w.config.match(), rules)
	if err != nil {
		return c, err
	}
	g := m.Game()
	for n := 0; ; n++ {
		w.begin(index, seatA, n)
		stopped, err := w.game(ctx, g, seatA, &c, p)
		if err != nil && w.config.match() > 0 {
			err = fmt.Errorf("game %d of the match: %w", n+1, err)
		}
		if err != nil || stopped {
			return c, err
		}
		r, _ := g.Result()
		c.end(r, seatA, g.State().Cube.Value)
		if w.config.match() == 0 {
			return c, nil
		}
		if winner, over := m.Winner(); over {
			c.win = 0
			if winner == seatA {
				c.win = 1
			}
			return c, nil
		}
		if g, err = m.NextGame(); err != nil {
			return c, err
		}
	}
}

// begin makes everything ready for game n of a contest: the dice of both contests
// of a pair are the same, the bots' chances are not.
func (w *worker) begin(index, seatA, n int) {
	w.stream(index, forBots, n)
	var seeds [2][2]uint64 // by contest of the pair and seat
	for i := range seeds {
		for seat := range seeds[i] {
			seeds[i][seat] = w.random.Uint64()
		}
	}
	for seat, seed := range seeds[seatA] {
		if g, ok := w.bots[seat^seatA].(bot.Gambler); ok {
			g.NewGame(seed)
		}
	}
	w.stream(index, forDice, n)
}

// game plays a game to its end, or until it has taken too long: then it counts as
// what the judge of luck expects of it, and stopped is set.
func (w *worker) game(ctx context.Context, g *engine.Game, seatA int, c *contest, p *pair) (stopped bool, err error) {
	for ply := 0; ; {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		before := g.State()
		switch g.Awaits() {
		case engine.ToEnd:
			return false, nil
		case engine.ToOpen:
			if err = g.Open(w.throw()); err == nil && g.Awaits() == engine.ToPlay {
				err = w.lucky(ctx, g.State(), engine.Roll{}, seatA, c)
			}
		case engine.ToPlay:
			err = w.turn(ctx, g, seatA, p)
			ply++
		default:
			if ply >= w.config.MaxPlies && before.Awaits() == engine.ToRoll {
				p.stopped++
				return true, w.expect(ctx, before, seatA, c)
			}
			err = w.act(ctx, g, seatA, c, p)
		}
		if err != nil {
			return false, fmt.Errorf("ply %d: %w", ply+1, err)
		}
	}
}

// act lets the player on turn do something with the cube, where there is one and
// the rules give a choice, or throw.
func (w *worker) act(ctx context.Context, g *engine.Game, seatA int, c *contest, p *pair) error {
	s := g.State()
	side := s.Turn ^ seatA
	action := engine.ActRoll
	if w.config.Cube != nil && (s.Awaits() != engine.ToRoll || s.MayDouble()) {
		start := time.Now()
		var err error
		action, err = w.players[side].ChooseAction(ctx, s)
		w.count(side, start, p)
		if err != nil {
			return fmt.Errorf("%s is lost: %w", w.name(side), err)
		}
	}
	var err error
	switch action {
	case engine.ActRoll:
		if s.Awaits() != engine.ToRoll {
			break
		}
		r := w.throw()
		if err := w.lucky(ctx, s, r, seatA, c); err != nil {
			return err
		}
		return g.Roll(r)
	case engine.ActDouble:
		err = g.Double()
	case engine.ActTake:
		err = g.Take()
	case engine.ActPass:
		err = g.Pass()
	case engine.ActBeaver:
		err = g.Beaver()
	case engine.ActRaccoon:
		err = g.Raccoon()
	}
	if err == nil && g.State() == s {
		err = fmt.Errorf("it answers with %q", action)
	}
	if err != nil {
		return fmt.Errorf("%s is lost: %w", w.name(side), err)
	}
	return nil
}

// turn plays the roll, or loses the turn.
func (w *worker) turn(ctx context.Context, g *engine.Game, seatA int, p *pair) error {
	plays := g.Plays()
	switch len(plays) {
	case 0:
		return g.LoseTurn()
	case 1:
		return g.Play(plays[0])
	}
	s := g.State()
	d := bot.Decision{Board: s.Board, Roll: s.Roll, Plays: plays}
	if w.config.Cube != nil {
		d.State = &s
	}
	side := s.Turn ^ seatA
	start := time.Now()
	i, err := w.bots[side].ChoosePlay(ctx, d)
	w.count(side, start, p)
	if err == nil && (i < 0 || i >= len(plays)) {
		err = fmt.Errorf("it chose play %d; there are 0 to %d", i, len(plays)-1)
	}
	if err != nil {
		return fmt.Errorf("%s is lost: %w", w.name(side), err)
	}
	return g.Play(plays[i])
}

// count counts a choice.
func (w *worker) count(side int, start time.Time, p *pair) {
	w.spent[side] += time.Since(start)
	w.asked[side]++
	p.decisions[side]++
}

// lucky adds the luck of a roll that is about to be thrown in a state, or, if it is
// none, of the one that has opened the game.
func (w *worker) lucky(ctx context.Context, s engine.State, r engine.Roll, seatA int, c *contest) error {
	if w.luck == nil {
		return nil
	}
	var l float64
	var err error
	if r == (engine.Roll{}) {
		l, err = w.luck.opening(ctx, s)
	} else {
		l, err = w.luck.roll(ctx, s, r)
	}
	if err == nil {
		c.luck += inViewOfA(s.Roller^seatA, l)
		return nil
	}
	return fmt.Errorf("judging luck: %w", err)
}

// expect ends a contest in a state before the roll by what is to be expected:
// without a judge, as half a win and no points.
func (w *worker) expect(ctx context.Context, s engine.State, seatA int, c *contest) error {
	c.win = 0.5
	if s.Score.Length == 0 {
		c.games, c.stake = 1, float64(s.Cube.Value)
	}
	if w.luck == nil {
		return nil
	}
	side := s.Roller ^ seatA
	v, o, err := w.luck.worth(ctx, s)
	if err != nil {
		return fmt.Errorf("judging a game that was stopped: %w", err)
	}
	if s.Score.Length > 0 {
		c.win = v
		if side == sideB {
			c.win = 1 - v
		}
		return nil
	}
	if side == sideB {
		o = o.Invert()
	}
	c.points = inViewOfA(side, v)
	c.win = float64(o.Win)
	if !s.Rules.Jacoby || s.Cube.Owner != engine.Centred { // else they do not count
		c.gammon, c.backgammon = float64(o.WinGammon), float64(o.WinBackgammon)
	}
	return nil
}
