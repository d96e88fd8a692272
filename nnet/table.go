package nnet

import (
	"fmt"
	"math"
	"slices"
)

// Table holds what patterns in a net's inputs add to the sums of its outputs, before
// these are squashed: a row for each pattern, Outputs values, in integers on a grid
// of 1/TableOne. Integer sums are the same in every order. It may be shared by
// goroutines that only read it.
type Table struct {
	Outputs int
	Values  []int16 // by row
}

// TableOne is the representation of 1 in a Table, whose values so reach to ±8.
const TableOne = 1 << 12

// NewTable makes a table of zeros.
func NewTable(rows, outputs int) *Table {
	return &Table{Outputs: outputs, Values: make([]int16, rows*outputs)}
}

// Rows is how many rows there are.
func (t *Table) Rows() int { return len(t.Values) / t.Outputs }

// Add adds the sums of rows, each at most Rows()-1, to dst, Outputs values.
func (t *Table) Add(dst []float32, rows []uint32) {
	dst = dst[:t.Outputs]
	for o := range dst {
		sum := 0
		for _, r := range rows {
			sum += int(t.Values[int(r)*t.Outputs+o])
		}
		dst[o] += float32(sum) / TableOne
	}
}

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
		t.Values[i] = int16(min(max(math.RoundToEven(float64(v)*TableOne), math.MinInt16), math.MaxInt16))
	}
}

// Clone returns an independent copy.
func (t *Table) Clone() *Table { return &Table{t.Outputs, slices.Clone(t.Values)} }

// maxTable is how many values a table may have, so that a damaged file cannot ask for
// absurd amounts of memory.
const maxTable = 1 << 25

// check reports a table that no file can hold.
func (t *Table) check() error {
	if t.Outputs > 0 && len(t.Values)%t.Outputs != 0 {
		return fmt.Errorf("%d values are no whole rows of %d", len(t.Values), t.Outputs)
	}
	return checkTable(len(t.Values)/max(t.Outputs, 1), t.Outputs)
}

func checkTable(rows, outputs int) error {
	if rows < 1 || outputs < 1 || rows > maxTable/outputs {
		return fmt.Errorf("%d rows of %d values; 1 to %d values in all are possible", rows, outputs, maxTable)
	}
	return nil
}
