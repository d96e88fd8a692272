package static

import (
	"tavla/engine"
	"tavla/eval"
	"tavla/eval/inputs"
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
// plays are all judged. Such a net is so small that most of the time would go into its
// inputs, so that it gets a table of what men count on each place, if that adds up.
func (m *Model) findPruningNets(f *nnet.File) (err error) {
	alone := map[string][]int16{} // by the name of the inputs
	for _, k := range PruningNets(m.split) {
		if f.Find(PruningNet(k)) == nil {
			continue
		}
		n := &m.pruning[k]
		if *n, err = freeze(f, PruningNet(k)); err != nil {
			return err
		}
		if enc := n.encoder; enc.Additive() {
			if alone[enc.Name] == nil {
				alone[enc.Name] = menAlone(enc)
			}
			n.frozen = n.frozen.Tabulate(alone[enc.Name])
		}
	}
	return nil
}

// half is the first of the nnet.Places of the opponent's men; each side has room there
// for its 26.
const half = len(nnet.Places{}) / 2

// tell writes a board to the cells of p that are for it; the others stay 0.
func tell(p *nnet.Places, b *engine.Board) {
	*(*engine.Side)(p[:]) = b.Own
	*(*engine.Side)(p[half:]) = b.Opp
}

// menAlone are the inputs of boards that have no men but 0 to 15 on each place in turn,
// as nnet.Frozen.Tabulate wants them.
func menAlone(e *inputs.Encoder) []int16 {
	const counts = engine.Men + 1
	boards := make([]engine.Board, len(nnet.Places{})*counts)
	for p := range len(engine.Side{}) {
		for n := range counts {
			boards[p*counts+n].Own[p] = uint8(n)
			boards[(half+p)*counts+n].Opp[p] = uint8(n)
		}
	}
	x := make([]int16, len(boards)*e.Size)
	e.Encode(x, boards)
	return x
}

// Guess implements eval.Guesser, by the pruning nets if the model has any.
func (e *Evaluator) Guess(dst []eval.Outcome, boards []engine.Board, before *engine.Board) bool {
	k := KindOf(before, e.model.split)
	judge, n := e.guessing[k], &e.model.pruning[k]
	if judge == nil {
		return false
	}
	if n.encoder.Additive() {
		e.runPlaces(judge, boards)
	} else {
		e.run(judge, n, boards)
	}
	for i := range boards {
		readOutcome(&dst[i], e.out[i*Outputs:])
		if boards[i].Opp[engine.Off] == engine.Men {
			dst[i], _ = eval.Final(&boards[i])
		}
	}
	return true
}

// runPlaces is run by a net's table.
func (e *Evaluator) runPlaces(judge *nnet.Judge, boards []engine.Board) {
	e.places = grow(e.places, len(boards))
	e.out = grow(e.out, len(boards)*Outputs)
	for i := range boards {
		tell(&e.places[i], &boards[i])
	}
	judge.EvaluatePlaces(e.out, e.places)
}
