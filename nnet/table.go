package nnet

import (
	"fmt"
	"math"
	"slices"
)

// Table holds what patterns in a net's inputs add to the sums of its outputs, before
// these are squashed: a row for each pattern, Outputs values, in integers on a grid
// of 1/TableOne. Integer sums are the same in every order.
type Table struct {
	Outputs int     // at most MaxTableOutputs
	Values  []int16 // by row, each from -MaxTableValue to MaxTableValue
}

// A row has one word in a FrozenTable, twelve bits for a value, since what it costs is to
// fetch it.
const (
	MaxTableOutputs = 5
	MaxTableValue   = 1<<(laneBits-1) - 1
	MaxTableRows    = 16 // in a sum: the topmost value has four bits more
	laneBits        = 12
)

// TableOne is the representation of 1 in a Table, whose values so reach to ±1/8: a row
// knows little, and what many rows say adds up.
const TableOne = 1 << 14

// NewTable makes a table of zeros.
func NewTable(rows, outputs int) *Table {
	return &Table{Outputs: outputs, Values: make([]int16, rows*outputs)}
}

// Rows is how many rows there are.
func (t *Table) Rows() int { return len(t.Values) / t.Outputs }

// Floats writes all values to dst.
func (t *Table) Floats(dst []float32) {
	for i, v := range t.Values {
		dst[i] = float32(v) / TableOne
	}
}

// Round puts values on the grid of the table, of which they fill all rows. Those that
// are out of its reach go to its ends.
func (t *Table) Round(values []float32) {
	for i, v := range values[:len(t.Values)] {
		t.Values[i] = int16(min(max(math.RoundToEven(float64(v)*TableOne), -MaxTableValue), MaxTableValue))
	}
}

// Clone returns an independent copy.
func (t *Table) Clone() *Table { return &Table{t.Outputs, slices.Clone(t.Values)} }

// maxTable is how many values a table may have, so that a damaged file cannot ask for
// absurd amounts of memory.
const maxTable = 1 << 25

// FrozenTable is a Table in the form that judges: immutable, shared by any number of
// goroutines.
type FrozenTable struct {
	outputs int
	// A row is a word, with surplus added to each value so that none is negative.
	rows []uint64
}

const surplus = 1 << (laneBits - 1)

// Freeze makes the judging form of a table.
func (t *Table) Freeze() *FrozenTable {
	f := &FrozenTable{t.Outputs, make([]uint64, t.Rows())}
	for i, v := range t.Values {
		f.rows[i/t.Outputs] |= uint64(int(v)+surplus) << (i % t.Outputs * laneBits)
	}
	return f
}

// Sum writes the sums of rows, at most MaxTableRows of them, to dst, a value for each
// output. It panics if there are more.
func (f *FrozenTable) Sum(dst []float32, rows []uint32) {
	if len(rows) > MaxTableRows {
		panic(fmt.Sprintf("nnet: Sum: %d rows of a table", len(rows)))
	}
	const everySecond = 0x000FFF000FFF000FFF
	var even, odd uint64
	for _, r := range rows {
		row := f.rows[r]
		even += row & everySecond
		odd += row >> laneBits & everySecond
	}
	all := int32(len(rows)) * surplus
	for o := range dst[:f.outputs] {
		sum := even
		if o&1 > 0 {
			sum = odd
		}
		dst[o] = float32(int32(sum>>(o>>1*2*laneBits)&(1<<(2*laneBits)-1))-all) / TableOne
	}
}

// check reports a table that no file can hold.
func (t *Table) check() error {
	if t.Outputs > 0 && len(t.Values)%t.Outputs != 0 {
		return fmt.Errorf("%d values are no whole rows of %d", len(t.Values), t.Outputs)
	}
	for i, v := range t.Values {
		if v < -MaxTableValue || v > MaxTableValue {
			return fmt.Errorf("value %d is %d, beyond %d", i+1, v, MaxTableValue)
		}
	}
	return checkTable(len(t.Values)/max(t.Outputs, 1), t.Outputs)
}

func checkTable(rows, outputs int) error {
	if rows < 1 || outputs < 1 || outputs > MaxTableOutputs || rows > maxTable/outputs {
		return fmt.Errorf("%d rows of %d values; 1 to %d values a row and %d in all are possible", rows, outputs, MaxTableOutputs, maxTable)
	}
	return nil
}
