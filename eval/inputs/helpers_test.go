package inputs

import (
	"math/bits"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// positions is random positions, half of them from games and half set up, none
// of them over.
func positions(n int) []engine.Board {
	var boards []engine.Board
	r := enginetest.Rand(100)
	for b := range enginetest.Reachable(100) {
		boards = append(boards, b)
		if s := enginetest.SetUp(r); !s.Over() {
			boards = append(boards, s)
		}
		if len(boards) >= n {
			break
		}
	}
	return boards[:n]
}

// encoded is the inputs of one board, in a vector with rubbish before.
func encoded(e *Encoder, b engine.Board) []int16 {
	x := make([]int16, e.Size)
	for i := range x {
		x[i] = -999
	}
	e.Encode(x, []engine.Board{b})
	return x
}

func encoder(t testing.TB, name string) *Encoder {
	t.Helper()
	e, err := ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// readPoint takes a point's four raw units for the men that they mean.
func readPoint(t *testing.T, u []int16) uint8 {
	t.Helper()
	switch [3]int16(u) {
	case [3]int16{0, 0, 0}:
		return 0
	case [3]int16{One, 0, 0}:
		return 1
	case [3]int16{0, One, 0}:
		return 2
	case [3]int16{0, One, One}:
		if u[3]%(One/2) == 0 {
			return uint8(3 + u[3]/(One/2))
		}
	}
	t.Fatalf("the units %v mean no number of men", u)
	return 0
}

// chances counts the throws of 36 for which it holds.
func chances(holds func(r engine.Roll) bool) int {
	n := 0
	for a := uint8(1); a <= 6; a++ {
		for b := uint8(1); b <= 6; b++ {
			if holds(engine.Roll{a, b}) {
				n++
			}
		}
	}
	return n
}

// windowed is the window as a set of distances 1..12.
func windowed(w int) map[int]bool {
	set := map[int]bool{}
	for ; w != 0; w &= w - 1 {
		set[bits.TrailingZeros(uint(w))+1] = true
	}
	return set
}
