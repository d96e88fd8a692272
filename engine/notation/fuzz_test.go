package notation

import (
	"slices"
	"testing"

	"tavla/engine"
)

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"4HPwATDgc/ABMA",
		"4HPwATDgc/ABMA:cAkAAAAAAAAE",
		"sGfkAkSYLXgEWA:cAmzAQAAEAAE",
		"XGID=a--aB-BBA--acDa-Ab-db---BA:0:0:1:64:2:0:0:13:10",
		"XGID=-b----E-C---eE---c-e----B-:1:-1:-1:D:0:0:1:0:10",
		"board:You:Opp:17:0:2:0:0:0:2:1:4:3:0:1:0:1:0:0:2:0:0:0:0:0:1:-2:-2:-1:-4:-4:0:-1:3:6:0:0:1:1:1:0:-1:1:25:0:2:0:0:0:2:2:0:0",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, kind, err := Parse(text)
		if err != nil {
			return
		}
		if err := s.Check(); err != nil {
			t.Fatalf("%q gives an impossible state: %v", text, err)
		}
		var again string
		switch kind {
		case PositionID:
			again = FormatPositionID(s.Board)
		case FullID:
			again, err = FormatID(s)
		case XGID:
			again, err = FormatXGID(s)
		case FIBSBoard:
			var line FIBS
			if line, err = ParseFIBS(text); err == nil {
				again, err = FormatFIBS(line)
			}
		}
		if err != nil {
			t.Fatalf("%q is read as %+v, which is not written: %v", text, s, err)
		}
		back, backKind, err := Parse(again)
		if err != nil || backKind != kind || back != s {
			t.Fatalf("%q is written as %q and read as %+v, %v, %v; was %+v, %v", text, again, back, backKind, err, s, kind)
		}
		Draw(s)
	})
}

func FuzzParseMatchID(f *testing.F) {
	f.Add("cAkAAAAAAAAE")
	f.Add("cBGgABAAGAAE")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseMatchID(text)
		if err != nil {
			return
		}
		s.Board = engine.Start()
		if s.Phase == engine.Over {
			s.Board.Own = engine.Side{engine.Off: engine.Men}
		}
		again, err := FormatID(s)
		if err != nil {
			t.Fatalf("%q is read as %+v, which is not written: %v", text, s, err)
		}
		if back, err := ParseID(again); err != nil || back != s {
			t.Fatalf("%q is written as %q and read as %+v, %v; was %+v", text, again, back, err, s)
		}
	})
}

func FuzzParsePlay(f *testing.F) {
	for _, text := range []string{"8/5 6/5", "bar/22*/20, 13/9(2)", "25/0", "6/off(3)", "pass", "13-7-1"} {
		f.Add(text, uint8(8))
	}
	positions := []string{"4HPwATDgc/ABMA", "WJ+DAQD4HBwAAg", "hufgAUJMz+DBAA", "sAEAYGwDAAAAAA", "290NAADgc/ADQA"}
	f.Fuzz(func(t *testing.T, text string, pick uint8) {
		b, err := ParsePositionID(positions[int(pick)%len(positions)])
		if err != nil {
			t.Fatal(err)
		}
		var g engine.Generator
		plays := g.Plays(b, engine.Rolls()[int(pick)/len(positions)%21])
		i, err := ParsePlay(text, plays)
		if err != nil || i < 0 {
			if err == nil && len(plays) > 0 {
				t.Fatalf("%q is read as a lost turn where plays are legal", text)
			}
			return
		}
		canonical := FormatPlay(plays[i])
		if again, err := ParsePlay(canonical, slices.Clone(plays)); err != nil || again != i {
			t.Fatalf("%q is read as %s and that as %d, %v", text, canonical, again, err)
		}
	})
}

func FuzzParseRoll(f *testing.F) {
	for _, text := range []string{"31", "3 1", "3-1", "7 1", "-"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRoll(text)
		if err == nil && r.Check() != nil {
			t.Fatalf("%q is read as %v", text, r)
		}
	})
}
