package record

import (
	"fmt"

	"tavla/engine"
	"tavla/engine/notation"
)

// builder drives the state machine through the events of one game.
type builder struct {
	raw  *rawGame
	game Game
	r    *replay
	gen  engine.Generator // for looking ahead
	w    *warnings

	names [2]string // for warnings
}

// build makes a game of its events, and tells its last state. An event that cannot be ends it: the result
// is then that of a resignation. next is the start of the game after it, if any,
// whose score tells who won this one.
func build(raw *rawGame, next *engine.State, names [2]string, w *warnings) (Game, engine.State) {
	b := &builder{raw: raw, w: w, names: names, game: Game{Properties: raw.props}}
	if err := b.start(); err != nil {
		w.add(raw.line, "%v; the game is left empty", err)
		return b.game, raw.start
	}
	for i := range raw.events {
		if err := b.event(i); err != nil {
			w.add(raw.events[i].line, "%v; the rest of the game is left out", err)
			break
		}
		if s := b.r.state(); s.Awaits() == engine.ToEnd && i+1 < len(raw.events) {
			w.add(raw.events[i+1].line, "the game is over; what follows is left out")
			break
		}
	}
	b.finish(next)
	b.settleProperties()
	return b.game, b.r.state()
}

// start settles where the game begins.
func (b *builder) start() error {
	s := &b.raw.start
	if double, _ := b.raw.doubles(); double && s.Score.Crawford {
		b.w.add(b.raw.line, "the cube is turned in what should be the Crawford game; it is none")
		s.Score.Crawford = false
	}
	for _, e := range b.raw.events {
		if e.kind == evDouble {
			b.stake(e)
			break
		}
	}
	if _, err := newReplay(*s); err != nil {
		b.w.add(b.raw.line, "%v; the game is taken to begin at the start", err)
		score := s.Score
		if score.Crawford = false; score.Check() != nil {
			score = engine.Score{Length: score.Length}
		}
		rules := s.Rules
		*s = newStart(score)
		s.Rules = rules
	}
	if len(b.raw.events) > 0 {
		// Dice are thrown singly for the opening; a doublet was thrown anew.
		if e := b.raw.events[0]; e.kind == evRoll && s.Phase == engine.NotStarted && e.roll.Doublet() {
			b.w.add(e.line, "the first roll is a doublet: the starter is taken to have thrown both dice anew")
			s.Rules.RerollOpening, s.Opening = true, true
			s.Phase, s.Roller, s.Turn = engine.Playing, e.side, e.side
		}
	}
	var err error
	b.game.Start = *s
	b.r, err = newReplay(*s)
	return err
}

// stake finds the automatic doubles of a money game by the first double.
func (b *builder) stake(e event) {
	c := &b.raw.start.Cube
	before := e.value / 2
	if b.raw.start.Score.Length == 0 && c.Owner == engine.Centred && c.Value == 1 && before > 1 &&
		before&(before-1) == 0 && e.value == 2*before {
		b.w.add(e.line, "the first double is to %d: the stake is taken to have been %d from the opening", e.value, before)
		c.Value = before
	}
}

// act does an action of player and records it.
func (b *builder) act(a Action) error {
	if err := b.r.do(a); err != nil {
		return err
	}
	b.game.Actions = append(b.game.Actions, a)
	return nil
}

func (b *builder) event(i int) error {
	e := &b.raw.events[i]
	s := b.r.state()
	switch e.kind {
	case evRoll:
		return b.roll(i)
	case evDouble:
		return b.double(e)
	case evBeaver:
		return b.beaver(e)
	case evTake:
		return b.act(Action{Kind: engine.ActTake, Player: s.Turn, Properties: e.props})
	case evPass:
		return b.act(Action{Kind: engine.ActPass, Player: s.Turn, Properties: e.props})
	}
	return fmt.Errorf("%q means nothing here", e.text)
}

// turn brings the game to the player on roll at the beginning of a turn, where a
// roll or double of e is to happen.
func (b *builder) turn(e *event) error {
	s := b.r.state()
	if s.Awaits() == engine.ToAnswerDouble && e.kind == evRoll {
		// Takes of beavers are not written by all programs.
		if !s.Beavered && !s.Raccooned {
			b.w.add(e.line, "a roll follows a double: it is taken to have been taken")
		}
		if err := b.act(Action{Kind: engine.ActTake, Player: s.Turn}); err != nil {
			return err
		}
		s = b.r.state()
	}
	if s.Awaits() == engine.ToPlay && len(b.r.game.Plays()) == 0 {
		// GNU Backgammon writes some lost turns as dice only.
		if err := b.act(Action{Kind: engine.ActLoseTurn, Player: s.Roller}); err != nil {
			return err
		}
		s = b.r.state()
	}
	if s.Awaits() != engine.ToRoll || s.Roller == e.side {
		return nil
	}
	switch {
	case closedOut(&s.Board):
		b.w.add(e.line, "%s is closed out and has no roll", b.name(s.Roller))
		return b.act(Action{Kind: engine.ActLoseTurn, Player: s.Roller})
	case e.sure:
		return fmt.Errorf("it is %s's turn, and %s acts", b.name(s.Roller), b.name(e.side))
	}
	return nil
}

func (b *builder) name(player int) string {
	if n := b.names[player]; n != "" {
		return n
	}
	return [2]string{"player 0", "player 1"}[player]
}

func (b *builder) double(e *event) error {
	if s := b.r.state(); s.Awaits() == engine.ToAnswerDouble {
		return b.beaver(e) // a double on a double
	}
	if err := b.turn(e); err != nil {
		return err
	}
	s := b.r.state()
	if deadCube(&s) {
		b.w.add(e.line, "the cube is dead: %s gains nothing by doubling", b.name(s.Roller))
	}
	if e.value != 0 && e.value != 2*s.Cube.Value {
		b.w.add(e.line, "a double to %d with the cube at %d; it is taken as one to %d", e.value, s.Cube.Value, 2*s.Cube.Value)
	}
	return b.act(Action{Kind: engine.ActDouble, Player: s.Turn, Properties: e.props})
}

// beaver is a beaver, or a raccoon on one.
func (b *builder) beaver(e *event) error {
	s := b.r.state()
	a := Action{Kind: engine.ActBeaver, Player: s.Turn, Properties: e.props}
	if s.Beavered {
		a.Kind = engine.ActRaccoon
	}
	return b.act(a)
}

func (b *builder) roll(i int) error {
	e := &b.raw.events[i]
	s := b.r.state()
	// A roll that was told before, and left unplayed, may be told again with its play.
	again := s.Awaits() == engine.ToPlay && i > 0 && b.raw.events[i-1].unplayed && s.Roll.Sorted() == e.roll && s.Roller == e.side
	if again {
		last := &b.game.Actions[len(b.game.Actions)-1]
		last.Properties = append(last.Properties[:len(last.Properties):len(last.Properties)], e.props...)
	} else {
		if err := b.turn(e); err != nil {
			return err
		}
		if err := b.throw(e); err != nil {
			return err
		}
	}
	if e.unplayed {
		return nil
	}
	a := Action{Kind: engine.ActPlay, Player: b.r.state().Roller}
	plays := b.r.game.Plays()
	switch lastOne := i == len(b.raw.events)-1; {
	case len(plays) == 0 && e.text == "":
		a.Kind = engine.ActLoseTurn
	case e.text != "":
		at, err := b.choose(i, plays)
		if err != nil {
			return err
		}
		a.Play = plays[at]
	case len(plays) == 1 && !e.cannot:
		b.w.add(e.line, "no play with %d%d; the only legal one, %s, is taken to have been made", e.roll[0], e.roll[1], notation.FormatPlay(plays[0]))
		a.Play = plays[0]
	case lastOne:
		if !e.cannot && b.raw.result == nil {
			b.w.add(e.line, "no play with %d%d, and no result: the game is taken to be unfinished", e.roll[0], e.roll[1])
		}
		return nil
	default:
		return fmt.Errorf("no play with %d%d, though %d are legal", e.roll[0], e.roll[1], len(plays))
	}
	return b.act(a)
}

// throw is the roll itself, the opening throw if the game has not begun.
func (b *builder) throw(e *event) error {
	s := b.r.state()
	a := Action{Kind: engine.ActRoll, Player: s.Turn, Roll: e.roll, Properties: e.props}
	if s.Awaits() == engine.ToOpen {
		a.Kind, a.Player = engine.ActOpen, e.side
		if e.side == 1 {
			a.Roll = engine.Roll{e.roll[1], e.roll[0]}
		}
	}
	return b.act(a)
}

// settleProperties gives the analysis of the cube (DA) to the rolls, and all other
// properties of a turn to the plays.
func (b *builder) settleProperties() {
	for i := 1; i < len(b.game.Actions); i++ {
		roll, play := &b.game.Actions[i-1], &b.game.Actions[i]
		if roll.Roll == (engine.Roll{}) || play.Kind != engine.ActPlay && play.Kind != engine.ActLoseTurn {
			continue
		}
		all := roll.Properties
		roll.Properties = nil
		for _, p := range all {
			if p.Name == "DA" {
				roll.Properties = append(roll.Properties, p)
			} else {
				play.Properties = append(play.Properties, p)
			}
		}
	}
}
