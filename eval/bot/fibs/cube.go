package fibs

import (
	"context"
	"fmt"
	"strings"

	"tavla/engine"
	"tavla/engine/notation"
)

// ChooseAction asks the other side whether to double, and whether to take. It fails
// as ChoosePlay does.
func (c *Client) ChooseAction(ctx context.Context, s engine.State) (engine.Action, error) {
	if c.lost != nil {
		return "", c.lost
	}
	a, err := c.action(ctx, s)
	if err != nil {
		c.lost = fmt.Errorf("%s, %s: %w", notation.FormatPositionID(s.Board), decisionName(&s), err)
		return "", c.lost
	}
	return a, nil
}

func decisionName(s *engine.State) string {
	if s.Awaits() == engine.ToRoll {
		return "to roll or double"
	}
	return "to take or pass"
}

func (c *Client) action(ctx context.Context, s engine.State) (engine.Action, error) {
	switch d := s.Awaits(); {
	case d == engine.ToRoll && !s.MayDouble():
		return engine.ActRoll, nil
	case d == engine.ToAnswerResignation:
		return engine.ActReject, nil
	case d == engine.ToAnswerDouble && (s.Beavered || s.Raccooned):
		return engine.ActTake, nil
	case d != engine.ToRoll && d != engine.ToAnswerDouble:
		return "", fmt.Errorf("no action is asked for in this state: it awaits decision %d", d)
	}
	answer, err := c.about(ctx, s)
	if err != nil {
		return "", err
	}
	word := strings.ToLower(answer)
	switch {
	case s.Awaits() == engine.ToRoll && word == "roll":
		return engine.ActRoll, nil
	case s.Awaits() == engine.ToRoll && word == "double":
		return engine.ActDouble, nil
	case s.Awaits() == engine.ToRoll:
		return "", fmt.Errorf("%s answered %s; roll or double was to come", c.name, quote(answer))
	case word == "beaver" && s.MayBeaver():
		return engine.ActBeaver, nil
	case word == "take" || word == "beaver": // who would even beaver takes
		return engine.ActTake, nil
	case word == "drop" || word == "pass":
		return engine.ActPass, nil
	}
	return "", fmt.Errorf("%s answered %s; take, drop or beaver was to come", c.name, quote(answer))
}

// scoresAreTurned reports whether questions about a match must have the scores the
// other way round. GNU Backgammon 1.07.001 judges plays and doubles as if its own
// score were the opponent's (takes it judges rightly), so that the wrong order is
// the right one for it. It is known by the name it gives itself, a bare number.
func (c *Client) scoresAreTurned(ctx context.Context) (bool, error) {
	if c.asked {
		return c.turnsScores, nil
	}
	err := c.during(ctx, func() error {
		if err := c.send("version"); err != nil {
			return err
		}
		software, err := c.software()
		c.turnsScores = software != "" && strings.Trim(software, "0123456789.") == ""
		return err
	})
	c.asked = err == nil
	return c.turnsScores, err
}

// software reads the answer to "version", four lines of which the last one names the
// software. Who has another answer has one line of it, and is nobody we know.
func (c *Client) software() (string, error) {
	for first := true; ; first = false {
		line, err := c.receive()
		if err != nil {
			return "", err
		}
		c.answers-- // it is no answer to a question
		if name, ok := strings.CutPrefix(line, "Software:"); ok {
			return strings.TrimSpace(name), nil
		}
		if first && !strings.HasPrefix(line, "Interface:") {
			return "", nil
		}
	}
}
