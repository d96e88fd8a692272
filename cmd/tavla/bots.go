package main

import (
	"context"
	"fmt"

	"tavla/eval"
	"tavla/eval/arena"
	"tavla/eval/bot"
	"tavla/eval/bot/fibs"
	"tavla/eval/bot/ubgi"
	"tavla/eval/search"
	"tavla/eval/static"
	"tavla/nnet"
)

// player makes the factory of the bot of that name. A name nobody can have is a
// usage error; a file that cannot be read is not.
func (a *app) player(ctx context.Context, name string) (arena.Player, error) {
	spec, err := bot.Parse(name)
	if err != nil {
		return arena.Player{}, usageError{err}
	}
	if spec.Kind == bot.KindNet && spec.Plies > search.MaxPlies {
		return arena.Player{}, badUsage("bot %q: plies go from 0 to %d", name, search.MaxPlies)
	}
	bots, err := a.bots(ctx, spec)
	if err != nil {
		return arena.Player{}, fmt.Errorf("bot %q: %w", name, err)
	}
	return arena.Player{Name: name, New: bots}, nil
}

// bots returns what makes the bots of a kind, one for each worker. What they can
// share is read once, here.
func (a *app) bots(ctx context.Context, spec bot.Spec) (func() (bot.Bot, error), error) {
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
		if plies := a.pliesOf(spec); plies > 0 {
			return a.deepBots(m, plies)
		}
		return netBots(m), nil
	case bot.KindGnubg:
		plies := a.pliesOf(spec)
		return func() (bot.Bot, error) {
			return fibs.StartGNUBackgammon(ctx, fibs.Options{Plies: plies})
		}, nil
	case bot.KindExternal:
		if spec.Plies != bot.DefaultPlies {
			return nil, badUsage("an external player decides itself how deep it looks: leave @%d out", spec.Plies)
		}
		return func() (bot.Bot, error) { return fibs.Dial(ctx, spec.Arg) }, nil
	case bot.KindUBGI:
		plies := a.pliesOf(spec)
		if plies == 0 && spec.Plies == bot.DefaultPlies {
			plies = bot.DefaultPlies // nobody has said anything
		}
		return func() (bot.Bot, error) {
			return ubgi.Start(ctx, spec.Arg, ubgi.Options{Plies: plies})
		}, nil
	}
	return nil, badUsage("%s does not play here; random, pip, pubeval=DIR, net, net=FILE, gnubg, external=HOST:PORT and ubgi=COMMAND do", spec.Kind)
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

// modelAt is the model in a weights file, or the one that judges if path is "".
func (a *app) modelAt(path string) (*static.Model, error) {
	if path == "" {
		return a.model()
	}
	f, err := nnet.Read(path)
	if err != nil {
		return nil, err
	}
	m, err := static.NewModel(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// judges makes evaluators of a model for the arena's judge of luck.
func judges(m *static.Model) func() (eval.Evaluator, error) {
	return func() (eval.Evaluator, error) { return m.NewEvaluator(), nil }
}
