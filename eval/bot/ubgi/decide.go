package ubgi

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval/bot"
)

// setPosition reads a position; dice set before it are forgotten.
func (s *session) setPosition(rest string) error {
	form, text, _ := strings.Cut(rest, " ")
	text = strings.TrimSpace(text)
	var state engine.State
	kind := notation.XGID
	var err error
	switch {
	case form != "gnubgid" && form != "xgid" && form != "":
		return refuse(unsupported, "position %s", quote(form))
	case text == "":
		return refuse(badCommand, "expected: position gnubgid <id> or position xgid <xgid>")
	case form == "gnubgid":
		if state, kind, err = notation.Parse(text); err == nil && kind != notation.PositionID && kind != notation.FullID {
			err = errors.New("it is no GNU Backgammon id")
		}
	default:
		state, err = notation.ParseXGID(text)
	}
	if err != nil {
		return refuse(badValue, "position %s: %v", form, err)
	}
	s.state, s.bare = &state, kind == notation.PositionID
	return nil
}

func (s *session) setDice(rest string) error {
	words := strings.Fields(rest)
	if len(words) != 2 {
		return refuse(badCommand, "expected: dice <d1> <d2>")
	}
	roll, err := notation.ParseRoll(words...)
	if err != nil {
		return refuse(badValue, "%v", err)
	}
	if s.state == nil {
		return refuse(badState, "no position")
	}
	if d := s.state.Awaits(); d != engine.ToRoll && d != engine.ToPlay {
		return refuse(badState, "nobody is about to roll in this position")
	}
	s.state.Roll = roll
	return nil
}

// decide answers go in all its forms.
func (s *session) decide(ctx context.Context, rest string) (string, error) {
	what := strings.Fields(rest)
	if len(what) > 0 && what[0] == "role" { // UBGI 0.1
		if what = what[1:]; len(what) == 0 {
			return "", refuse(badCommand, "expected: go role chequer, cube or turn")
		}
	}
	switch {
	case len(what) == 0:
		what = []string{"chequer"}
	case len(what) > 1:
		return "", refuse(unsupported, "go %s with %s", quote(what[0]), quote(what[1]))
	}
	move, cube := what[0] != "cube", what[0] != "chequer"
	if move && cube && what[0] != "turn" {
		return "", refuse(unsupported, "go %s", quote(what[0]))
	}
	if s.state == nil {
		return "", refuse(badState, "no position")
	}
	switch d := s.state.Awaits(); {
	case d == engine.ToEnd || d == engine.ToOpen:
		return "", refuse(badState, "the game is not in play")
	case d == engine.ToAnswerDouble || d == engine.ToAnswerResignation:
		return "", refuse(unsupported, "go %s where a double or a resignation has to be answered", what[0])
	case move && d != engine.ToPlay:
		return "", refuse(badState, "no dice")
	}
	doubles, play := "nodouble", ""
	var err error
	if cube {
		doubles, err = s.cube(ctx)
	}
	if move && err == nil {
		play, err = s.play(ctx)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", refuse(badState, "%v", err)
	case !cube:
		return "bestmove " + play, nil
	case !move:
		return "bestcube " + doubles, nil
	}
	return "bestturn cube=" + doubles + " move=" + play, nil
}

// cube says whether to double before the roll, whatever the dice set.
func (s *session) cube(ctx context.Context) (string, error) {
	state := *s.state
	state.Roll = engine.Roll{}
	if s.bare {
		state.Rules = engine.Rules{Jacoby: s.settings.Jacoby, Beavers: s.settings.Beavers}
	}
	if !state.MayDouble() {
		return "nodouble", nil
	}
	action, err := s.player.ChooseAction(ctx, state)
	if err == nil && action == engine.ActDouble {
		return "double", nil
	}
	return "nodouble", err
}

// play is the best play of the dice set, "pass" where there is no legal one. A
// position that came alone means cubeless money.
func (s *session) play(ctx context.Context) (string, error) {
	plays := s.generator.Plays(s.state.Board, s.state.Roll)
	game := s.state
	if s.bare {
		game = nil
	}
	best := 0
	switch len(plays) {
	case 0:
		return "pass", nil
	case 1:
	default:
		var err error
		if best, err = s.player.ChoosePlay(ctx, bot.Decision{Board: s.state.Board, Roll: s.state.Roll, State: game, Plays: plays}); err != nil {
			return "", err
		}
	}
	return steps(plays[best]), nil
}

// steps writes a play man by man and die by die.
func steps(p engine.Play) string {
	var words []string
	for _, m := range p.Moves() {
		words = append(words, point(m.From)+"/"+point(m.To))
	}
	return strings.Join(words, " ")
}

func point(p uint8) string {
	switch p {
	case engine.Bar:
		return "bar"
	case engine.Off:
		return "off"
	}
	return strconv.Itoa(int(p))
}
