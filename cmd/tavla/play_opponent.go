package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"tavla/engine"
	"tavla/eval/arena"
	"tavla/eval/bot"
)

// opponent is who plays against the user.
type opponent struct {
	bot     bot.Bot // chooses the plays; nil where the adviser does
	adviser *adviser
}

// opponent makes the opponent of that name for such games, and what gives the user
// hints: a net plays as it advises, unless --plies asks for other hints.
func (a *app) opponent(ctx context.Context, spec bot.Spec, game arena.Cube, deeper bool) (*opponent, *adviser, error) {
	m, err := a.model()
	if err != nil {
		return nil, nil, err
	}
	if spec.Kind == bot.KindNet {
		theirs, err := a.modelAt(spec.Arg)
		if err != nil {
			return nil, nil, fmt.Errorf("--bot %s: %w", spec, err)
		}
		net, err := a.adviser(ctx, theirs, spec.Plies)
		if err != nil || spec.Arg == "" && (!deeper || spec.Plies == a.plies) {
			return &opponent{adviser: net}, net, interrupted(err)
		}
		hints, err := a.adviser(ctx, m, a.plies)
		return &opponent{adviser: net}, hints, interrupted(err)
	}
	player, err := a.playerFor(ctx, spec.String(), &game)
	if err != nil {
		return nil, nil, err
	}
	hints, err := a.adviser(ctx, m, a.plies)
	if err != nil {
		return nil, nil, interrupted(err)
	}
	b, err := player.New()
	if err != nil {
		return nil, nil, fmt.Errorf("--bot %s: %w", spec, err)
	}
	return &opponent{b, hints}, hints, nil
}

// shownName is what a bot is called in the file and on the screen.
func shownName(spec bot.Spec) string {
	if spec.Kind == bot.KindNet && spec.Arg == "" {
		return "Tavla"
	}
	return string(spec.Kind)
}

// choose is the play of the roll that the opponent makes, where it has a choice.
// What is left to chance depends on the seed alone.
func (o *opponent) choose(ctx context.Context, s engine.State, plays []engine.Play, seed uint64) (int, error) {
	switch {
	case len(plays) == 1:
		return 0, nil
	case o.bot == nil:
		return o.adviser.ranker.BestOf(ctx, s, plays)
	}
	if g, ok := o.bot.(bot.Gambler); ok {
		g.NewGame(seed)
	}
	i, err := o.bot.ChoosePlay(ctx, bot.Decision{Board: s.Board, Roll: s.Roll, State: &s, Plays: plays})
	if err == nil && (i < 0 || i >= len(plays)) {
		err = fmt.Errorf("it chose play %d of %d", i+1, len(plays))
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		err = fmt.Errorf("the bot is lost: %w", err)
	}
	return i, err
}

func (o *opponent) close() {
	if c, ok := o.bot.(io.Closer); ok {
		_ = c.Close() // the game is saved, and nothing else is hoped for
	}
}
