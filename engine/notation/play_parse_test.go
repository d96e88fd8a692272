package notation

import (
	"strings"
	"testing"

	"tavla/engine"
)

// men places men by points, all in the numbering of the player on roll; what is
// not placed has been borne off. Bar and 0 are the two bars.
type men map[int]uint8

func board(t testing.TB, own, opp men) engine.Board {
	t.Helper()
	var b engine.Board
	for p, n := range own {
		b.Own[p] = n
	}
	for p, n := range opp {
		b.Opp[25-p] = n
	}
	if err := completeBoard(&b, onRoll, opponent); err != nil {
		t.Fatal(err)
	}
	return b
}

func legal(b engine.Board, hi, lo uint8) []engine.Play {
	var g engine.Generator
	return g.Plays(b, engine.Roll{hi, lo})
}

func TestManyWaysOfWritingMeanOnePlay(t *testing.T) {
	start := engine.Start()
	onBar := board(t, men{6: 5, engine.Bar: 1, 13: 2}, men{20: 1, 12: 5})
	home := board(t, men{6: 1, 3: 2}, men{24: 5})
	oneBlot := board(t, men{24: 1, 3: 2}, men{18: 1, 1: 2})
	twoBlots := board(t, men{24: 1, 3: 2}, men{18: 1, 20: 1, 1: 2})
	throughOnly := board(t, men{24: 1, 3: 2}, men{18: 1, 20: 2})
	for _, c := range []struct {
		plays []engine.Play
		want  string
		texts string
	}{
		{legal(start, 3, 1), "8/5 6/5", "8/5 6/5|6/5 8/5|6/5, 8/5|8/5*6/5*| 8 / 5  6 / 5 |8-5 6-5|08/05;6/5"},
		{legal(start, 6, 5), "24/13", "24/13|24/18/13|24/18 18/13|18/13 24/18|24/19 19/13|24/13*|18*/13 24/18"},
		{legal(start, 1, 1), "8/7(2) 6/5(2)", "8/7(2) 6/5(2)|6/5 8/7 6/5 8/7|6/5(2)8/7(2)|6/5 (2) 8/7 ( 2 )"},
		{legal(start, 6, 6), "24/18(2) 13/7(2)", "13/7(2) 24/18(2)|24/18 24/18 13/7 13/7|24/18*(2) 13/7 13/7"},
		{legal(onBar, 5, 3), "bar/20* 13/10", "bar/20* 13/10|25/20 13/10|BAR/20 13/10|13/10 Bar/20*"},
		{legal(onBar, 5, 3), "bar/20*/17", "bar/20*/17|25/20/17|bar/20 20/17|20/17 25/20"},
		{legal(home, 6, 5), "6/off 3/off", "6/off 3/off|6/0 3/0|6/OFF 3/Off|3/0 6/0"},
		{legal(oneBlot, 6, 4), "24/14", "24/14|24/20/14|24/20 20/14"},
		{legal(oneBlot, 6, 4), "24/18*/14", "24/18*/14|24/18/14|18/14 24/18"},
		{legal(twoBlots, 6, 4), "24/18*/14", "24/18*/14|24/18/14|24/18 18/14"},
		{legal(throughOnly, 6, 4), "24/18*/14", "24/18*/14|24/14|24/14*"},
	} {
		for text := range strings.SplitSeq(c.texts, "|") {
			i, err := ParsePlay(text, c.plays)
			if err != nil {
				t.Errorf("want %s: %v", c.want, err)
			} else if got := FormatPlay(c.plays[i]); got != c.want {
				t.Errorf("%q is read as %s, not %s", text, got, c.want)
			}
		}
	}
}

func TestALostTurnIsReadAsNoPlay(t *testing.T) {
	for _, text := range []string{"", " ", "pass", "Cannot  Move", "no play"} {
		if i, err := ParsePlay(text, nil); i != -1 || err != nil {
			t.Errorf("%q: %d, %v", text, i, err)
		}
	}
}

func TestBadPlaysAreRefusedWithTheReason(t *testing.T) {
	start := engine.Start()
	onBar := board(t, men{6: 5, engine.Bar: 1, 13: 2}, men{20: 1, 12: 5})
	outside := board(t, men{7: 1, 3: 2}, men{24: 5})
	twoBlots := board(t, men{24: 1, 3: 2}, men{18: 1, 20: 1, 1: 2})
	for _, c := range []struct {
		text  string
		plays []engine.Play
		want  []string
	}{
		{"", legal(start, 3, 1), []string{"compulsory", "16 plays are legal, such as 24/23 24/21"}},
		{"pass", legal(start, 3, 1), []string{"compulsory"}},
		{"8/5 6/5", nil, []string{"no play is legal", "turn is lost"}},
		{"7/4 6/5", legal(start, 3, 1), []string{"no man of the player on roll is on point 7"}},
		{"8/7(4)", legal(start, 1, 1), []string{"4 men should leave point 8", "only 3"}},
		{"bar/22", legal(start, 3, 1), []string{"no man of the player on roll is on the bar"}},
		{"24/20", legal(start, 5, 5), []string{"not legal with this roll", "legal is 13/8(4), 13/3 13/8(2), "}},
		{"13/10 6/2", legal(start, 3, 1), []string{"not legal with this roll"}},
		{"13/10", legal(start, 3, 1), []string{"not all of the roll that can be played", "16 plays are legal"}},
		{"13/8(2)", legal(start, 5, 5), []string{"not all of the roll", "legal is 13/8(4), "}},
		{"24/19 6/5", legal(start, 5, 1), []string{"the opponent holds point 19"}},
		{"13/10 13/8", legal(onBar, 5, 3), []string{"the men on the bar must enter first"}},
		{"3/off 7/4", legal(outside, 3, 3), []string{"not all of the roll", "legal is 7/1 3/off(2)"}},
		{"3/off(2)", legal(outside, 3, 3), []string{"no man may be borne off while one is outside"}},
		{"24/14", legal(twoBlots, 6, 4), []string{"more than one", "24/20*/14, 24/18*/14", "name the points"}},
		{"24/14*", legal(twoBlots, 6, 4), []string{"more than one"}},
		{"5/8", legal(start, 3, 1), []string{"5/8", "lower point"}},
		{"8/8", legal(start, 3, 1), []string{"lower point"}},
		{"off/3", legal(start, 3, 1), []string{"lower point"}},
		{"8", legal(start, 3, 1), []string{"8 without a destination", "8/POINT"}},
		{"8/", legal(start, 3, 1), []string{"ends where a point should follow"}},
		{"8/26", legal(start, 3, 1), []string{"no point 26"}},
		{"8/99999999999999999999", legal(start, 3, 1), []string{"no point 9999"}},
		{"8/5(0)", legal(start, 3, 1), []string{"(1) to (4)"}},
		{"8/5(5)", legal(start, 3, 1), []string{"(1) to (4)"}},
		{"8/5(2", legal(start, 3, 1), []string{"(1) to (4)"}},
		{"hello", legal(start, 3, 1), []string{`"hello" is no point`}},
		{"8/5 & 6/5", legal(start, 3, 1), []string{`"& 6/5" is no point`}},
		{strings.Repeat("8/5 ", 1e6), legal(start, 3, 1), []string{`"8/5 8/5 `, "3999999 characters", "more than 200"}},
	} {
		_, err := ParsePlay(c.text, c.plays)
		refused(t, c.text, err, c.want...)
	}
}

// refused checks that an error quotes the text and says all the words.
func refused(t *testing.T, text string, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("%q is accepted; want an error saying %q", text, words)
		return
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q: error %q does not say %q", text, err, w)
		}
	}
}
