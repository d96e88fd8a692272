package notation

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// eachCase calls f with every line of a shared case file.
func eachCase[T any](t *testing.T, name string, f func(T)) {
	t.Helper()
	file, err := os.Open(enginetest.Shared(t, "cases", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	n := 0
	for lines.Scan() {
		var c T
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		f(c)
		n++
	}
	if lines.Err() != nil || n == 0 {
		t.Fatalf("%s: %d cases read, %v", name, n, lines.Err())
	}
}

type playsCase struct {
	Position string
	Dice     engine.Roll
	Plays    []string
}

func TestEveryLegalPlayIsWrittenAsTheCasesWriteIt(t *testing.T) {
	var g engine.Generator
	eachCase(t, "legal-plays.jsonl", func(c playsCase) {
		b, err := ParsePositionID(c.Position)
		if err != nil {
			t.Fatal(err)
		}
		plays := g.Plays(b, c.Dice)
		got := []string{}
		for _, p := range plays {
			got = append(got, FormatPlay(p))
		}
		slices.Sort(got)
		slices.Sort(c.Plays)
		if d := cmp.Diff(c.Plays, got); d != "" {
			t.Errorf("%s %v: cases (-), written (+):\n%s", c.Position, c.Dice, d)
		}
		for _, text := range c.Plays {
			i, err := ParsePlay(text, plays)
			if err != nil {
				t.Errorf("%s %v: %v", c.Position, c.Dice, err)
			} else if back := FormatPlay(plays[i]); back != text {
				t.Errorf("%s %v: %s is read as %s", c.Position, c.Dice, text, back)
			}
		}
		if id := FormatPositionID(b); id != c.Position {
			t.Errorf("position id %s is written as %s", c.Position, id)
		}
	})
}

func TestThePlaysOfTheReferenceDecisionsAreRead(t *testing.T) {
	var g engine.Generator
	eachCase(t, "reference-decisions.jsonl", func(c struct {
		Position string
		Dice     engine.Roll
		Plays    [][2]any
	}) {
		b, err := ParsePositionID(c.Position)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range c.Plays {
			if _, err := ParsePlay(p[0].(string), g.Plays(b, c.Dice)); err != nil {
				t.Errorf("%s %v: %v", c.Position, c.Dice, err)
			}
		}
	})
}

type positionCase struct {
	XGID, GnubgID, FIBS string
	Board               struct {
		X, O                   map[int]uint8
		BarX, BarO, OffX, OffO uint8
		PipX, PipO             int
	}
}

func TestXGIDAndGNUBackgammonIDSayTheSameInEveryCase(t *testing.T) {
	eachCase(t, "positions.jsonl", func(c positionCase) {
		fromX, err := ParseXGID(c.XGID)
		if err != nil {
			t.Fatal(err)
		}
		if id, err := FormatID(fromX); err != nil || id != c.GnubgID {
			t.Errorf("%s becomes %s, %v; want %s", c.XGID, id, err, c.GnubgID)
		}
		fromG, err := ParseID(c.GnubgID)
		if err != nil {
			t.Fatal(err)
		}
		fromG.Rules.Beavers = fromX.Rules.Beavers // a match id does not say
		if d := cmp.Diff(fromX, fromG, cmp.AllowUnexported(engine.Play{})); d != "" {
			t.Errorf("%s (-), %s (+):\n%s", c.XGID, c.GnubgID, d)
		}
		want := c.XGID[:strings.LastIndex(c.XGID, ":")] + ":10"
		if x, err := FormatXGID(fromG); err != nil || x != want {
			t.Errorf("%s becomes %s, %v; want %s", c.GnubgID, x, err, want)
		}
		x := viewedBy1(&fromX)
		for _, s := range []struct {
			side     engine.Side
			men      map[int]uint8
			bar, off uint8
			pips     int
		}{
			{x.Own, c.Board.X, c.Board.BarX, c.Board.OffX, c.Board.PipX},
			{x.Opp, c.Board.O, c.Board.BarO, c.Board.OffO, c.Board.PipO},
		} {
			want := engine.Side{engine.Off: s.off, engine.Bar: s.bar}
			for p, n := range s.men {
				want[p] = n
			}
			if s.side != want || s.side.Pips() != s.pips {
				t.Errorf("%s: men %v, %d pips; want %v, %d", c.XGID, s.side, s.side.Pips(), want, s.pips)
			}
		}
	})
}

func TestFIBSLinesSayWhatTheirXGIDAndIDSay(t *testing.T) {
	eachCase(t, "fibs-boards.jsonl", func(c positionCase) {
		f, err := ParseFIBS(c.FIBS)
		if err != nil {
			t.Fatal(err)
		}
		if f.You != "You" || f.Opponent != "Opp" {
			t.Errorf("names %q and %q", f.You, f.Opponent)
		}
		if x, err := FormatXGID(f.State); err != nil || x != c.XGID {
			t.Errorf("%s\nbecomes %s, %v\nwant    %s", c.FIBS, x, err, c.XGID)
		}
		if id, err := FormatID(f.State); err != nil || id != c.GnubgID {
			t.Errorf("%s\nbecomes %s, %v; want %s", c.FIBS, id, err, c.GnubgID)
		}
		for _, text := range []string{c.XGID, c.GnubgID} {
			s, _, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			line, err := FormatFIBS(FIBS{"You", "Opp", s})
			if err != nil {
				t.Fatal(err)
			}
			back, err := ParseFIBS(line)
			want := f
			want.State.Roll = s.Roll // an id has the higher die first
			if d := cmp.Diff(want, back); err != nil || d != "" {
				t.Errorf("%s written as a line and read again: %v\n%s", text, err, d)
			}
		}
	})
}

func TestMatchIDsSayWhatTheCasesSayFieldByField(t *testing.T) {
	eachCase(t, "match-ids.jsonl", func(c struct {
		MatchID string
		Fields  struct {
			CubeExp, Owner, DiceOwner, Crawford, GS, Turn, Doubled, Resign int
			D0, D1                                                         uint8
			ML, S0, S1, NoJacoby                                           int
		}
	}) {
		f := c.Fields
		want := engine.State{
			Roller: f.DiceOwner, Turn: f.Turn, Roll: engine.Roll{f.D0, f.D1},
			Cube:    engine.Cube{Value: 1 << f.CubeExp, Owner: f.Owner},
			Phase:   engine.Phase(max(f.GS, 1)), // not begun is read as in play
			Doubled: f.Doubled == 1, Resigning: f.Resign,
			Score: engine.Score{Length: f.ML, Points: [2]int{f.S0, f.S1}, Crawford: f.Crawford == 1},
			Rules: engine.Rules{Jacoby: f.NoJacoby == 0 && f.ML == 0},
		}
		if f.Owner == 3 {
			want.Cube.Owner = engine.Centred
		}
		got, err := ParseMatchID(c.MatchID)
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%s: %v\n%s", c.MatchID, err, d)
		}
		got.Board = engine.Start()
		id, err := FormatMatchID(got)
		if err != nil {
			t.Errorf("%s: %v", c.MatchID, err)
		}
		again, err := ParseMatchID(id)
		if d := cmp.Diff(want, again); err != nil || d != "" {
			t.Errorf("%s, written as %s: %v\n%s", c.MatchID, id, err, d)
		}
		if f.GS == 1 && (f.ML == 0 || f.NoJacoby == 1) && id != c.MatchID {
			t.Errorf("%s is written as %s", c.MatchID, id)
		}
	})
}

func TestThePositionsOfTheReferenceCubesAreRead(t *testing.T) {
	eachCase(t, "reference-cubes.jsonl", func(c struct{ Position, Stakes string }) {
		s, kind, err := Parse(c.Position)
		if err != nil || kind != FullID {
			t.Fatalf("%s: %v, %v", c.Position, kind, err)
		}
		if money := strings.HasPrefix(c.Stakes, "money"); money != (s.Score.Length == 0) || !s.MayDouble() {
			t.Errorf("%s: match length %d, may double %v; the case says %s", c.Position, s.Score.Length, s.MayDouble(), c.Stakes)
		}
		if id, err := FormatID(s); err != nil || (id != c.Position && s.Score.Length == 0) {
			t.Errorf("%s is written as %s, %v", c.Position, id, err)
		}
	})
}
