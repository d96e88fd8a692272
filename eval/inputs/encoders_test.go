package inputs

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

func TestEncodersAreFoundByNameAndListedInOrder(t *testing.T) {
	var names []string
	for _, e := range All() {
		names = append(names, e.Name)
		if found, err := ByName(e.Name); err != nil || found.Size != e.Size || e.Version < 1 || e.Doc == "" {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
	if !slices.IsSorted(names) {
		t.Errorf("the names %v are not in order", names)
	}
	if _, err := ByName("tea leaves"); err == nil || !strings.Contains(err.Error(), "contact, race") {
		t.Errorf("the error does not list the names: %v", err)
	}
}

// golden is the hash of what each version of an encoder makes of a fixed set of
// positions. Whoever changes values raises the version and adds a line; a weights
// file made for an older version is then refused instead of misread.
var golden = map[string]map[int]uint64{
	"contact": {1: 0x7597b847aa5e082b, 2: 0x791646634be08d5a},
	"race":    {1: 0xc5549fc0cca07a08},
	"raw":     {1: 0xa4359e0b4698117},
	"tesauro": {1: 0x967a18d4001d769b},
}

func TestWhoeverChangesValuesRaisesTheVersion(t *testing.T) {
	boards := positions(3000)
	for _, e := range All() {
		h := fnv.New64a()
		for _, b := range boards {
			binary.Write(h, binary.LittleEndian, encoded(e, b))
		}
		if got, want := h.Sum64(), golden[e.Name][e.Version]; got != want {
			t.Errorf("%q version %d gives other values than it used to: the hash is %#x, not %#x", e.Name, e.Version, got, want)
		}
	}
}

// The judge's sums fit as long as a vector's values together are at most 1<<15.
func TestValuesAreNeverNegativeAndSmallInAll(t *testing.T) {
	for _, e := range All() {
		for _, b := range positions(20_000) {
			sum := 0
			for i, v := range encoded(e, b) {
				if v < 0 || v > 15*One/2 { // fifteen men on the bar
					t.Fatalf("%s: value %d of %v is %d", e.Name, i, b, v)
				}
				sum += int(v)
			}
			if sum > 1<<15 {
				t.Fatalf("%s: the values of %v sum to %d", e.Name, b, sum)
			}
		}
	}
}

func TestAnEncoderWritesItsSizeAndNoMore(t *testing.T) {
	for _, e := range All() {
		x := make([]int16, 2*e.Size+1)
		for i := range x {
			x[i] = -999
		}
		e.Encode(x, []engine.Board{engine.Start(), engine.Start()})
		if i := slices.Index(x, -999); i != 2*e.Size {
			t.Errorf("%s: value %d of %d was not written", e.Name, i, 2*e.Size)
		}
		if x[2*e.Size] != -999 {
			t.Errorf("%s: wrote beyond its values", e.Name)
		}
	}
}

// Whatever is taken over from the board before, the values are the same.
func TestABoardHasTheSameValuesAfterAnyOther(t *testing.T) {
	r := enginetest.Rand(7)
	var gen engine.Generator
	var boards []engine.Board
	for b, roll := range enginetest.Reachable(7) {
		for _, p := range gen.Plays(b, roll) {
			boards = append(boards, p.Board, p.Board.Swap())
		}
		boards = append(boards, b, b, enginetest.SetUp(r))
		if len(boards) > 10_000 {
			break
		}
	}
	for _, shuffled := range []bool{false, true} {
		if shuffled {
			r.Shuffle(len(boards), func(i, j int) { boards[i], boards[j] = boards[j], boards[i] })
		}
		for _, e := range All() {
			x := make([]int16, len(boards)*e.Size)
			e.Encode(x, boards)
			for i, b := range boards {
				if got, want := x[i*e.Size:(i+1)*e.Size], encoded(e, b); !slices.Equal(got, want) {
					t.Fatalf("%s: %v in a batch: %v, alone %v", e.Name, b, got, want)
				}
			}
		}
	}
}

func TestSwappingTheBoardSwapsTheHalves(t *testing.T) {
	for _, e := range All() {
		half := e.Size / 2
		if e.Name == "tesauro" {
			half = tesauroSide // the last two say whose turn it is
		}
		for _, b := range positions(3000) {
			x, y := encoded(e, b), encoded(e, b.Swap())
			if !slices.Equal(x[:half], y[half:2*half]) || !slices.Equal(x[half:2*half], y[:half]) {
				t.Fatalf("%s: the halves of %v do not swap", e.Name, b)
			}
			if !slices.Equal(x[2*half:], y[2*half:]) {
				t.Fatalf("%s: what belongs to no side changes", e.Name)
			}
		}
	}
}

// A wrong position code is the dearest of errors: nothing fails, and every net
// learns something else. So each board is read back from its units.
func TestTheBoardCanBeReadBackFromTheRawUnits(t *testing.T) {
	boards := positions(10_000)
	for _, name := range []string{"raw", "contact", "race", "tesauro"} {
		e := encoder(t, name)
		for _, b := range boards {
			if name == "race" && b.Contact() {
				continue // nobody is on the bar in a race
			}
			x := encoded(e, b)
			var got engine.Board
			for i, s := range []*engine.Side{&got.Own, &got.Opp} {
				switch name {
				case "raw":
					*s = readRaw(t, x[i*rawSide:])
				case "contact":
					*s = readRaw(t, x[i*contactSide:])
				case "race":
					*s = readRace(t, x[i*raceSide:])
				case "tesauro":
					*s = readTesauro(t, x[i*tesauroSide:])
				}
			}
			if got != b {
				t.Fatalf("%s: %v reads back as %v", name, b, got)
			}
		}
	}
}

func readRaw(t *testing.T, u []int16) (s engine.Side) {
	for p := 1; p <= engine.Bar; p++ {
		s[p] = readPoint(t, u[(p-1)*4:][:4])
	}
	for i, men := range []int{3, 3, 4, 5} {
		s[engine.Off] += uint8((int(u[100+i])*men + One/2) / One)
	}
	return s
}

func readRace(t *testing.T, u []int16) (s engine.Side) {
	for p := 1; p <= 24; p++ {
		s[p] = readPoint(t, u[(p-1)*4:][:4])
	}
	for n, v := range u[96:111] {
		if v == One {
			s[engine.Off] += uint8(n + 1)
		}
	}
	return s
}

func readTesauro(t *testing.T, u []int16) (s engine.Side) {
	for p := 1; p <= 24; p++ {
		v := slices.Clone(u[(p-1)*4:][:4])
		if v[1] == One { // here the first unit stays on
			v[0] = 0
		}
		s[p] = readPoint(t, v)
	}
	s[engine.Bar] = uint8(u[96] * 2 / One)
	s[engine.Off] = uint8((int(u[97])*engine.Men + One/2) / One)
	return s
}

func TestTheRaceUnitsCountCrossOversPipsAndWaste(t *testing.T) {
	b := enginetest.Board("1:3 2:2 6:4 7:1 13:1", "1:15")
	x := encoded(encoder(t, "race"), b)
	for name, c := range map[string]struct{ got, num, den int }{
		"my cross-overs: nine home, 7 two, 13 three": {int(x[111]), 9 + 2 + 3, 20},
		"my pips":                      {int(x[112]), 3 + 4 + 24 + 7 + 13, 100},
		"my waste on points 1 and 2":   {int(x[113]), 2*3 + 2, 20},
		"my four men off":              {int(x[96+3]), 1, 1},
		"the other's cross-overs":      {int(x[raceSide+111]), 15, 20},
		"the other's pips":             {int(x[raceSide+112]), 15, 100},
		"the other's waste on point 1": {int(x[raceSide+113]), 30, 20},
	} {
		if want := (c.num*One + c.den/2) / c.den; c.got != want {
			t.Errorf("%s: %d, want %d/%d", name, c.got, c.num, c.den)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	var decisions [][]engine.Board
	var gen engine.Generator
	n := 0
	for board, roll := range enginetest.Reachable(8) {
		var next []engine.Board
		for _, p := range gen.Plays(board, roll) {
			next = append(next, p.Board.Swap())
		}
		if len(next) > 0 {
			decisions = append(decisions, next)
			n += len(next)
		}
		if len(decisions) == 1000 {
			break
		}
	}
	for _, e := range All() {
		x := make([]int16, 2000*e.Size)
		b.Run(e.Name+"/decision", func(b *testing.B) {
			b.ReportAllocs()
			done := 0
			for i := range b.N {
				d := decisions[i%len(decisions)]
				e.Encode(x[:len(d)*e.Size], d)
				done += len(d)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(done), "ns/position")
		})
		b.Run(e.Name+"/position", func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				e.Encode(x[:e.Size], decisions[i%len(decisions)][:1])
			}
		})
	}
}
