package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"tavla/engine"
	"tavla/engine/notation"
)

// sitting is the user at the table, until the match is over or the user leaves.
type sitting struct {
	*table
	them  *opponent
	hints *adviser
	in    *bufio.Reader
	out   io.Writer
	echo  bool // repeats what was read, where nobody typed it
	drawn bool // the user has seen the position before the roll
}

// errLeft is that the user has left, or the input has ended.
var errLeft = errors.New("the player has left")

func newSitting(t *table, them *opponent, hints *adviser, in io.Reader, out io.Writer) *sitting {
	typed, _ := in.(io.Writer) // a terminal is a file, and shows what is typed
	return &sitting{
		table: t, them: them, hints: hints, in: bufio.NewReader(in), out: out,
		echo: typed == nil || !onTerminal(typed),
	}
}

func (s *sitting) say(format string, args ...any) { fmt.Fprintf(s.out, format+"\n", args...) }

// bot is the player who is not the user.
func (s *sitting) bot() int { return 1 - s.human }

func (s *sitting) botName() string { return s.record.Players[s.bot()] }

// welcome says what is played and where it is kept, having seen that it can be.
func (s *sitting) welcome() error {
	if err := s.save(); err != nil {
		return err
	}
	what, of := fmt.Sprintf("a match to %d", s.record.Length), "of "
	if s.record.Length == 0 {
		what, of = "for money", ""
	}
	what += fmt.Sprintf(" against %s (%s)", s.botName(), s.tag(botTag))
	if s.resumed {
		s.say("Going on with game %d %s%s.", len(s.record.Games), of, what)
	} else {
		s.say("Playing %s. Seed of the dice: %d.", what, s.seed)
	}
	s.say("Saved after every turn in %s; to go on: tavla play --file %s", s.path, s.path)
	s.say("You are X. Type help for the commands.")
	return nil
}

// run plays until the match is over or the user leaves; either way what was played
// is saved.
func (s *sitting) run(ctx context.Context) error {
	var err error
	for err == nil {
		err = s.step(ctx)
	}
	if errors.Is(err, errUnsaved) {
		return err
	}
	return errors.Join(endOfPlay(err, s.path), s.save())
}

// step does the next thing that is to be done.
func (s *sitting) step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	st := s.state()
	switch d := st.Awaits(); {
	case d == engine.ToOpen:
		return s.opening()
	case d == engine.ToEnd:
		return s.gameOver()
	case d == engine.ToPlay && len(s.match.Game().Plays()) == 0:
		return s.lostTurn()
	case st.Turn == s.human:
		return s.humanTurn(ctx)
	}
	return s.botTurn(ctx)
}

func (s *sitting) opening() error {
	r, err := s.open()
	if err != nil {
		return err
	}
	if s.state().Score.Crawford && s.record.Length > 1 {
		s.say("\nGame %d, the Crawford game: nobody doubles.", len(s.record.Games))
	} else {
		s.say("\nGame %d.", len(s.record.Games))
	}
	begins := "You begin."
	if s.state().Roller == s.bot() {
		begins = s.botName() + " begins."
	}
	s.say("The opening throw: you %d, %s %d. %s", r[s.human], s.botName(), r[s.bot()], begins)
	s.drawn = false
	return nil
}

func (s *sitting) lostTurn() error {
	st := s.state()
	if st.Roller == s.human {
		s.say("You roll %d%d: no legal play.", st.Roll[0], st.Roll[1])
	} else {
		s.say("%s rolls %d%d: no legal play.", s.botName(), st.Roll[0], st.Roll[1])
	}
	s.drawn = false
	return s.act(engine.ActLoseTurn)
}

// gameOver says who has won, and goes on to the next game if there is one.
func (s *sitting) gameOver() error {
	r, _ := s.match.Game().Result()
	how := [4]string{"", "", " a gammon", " a backgammon"}[r.Size]
	if r.Winner == s.human {
		s.say("You win%s: %s.", how, count(r.Points, "point"))
	} else {
		s.say("%s wins%s: %s.", s.botName(), how, count(r.Points, "point"))
	}
	p := s.match.Score().Points
	score := fmt.Sprintf("you %d, %s %d", p[s.human], s.botName(), p[s.bot()])
	if winner, over := s.match.Winner(); over {
		who := "You win"
		if winner != s.human {
			who = s.botName() + " wins"
		}
		s.say("%s the match to %d: %s.\nIt is in %s; tavla analyze judges it.", who, s.record.Length, score, s.path)
		return errLeft
	}
	s.say("The score: %s.", score)
	return s.nextGame()
}

// view is the state drawn from the user's side.
func (s *sitting) view() string {
	st := s.state()
	if st.Roller != s.human {
		st.Board = st.Board.Swap()
		st.Roller = s.human
	}
	return "\n" + notation.Draw(st)
}

// humanTurn asks until something has been done.
func (s *sitting) humanTurn(ctx context.Context) error {
	if !s.drawn || s.state().Awaits() != engine.ToPlay {
		fmt.Fprint(s.out, s.view())
		s.drawn = true
	}
	for {
		if err := s.save(); err != nil {
			return err
		}
		line, err := s.ask(ctx)
		if err != nil {
			return err
		}
		done, err := s.obey(ctx, line)
		var rule *engine.RuleError
		switch {
		case errors.As(err, &rule):
			s.say("%v", err)
		case err != nil || done:
			return err
		}
	}
}

// ask reads a line. The end of the input is errLeft.
func (s *sitting) ask(ctx context.Context) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	fmt.Fprint(s.out, "play> ")
	type reading struct {
		line string
		err  error
	}
	read := make(chan reading, 1)
	go func() { // is left behind when the context ends first, as the program then does
		line, err := s.in.ReadString('\n')
		read <- reading{line, err}
	}()
	select {
	case <-ctx.Done():
		s.say("")
		return "", ctx.Err()
	case r := <-read:
		line := strings.TrimSpace(r.line)
		switch {
		case r.err != nil && r.err != io.EOF:
			return "", fmt.Errorf("reading what is typed: %w", r.err)
		case r.err == io.EOF && line == "":
			s.say("\nThe input has ended; the match is saved in %s.", s.path)
			return "", errLeft
		case s.echo:
			s.say("%s", line)
		}
		return line, nil
	}
}
