package notation

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tavla/engine"
)

// boards draws boards with men of both players, many of them awkward: crowded,
// nearly borne off, men on both bars.
var boards = rapid.Custom(func(t *rapid.T) engine.Board {
	var b engine.Board
	b.Own[engine.Off], b.Opp[engine.Off] = engine.Men, engine.Men
	top := rapid.SampledFrom([]int{6, 12, engine.Bar}).Draw(t, "top")
	for i, s := range []*engine.Side{&b.Own, &b.Opp} {
		for range rapid.IntRange(1, engine.Men).Draw(t, "men") {
			p := rapid.IntRange(1, top).Draw(t, "point")
			if i == 1 && p != engine.Bar && b.Own[25-p] > 0 {
				p = engine.Bar
			}
			s[p]++
			s[engine.Off]--
		}
	}
	return b
})

// states draws states in play that pass their Check.
var states = rapid.Custom(func(t *rapid.T) engine.State {
	player := rapid.IntRange(0, 1)
	s := Bare(boards.Draw(t, "board"))
	s.Roller = player.Draw(t, "roller")
	s.Turn = s.Roller
	s.Cube.Value = 1 << rapid.IntRange(0, 15).Draw(t, "cube")
	if s.Cube.Value > 1 {
		s.Cube.Owner = player.Draw(t, "owner")
	}
	if rapid.Bool().Draw(t, "match") {
		n := rapid.IntRange(1, maxScore).Draw(t, "length")
		s.Score.Length = n
		for p := range 2 {
			s.Score.Points[p] = n - 1 - rapid.IntRange(0, min(n-1, 5)).Draw(t, "away")
		}
		s.Score.Crawford = rapid.Bool().Draw(t, "Crawford")
	} else {
		s.Rules.Jacoby = rapid.Bool().Draw(t, "Jacoby")
		s.Rules.Beavers = rapid.Bool().Draw(t, "beavers")
	}
	die := rapid.Uint8Range(1, 6)
	switch rapid.IntRange(0, 5).Draw(t, "moment") {
	case 0:
		s.Roll = engine.Roll{die.Draw(t, "die"), die.Draw(t, "die")}
	case 1:
		s.Doubled, s.Turn = true, 1-s.Roller
	case 2:
		s.Doubled, s.Beavered = true, true
	case 3:
		s.Doubled, s.Raccooned, s.Turn = true, true, 1-s.Roller
	case 4:
		s.Resigning, s.Turn = rapid.IntRange(1, 3).Draw(t, "size"), player.Draw(t, "turn")
	}
	if s.Check() != nil {
		t.Skip("no possible state")
	}
	return s
}).Filter(func(s engine.State) bool { t := s; tidy(&t); return t == s })

func TestEveryBoardComesBackFromItsPositionID(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boards.Draw(t, "board")
		id := FormatPositionID(b)
		if back, err := ParsePositionID(id); err != nil || back != b {
			t.Fatalf("%v is written as %s and read as %v, %v", b, id, back, err)
		}
	})
}

func TestEveryStateComesBackFromEachFormatThatCanSayIt(t *testing.T) {
	said, drawn := map[Kind]int{}, 0
	rapid.Check(t, func(t *rapid.T) {
		s := states.Draw(t, "state")
		drawn++
		for _, f := range []struct {
			kind   Kind
			format func(engine.State) (string, error)
			lose   func(*engine.State) // what the format has no room for
		}{
			{FullID, FormatID, func(s *engine.State) { s.Roll = s.Roll.Sorted(); s.Rules.Beavers = s.Beavered || s.Raccooned }},
			{XGID, FormatXGID, func(*engine.State) {}},
			{FIBSBoard, formatLine, func(s *engine.State) { s.Rules = engine.Rules{} }},
		} {
			text, err := f.format(s)
			if err != nil {
				if f.kind == FullID {
					t.Fatal(err)
				}
				if !strings.Contains(err.Error(), "pending") && !strings.Contains(err.Error(), "waits") {
					t.Fatalf("%v: %v", f.kind, err)
				}
				continue
			}
			want := s
			f.lose(&want)
			got, kind, err := Parse(" " + text + "\n")
			if d := cmp.Diff(want, got); err != nil || kind != f.kind || d != "" {
				t.Fatalf("%s: %v, %v\n%s", text, kind, err, d)
			}
			said[kind]++
		}
	})
	for _, k := range []Kind{FullID, XGID, FIBSBoard} {
		if 5*said[k] < drawn {
			t.Errorf("%v: only %d of %d states were written", k, said[k], drawn)
		}
	}
}

func formatLine(s engine.State) (string, error) { return FormatFIBS(FIBS{"Ada", "Bo", s}) }

func TestSwappingThePlayersTwiceChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := states.Draw(t, "state")
		swapped := SwapPlayers(s)
		if err := swapped.Check(); err != nil {
			t.Fatalf("swapped: %v", err)
		}
		if SwapPlayers(swapped) != s {
			t.Fatalf("%+v", s)
		}
	})
}

func TestEveryLegalPlayIsReadHoweverItIsWritten(t *testing.T) {
	var g engine.Generator
	rapid.Check(t, func(t *rapid.T) {
		b := boards.Draw(t, "board")
		roll := rapid.SampledFrom(allRolls()).Draw(t, "roll")
		plays := g.Plays(b, roll)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for i, p := range plays {
			for _, text := range []string{FormatPlay(p), spelled(p, rng)} {
				if got, err := ParsePlay(text, plays); err != nil || got != i {
					t.Fatalf("%q is play %d, %s; read as %d, %v", text, i, FormatPlay(p), got, err)
				}
			}
			if start(p) != b {
				t.Fatalf("undoing %s", FormatPlay(p))
			}
		}
	})
}

func allRolls() []engine.Roll {
	r := engine.Rolls()
	return r[:]
}

// spelled writes a play step by step, unsorted, with marks of hits gone wrong.
func spelled(p engine.Play, rng *rand.Rand) string {
	var steps []string
	for _, m := range p.Moves() {
		s := fmt.Sprintf("%d/%d", m.From, m.To)
		if rng.IntN(2) == 0 {
			s = strings.ToUpper(pointName(m.From) + " / " + pointName(m.To))
		}
		steps = append(steps, s+[]string{"", "*", "(1)"}[rng.IntN(3)])
	}
	rng.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
	return strings.Join(steps, []string{" ", ", ", "\t"}[rng.IntN(3)])
}

func TestTheCanonicalTextDoesNotDependOnWhichManIsSaidToHit(t *testing.T) {
	b := engine.Board{}
	hit := engine.Move{From: 6, To: 4, Hit: true}
	step := engine.Move{From: 6, To: 4}
	on := engine.Move{From: 4, To: 2}
	for _, moves := range [][]engine.Move{{hit, step, on}, {step, hit, on}} {
		if got := FormatPlay(engine.NewPlay(b, moves...)); got != "6/4*/2 6/4" {
			t.Errorf("%v is written as %s", moves, got)
		}
	}
	if got := FormatPlay(engine.NewPlay(b, slices.Repeat([]engine.Move{step}, 3)...)); got != "6/4(3)" {
		t.Errorf("three alike are written as %s", got)
	}
	if got := FormatPlay(engine.NewPlay(b)); got != "" {
		t.Errorf("no move is written as %q", got)
	}
}
