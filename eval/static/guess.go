package static

import (
	"tavla/engine"
	"tavla/eval"
	"tavla/nnet"
)

// PruningNet names the pruning net for positions of a kind in a weights file: a small
// net on few inputs that guesses what the positions after the plays of a roll are
// worth, so that the nets need judge only the plays that may be best. Plays of one
// roll are guessed by one net, that of the position before, so that they compare
// wherever they lead.
func PruningNet(k Kind) string { return "pruning " + k.String() }

// PruningNets are the kinds that may have pruning nets: all contact. The net for races
// is quick enough as it is.
func PruningNets(s Split) []Kind {
	nets := Nets(s)
	return nets[:len(nets)-1]
}

// findPruningNets freezes the pruning nets of a weights file. Where a kind has none its
// plays are all judged.
func (m *Model) findPruningNets(f *nnet.File) (err error) {
	for _, k := range PruningNets(m.split) {
		if f.Find(PruningNet(k)) == nil {
			continue
		}
		if m.pruning[k], err = freeze(f, PruningNet(k)); err != nil {
			return err
		}
	}
	return nil
}

// Guess implements eval.Guesser, by the pruning nets if the model has any.
func (e *Evaluator) Guess(dst []eval.Outcome, boards []engine.Board, before *engine.Board) bool {
	k := KindOf(before, e.model.split)
	judge, n := e.guessing[k], &e.model.pruning[k]
	if judge == nil {
		return false
	}
	e.run(judge, n, boards)
	for i := range boards {
		dst[i] = OutcomeOf(e.out[i*Outputs:])
		if boards[i].Opp[engine.Off] == engine.Men {
			dst[i], _ = eval.Final(&boards[i])
		}
	}
	return true
}
