package record

import (
	"errors"

	"tavla/engine"
)

// plain is the game as a file can tell it, and its last state: without the ties
// of the opening throw (the stake they made remains), with the first roll as the
// opening throw, and without resignations that were rejected. A resignation is
// no larger than it counts.
func plain(g *Game) (*Game, engine.State, error) {
	end, err := g.End()
	if err != nil {
		return nil, end, err
	}
	p := &Game{Start: g.Start, Properties: g.Properties}
	actions := g.Actions
	reroll := p.Start.Rules.RerollOpening
	if p.Start.Phase == engine.NotStarted {
		if actions, err = openPlainly(p, actions, reroll); err != nil {
			return nil, end, err
		}
	}
	if !p.Start.Opening {
		p.Start.Rules.RerollOpening = false
	}
	p.Start.Rules.AutomaticDoubles = 0
	for i, a := range actions {
		switch {
		case a.Kind == engine.ActReject:
			p.Actions = p.Actions[:len(p.Actions)-1]
			continue
		case a.Kind == engine.ActResign && i+1 == len(actions):
			continue // nobody has answered it
		case a.Kind == engine.ActResign && g.Start.Rules.Jacoby && end.Cube.Owner == engine.Centred:
			a.Size = 1
		case a.Kind == engine.ActRoll:
			a.Roll = a.Roll.Sorted()
		}
		p.Actions = append(p.Actions, a)
	}
	end, err = p.End()
	return p, end, err
}

// openPlainly makes the opening of p a single throw, and returns what follows.
func openPlainly(p *Game, actions []Action, reroll bool) ([]Action, error) {
	r, err := newReplay(p.Start)
	if err != nil {
		return nil, err
	}
	for len(actions) > 0 && actions[0].Kind == engine.ActOpen && actions[0].Roll.Doublet() {
		if err := r.do(actions[0]); err != nil {
			return nil, err
		}
		actions = actions[1:]
	}
	p.Start.Cube = r.state().Cube
	if !reroll || len(actions) == 0 {
		return actions, nil
	}
	open := actions[0]
	switch {
	case len(actions) == 1:
		return nil, nil
	case actions[1].Kind != engine.ActRoll:
		return nil, errors.New("a resignation before the first roll, which files have no room for")
	}
	if err := r.do(open); err != nil {
		return nil, err
	}
	roll := actions[1].Roll.Sorted()
	if roll.Doublet() {
		p.Start.Phase, p.Start.Opening = engine.Playing, true
		p.Start.Roller, p.Start.Turn = r.state().Roller, r.state().Turn
		return actions[1:], nil
	}
	open.Player, open.Roll = r.state().Roller, roll
	if open.Player == 1 {
		open.Roll = engine.Roll{roll[1], roll[0]}
	}
	open.Properties = append(open.Properties[:len(open.Properties):len(open.Properties)], actions[1].Properties...)
	return append([]Action{open}, actions[2:]...), nil
}
