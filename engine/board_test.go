package engine_test

import (
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

const startMen = "6:5 8:3 13:5 24:2"

func TestTheStartIsTheSameFromEitherSide(t *testing.T) {
	b := engine.Start()
	if b != enginetest.Board(startMen, startMen) {
		t.Errorf("start is %v", b)
	}
	if b.Swap() != b {
		t.Error("swapping the start changes it")
	}
	if got := b.Own.Pips(); got != 167 {
		t.Errorf("pip count %d, want 167", got)
	}
}

func TestSwapTurnsTheBoardRound(t *testing.T) {
	b := enginetest.Board("24:2 bar:1", "6:5 2:1")
	if b.Swap() != enginetest.Board("6:5 2:1", "24:2 bar:1") {
		t.Errorf("swapped to %v", b.Swap())
	}
	if b.Swap().Swap() != b {
		t.Error("swapping twice does not restore the board")
	}
}

func TestPipsAndRearMan(t *testing.T) {
	for _, c := range []struct {
		name, men  string
		pips, rear int
	}{
		{"all off", "", 0, 0},
		{"one man on the 1-point", "1:1", 1, 1},
		{"the bar counts 25", "bar:2 3:1", 53, 25},
		{"the start", startMen, 167, 24},
		{"fifteen on the bar", "bar:15", 375, 25},
	} {
		t.Run(c.name, func(t *testing.T) {
			side := enginetest.Board(c.men, "bar:1").Own
			if got := side.Pips(); got != c.pips {
				t.Errorf("%d pips, want %d", got, c.pips)
			}
			if got := side.Rear(); got != c.rear {
				t.Errorf("rear man on %d, want %d", got, c.rear)
			}
		})
	}
}

func TestEveryManCountsThePipsOfItsPoint(t *testing.T) {
	for p := 1; p <= engine.Bar; p++ {
		for n := range uint8(engine.Men) + 1 {
			var side engine.Side
			side[p] = n
			if got := side.Pips(); got != p*int(n) {
				t.Errorf("%d men on point %d are %d pips", n, p, got)
			}
		}
	}
}

func TestContactIsAManThatStillHasToPass(t *testing.T) {
	for _, c := range []struct {
		name, own, opp string
		want           bool
	}{
		{"the start", startMen, startMen, true},
		{"a man on the bar has passed nobody", "bar:1", "1:1", true},
		{"my 13-point behind the opponent's, which is my 12", "13:1", "13:1", true},
		{"my 12-point just past the opponent's man on my 13", "12:1", "12:1", false},
		{"the rear men alone decide", "2:14 20:1", "6:1 1:14", true},
		{"both at home", "6:5 1:10", "6:5 1:10", false},
		{"all my men are off", "", "24:2", false},
		{"all the opponent's men are off", "24:2", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := enginetest.Board(c.own, c.opp)
			if got := b.Contact(); got != c.want {
				t.Errorf("contact %v, want %v", got, c.want)
			}
			if b = b.Swap(); b.Contact() != c.want {
				t.Errorf("seen by the opponent: contact %v, want %v", !c.want, c.want)
			}
		})
	}
}

func TestResultCountsGammonsAndBackgammons(t *testing.T) {
	for _, c := range []struct {
		name, own, opp string
		want           int
	}{
		{"nobody has borne off everything", "1:1", "1:1", 0},
		{"the loser has borne off one man", "", "1:14", 1},
		{"one man off saves the gammon even from the bar", "", "bar:14", 1},
		{"the loser has borne off none", "", "6:15", 2},
		{"none off and a man on the 18-point", "", "18:1 1:14", 2},
		{"none off and a man in the winner's home board", "", "19:1 1:14", 3},
		{"none off and a man on the bar", "", "bar:1 1:14", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := enginetest.Board(c.own, c.opp)
			if got := b.Result(); got != c.want {
				t.Errorf("result %d, want %d", got, c.want)
			}
			if b.Over() != (c.want != 0) {
				t.Errorf("over is %v", b.Over())
			}
			if b = b.Swap(); b.Result() != -c.want {
				t.Errorf("seen by the opponent: result %d, want %d", b.Result(), -c.want)
			}
		})
	}
}

func TestCheckRefusesWhatCannotStandOnATable(t *testing.T) {
	for _, c := range []struct {
		name string
		b    engine.Board
		want string // part of the error, empty for a possible board
	}{
		{"the start", engine.Start(), ""},
		{"a finished game", enginetest.Board("", "bar:15"), ""},
		{"both on the bar", enginetest.Board("bar:15", "bar:15"), ""},
		{"no men at all", engine.Board{}, "player on roll has 0 men"},
		{"sixteen men", engine.Board{Own: engine.Side{1: 16}, Opp: engine.Side{1: 15}}, "player on roll has 16 men"},
		{"fourteen opposing men", engine.Board{Own: engine.Side{1: 15}, Opp: engine.Side{1: 14}}, "opponent has 14 men"},
		{"a sum that wraps round", engine.Board{Own: engine.Side{1: 255, 2: 16}, Opp: engine.Side{1: 15}}, "player on roll has 271 men"},
		{"both on one point", engine.Board{Own: engine.Side{7: 15}, Opp: engine.Side{18: 15}}, "point 7"},
		{"both have borne off all", engine.Board{Own: engine.Side{0: 15}, Opp: engine.Side{0: 15}}, "both players"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.b.Check()
			if c.want == "" && err != nil {
				t.Errorf("refused: %v", err)
			}
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("error %v, want one about %q", err, c.want)
			}
		})
	}
}
