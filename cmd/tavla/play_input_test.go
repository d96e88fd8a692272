package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/engine/notation"
)

var (
	onBar   = enginetest.Board("bar:1 24:1 13:5 8:3 6:5", "6:5 8:3 13:5 24:2")
	bearOff = enginetest.Board("6:2 5:2 4:2 2:1", "1:2 2:2 3:2")
	blots   = enginetest.Board("24:2 13:5 8:3 6:5", "20:1 6:5 8:3 13:5 24:1")
)

func TestPlaysAreReadLeniently(t *testing.T) {
	start := engine.Start()
	for _, c := range []struct {
		board engine.Board
		roll  engine.Roll
		text  string
		want  string
	}{
		{start, engine.Roll{3, 1}, "8/5 6/5", "8/5 6/5"},
		{start, engine.Roll{3, 1}, "6/5, 8/5", "8/5 6/5"},
		{start, engine.Roll{3, 1}, "8-5,6-5", "8/5 6/5"},
		{start, engine.Roll{3, 1}, "85 65", "8/5 6/5"},
		{start, engine.Roll{3, 1}, "8 5 6 5", "8/5 6/5"},
		{start, engine.Roll{3, 1}, "  85,65 ", "8/5 6/5"},
		{start, engine.Roll{6, 4}, "2418 1814", "24/14"},
		{start, engine.Roll{6, 4}, "2414", "24/14"},
		{start, engine.Roll{6, 4}, "82 62", "8/2 6/2"},
		{start, engine.Roll{1, 1}, "8/7(2) 6/5(2)", "8/7(2) 6/5(2)"},
		{start, engine.Roll{1, 1}, "87(2) 65(2)", "8/7(2) 6/5(2)"},
		{start, engine.Roll{6, 5}, "24/18/13", "24/13"},
		{onBar, engine.Roll{3, 1}, "b/22 24/23", "bar/22 24/23"},
		{onBar, engine.Roll{3, 1}, "b22 2423", "bar/22 24/23"},
		{onBar, engine.Roll{3, 1}, "25/22 24/23", "bar/22 24/23"},
		{onBar, engine.Roll{3, 1}, "BAR/22*, 6/5", "bar/22 6/5"},
		{bearOff, engine.Roll{6, 5}, "6/off 5/off", "6/off 5/off"},
		{bearOff, engine.Roll{6, 5}, "6/o 5/0", "6/off 5/off"},
		{bearOff, engine.Roll{6, 5}, "6off 5o", "6/off 5/off"},
		{bearOff, engine.Roll{6, 5}, "60 50", "6/off 5/off"},
		{blots, engine.Roll{6, 1}, "8/7 6/5", ""},
		{blots, engine.Roll{2, 1}, "6/5*", ""}, // the 2 is open
		{blots, engine.Roll{2, 1}, "8/5*", "8/5*"},
		{blots, engine.Roll{2, 1}, "8/5", "8/5*"},
		// Part of a play is enough where it leaves no doubt.
		{bearOff, engine.Roll{6, 5}, "5/off", "6/off 5/off"},
		{onBar, engine.Roll{6, 3}, "24/18", "bar/22 24/18"},
		{start, engine.Roll{5, 5}, "8/3(2) 6/1", ""},
		{start, engine.Roll{6, 5}, "24/18 18/13", "24/13"},
		{start, engine.Roll{5, 5}, "6/1(2)", ""},
	} {
		var g engine.Generator
		plays := g.Plays(c.board, c.roll)
		i, err := findPlay(c.text, plays)
		got := ""
		if err == nil {
			got = notation.FormatPlay(plays[i])
		}
		if got != c.want {
			t.Errorf("%v %q is %q (%v), want %q", c.roll, c.text, got, err, c.want)
		}
	}
}

func TestWhatIsNoPlayIsExplained(t *testing.T) {
	for _, c := range []struct {
		board engine.Board
		roll  engine.Roll
		text  string
		want  string
	}{
		{engine.Start(), engine.Roll{3, 1}, "8/4 6/5", "the nearest: "},
		{engine.Start(), engine.Roll{3, 1}, "24/19", "the opponent holds point 19"},
		{engine.Start(), engine.Roll{3, 1}, "8/5", "is not clear; it can be "},
		{engine.Start(), engine.Roll{3, 1}, "85", "is not clear; it can be "},
		{engine.Start(), engine.Roll{6, 1}, "7/1 8/7", "the opponent holds point 1; the nearest: "},
		{engine.Start(), engine.Roll{3, 1}, "22/21", "no man of the player on roll is on point 22"},
		{engine.Start(), engine.Roll{3, 1}, "5/8", "a man moves to a lower point"},
		{engine.Start(), engine.Roll{3, 1}, "30/27", "there is no point 30"},
		{engine.Start(), engine.Roll{3, 1}, "999999999999999", "there is no point"},
		{engine.Start(), engine.Roll{3, 1}, "8/5(9)", "a count is (1) to (4)"},
		{engine.Start(), engine.Roll{3, 1}, "6/off", "borne off"},
		{onBar, engine.Roll{3, 1}, "13/10 6/5", "the men on the bar must enter first"},
	} {
		var g engine.Generator
		plays := g.Plays(c.board, c.roll)
		i, err := findPlay(c.text, plays)
		if err == nil {
			t.Errorf("%q was taken for %s", c.text, notation.FormatPlay(plays[i]))
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

func FuzzEveryTextIsAPlayOrAnError(f *testing.F) {
	for _, s := range []string{"8/5 6/5", "85 65", "b22", "6o", "8/5(2)", "8 5 6 5", "///", "(2)", "25 0"} {
		f.Add(s, uint8(3), uint8(1))
	}
	f.Fuzz(func(t *testing.T, text string, a, b uint8) {
		var g engine.Generator
		roll := engine.Roll{1 + a%6, 1 + b%6}
		for _, board := range []engine.Board{engine.Start(), onBar, bearOff, blots} {
			if plays := g.Plays(board, roll); len(plays) > 0 {
				if i, err := findPlay(text, plays); err == nil && (i < 0 || i >= len(plays)) {
					t.Fatalf("play %d of %d", i, len(plays))
				}
			}
		}
	})
}

// typed is what the program says to lines typed at the first question of a game,
// which awaits a play if opening is set, else the roll.
func typed(t *testing.T, o playFlags, opening bool, lines ...string) string {
	t.Helper()
	o.file = filepath.Join(t.TempDir(), "a.mat")
	begun := 0
	var u *user
	u = sit(t, o, func(s engine.State, plays []engine.Play) string {
		if begun == 0 && !opening && s.Awaits() == engine.ToPlay {
			return notation.FormatPlay(plays[0])
		}
		if begun == 0 {
			u.out.Reset()
		}
		if begun == len(lines) {
			return "quit"
		}
		begun++
		return lines[begun-1]
	})
	if err := u.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return u.out.String()
}

// humanBegins and botBegins are seeds whose first game begins so.
const humanBegins, botBegins = 7, 1

func TestWrongInputIsAnsweredClearly(t *testing.T) {
	for _, c := range []struct {
		opening bool
		line    string
		want    string
	}{
		{true, "xyzzy", `"xyzzy" is no command, and no play such as 8/5 6/5; help lists the commands.`},
		{true, strings.Repeat("8/5 ", 1e5), `"8/5 8/5 `},
		{true, strings.Repeat("x", 1e5), "and no play: they have at most 200 characters"},
		{true, "re", `"re" can be double or resign or decline; type more of it.`},
		{true, "b", `"b" can be beaver or board; type more of it.`},
		{true, "roll now", `roll stands alone; what does "now" mean?`},
		{true, "roll", "the roll has to be played first"},
		{true, "double", "doubling comes before the throw"},
		{true, "take", "take refused: no double has been offered"},
		{true, "pass", "pass refused: no double has been offered"},
		{true, "beaver", "beaver refused: "},
		{true, "raccoon", "raccoon refused: "},
		{true, "accept", "nobody has offered to resign"},
		{true, "decline", "nobody has offered to resign"},
		{true, "resign everything", `resign normal, gammon or backgammon; not "everything".`},
		{true, "hint none", "want the number of plays to list"},
		{true, "hint -1", "want the number of plays to list"},
		{true, "", "to play: type a play such as "},
		{true, "play", "to play: type a play such as "},
		{true, "play 24/17", "the nearest: "},
		{true, "8/7/6/5/4/3", "not legal"},
		{true, "HINT 3", "  3  "},
		{true, "pips", "You both have 167 pips to go."},
		{true, "help", "Words may be cut short."},
		{true, "sav", "Saved in "},
		{false, "8/5 6/5", "play refused: the player on roll has to throw first"},
		{false, "take", "no double has been offered"},
		{false, "hint", "no double        "},
		{false, "pip", "You have "},
	} {
		seed := uint64(botBegins)
		if c.opening {
			seed = humanBegins
		}
		if got := typed(t, playFlags{seed: seed}, c.opening, c.line); !strings.Contains(got, c.want) {
			t.Errorf("%q is answered by\n%s\nwant %q", c.line, got, c.want)
		}
	}
}
