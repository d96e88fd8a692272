package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/cube"
)

// orderHint judges the decision the user has to make.
func (s *sitting) orderHint(ctx context.Context, arg string) (bool, error) {
	top := 5
	if arg != "" {
		n, err := strconv.Atoi(arg)
		if err != nil || n < 1 {
			s.say("hint %s: want the number of plays to list, such as hint 10.", arg)
			return false, nil
		}
		top = n
	}
	st := s.state()
	switch st.Awaits() {
	case engine.ToPlay:
		return false, s.hintPlays(ctx, st, top)
	case engine.ToAnswerResignation:
		yes, offered, expected, err := s.hints.judge.Resignation(ctx, st)
		if err != nil {
			return false, err
		}
		s.say("playing on  %+.4f\naccepting   %+.4f\n%s", expected, offered, map[bool]string{true: "Accept", false: "Decline"}[yes])
		return false, nil
	}
	return false, s.hintCube(ctx, st)
}

// hintPlays ranks the plays with cube and score.
func (s *sitting) hintPlays(ctx context.Context, st engine.State, top int) error {
	ranked, err := s.hints.ranker.Rank(ctx, st)
	if err != nil {
		return err
	}
	listed := ranked[:min(top, len(ranked))]
	width := len("play")
	for _, r := range listed {
		width = max(width, len(notation.FormatPlay(r.Play)))
	}
	s.say("  #  %-*s   equity     diff    W%%   WG%%  WBG%%   LG%%  LBG%%  ply", width, "play")
	for i, r := range listed {
		diff := ""
		if i > 0 && r.Plies == listed[0].Plies {
			diff = fmt.Sprintf("%+.4f", r.Equity-listed[0].Equity)
		}
		o := r.Outcome
		s.say("%3d  %-*s  %+.4f  %7s %5.1f %5.1f %5.1f %5.1f %5.1f  %3d", i+1, width, notation.FormatPlay(r.Play), r.Equity, diff,
			100*o.Win, 100*o.WinGammon, 100*o.WinBackgammon, 100*o.LoseGammon, 100*o.LoseBackgammon, r.Plies)
	}
	if more := len(ranked) - len(listed); more > 0 {
		s.say("     and %d more; hint %d lists all", more, len(ranked))
	}
	return nil
}

// hintCube judges the double that the user may offer or has to answer.
func (s *sitting) hintCube(ctx context.Context, st engine.State) error {
	d, err := s.hints.judge.Decide(ctx, st)
	var unavailable *cube.Unavailable
	switch {
	case errors.As(err, &unavailable) && st.Awaits() == engine.ToRoll:
		s.say("Roll: %s.", unavailable.Reason)
		return nil
	case err != nil && unavailable == nil:
		return err
	case err == nil:
		s.tellCube(st, d)
	}
	if st.Awaits() != engine.ToAnswerDouble {
		return nil
	}
	action, err := s.hints.action(ctx, st)
	if err == nil {
		s.say("Your answer: %s", action)
	}
	return err
}

// tellCube tells the equities of the doubler, as tavla cube does.
func (s *sitting) tellCube(st engine.State, d cube.Decision) {
	word := "double"
	if d.Verdict.Redouble {
		word = "redouble"
	}
	row := func(what string, equity, winning float64) {
		line := fmt.Sprintf("%-16s %+.4f", what, equity)
		if st.Score.Length > 0 {
			line += fmt.Sprintf("   wins the match %5.2f%%", 100*winning)
		}
		s.say("%s", line)
	}
	row("no "+word, d.NoDouble, d.Winning[0])
	row(word+", take", d.DoubleTake, d.Winning[1])
	if d.Verdict.Beaver {
		row(word+", beaver", d.DoubleBeaver, 0)
	}
	row(word+", pass", d.DoublePass, d.Winning[2])
	who := "You win"
	if st.Roller != s.human {
		who = s.botName() + " wins"
	}
	o := eval.Outcome(d.Outcome)
	s.say("%s\n%s %.1f%%, a gammon %.1f%%; a gammon lost %.1f%%", d.Verdict, who, 100*o.Win, 100*o.WinGammon, 100*o.LoseGammon)
}
