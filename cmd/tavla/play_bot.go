package main

import (
	"context"
	"fmt"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/engine/record"
)

// botTurn lets the opponent decide.
func (s *sitting) botTurn(ctx context.Context) error {
	st := s.state()
	switch st.Awaits() {
	case engine.ToAnswerDouble:
		return s.botAnswers(ctx, st)
	case engine.ToAnswerResignation:
		yes, offered, expected, err := s.them.adviser.judge.Resignation(ctx, st)
		switch {
		case err != nil:
			return err
		case yes:
			s.say("%s accepts.", s.botName())
			return s.act(engine.ActAccept)
		}
		s.say("%s declines: playing on is worth %+.3f to it, and that %+.3f.", s.botName(), expected, offered)
		return s.act(engine.ActReject)
	case engine.ToPlay:
		return s.botPlays(ctx, st)
	}
	if s.tag(declinedTag) != fmt.Sprint(len(s.record.Games)) {
		if size := s.them.adviser.resigns(st); size > 0 {
			s.say("%s resigns %s.", s.botName(), sizes[size])
			return s.do(record.Action{Kind: engine.ActResign, Player: s.bot(), Size: size})
		}
	}
	action, err := s.them.adviser.action(ctx, st)
	switch {
	case err != nil:
		return err
	case action == engine.ActDouble:
		s.say("%s doubles to %d.", s.botName(), 2*st.Cube.Value)
		return s.act(engine.ActDouble)
	}
	return s.roll()
}

var sizes = [4]string{"", "a single game", "a gammon", "a backgammon"}

func (s *sitting) botAnswers(ctx context.Context, st engine.State) error {
	action, err := s.them.adviser.action(ctx, st)
	if err != nil {
		return err
	}
	s.say("%s %s.", s.botName(), map[engine.Action]string{
		engine.ActTake: "takes", engine.ActPass: "passes", engine.ActBeaver: "beavers", engine.ActRaccoon: "raccoons",
	}[action])
	return s.act(action)
}

func (s *sitting) botPlays(ctx context.Context, st engine.State) error {
	plays := s.match.Game().Plays()
	chance := playStream(s.seed, len(s.record.Games), s.throws(), forPlayBot).Uint64()
	i, err := s.them.choose(ctx, st, plays, chance)
	if err != nil {
		return err
	}
	s.say("%s rolls %d%d: %s", s.botName(), st.Roll[0], st.Roll[1], notation.FormatPlay(plays[i]))
	s.drawn = false
	return s.do(record.Action{Kind: engine.ActPlay, Player: st.Roller, Play: plays[i]})
}
