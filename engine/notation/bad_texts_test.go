package notation

import (
	"strings"
	"testing"

	"tavla/engine"
)

// id makes a position id of raw counts, possible or not: points 1 to bar of the
// opponent, then of the player on roll.
func id(opp, own men) string {
	w := bitWriter{bytes: make([]byte, 64)}
	for _, s := range []men{opp, own} {
		for p := 1; p <= engine.Bar; p++ {
			w.write(1<<s[p]-1, int(s[p])+1)
		}
	}
	return encodeID(w.bytes[:positionBytes])
}

func TestBadPositionIDsAreRefusedWithTheReason(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"4HPwATDgc/ABM", "it has 13 characters, not 14"},
		{"4HPwATDgc/ABMAA", "it has 15 characters, not 14"},
		{"4HPwATDgc/ABMA==", "it has 16 characters, not 14"},
		{"4HPwATDgc-ABMA", `character 10 is '-'`},
		{"4HPwATDgc\nABMA", `character 10 is '\n'`},
		{"4HPwATDgc/ABMB", "bits beyond the last byte are set"},
		{"AAAAAAAAAAAAAA", "there are no men on the board"},
		{id(men{1: 15}, nil), "the player on roll: no men left, the game is over"},
		{id(nil, men{1: 15}), "the opponent: no men left, the game is over"},
		{id(men{1: 16}, men{1: 3}), "the opponent: 16 men, and there are only 15"},
		{id(men{1: 3}, men{2: 16}), "the player on roll: 16 men"},
		{id(men{1: 15}, men{1: 16}), "too many men"},
		{id(men{6: 3}, men{19: 2, 1: 3}), "both players have men on point 19"},
		{"//////////////", "bits beyond the last byte"},
		{"/////////////w", "its bits end at point 1 of the opponent: too many men"},
		{"AAAAAAAAQAAAAA", "bits are set after the last man"},
	} {
		_, err := ParsePositionID(c.text)
		refused(t, c.text, err, c.want, "position id")
	}
}

func TestBadMatchIDsAreRefusedWithTheReason(t *testing.T) {
	raw := func(set func(w *bitWriter)) string {
		w := bitWriter{bytes: make([]byte, matchBytes)}
		for _, b := range []struct{ v, n int }{{0, 4}, {cubeCentred, 2}, {1, 1}, {0, 1}, {1, 3}, {1, 1}} {
			w.write(b.v, b.n)
		}
		set(&w)
		return encodeID(w.bytes)
	}
	at := func(bit, v, n int) func(w *bitWriter) {
		return func(w *bitWriter) { w.at = bit; w.write(v, n) }
	}
	both := func(fs ...func(w *bitWriter)) func(w *bitWriter) {
		return func(w *bitWriter) {
			for _, f := range fs {
				f(w)
			}
		}
	}
	for _, c := range []struct{ text, want string }{
		{"cAkAAAAAAAA", "it has 11 characters, not 12"},
		{"cAkAAAAAAAA!", `character 12 is '!'`},
		{raw(func(w *bitWriter) { w.bytes[0] &^= 1 << 4 }), "cube owner 2"},
		{raw(at(67, 1, 1)), "bits are set after the last field"},
		{raw(at(8, 5, 3)), "game state 5"},
		{raw(at(15, 7, 3)), "a die shows 1 to 6"},
		{raw(at(15, 3, 3)), "dice 3 0: a die shows 1 to 6"},
		{raw(at(7, 1, 1)), "none in a money game"},
		{raw(both(at(7, 1, 1), at(21, 5, 15))), "exactly one player must be one point away"},
		{raw(both(at(21, 5, 15), at(36, 5, 15))), "the match of 5 is won already"},
		{raw(both(at(12, 1, 1), at(11, 0, 1), at(15, 3, 3), at(18, 1, 3))), "dice 3 1 with a double pending"},
		{raw(func(w *bitWriter) { w.bytes[1] &^= 1 << 3 }), "the decision is player 1's"},
	} {
		_, err := ParseMatchID(c.text)
		refused(t, c.text, err, c.want, "match id")
		_, err = ParseID("4HPwATDgc/ABMA:" + c.text)
		refused(t, c.text, err, c.want, "match id")
	}
}

func TestBadXGIDsAreRefusedWithTheReason(t *testing.T) {
	const start = "-b----E-C---eE---c-e----B-"
	for _, c := range []struct{ text, want string }{
		{"XGID=" + start, "it has 1 fields"},
		{"XGID=" + start + ":0:0:1:31:0:0:0", "it has 8 fields"},
		{"XGID=-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:0:10", "has 25 characters, not 26"},
		{"XGID=" + start + "-:0:0:1:31:0:0:0:0:10", "has 27 characters, not 26"},
		{"XGID=-b----E-C---eE---c-e--A-B-:0:0:1:31:0:0:0:0:10", "the bottom player: 16 men, and there are only 15"},
		{"XGID=-b----P-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "the bottom player: 26 men"},
		{"XGID=-b----E-C---eE---c-e-a--B-:0:0:1:31:0:0:0:0:10", "the top player: 16 men"},
		{"XGID=-b------------------------:0:0:1:31:0:0:0:0:10", "the bottom player: no men left"},
		{"XGID=------------------------B-:0:0:1:31:0:0:0:0:10", "the top player: no men left"},
		{"XGID=--------------------------:0:0:1:31:0:0:0:0:10", "no men on the board"},
		{"XGID=Ab----E-C---eD---c-e----B-:0:0:1:31:0:0:0:0:10", "stands for the top player's bar"},
		{"XGID=-b----E-C---eE---c-d----Ba:0:0:1:31:0:0:0:0:10", "stands for the bottom player's bar"},
		{"XGID=-b----E-C---eE---c-e-Z--B-:0:0:1:31:0:0:0:0:10", `character 22 is 'Z'`},
		{"XGID=" + start + ":x:0:1:31:0:0:0:0:10", `cube is "x", not a number`},
		{"XGID=" + start + ":-1:0:1:31:0:0:0:0:10", "cube is -1"},
		{"XGID=" + start + ":62:1:1:31:0:0:0:0:10", "more than 4294967296 cannot be counted"},
		{"XGID=" + start + ":1:2:1:31:0:0:0:0:10", "cube owner is 2"},
		{"XGID=" + start + ":0:0:0:31:0:0:0:0:10", "turn is 0"},
		{"XGID=" + start + ":0:0:2:31:0:0:0:0:10", "turn is 2"},
		{"XGID=" + start + ":0:0:1:71:0:0:0:0:10", "dice 7 1: a die shows 1 to 6"},
		{"XGID=" + start + ":0:0:1:30:0:0:0:0:10", "dice 3 0: a die shows 1 to 6"},
		{"XGID=" + start + ":0:0:1:3:0:0:0:0:10", `dice are "3"`},
		{"XGID=" + start + ":0:0:1:Q:0:0:0:0:10", `dice are "Q"`},
		{"XGID=" + start + ":0:0:1:31:-2:0:0:0:10", "bottom player's score is -2"},
		{"XGID=" + start + ":0:0:1:31:0:5:0:5:10", "the match of 5 is won already"},
		{"XGID=" + start + ":0:0:1:31:0:0:4:0:10", "rules is 4"},
		{"XGID=" + start + ":0:0:1:31:0:0:2:5:10", "in a match it is 1 for the Crawford game"},
		{"XGID=" + start + ":0:0:1:31:0:0:1:5:10", "exactly one player must be one point away"},
		{"XGID=" + start + ":1:1:1:31:4:0:1:5:10", "turned cube in the Crawford game"},
		{"XGID=" + start + ":1:-1:1:D:0:0:0:0:10", "the opponent owns the cube"},
		{"XGID=" + start + ":1:-1:1:B:0:0:0:5:10", "a match knows no beavers"},
		{"XGID=" + start + ":0:0:1:31:0:0:0:0:x", `largest cube is "x"`},
	} {
		_, err := ParseXGID(c.text)
		refused(t, c.text, err, c.want, "XGID")
	}
}

func TestBadFIBSLinesAreRefusedWithTheReason(t *testing.T) {
	const good = "board:You:Opp:3:0:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
	with := func(field int, value string) string {
		f := strings.Split(good, ":")
		f[field+1] = value
		return strings.Join(f, ":")
	}
	if _, err := ParseFIBS(with(fibsMen+6, " 5 ")); err != nil {
		t.Errorf("blanks around a number: %v", err)
	}
	for _, c := range []struct{ text, want string }{
		{good[6:], `does not begin with "board:"`},
		{"board:You:Opp:3", "it has 3 fields after board, not 52"},
		{good + ":0:0", "it has 54 fields"},
		{good + ":4", "resignation is 4"},
		{with(fibsLength, "three"), `match length is "three", not a number`},
		{with(fibsScore, "3"), "the match of 3 is won already"},
		{with(fibsMen+6, "x"), `number 6 of the board is "x"`},
		{with(fibsMen+6, "6"), "you: 16 men, and there are only 15"},
		{with(fibsMen+6, "99"), "number 6 of the board is 99"},
		{with(fibsMen+1, "-3"), "the opponent: 16 men"},
		{with(fibsMen, "1"), "your men are on the opponent's bar"},
		{with(fibsMen+25, "-1"), "the opponent's men are on your bar"},
		{with(fibsTurn, "0"), "turn is 0, which FIBS writes when the game is over"},
		{with(fibsColour, "2"), "colour is 2"},
		{with(fibsDirection, "0"), "direction is 0"},
		{with(fibsDice, "7"), "first die is 7"},
		{with(fibsDice, "0"), "dice 0 2: a die shows 1 to 6"},
		{with(fibsCube, "3"), "cube at 3: it shows a power of two"},
		{with(fibsCube, "0"), "cube is 0"},
		{with(fibsMayDouble, "2"), "your may-double is 2"},
		{strings.Replace(with(fibsCube, "2"), ":2:1:1:0:", ":2:0:0:0:", 1), "cube is 2, but neither player may double"},
		{with(fibsDoubled, "5"), "was-doubled is 5"},
	} {
		_, err := ParseFIBS(c.text)
		refused(t, c.text, err, c.want, "FIBS board")
	}
}

func TestTextsInNoFormatAreRefusedWithTheReason(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "it is empty"},
		{" \n", "it is empty"},
		{"hello", "position id \"hello\": it has 5 characters, not 14"},
		{"cAkAAAAAAAAE", "this is a match id without a position"},
		{"4HPwATDgc/ABMA:", "match id \"\": it has 0 characters"},
		{":cAkAAAAAAAAE", "position id \"\": it has 0 characters"},
		{"a:b:c", "XGID \"a:b:c\": it has 3 fields"},
		{"board:x", "FIBS board"},
		{"xgid=", "XGID"},
	} {
		_, _, err := Parse(c.text)
		refused(t, c.text, err, c.want)
	}
}

func TestBadDiceAreRefusedWithTheReason(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"7 1", "dice 7 1: a die shows 1 to 6"},
		{"71", "dice 7 1: a die shows 1 to 6"},
		{"0 3", "dice 0 3: a die shows 1 to 6"},
		{"12 3", "dice 12 3: a die shows 1 to 6"},
		{"3 300", "dice 3 300: a die shows 1 to 6"},
		{"", `dice "": want two numbers from 1 to 6, such as 31 or 3 1`},
		{"3", `dice "3": want two numbers`},
		{"311", `dice "311": want two numbers`},
		{"3 1 1", "want two numbers"},
		{"-1 3", "want two numbers"},
		{"-3", "want two numbers"},
		{"a b", "want two numbers"},
	} {
		_, err := ParseRoll(c.text)
		refused(t, c.text, err, c.want)
	}
	for _, args := range [][]string{{"31"}, {"3 1"}, {"3-1"}, {"3,1"}, {"3", "1"}, {" 3 ", "1 "}, {"3 - 1"}} {
		if r, err := ParseRoll(args...); err != nil || r != (engine.Roll{3, 1}) {
			t.Errorf("%q is read as %v, %v", args, r, err)
		}
	}
}

func TestStatesAFormatCannotSayAreRefusedWithTheReason(t *testing.T) {
	double := Bare(engine.Start())
	double.Doubled, double.Turn = true, 0
	beaver := double
	beaver.Beavered, beaver.Turn, beaver.Rules.Beavers = true, 1, true
	beaver.Cube = engine.Cube{Value: 2, Owner: 0}
	resigning := Bare(engine.Start())
	resigning.Resigning, resigning.Turn = 2, 0
	large := Bare(engine.Start())
	large.Cube = engine.Cube{Value: 1 << 16, Owner: 1}
	broken := Bare(engine.Board{})
	for _, c := range []struct {
		name   string
		state  engine.State
		format func(engine.State) (string, error)
		want   string
	}{
		{"your double on FIBS", double, formatLine, "your double waits"},
		{"beaver on FIBS", beaver, formatLine, "beaver or raccoon"},
		{"resignation on FIBS", resigning, formatLine, "your resignation waits"},
		{"resignation in an XGID", resigning, FormatXGID, "resignation that is pending"},
		{"large cube in a match id", large, FormatID, "cube at 65536, and there is room for 32768"},
		{"no men in an XGID", broken, FormatXGID, "has 0 men"},
		{"no men on FIBS", broken, formatLine, "has 0 men"},
		{"no men in a match id", broken, FormatID, "has 0 men"},
	} {
		_, err := c.format(c.state)
		refused(t, c.name, err, c.want)
	}
	if line, err := formatLine(SwapPlayers(double)); err != nil {
		t.Errorf("the opponent's line of a double: %v", err)
	} else if f, err := ParseFIBS(line); err != nil || f.State != SwapPlayers(double) {
		t.Errorf("%s: %+v, %v", line, f, err)
	}
}

func TestOldAndOddWritingsAreAccepted(t *testing.T) {
	const start = "-b----E-C---eE---c-e----B-"
	for _, c := range []struct{ text, same string }{
		{"XGID=" + start + ":0:0:1:31:0:0:0:0", "XGID=" + start + ":0:0:1:31:0:0:0:0:10"},
		{"xgid=" + start + ":0:1:1:31:0:0:0:0:8", "XGID=" + start + ":0:0:1:31:0:0:0:0:10"},
		{start + ":0:0:-1:00:0:0:1:0:10", "XGID=" + start + ":0:0:-1:00:0:0:1:0:10"},
		{"XGID=" + start + ":0:0:1:00:4:4:1:5:10", "XGID=" + start + ":0:0:1:00:4:4:0:5:10"},
		{"XGID=" + start + ":0:0:1:B:0:0:2:0:10", "XGID=" + start + ":1:-1:1:B:0:0:2:0:10"},
		{"XGID=" + start + ":0:0:-1:R:0:0:0:0:10", "XGID=" + start + ":2:1:-1:R:0:0:2:0:10"},
		{"4HPwATDgc/ABMA:8IhuACAACAAE", "4HPwATDgc/ABMA:8IluACAACAAE"},
	} {
		got, _, err := Parse(c.text)
		want, _, wantErr := Parse(c.same)
		if err != nil || wantErr != nil || got != want {
			t.Errorf("%s is read as %+v, %v; want %+v, %v", c.text, got, err, want, wantErr)
		}
	}
}

func TestTheKindSaysWhatATextCarried(t *testing.T) {
	for _, c := range []struct {
		text               string
		kind               Kind
		hasMatch, hasRules bool
	}{
		{"4HPwATDgc/ABMA", PositionID, false, false},
		{"4HPwATDgc/ABMA:cAkAAAAAAAAE", FullID, true, true},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", XGID, true, true},
		{"board:You:Opp:3:0:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0", FIBSBoard, true, false},
	} {
		s, kind, err := Parse(c.text)
		if err != nil || kind != c.kind || kind.HasMatch() != c.hasMatch || kind.HasRules() != c.hasRules {
			t.Errorf("%s: %v, %v", c.text, kind, err)
		}
		if s.Board != engine.Start() {
			t.Errorf("%s: %v is not the start", c.text, s.Board)
		}
	}
}

func TestAFinishedGameIsReadOnlyWhereItIsSaidToBeOver(t *testing.T) {
	s := Bare(board(t, men{1: 2}, men{24: 3}))
	s.Board.Own = engine.Side{engine.Off: engine.Men}
	s.Phase = engine.Over
	text, err := FormatID(s)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := ParseID(text); err != nil || back != s {
		t.Errorf("%s is read as %+v, %v", text, back, err)
	}
	position, _, _ := strings.Cut(text, ":")
	_, err = ParseID(position + ":cAkAAAAAAAAE")
	refused(t, text, err, "the game is over")
}
