package notation

import (
	"fmt"
	"strings"

	"tavla/engine"
)

const drawnMen = 5 // men a column has room for

// DrawBoard draws a board for people, in ASCII. The player on roll is X, goes
// from 24 down to 1 and has the home board on the lower right; O is the opponent.
// A column of more than five men ends in their number.
func DrawBoard(b engine.Board) string { return draw(b, [2]string{}) }

// Draw draws a state as DrawBoard does, and says how the cube and the score
// stand and who has to do what.
func Draw(s engine.State) string {
	middle := [2]string{drawnCube(&s), drawnScore(&s)}
	return draw(s.Board, middle) + "\n" + drawnTurn(&s) + "\n"
}

// draw draws the board with two lines of words beside its middle.
func draw(b engine.Board, middle [2]string) string {
	const edge = "+-------------------+-----+-------------------+"
	var d strings.Builder
	line := func(s string) { d.WriteString(strings.TrimRight(s, " ") + "\n") }
	line("  13 14 15 16 17 18   bar   19 20 21 22 23 24")
	line(edge + side("O", &b.Opp))
	for row := range drawnMen {
		line(drawnRow(&b, row, true))
	}
	line("|                   |     |                   |  " + middle[0])
	if middle[1] != "" {
		line("|                   |     |                   |  " + middle[1])
	}
	for row := drawnMen - 1; row >= 0; row-- {
		line(drawnRow(&b, row, false))
	}
	line(edge + side("X", &b.Own))
	line("  12 11 10  9  8  7   bar    6  5  4  3  2  1")
	return d.String()
}

func side(who string, s *engine.Side) string {
	return fmt.Sprintf("  %s: %d pips, %d off", who, s.Pips(), s[engine.Off])
}

// drawnRow is one row of men, counted from the edge of the board. Men on the bar
// stand in the half where they enter.
func drawnRow(b *engine.Board, row int, top bool) string {
	var d strings.Builder
	d.WriteString("|")
	for i := range 12 {
		if i == 6 {
			men, who := b.Own[engine.Bar], 'X'
			if !top {
				men, who = b.Opp[engine.Bar], 'O'
			}
			d.WriteString(" | " + drawnMan(int(men), row, who, ' ') + " |")
		}
		p := 12 - i
		if top {
			p = 13 + i
		}
		men, who := b.Own[p], 'X'
		if o := b.Opp[25-p]; o > 0 {
			men, who = o, 'O'
		}
		d.WriteString(drawnMan(int(men), row, who, '.'))
	}
	return d.String() + " |"
}

// drawnMan is what row shows of a column of men, three characters wide.
func drawnMan(men, row int, who, empty rune) string {
	switch {
	case men > drawnMen && row == drawnMen-1:
		return fmt.Sprintf("%3d", men)
	case row < men:
		return fmt.Sprintf("%3c", who)
	case row == 0:
		return fmt.Sprintf("%3c", empty)
	}
	return "   "
}

// mark is X for the player on roll and O for the other.
func mark(s *engine.State, player int) string {
	if player == s.Roller {
		return "X"
	}
	return "O"
}

func drawnCube(s *engine.State) string {
	switch {
	case s.Score.Crawford:
		return "no cube (Crawford game)"
	case s.Cube.Owner == engine.Centred:
		return fmt.Sprintf("cube: %d, centred", s.Cube.Value)
	}
	return fmt.Sprintf("cube: %d, owned by %s", s.Cube.Value, mark(s, s.Cube.Owner))
}

func drawnScore(s *engine.State) string {
	x, o := s.Score.Points[s.Roller], s.Score.Points[1-s.Roller]
	if s.Score.Length > 0 {
		return fmt.Sprintf("match to %d: X %d, O %d", s.Score.Length, x, o)
	}
	text := "money game"
	if x != 0 || o != 0 {
		text += fmt.Sprintf(": X %d, O %d", x, o)
	}
	if s.Rules.Jacoby {
		text += ", Jacoby"
	}
	if s.Rules.Beavers {
		text += ", beavers"
	}
	return text
}

func drawnTurn(s *engine.State) string {
	turn := mark(s, s.Turn)
	other := mark(s, 1-s.Turn)
	offer := "a double"
	if s.Beavered {
		offer = "a beaver"
	} else if s.Raccooned {
		offer = "a raccoon"
	}
	switch s.Awaits() {
	case engine.ToOpen:
		return "the game has yet to begin"
	case engine.ToPlay:
		return fmt.Sprintf("X has rolled %d%d", s.Roll[0], s.Roll[1])
	case engine.ToAnswerDouble:
		return fmt.Sprintf("%s offers %s to %d, %s to answer", other, offer, 2*s.Cube.Value, turn)
	case engine.ToAnswerResignation:
		return fmt.Sprintf("%s offers to resign a %s, %s to answer", other, sizeName(s.Resigning), turn)
	case engine.ToEnd:
		return "the game is over"
	}
	if s.MayDouble() {
		return "X to roll or double"
	}
	return "X to roll"
}

func sizeName(size int) string {
	return [4]string{"", "single game", "gammon", "backgammon"}[size&3]
}
