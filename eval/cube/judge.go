// Package cube judges games with the doubling cube: whether to double, take,
// pass or beaver, and what a whole state (board, cube, score) is worth.
//
// Stakes are what there is to win in every state the cube can reach; the
// live-cube model turns an Evaluator's cubeless outcome into a value for each of
// them; a Judge looks ahead with all these values at every node and lets the
// model speak only at the leaves; a Decision puts the result into words. In
// matches the values rest on a match equity table, computed or read.
package cube

import (
	"tavla/engine"
	"tavla/eval"
)


// Options are what a Judge judges by.
type Options struct {
	MET        *MET // for matches; nil means the one of Standard
	Efficiency Efficiencies
	Plies      int // how deep to look, 0 or more; each costs some 400 evaluations more for every one before
}

// Judge judges whole states by an Evaluator that knows only boards. It owns the
// Evaluator and all scratch, so it is not for concurrent use; MET and Stakes may
// be shared.
type Judge struct {
	evaluator eval.Evaluator
	options   Options
	generator engine.Generator
	model     model
	levels    []level // scratch, by plies still to look ahead
}

// New makes a Judge around an Evaluator that nobody else uses meanwhile.
func New(e eval.Evaluator, o Options) *Judge {
	if o.MET == nil {
		o.MET = Standard()
	}
	return &Judge{evaluator: e, options: o, levels: make([]level, o.Plies+1)}
}

// level is the scratch of one node on the way down.
type level struct {
	boards   []engine.Board // after the candidates of all 21 rolls, seen by the next on roll
	outcomes []eval.Outcome // of each of them
	ends     [21]int        // where each roll's candidates end
	best     [21]int        // the candidate chosen for each roll
	values   []float64      // of the node below, by rung
}
