package fibs

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tavla/engine"
	"tavla/eval/bot"
)

// answerer answers the lines of one connection.
type answerer struct {
	player    bot.Player
	reader    reader
	software  string
	generator engine.Generator
}

// errNoCommand is the answer to a line with nothing in it.
var errNoCommand = errors.New(`empty line; want a FIBS board line, "board:" and its fields, or "version"`)

// answer is what goes back for a line, without its end.
func (a *answerer) answer(ctx context.Context, line string) (string, error) {
	switch {
	case strings.HasPrefix(line, "board:"):
		s, err := a.reader.read(line)
		if err != nil {
			return "", err
		}
		return a.decide(ctx, s)
	case line == "version":
		return "Interface: 1\nRFBF: 0\nEngine: 1.00\nSoftware: " + a.software, nil
	case line == "":
		return "", errNoCommand
	}
	return "", fmt.Errorf(`unknown command %s; want a FIBS board line, "board:" and its fields, or "version"`, quote(line))
}

// decide answers for the player on turn.
func (a *answerer) decide(ctx context.Context, s engine.State) (string, error) {
	switch d := s.Awaits(); {
	case d == engine.ToPlay:
		return a.play(ctx, s)
	case d == engine.ToRoll && !s.MayDouble():
		return "roll", nil
	}
	action, err := a.player.ChooseAction(ctx, s)
	if err != nil {
		return "", err
	}
	if action == engine.ActRaccoon {
		// How many times the other side lets the cube be turned back is unknown,
		// and one time too many stops it.
		action = engine.ActTake
	}
	said := word(action)
	if said == "" {
		return "", fmt.Errorf("the player answers with %q, which has no word here", action)
	}
	return said, nil
}

// word is what the protocol calls an action, "" where it has no word for it.
func word(a engine.Action) string {
	switch a {
	case engine.ActRoll:
		return "roll"
	case engine.ActDouble:
		return "double"
	case engine.ActTake:
		return "take"
	case engine.ActPass:
		return "drop"
	case engine.ActBeaver:
		return "beaver"
	case engine.ActAccept:
		return "accept"
	case engine.ActReject:
		return "reject"
	}
	return ""
}

// play answers with the best play, nothing where there is no legal one.
func (a *answerer) play(ctx context.Context, s engine.State) (string, error) {
	plays := a.generator.Plays(s.Board, s.Roll)
	best := 0
	switch len(plays) {
	case 0:
		return "", nil
	case 1:
	default:
		var err error
		if best, err = a.player.ChoosePlay(ctx, bot.Decision{Board: s.Board, Roll: s.Roll, State: &s, Plays: plays}); err != nil {
			return "", err
		}
	}
	return steps(plays[best]), nil
}

// steps writes a play man by man and die by die, with 25 for the bar and 0 for off.
func steps(p engine.Play) string {
	var b strings.Builder
	for i, m := range p.Moves() {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(int(m.From)) + "/" + strconv.Itoa(int(m.To)))
		if m.Hit {
			b.WriteByte('*')
		}
	}
	return b.String()
}
