package static

import (
	"fmt"

	"tavla/engine"
	"tavla/eval/inputs"
	"tavla/nnet"
)

// PatternTable names the table in a weights file that adds to what the nets for contact
// make of a position, before that is squashed, by the windows of inputs.WindowsOf. The
// nets weigh all that a position has; the table knows by heart what they miss of its
// patterns, in many weights of which a position reads few.
const PatternTable = "contact patterns"

// NewPatternTable makes a table that adds nothing.
func NewPatternTable() nnet.NamedTable {
	return nnet.NamedTable{
		Name: PatternTable, Inputs: inputs.WindowsName, InputsVersion: inputs.WindowsVersion,
		Table: nnet.NewTable(inputs.Windows*inputs.WindowRows, Outputs),
	}
}

// patternTable freezes the table of a weights file, nil if that has none.
func patternTable(f *nnet.File) (*nnet.FrozenTable, error) {
	t := f.FindTable(PatternTable)
	if t == nil {
		return nil, nil
	}
	want := NewPatternTable()
	switch {
	case t.Inputs != want.Inputs || t.InputsVersion != want.InputsVersion:
		return nil, fmt.Errorf("table %q is for version %d of the patterns %q; this program has version %d of %q", t.Name, t.InputsVersion, t.Inputs, want.InputsVersion, want.Inputs)
	case t.Table.Outputs != Outputs || t.Table.Rows() != want.Table.Rows():
		return nil, fmt.Errorf("table %q has %d rows of %d values, not %d of %d", t.Name, t.Table.Rows(), t.Table.Outputs, want.Table.Rows(), Outputs)
	}
	return t.Table.Freeze(), nil
}

// added finds what the table adds for boards of a kind, Outputs values each; nil for
// nothing. The slice is e's own.
func (e *Evaluator) added(boards []engine.Board, k Kind) []float32 {
	table := e.model.patterns
	if table == nil || k == Race {
		return nil
	}
	e.sums = grow(e.sums, len(boards)*Outputs)
	e.rows = grow(e.rows, len(boards))
	for i := range boards {
		e.rows[i] = inputs.WindowsOf(&boards[i])
	}
	for i := range e.rows { // by itself, so that many rows are fetched at a time
		table.Sum(e.sums[i*Outputs:], e.rows[i][:])
	}
	return e.sums
}
