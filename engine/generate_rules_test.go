package engine_test

import (
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// Every rule of moving as a small position: the plays that are legal, and that
// no others are. Plays are separated by commas; none means the turn is lost.
func TestTheRulesOfMoving(t *testing.T) {
	const closed = "6:2 5:2 4:2 3:2 2:2 1:2"
	for _, c := range []struct {
		name, own, opp string
		roll           engine.Roll
		want           string
	}{
		{"one man may make both moves or two men one each",
			"5:1 2:2", "24:1 bar:1", engine.Roll{6, 3}, "5/off, 5/off 2/off"},
		{"a number whose point is empty is played from a higher point",
			"6:2 5:2 4:2 1:2", "6:2", engine.Roll{3, 2},
			"4/2 4/1, 5/2 4/2, 5/3 4/1, 5/3 5/2, 5/off, 6/1, 6/3 4/2, 6/3 5/3, 6/4 5/2, 6/4 6/3"},
		{"against a closed board the turn is lost", "bar:1 6:5", closed, engine.Roll{6, 1}, ""},
		{"against a closed board a doublet is lost too", "bar:1 6:5", closed, engine.Roll{3, 3}, ""},
		{"a man enters on the open number and hits there, and only then others move",
			"bar:1 13:1 8:1", "4:2 5:1", engine.Roll{5, 4}, "bar/20*/16, bar/20* 13/9, bar/20* 8/4"},
		{"all men must enter before any other move", "bar:2 13:1", "6:2", engine.Roll{6, 3}, "bar/22"},
		{"two men enter with both numbers", "bar:2 13:1", "1:2", engine.Roll{6, 3}, "bar/22 bar/19"},
		{"three men enter with three moves of a doublet", "bar:3 13:1", "1:2", engine.Roll{3, 3},
			"bar/22(3) 13/10, bar/22(2) bar/19"},
		{"either number but not both: the higher", "12:1", "21:2", engine.Roll{5, 3}, "12/7"},
		{"the dice may lie in either order", "12:1", "21:2", engine.Roll{3, 5}, "12/7"},
		{"the higher number cannot be played: the lower", "12:1", "21:2 18:2", engine.Roll{5, 3}, "12/9"},
		{"a man enters with the higher number where it can enter with either and then go no further",
			"bar:1 4:1", "11:2", engine.Roll{6, 5}, "bar/19"},
		{"both numbers are compulsory though the higher could be played so that the lower cannot",
			"14:1 8:1", "13:2", engine.Roll{6, 2}, "14/8 8/6"},
		{"a point the opponent owns is not passed even in between", "24:1", "6:2 7:2", engine.Roll{6, 5}, ""},
		{"the way between must be open in one order only", "24:1", "7:2", engine.Roll{6, 5}, "24/13"},
		{"a doublet stops before a point the opponent owns", "24:1", "16:2", engine.Roll{5, 5}, "24/14"},
		{"a doublet gives four moves", "24:1 2:1", "bar:1", engine.Roll{5, 5}, "24/4"},
		{"no man passes a prime of six points", "24:2", "18:2 17:2 16:2 15:2 14:2 13:2", engine.Roll{6, 6}, "24/18(2)"},
		{"a man before a prime of six points cannot move by any number",
			"24:1", "2:2 3:2 4:2 5:2 6:2 7:2", engine.Roll{6, 1}, ""},
		{"a blot may be hit in passing or passed by", "24:1", "2:1", engine.Roll{2, 1}, "24/23*/21, 24/21"},
		{"two blots may be hit on one way", "24:1", "2:1 4:1", engine.Roll{2, 1}, "24/23*/21*, 24/21*"},
		{"two ways to one position are one play", "24:1", "bar:1", engine.Roll{2, 1}, "24/21"},
		{"bearing off is not compulsory where a move inside is legal",
			"6:1 2:1", "6:2", engine.Roll{2, 1}, "6/3, 6/4 2/1, 6/5 2/off"},
		{"a number above all men bears off from the highest point", "3:1 2:2", "6:2", engine.Roll{6, 5}, "3/off 2/off"},
		{"nobody bears off with a man outside", "7:1 1:1", "20:2 23:2", engine.Roll{5, 2}, ""},
		{"the last man outside may come home with one number so that the other bears off",
			"7:1 5:1", "bar:1", engine.Roll{6, 1}, "7/off, 7/1 5/4"},
		{"a man hit during the bear-off must come round again first",
			"bar:1 1:3", "bar:1", engine.Roll{6, 1}, "bar/18"},
		{"the last man needs one number only", "1:1", "6:2", engine.Roll{6, 5}, "1/off"},
		{"a doublet bears off up to four", "6:1 3:2 2:3", "6:2", engine.Roll{3, 3}, "6/3 3/off(3), 6/off 3/off(2)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := enginetest.Board(c.own, c.opp)
			want := map[engine.Board]string{}
			for text := range strings.SplitSeq(c.want, ", ") {
				if text != "" {
					want[playText(t, b, text)] = text
				}
			}
			samePlays(t, b, c.roll, want)
		})
	}
}

// samePlays fails unless the legal plays lead to exactly the wanted positions,
// each of which is given with the text of its play.
func samePlays(t *testing.T, b engine.Board, r engine.Roll, want map[engine.Board]string) {
	t.Helper()
	var gen engine.Generator
	plays := gen.Plays(b, r)
	got := map[engine.Board]bool{}
	for i := range plays {
		got[plays[i].Board] = true
		if _, ok := want[plays[i].Board]; !ok {
			t.Errorf("%d-%d: %v is not legal", r[0], r[1], plays[i].Moves())
		}
	}
	for end, text := range want {
		if !got[end] {
			t.Errorf("%d-%d: %s is missing", r[0], r[1], text)
		}
	}
	if len(plays) != len(want) {
		t.Errorf("%d-%d: %d plays, want %d", r[0], r[1], len(plays), len(want))
	}
}
