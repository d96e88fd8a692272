package train

import (
	"math/rand/v2"
	"sync"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/inputs"
	"tavla/eval/static"
	"tavla/nnet"
)

const (
	// fitRound is how many decisions the stage Refine learns in a round for each
	// game of one.
	fitRound = 16
	// fitLanes share out the decisions of a minibatch: as many workers as that can
	// help, and the sum of what they find is the same however many do.
	fitLanes = 4
)

// lane finds the slopes for its decisions of a minibatch. It is for one goroutine.
type lane struct {
	nets      [static.Kinds]*laneNet
	split     static.Split
	board     [1]engine.Board
	decision  []Compared
	size      float64 // of the misses of a round: half their squares
	positions int
}

// laneNet runs one of the learner's nets; slope sums what samples decisions say.
type laneNet struct {
	encoder *inputs.Encoder
	passes  [compareMost]*nnet.Pass
	x       []int16
	slope   *nnet.Net
	samples int
	scale   float32 // of one sample
}

func (l *learner) newLane() *lane {
	w := &lane{split: l.split}
	for _, kind := range static.Nets(l.split) {
		n := l.nets[kind]
		own := &laneNet{
			encoder: n.encoder, x: make([]int16, n.encoder.Size),
			slope: n.net.Clone(), scale: 1 / float32(n.batch),
		}
		own.slope.Zero()
		for i := range own.passes {
			own.passes[i] = nnet.NewPass(n.net)
		}
		w.nets[kind] = own
	}
	return w
}

// order is in what order a pass takes n decisions.
func order(seed uint64, pass, n int) []int {
	return rand.New(rand.NewPCG(gameSeeds(^seed, pass))).Perm(n)
}

// fit learns the decisions of d that which numbers, in minibatches. It returns
// half the squared misses and how many positions they are of.
func (l *learner) fit(d *decisions, which []int, common, step float32, workers int) (size float64, positions int) {
	if l.lanes == nil {
		for range fitLanes {
			l.lanes = append(l.lanes, l.newLane())
		}
	}
	kinds := static.Nets(l.split)
	for from := 0; from < len(which); {
		to, plays := from, 0
		for to < len(which) && plays < l.batch {
			i := which[to]
			plays += d.ends[i]
			if i > 0 {
				plays -= d.ends[i-1]
			}
			to++
		}
		share(workers, fitLanes, func(k int) {
			for i := from + k; i < to; i += fitLanes {
				l.lanes[k].choose(d, which[i], common, l.loss)
			}
		})
		share(workers, len(kinds), func(k int) {
			n := l.nets[kinds[k]]
			for _, lane := range l.lanes {
				n.take(lane.nets[kinds[k]])
			}
			if 2*n.samples >= n.batch { // rare kinds wait for enough of their own
				n.finish(step)
			}
		})
		from = to
	}
	for _, lane := range l.lanes {
		size, positions = size+lane.size, positions+lane.positions
		lane.size, lane.positions = 0, 0
	}
	return size, positions
}

// share shares the calls of f with 0 to n-1 out over the workers.
func share(workers, n int, f func(i int)) {
	var wg sync.WaitGroup
	for w := range min(workers, n) {
		wg.Go(func() {
			for i := w; i < n; i += workers {
				f(i)
			}
		})
	}
	wg.Wait()
}

// equityOf is how an outcome's fields count in its equity.
var equityOf = [static.Outputs]float32{2, 1, 1, -1, -1}

// choose adds the slope of one decision, whose loss is
//
//	Σ common |miss|²/2 + (equity miss - mean of the equity misses)²/2
//
// over its plays, miss being target less output: what tells plays apart counts in
// full, as the difference in equity that it makes, and what each is worth counts a
// share. After G. Tesauro, "Connectionist learning of expert preferences by
// comparison training", 1989. A value that is known is not missed. Of replies only what
// tells them apart counts.
func (w *lane) choose(d *decisions, i int, common float32, loss nnet.Loss) {
	var replies bool
	if w.decision, replies = d.read(w.decision, i); replies {
		common = 0
	}
	var miss [compareMost][static.Outputs]float32
	var possible [compareMost]eval.Possible
	var equity [compareMost]float32
	mean := float32(0)
	for i := range w.decision {
		c := &w.decision[i]
		if c.Known {
			continue
		}
		possible[i] = eval.PossibleFor(&c.Board)
		w.board[0] = c.Board
		n := w.nets[static.KindOf(&c.Board, w.split)]
		n.encoder.Encode(n.x, w.board[:])
		out := n.passes[i].Forward(n.x)
		for o, target := range fields(c.Value) {
			if possible[i][o] {
				miss[i][o] = target - out[o]
				equity[i] += equityOf[o] * miss[i][o]
				w.size += float64(miss[i][o]) * float64(miss[i][o]) / 2
			}
		}
		w.positions++
		mean += equity[i] / float32(len(w.decision))
	}
	for i := range w.decision {
		c := &w.decision[i]
		if c.Known {
			continue
		}
		for o := range miss[i] {
			if possible[i][o] {
				miss[i][o] = common*miss[i][o] + equityOf[o]*(equity[i]-mean)
			}
		}
		n := w.nets[static.KindOf(&c.Board, w.split)]
		n.passes[i].Backward(miss[i][:], loss, n.slope, n.scale)
		n.samples++
	}
}
