package train

import (
	"context"
	"math"
	"math/rand/v2"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/inputs"
	"tavla/eval/static"
	"tavla/nnet"
)

// Pruning nets learn in the end of the stage Refine from what its nets make of all
// plays of rolls, so that their guesses tell which of them need no judging. Every roll
// serves once.
const (
	pruningUnits  = 16 // of the hidden layer
	pruningInputs = "raw"
	pruningRound  = 4096 // rolls judged at a time
	pruningMost   = 64   // plays of a roll, drawn at random if there are more
	pruningBatch  = 128  // plays in a minibatch; the last few that fill none are left
	pruningLeast  = 1000 // rolls; a kind that had fewer is better judged in full
	pruningFirst  = 0.02 // step size at first,
	pruningLast   = 0.0002
	// pruningCommon is what the value of plays counts beside what tells them apart.
	pruningCommon = 0.1
	// A play counts a half if it is worth pruningHalf points less than the best: it
	// matters which of the good ones goes on, and hardly how bad the bad ones are.
	pruningHalf = 0.1
)

// rolled is a roll whose plays are judged.
type rolled struct {
	kind     static.Kind    // of the position before it
	boards   []engine.Board // after the plays, seen by the next on roll
	outcomes []eval.Outcome // of those
}

// pruningLearner is the pruning net of one kind.
type pruningLearner struct {
	*kindLearner
	rolls  int
	each   [pruningMost]*nnet.Pass // for each play of a roll
	x      []int16
	miss   [pruningMost][static.Outputs]float32
	equity [pruningMost]float32 // missed
	weight [pruningMost]float32
}

func newPruningLearner(kind static.Kind, seed uint64) (*pruningLearner, error) {
	enc, err := inputs.ByName(pruningInputs)
	if err != nil {
		return nil, err
	}
	net, err := nnet.New(nnet.Shape{Units: []int{enc.Size, pruningUnits, static.Outputs}})
	if err != nil {
		return nil, err
	}
	net.Randomize(rand.New(rand.NewPCG(^seed, uint64(kind))))
	l := &pruningLearner{
		kindLearner: newKindLearner(&Config{Optimizer: Adam, Batch: pruningBatch}, enc, net),
		x:           make([]int16, pruningMost*enc.Size),
	}
	for i := range l.each {
		l.each[i] = nnet.NewPass(net)
	}
	return l, nil
}

// teachPruning adds to f pruning nets that guess what its nets judge: positions that
// the run has met, with a roll each, as many as Config.Pruning says for each game. The result does
// not depend on the number of workers. It fails when the context is done.
func (r *Run) teachPruning(ctx context.Context, f *nnet.File) error {
	m, err := r.model(f)
	if err != nil {
		return err
	}
	kinds := static.PruningNets(r.config.Split)
	learners := make([]*pruningLearner, len(kinds))
	for i, k := range kinds {
		if learners[i], err = newPruningLearner(k, r.config.Seed); err != nil {
			return err
		}
	}
	rolls, total := make([]rolled, pruningRound), r.config.Pruning*r.config.Games
	for from := 0; from < total; from += pruningRound {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := min(total-from, pruningRound)
		share(r.options.Workers, r.options.Workers, func(w int) {
			e := m.NewEvaluator()
			for i := w; i < n; i += r.options.Workers {
				r.roll(&rolls[i], e, from+i)
			}
		})
		step := pruningFirst * math.Pow(pruningLast/pruningFirst, float64(from)/float64(total))
		share(r.options.Workers, len(kinds), func(k int) {
			for i := range rolls[:n] {
				if rolls[i].kind == kinds[k] {
					learners[k].learn(&rolls[i], step)
				}
			}
		})
		r.taught = float64(from+n) / float64(total)
		r.report(0)
	}
	for i, k := range kinds {
		l := learners[i]
		if l.rolls < pruningLeast {
			continue
		}
		f.Nets = append(f.Nets, nnet.Named{Name: static.PruningNet(k), Inputs: l.encoder.Name, InputsVersion: l.encoder.Version, Net: l.net})
	}
	return nil
}

// roll draws the roll of that number and judges its plays; the kind is Over where there
// is nothing to guess.
func (r *Run) roll(dst *rolled, e eval.Evaluator, number int) {
	rng := rand.New(rand.NewPCG(gameSeeds(r.config.Seed^0x7072756e, number)))
	b := r.decisions.board(rng.IntN(r.decisions.plays()))
	roll := engine.Roll{uint8(1 + rng.IntN(6)), uint8(1 + rng.IntN(6))}
	dst.kind = static.Over
	if eval.ClassOf(&b) != eval.Contact {
		return
	}
	var g engine.Generator
	plays := g.Plays(b, roll)
	if len(plays) < 2 {
		return
	}
	if len(plays) > pruningMost {
		rng.Shuffle(len(plays), func(i, k int) { plays[i], plays[k] = plays[k], plays[i] })
		plays = plays[:pruningMost]
	}
	dst.kind = static.KindOf(&b, r.config.Split)
	dst.boards = dst.boards[:0]
	for i := range plays {
		dst.boards = append(dst.boards, plays[i].Board.Swap())
	}
	dst.outcomes = append(dst.outcomes[:0], make([]eval.Outcome, len(plays))...)
	e.Evaluate(dst.outcomes, dst.boards)
}

// learn takes in a roll, whose loss is that of learner.compare with plays weighed.
func (l *pruningLearner) learn(r *rolled, step float64) {
	n := len(r.boards)
	l.rolls++
	l.encoder.Encode(l.x[:n*l.encoder.Size], r.boards)
	best := float32(math.Inf(1)) // for the opponent, who is next on roll
	for i := range r.outcomes {
		best = min(best, r.outcomes[i].Equity())
	}
	mean, weights := float32(0), float32(0)
	for i := range r.outcomes {
		out := l.each[i].Forward(l.x[i*l.encoder.Size : (i+1)*l.encoder.Size])
		l.equity[i] = 0
		for o, target := range fields(r.outcomes[i]) {
			l.miss[i][o] = target - out[o]
			l.equity[i] += equityOf[o] * l.miss[i][o]
		}
		behind := (r.outcomes[i].Equity() - best) / pruningHalf
		l.weight[i] = 1 / (1 + behind*behind)
		weights += l.weight[i]
		mean += l.weight[i] * l.equity[i]
	}
	mean /= weights
	for i := range r.outcomes {
		for o := range l.miss[i] {
			l.miss[i][o] = l.weight[i] * (pruningCommon*l.miss[i][o] + equityOf[o]*(l.equity[i]-mean))
		}
		l.each[i].Backward(l.miss[i][:], nnet.CrossEntropy, l.slope, 1./pruningBatch)
	}
	if l.samples += n; l.samples >= l.batch {
		l.finish(step)
	}
}
