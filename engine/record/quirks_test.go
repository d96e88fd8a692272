package record

import (
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/notation"
)

// file makes an .mat of the rows of its one game, which begin on line 5.
func file(head string, rows ...string) string {
	return head + "\n\n Game 1\n ann : 0                        bob : 0\n" + strings.Join(rows, "\n") + "\n"
}

// told is what happened in a game, in words.
func told(g *Game) string {
	var words []string
	for s, a := range g.Steps() {
		w := string(a.Kind)
		switch a.Kind {
		case engine.ActOpen, engine.ActRoll:
			continue
		case engine.ActPlay:
			w = notation.FormatPlay(a.Play)
		case engine.ActLoseTurn:
			w = "-"
		}
		if s.Turn == 0 && a.Kind != engine.ActResign || a.Kind == engine.ActResign && a.Player == 0 {
			w = "ann " + w
		} else {
			w = "bob " + w
		}
		words = append(words, w)
	}
	return strings.Join(words, ", ")
}

// quirk is a text with one game, what it tells, and the one warning on it.
type quirk struct {
	name, text string
	told       string
	line       int // of the warning, -1 if there is none
	warning    string
}

const opening = "  1) 31: 8/5 6/5                 42: 8/4 6/4"

func TestQuirksOfRealFilesAreRead(t *testing.T) {
	for _, q := range []quirk{
		{"hits are not marked anywhere", file("5 point match",
			"  1) 31: 8/5 6/5                 62: 24/18 13/11", "  2) 64: 24/14"),
			"ann 8/5 6/5, bob 24/18 13/11, ann 24/14*", -1, ""},
		{"a hit on the way that is not marked follows from how the opponent goes on", file("5 point match",
			"  1) 52: 13/8 13/11              64: 24/18 13/9", "  2) 61: 13/6                    21: 25/24 13/11"),
			"ann 13/11 13/8, bob 24/18 13/9, ann 13/7*/6, bob bar/24 13/11", -1, ""},
		{"steps are spelled out and unsorted", file("5 point match",
			"  1) 31: 6/5 8/5                 66: 13/7 24/18 13/7 24/18"),
			"ann 8/5 6/5, bob 24/18(2) 13/7(2)", -1, ""},
		{"the low die comes first", file("5 point match", "  1) 13: 6/5 8/5                 24: 6/4 8/4"),
			"ann 8/5 6/5, bob 8/4 6/4", -1, ""},
		{"Wins stands alone on a line", file("5 point match", opening, "  2)  Doubles => 2                Drops", "      Wins 1 point"),
			"ann 8/5 6/5, bob 8/4 6/4, ann double, bob pass", -1, ""},
		{"Wins stands in the loser's column", file("5 point match", opening, "  2)  Doubles => 2                Drops", "                                  Wins 1 point"),
			"ann 8/5 6/5, bob 8/4 6/4, ann double, bob pass", -1, ""},
		{"Wins stands in a row with the drop", file("5 point match", "  1) 31: 8/5 6/5                  Doubles => 2", "  2)  Drops                       Wins 1 point"),
			"ann 8/5 6/5, bob double, ann pass", -1, ""},
		{"the player to move has resigned, whatever the column", file("5 point match", opening, "                                  Wins 2 points"),
			"ann 8/5 6/5, bob 8/4 6/4, ann resignation, bob accepting a resignation", -1, ""},
		{"Losses after a resignation", file("5 point match", opening, "  2) 43:                         ", "  3) Losses 1 point"),
			"ann 8/5 6/5, bob 8/4 6/4, ann resignation, bob accepting a resignation", -1, ""},
		{"both results stand on one row", file("5 point match", opening, "  2) Wins 1 point                Losses 1 point"),
			"ann 8/5 6/5, bob 8/4 6/4, bob resignation, ann accepting a resignation", -1, ""},
		{"the last rows are empty", file("5 point match", opening, "  2) ", "  3)", "", "      Wins 1 point"),
			"ann 8/5 6/5, bob 8/4 6/4, ann resignation, bob accepting a resignation", -1, ""},
		{"question marks are a resignation after the roll", file("5 point match", opening, "  2) 43: ????                     Wins 2 points"),
			"ann 8/5 6/5, bob 8/4 6/4, ann resignation, bob accepting a resignation", -1, ""},
		{"a roll with no play although several are legal is a resignation", file("5 point match", "  1) 31: 8/5 6/5                 42:", "      Wins 1 point"),
			"ann 8/5 6/5, bob resignation, ann accepting a resignation", -1, ""},
		{"the value is larger than the match can hold", file("2 point match", opening, "      Wins 8 points and the match"),
			"ann 8/5 6/5, bob 8/4 6/4, ann resignation, bob accepting a resignation", 6, "taken as 2 points"},
		{"a resignation counts no more than the match holds", file("2 point match", opening, "      Wins 3 points and the match"),
			"ann 8/5 6/5, bob 8/4 6/4, ann resignation, bob accepting a resignation", 6, "no more count"},
		{"the result has the points the match still held", file("3 point match", opening, "  2)  Doubles => 2                Takes", "  3) 43: ????", "      Wins 3 points and the match"),
			"ann 8/5 6/5, bob 8/4 6/4, ann double, bob take, ann resignation, bob accepting a resignation", -1, ""},
		{"beavers are not followed by Takes", file("0 point match", opening, "  2)  Doubles => 2                Beavers => 4", "  3) 31: 24/23 13/10"),
			"ann 8/5 6/5, bob 8/4 6/4, ann double, bob beaver, ann take, ann 24/23 13/10", -1, ""},
		{"a raccoon is written as beavers", file("0 point match", opening, "  2)  Doubles => 2                Beavers", "  3)  Beavers                     Takes"),
			"ann 8/5 6/5, bob 8/4 6/4, ann double, bob beaver, ann raccoon, bob take", -1, ""},
		{"a dead cube is turned", file("1 point match", opening, "  2)  Doubles => 2                Takes", "  3) 31: 24/23 13/10"),
			"ann 8/5 6/5, bob 8/4 6/4, ann double, bob take, ann 24/23 13/10", 6, "dead"},
		{"a dead cube is turned and refused", file("1 point match", opening, "  2)  Doubles => 2                Drops", "  Wins 1 point"),
			"ann 8/5 6/5, bob 8/4 6/4, ann double, bob pass", 6, "dead"},
		{"the first roll is a doublet", file("5 point match", "  1)                             33: 8/5(2) 6/3(2)", "  2) 21: 13/11 24/23"),
			"bob 8/5(2) 6/3(2), ann 24/23 13/11", 5, "thrown both dice anew"},
		{"the first double shows automatic doubles", file("0 point match", opening, "  2)  Doubles => 4                Drops", "  Wins 2 points"),
			"ann 8/5 6/5, bob 8/4 6/4, ann double, bob pass", 6, "from the opening"},
		{"a double is followed by a roll", file("5 point match", opening, "  2)  Doubles => 2", "  3) 31: 24/23 13/10"),
			"ann 8/5 6/5, bob 8/4 6/4, ann double, bob take, ann 24/23 13/10", 7, "taken to have been taken"},
		{"a double to a wrong value", file("5 point match", opening, "  2)  Doubles => 8                Takes"),
			"ann 8/5 6/5, bob 8/4 6/4, ann double, bob take", 6, "one to 2"},
		{"a play that is not legal ends the game", file("5 point match", opening, "  2) 31: 8/1", "  3) 31: 8/5 6/5", "  Wins 1 point"),
			"ann 8/5 6/5, bob 8/4 6/4, ann resignation, bob accepting a resignation", 6, "rest of the game is left out"},
		{"lines end with CR LF after a byte-order mark, with comments", "\uFEFF; [Site \"Here\"]\r\n; no tag\r\n" +
			strings.ReplaceAll(file("5 point match", opening), "\n", "\r\n"), "ann 8/5 6/5, bob 8/4 6/4", -1, ""},
		{"tabs part the columns", file("5 point match", "  1)\t\t\t\t42: 8/4 6/4", "  2) 31: 8/5 6/5"),
			"bob 8/4 6/4, ann 8/5 6/5", -1, ""},
		{"there is no head", "Game 1\n ann : 0   bob : 0\n" + opening, "ann 8/5 6/5, bob 8/4 6/4", 0, "money"},
		{"a line means nothing", file("5 point match", "Have fun!", opening), "ann 8/5 6/5, bob 8/4 6/4", 5, "means nothing"},
	} {
		t.Run(q.name, func(t *testing.T) {
			m, warnings := mustRead(t, q.text)
			if q.line < 0 {
				wantNoWarning(t, warnings)
			} else {
				wantWarning(t, warnings, q.line, q.warning)
			}
			if got := told(&m.Games[0]); got != q.told {
				t.Errorf("read as\n%s, want\n%s", got, q.told)
			}
			if m.Players != [2]string{"ann", "bob"} {
				t.Errorf("players %q", m.Players)
			}
			for _, text := range []string{mat(t, m), sgf(t, m)} {
				back, _ := mustRead(t, text)
				if diff := differ(m.Games, back.Games, same); diff != "" {
					t.Errorf("written as\n%s and read (-before +after):\n%s", text, diff)
				}
			}
		})
	}
}
