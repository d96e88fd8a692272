package inputs

import (
	"hash/fnv"
	"strconv"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// plainPattern spells what a window shows, point by point, as its number.
func plainPattern(b *engine.Board, w int) (n uint64) {
	for i := range 8 {
		p := 1 + 2*w + i
		own, opp := b.Own[p], b.Opp[25-p]
		for _, cell := range []struct {
			there bool
			bit   int
		}{{own > 0, i}, {own > 1, 8 + i}, {opp > 0, 32 + i}, {opp > 1, 40 + i}} {
			if cell.there {
				n |= 1 << cell.bit
			}
		}
	}
	if b.Own[engine.Bar] > 0 {
		n |= 1 << 16
	}
	if b.Opp[engine.Bar] > 0 {
		n |= 1 << 17
	}
	return n
}

func TestAWindowShowsEightPointsAndTheBars(t *testing.T) {
	patterns := make([]map[uint64]uint32, Windows) // by row
	for w := range patterns {
		patterns[w] = map[uint64]uint32{}
	}
	rows := map[uint32]bool{}
	check := func(b engine.Board) {
		got := WindowsOf(&b)
		for w, row := range got {
			if int(row)/WindowRows != w {
				t.Fatalf("row %d of %v is not one of window %d", row, b, w)
			}
			want := uint32(w)*WindowRows + uint32(plainPattern(&b, w)*0x9E3779B97F4A7C15>>48)
			if row != want {
				t.Fatalf("window %d of %v: row %d, want %d", w, b, row, want)
			}
			patterns[w][plainPattern(&b, w)] = row
			rows[row] = true
		}
	}
	r := enginetest.Rand(3)
	n := 0
	for b := range enginetest.Reachable(3) {
		check(b)
		check(enginetest.SetUp(r))
		if n++; n == 20_000 {
			break
		}
	}
	different := 0
	for w := range patterns {
		different += len(patterns[w])
	}
	if len(rows) < different*3/4 {
		t.Errorf("%d patterns share %d rows", different, len(rows))
	}
}

func TestWhoeverChangesWindowsRaisesTheirVersion(t *testing.T) {
	h, n := fnv.New64a(), 0
	for b := range enginetest.Reachable(1) {
		for _, row := range WindowsOf(&b) {
			h.Write(strconv.AppendUint(nil, uint64(row), 10))
		}
		if n++; n == 5000 {
			break
		}
	}
	const version, want = 1, uint64(0x6378590f53fd1841)
	if got := h.Sum64(); got != want || version != WindowsVersion {
		t.Errorf("version %d of the windows has the hash %#x, not %#x", WindowsVersion, got, want)
	}
}

func BenchmarkWindows(b *testing.B) {
	board := engine.Start()
	for b.Loop() {
		WindowsOf(&board)
	}
}
