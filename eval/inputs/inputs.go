// Package inputs turns positions into what networks read: int16 vectors on a
// fixed-point grid of 1/One, every encoder with a name and a version that a
// weights file records. All values are seen by the player on roll.
package inputs

import (
	"fmt"
	"slices"
	"strings"

	"tavla/engine"
)

// One is the fixed-point representation of an input of 1.
const One = 128

// Encoder writes the inputs of one kind of net. Encoders are immutable and may
// be shared between goroutines.
type Encoder struct {
	Name    string
	Version int // raised whenever the same board would give other values
	Size    int // values per position
	Doc     string

	encode func(dst []int16, boards []engine.Board)
}

// Encode writes the inputs of boards to dst, Size values for each. Boards that
// resemble the one before them cost less; the values are the same in any order.
func (e *Encoder) Encode(dst []int16, boards []engine.Board) {
	e.encode(dst[:len(boards)*e.Size], boards)
}

// each makes an encoder of many boards from one of a single board, whose values
// are all zero beforehand.
func each(size int, encode func(dst []int16, b *engine.Board)) func([]int16, []engine.Board) {
	return func(dst []int16, boards []engine.Board) {
		clear(dst)
		for i := range boards {
			encode(dst[i*size:(i+1)*size], &boards[i])
		}
	}
}

// All returns the encoders there are, in order of name.
func All() []*Encoder {
	return []*Encoder{
		{"contact", 2, contactSize, "raw counts and 27 expert values a side, for contact", encodeContact},
		{"race", 1, raceSize, "raw counts, men off one by one, cross-overs, for races", each(raceSize, encodeRace)},
		{"raw", 1, rawSize, "counts per point, bar and men off", encodeRaw},
		{"tesauro", 1, tesauroSize, "the 198 inputs of TD-Gammon", each(tesauroSize, encodeTesauro)},
	}
}

// ByName finds an encoder; the error lists the names there are.
func ByName(name string) (*Encoder, error) {
	all := All()
	if i := slices.IndexFunc(all, func(e *Encoder) bool { return e.Name == name }); i >= 0 {
		return all[i], nil
	}
	var names []string
	for _, e := range all {
		names = append(names, e.Name)
	}
	return nil, fmt.Errorf("no inputs named %q; there are %s", name, strings.Join(names, ", "))
}

// fixed puts num/den onto the grid, rounded to nearest, for 0 ≤ num < 1<<24.
func fixed(num, den int) int16 { return int16((uint32(num)*One + uint32(den)/2) / uint32(den)) }

// divide is x/by for 0 ≤ x < 1<<20 and 1 ≤ by ≤ 15, by a multiplication; 0/0 is 0.
func divide(x, by int) int { return int(uint64(x) * reciprocals[by&15] >> 24) }

// reciprocals are 1<<24 divided by 1..15, rounded up; x·15 < 1<<24 makes the
// quotients exact.
var reciprocals = func() (t [16]uint64) {
	for n := uint64(1); n < uint64(len(t)); n++ {
		t[n] = (1<<24 + n - 1) / n
	}
	return t
}()
