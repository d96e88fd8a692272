package inputs

import (
	"hash/fnv"
	"strconv"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// plainPattern spells what a window shows, point by point, as its number.
func plainPattern(b *engine.Board, w int) uint32 {
	n := uint32(0)
	for p := 1 + 2*w + 7; p >= 1+2*w; p-- {
		n *= 5
		switch own, opp := b.Own[p], b.Opp[25-p]; {
		case own == 1:
			n += 1
		case own > 1:
			n += 2
		case opp == 1:
			n += 3
		case opp > 1:
			n += 4
		}
	}
	n *= 4
	if b.Own[engine.Bar] > 0 {
		n++
	}
	if b.Opp[engine.Bar] > 0 {
		n += 2
	}
	return n
}

func TestAWindowShowsEightPointsAndTheBars(t *testing.T) {
	patterns := make([]map[uint32]uint32, Windows) // by row
	for w := range patterns {
		patterns[w] = map[uint32]uint32{}
	}
	rows := map[uint32]bool{}
	check := func(b engine.Board) {
		got := WindowsOf(&b)
		for w, row := range got {
			if int(row)/WindowRows != w {
				t.Fatalf("row %d of %v is not one of window %d", row, b, w)
			}
			want := uint32(w)*WindowRows + plainPattern(&b, w)*2654435769>>16
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
	const version, want = 1, uint64(0x8d01bde2874a75f4)
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
