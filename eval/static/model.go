// Package static judges positions without looking ahead: it picks table or net by
// the kind of the position.
package static

import (
	"fmt"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/inputs"
	"tavla/nnet"
)

// Outputs is how many numbers a net of ours puts out: Outcome's fields in order.
const Outputs = 5

// The nets take in what the encoders put out on the same grid: this compiles only then.
var _ = [1]struct{}{}[nnet.One-inputs.One]

// Model is a set of nets. It is immutable and shared; each worker makes an
// Evaluator of its own.
type Model struct {
	nets    [Kinds]kindNet
	pruning [Kinds]kindNet // empty where there is none
	split   Split
	endings Endings // nil: races are for the net to the end
}

// Endings knows what becomes of some races without a net; the tables of
// eval/bearoff do. ok is false for a board it does not know. It must be safe for
// concurrent use.
type Endings interface {
	Lookup(b *engine.Board) (o eval.Outcome, ok bool)
}

// WithEndings is the model with endings that come before its nets.
func (m *Model) WithEndings(e Endings) *Model {
	with := *m
	with.endings = e
	return &with
}

type kindNet struct {
	encoder *inputs.Encoder
	frozen  *nnet.Frozen
}

// SplitOf is how the nets of a weights file part contact; Whole, if they do not tell.
func SplitOf(f *nnet.File) Split {
	for _, s := range Splits() {
		if f.Find(Nets(s)[0].String()) != nil {
			return s
		}
	}
	return Whole
}

// NewModel freezes the nets of a weights file. The file must hold those of Nets,
// by their split, with inputs that this program computes; it may hold those of
// PruningNets too.
func NewModel(f *nnet.File) (*Model, error) {
	m := &Model{split: SplitOf(f)}
	for _, k := range Nets(m.split) {
		var err error
		if m.nets[k], err = freeze(f, k.String()); err != nil {
			return nil, err
		}
	}
	return m, m.findPruningNets(f)
}

// freeze freezes the net of that name.
func freeze(f *nnet.File, name string) (k kindNet, err error) {
	n := f.Find(name)
	if n == nil {
		return k, fmt.Errorf("the weights hold no net named %q", name)
	}
	enc, err := inputs.ByName(n.Inputs)
	if err != nil {
		return k, fmt.Errorf("net %q: %w", name, err)
	}
	switch {
	case n.InputsVersion != enc.Version:
		return k, fmt.Errorf("net %q wants version %d of the inputs %q; this program computes version %d", name, n.InputsVersion, enc.Name, enc.Version)
	case n.Net.Inputs() != enc.Size:
		return k, fmt.Errorf("net %q has %d inputs, not the %d of %q", name, n.Net.Inputs(), enc.Size, enc.Name)
	case n.Net.Outputs() != Outputs:
		return k, fmt.Errorf("net %q has %d outputs, not %d", name, n.Net.Outputs(), Outputs)
	}
	frozen, err := nnet.Freeze(n.Net)
	if err != nil {
		return k, fmt.Errorf("net %q: %w", name, err)
	}
	return kindNet{enc, frozen}, nil
}

// Evaluator judges with the nets of a Model; see eval.Evaluator and eval.Guesser.
type Evaluator struct {
	model    *Model
	judges   [Kinds]*nnet.Judge
	guessing [Kinds]*nnet.Judge // nil where there is no pruning net
	which    [Kinds][]int       // slots of the batch, by kind
	boards   []engine.Board
	x        []int16
	places   []nnet.Places
	out      []float32
}

// NewEvaluator makes an Evaluator with scratch of its own.
func (m *Model) NewEvaluator() *Evaluator {
	e, _ := m.newEvaluator(func(f *nnet.Frozen) (*nnet.Judge, error) { return f.NewJudge(), nil })
	return e
}

// NewEvaluatorOn makes an Evaluator with the kernels of that name, one of
// nnet.Kernels; see nnet.Frozen.NewJudgeOn.
func (m *Model) NewEvaluatorOn(kernel string) (*Evaluator, error) {
	return m.newEvaluator(func(f *nnet.Frozen) (*nnet.Judge, error) { return f.NewJudgeOn(kernel) })
}

func (m *Model) newEvaluator(judge func(*nnet.Frozen) (*nnet.Judge, error)) (e *Evaluator, err error) {
	e = &Evaluator{model: m}
	for k := range m.nets {
		if f := m.nets[k].frozen; f != nil {
			if e.judges[k], err = judge(f); err != nil {
				return nil, err
			}
		}
		if f := m.pruning[k].frozen; f != nil {
			if e.guessing[k], err = judge(f); err != nil {
				return nil, err
			}
		}
	}
	return e, nil
}

// Kernel names the kernels in use.
func (e *Evaluator) Kernel() string { return e.judges[Race].Kernel() }

// Evaluate implements eval.Evaluator.
func (e *Evaluator) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for k := range e.which {
		e.which[k] = e.which[k][:0]
	}
	for i := range boards {
		k := KindOf(&boards[i], e.model.split)
		if k == Over {
			dst[i], _ = eval.Final(&boards[i])
			continue
		}
		if k == Race && e.model.endings != nil {
			if o, ok := e.model.endings.Lookup(&boards[i]); ok {
				dst[i] = o
				continue
			}
		}
		e.which[k] = append(e.which[k], i)
	}
	for k := range e.which {
		if len(e.which[k]) > 0 {
			e.judge(dst, boards, Kind(k))
		}
	}
}

// judge runs the boards of one kind through its net.
func (e *Evaluator) judge(dst []eval.Outcome, boards []engine.Board, k Kind) {
	which := e.which[k]
	if len(which) < len(boards) { // pick this kind out of a mixed batch
		e.boards = grow(e.boards, len(which))
		for slot, i := range which {
			e.boards[slot] = boards[i]
		}
		boards = e.boards
	}
	e.run(e.judges[k], &e.model.nets[k], boards)
	for slot, i := range which {
		o := OutcomeOf(e.out[slot*Outputs:])
		possible := eval.PossibleFor(&boards[slot])
		possible.Clamp(&o)
		dst[i] = o
	}
}

// run fills e.out with what a net puts out for boards.
func (e *Evaluator) run(judge *nnet.Judge, n *kindNet, boards []engine.Board) {
	e.x = grow(e.x, len(boards)*n.encoder.Size)
	e.out = grow(e.out, len(boards)*Outputs)
	n.encoder.Encode(e.x, boards)
	judge.Evaluate(e.out, e.x)
}

// OutcomeOf reads an outcome from a net's outputs.
func OutcomeOf(v []float32) (o eval.Outcome) {
	readOutcome(&o, v)
	return o
}

// readOutcome writes field by field, which is quicker than to copy a whole one.
func readOutcome(o *eval.Outcome, v []float32) {
	_ = v[Outputs-1]
	o.Win, o.WinGammon, o.WinBackgammon, o.LoseGammon, o.LoseBackgammon = v[0], v[1], v[2], v[3], v[4]
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, 2*n)
	}
	return s[:n]
}
