package main

import (
	"context"
	"fmt"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/arena"
	"tavla/eval/bot"
	"tavla/eval/bot/fibs"
	"tavla/eval/bot/ubgi"
	"tavla/eval/search"
	"tavla/eval/static"
)

// player makes the factory of the bot of that name, for cubeless money games. A name
// nobody can have is a usage error; a file that cannot be read is not.
func (a *app) player(ctx context.Context, name string) (arena.Player, error) {
	return a.playerFor(ctx, name, nil)
}

// playerFor is player for games with the cube, if those are described.
func (a *app) playerFor(ctx context.Context, name string, c *arena.Cube) (arena.Player, error) {
	spec, err := bot.Parse(name)
	if err != nil {
		return arena.Player{}, usageError{err}
	}
	most := map[bot.Kind]int{bot.KindNet: search.MaxPlies, bot.KindGnubg: fibs.MaxPlies}
	if n, limited := most[spec.Kind]; limited && spec.Plies > n {
		return arena.Player{}, badUsage("bot %q: plies go from 0 to %d", name, n)
	}
	bots, err := a.bots(ctx, spec, c)
	if err != nil {
		return arena.Player{}, fmt.Errorf("bot %q: %w", name, err)
	}
	return arena.Player{Name: name, New: bots}, nil
}

// bots returns what makes the bots of a kind, one for each worker. What they can
// share is read once, here.
func (a *app) bots(ctx context.Context, spec bot.Spec, c *arena.Cube) (func() (bot.Bot, error), error) {
	switch spec.Kind {
	case bot.KindRandom:
		return func() (bot.Bot, error) { return bot.NewRandom(0), nil }, nil
	case bot.KindPip:
		return func() (bot.Bot, error) { return bot.Pip{}, nil }, nil
	case bot.KindPubeval:
		w, err := bot.ReadPubeval(spec.Arg)
		if err != nil {
			return nil, err
		}
		return func() (bot.Bot, error) { return bot.NewPubeval(w), nil }, nil
	case bot.KindNet:
		m, err := a.modelAt(spec.Arg)
		if err != nil {
			return nil, err
		}
		plies := a.pliesOf(spec)
		switch {
		case c != nil:
			return a.cubeBots(m, c, plies)
		case plies > 0:
			return a.deepBots(m, plies)
		}
		return netBots(m), nil
	case bot.KindGnubg:
		o := fibs.Options{Plies: a.pliesOf(spec)}
		if c != nil {
			o.Cube = &c.Rules
		}
		return func() (bot.Bot, error) { return fibs.StartGNUBackgammon(ctx, o) }, nil
	case bot.KindExternal:
		if spec.Plies != bot.DefaultPlies {
			return nil, badUsage("an external player decides itself how deep it looks: leave @%d out", spec.Plies)
		}
		return func() (bot.Bot, error) { return fibs.Dial(ctx, spec.Arg) }, nil
	case bot.KindUBGI:
		return a.ubgiBots(ctx, spec, c)
	}
	panic("a kind of bot that bot.Parse knows and nobody plays: " + spec.Kind)
}

// cubeBots makes bots that play by a model with cube and score, looking so many
// plies ahead.
func (a *app) cubeBots(m *static.Model, c *arena.Cube, plies int) (func() (bot.Bot, error), error) {
	o := c.Judge
	o.Plies = plies
	players, err := playersAt(m, o, 1, depth{filterName: a.depth.filterName})
	if err != nil {
		return nil, err
	}
	return func() (bot.Bot, error) { return players(), nil }, nil
}

// ubgiBots makes bots out of UBGI engines. Where there is a cube the nets answer
// doubles for them, since UBGI has no question about that.
func (a *app) ubgiBots(ctx context.Context, spec bot.Spec, c *arena.Cube) (func() (bot.Bot, error), error) {
	plies := a.pliesOf(spec)
	if spec.Plies == bot.DefaultPlies && !a.pliesGiven {
		plies = bot.DefaultPlies // nobody has said anything: as the engine likes
	}
	start := func() (*ubgi.Engine, error) { return ubgi.Start(ctx, spec.Arg, ubgi.Options{Plies: plies}) }
	if c == nil {
		return func() (bot.Bot, error) { return start() }, nil
	}
	m, err := a.model()
	if err != nil {
		return nil, err
	}
	answers, err := a.cubeBots(m, c, 0)
	if err != nil {
		return nil, err
	}
	return func() (bot.Bot, error) {
		p, err := answers()
		if err != nil {
			return nil, err
		}
		e, err := start()
		return answeredFor{e, p.(bot.Player)}, err
	}, nil
}

// answeredFor is an engine whose answers to doubles are those of a player.
type answeredFor struct {
	*ubgi.Engine
	answers bot.Player
}

func (a answeredFor) ChooseAction(ctx context.Context, s engine.State) (engine.Action, error) {
	if s.Awaits() == engine.ToAnswerDouble {
		return a.answers.ChooseAction(ctx, s)
	}
	return a.Engine.ChooseAction(ctx, s)
}

// pliesOf is how deep a bot looks: as its name says, else as --plies does.
func (a *app) pliesOf(spec bot.Spec) int {
	if spec.Plies == bot.DefaultPlies {
		return a.plies
	}
	return spec.Plies
}

// netBots makes bots that play by a model without looking ahead.
func netBots(m *static.Model) func() (bot.Bot, error) {
	return func() (bot.Bot, error) { return bot.NewEvaluator(m.NewEvaluator()), nil }
}

// judges makes evaluators of a model for the arena's judge of luck.
func judges(m *static.Model) func() (eval.Evaluator, error) {
	return func() (eval.Evaluator, error) { return m.NewEvaluator(), nil }
}
