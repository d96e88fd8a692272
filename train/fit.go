package train

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"tavla/eval"
	"tavla/eval/static"
	"tavla/nnet"
)

const (
	// fitRound is how many decisions the stage Refine learns in a round for each
	// game of one, and fitRoundMany if there are many nets, of which the rare ones meet
	// few plays in a round.
	fitRound     = 16
	fitRoundMany = 64
	// fitLanes share out the decisions of a minibatch. Where nets are few, what the
	// plays of a lane say to a net is summed first, and then over the lanes: the same
	// bits, whether several workers share a net or one has it all.
	fitLanes = 4
	// gatherMany is how many minibatches are gathered together where nets are many: most
	// have so few plays of one that it would not be worth fetching their weights for them.
	gatherMany = 4
)

// many reports whether nets are many: each is one worker's, and its plays are summed as
// they come. Nine would be enough for that, but up to nine, nets learn as they did in
// the stages of scripts/stages.sh that have them, to the same bits.
func (l *learner) many() bool { return l.split > static.Nine }

// minibatch is decisions that are learned together. The work goes net by net, first
// forward and then backward: the weights of one net, and the slope, fit in a core's
// cache, and those of all do not.
type minibatch struct {
	samples   []sample
	decisions []fitted
	scratch   []Compared
}

// sample is a play of a decision.
type sample struct {
	Compared
	possible eval.Possible
	pass     *nnet.Pass // that has gone forward
	miss     [static.Outputs]float32
}

// fitted is a decision: the samples that end there.
type fitted struct {
	end, lane int
	replies   bool
}

// order is in what order a pass takes n decisions.
func order(seed uint64, pass, n int) []int {
	return rand.New(rand.NewPCG(gameSeeds(^seed, pass))).Perm(n)
}

// fit learns the decisions of d that which numbers, in minibatches. It returns
// half the squared misses and how many positions they are of. The result does not
// depend on the number of workers.
func (l *learner) fit(d *decisions, which []int, common, step float32, workers int) (size float64, positions int) {
	var sizes [fitLanes]float64
	gather := l.batch
	if l.many() {
		gather *= gatherMany
	}
	for from := 0; from < len(which); {
		to, plays := from, 0
		for to < len(which) && plays < gather {
			i := which[to]
			plays += d.ends[i]
			if i > 0 {
				plays -= d.ends[i-1]
			}
			to++
		}
		l.gather(d, which[from:to])
		nets := l.busiest()
		lots := fitLanes * len(nets)
		share(workers, lots, func(i int) { nets[i/fitLanes].forward(l.minibatch.samples, i%fitLanes) })
		positions += l.compare(&sizes, common)
		beside := !l.many() && len(nets) < 2*workers // lanes of a net beside each other
		if beside {
			share(workers, lots, func(i int) {
				nets[i/fitLanes].backward(l.minibatch.samples, i%fitLanes, i%fitLanes, l.loss)
			})
		}
		share(workers, len(nets), func(k int) {
			n := nets[k]
			for lane := range fitLanes {
				switch {
				case l.many():
					n.sum(l.minibatch.samples, lane, n.slope, l.loss)
					n.samples += len(n.lots[lane])
				case beside:
					n.take(lane, lane)
				default: // one part for all lanes, which stays in the cache
					n.backward(l.minibatch.samples, lane, 0, l.loss)
					n.take(lane, 0)
				}
			}
			if 2*n.samples >= n.batch { // rare kinds wait for enough of their own
				n.finish(float64(step))
			}
		})
		from = to
	}
	for _, s := range sizes {
		size += s
	}
	return size, positions
}

// share shares the calls of f with 0 to n-1 out over the workers, each taking the next
// one when it is done.
func share(workers, n int, f func(i int)) {
	var wg sync.WaitGroup
	var next atomic.Int64
	for range min(workers, n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	wg.Wait()
}

// gather reads the minibatch, lane by lane, and gives each play to its net.
func (l *learner) gather(d *decisions, which []int) {
	m := &l.minibatch
	m.samples, m.decisions = m.samples[:0], m.decisions[:0]
	for _, kind := range static.Nets(l.split) {
		n := l.nets[kind]
		for lane := range n.lots {
			n.lots[lane] = n.lots[lane][:0]
		}
	}
	for lane := range fitLanes {
		for i := lane; i < len(which); i += fitLanes {
			var replies bool
			m.scratch, replies = d.read(m.scratch, which[i])
			for _, c := range m.scratch {
				s := sample{Compared: c}
				if !c.Known {
					s.possible = eval.PossibleFor(&c.Board)
					n := l.nets[static.KindOf(&c.Board, l.split)]
					n.lots[lane] = append(n.lots[lane], len(m.samples))
				}
				m.samples = append(m.samples, s)
			}
			m.decisions = append(m.decisions, fitted{len(m.samples), lane, replies})
		}
	}
}

// busiest are the nets, those with the most plays of the minibatch first, so that no
// worker is left with a long one in the end.
func (l *learner) busiest() []*kindLearner {
	l.busy = l.busy[:0]
	for _, kind := range static.Nets(l.split) {
		l.busy = append(l.busy, l.nets[kind])
	}
	slices.SortStableFunc(l.busy, func(a, b *kindLearner) int { return cmp.Compare(b.plays(), a.plays()) })
	return l.busy
}

// plays is how many plays of the minibatch are the net's.
func (n *kindLearner) plays() (plays int) {
	for _, lot := range n.lots {
		plays += len(lot)
	}
	return plays
}

// forward finds what the net puts out for its plays of a lane; miss is target less
// output.
func (n *kindLearner) forward(samples []sample, lane int) {
	x := n.x[lane*n.encoder.Size:][:n.encoder.Size]
	for k, i := range n.lots[lane] {
		s := &samples[i]
		for len(n.passes[lane]) <= k {
			n.passes[lane] = append(n.passes[lane], nnet.NewPass(n.net))
		}
		s.pass = n.passes[lane][k]
		n.boards[lane][0] = s.Board
		n.encoder.Encode(x, n.boards[lane][:])
		out := s.pass.Forward(x)
		for o, target := range fields(s.Value) {
			if s.possible[o] {
				s.miss[o] = target - out[o]
			}
		}
	}
}

// backward sums in n.parts[part] what the plays of a lane say to the net.
func (n *kindLearner) backward(samples []sample, lane, part int, loss nnet.Loss) {
	if len(n.lots[lane]) > 0 && n.parts[part] == nil {
		n.parts[part] = n.net.Clone()
		n.parts[part].Zero()
	}
	n.sum(samples, lane, n.parts[part], loss)
}

// sum adds to sink what the plays of a lane say to the net.
func (n *kindLearner) sum(samples []sample, lane int, sink *nnet.Net, loss nnet.Loss) {
	for _, i := range n.lots[lane] {
		samples[i].pass.Backward(samples[i].miss[:], loss, sink, 1/float32(n.batch))
	}
}

// take adds to the slope what backward has summed for a lane, and empties that.
func (n *kindLearner) take(lane, part int) {
	if plays := len(n.lots[lane]); plays > 0 {
		n.slope.Add(n.parts[part], 1)
		n.parts[part].Zero()
		n.samples += plays
	}
}

// equityOf is how an outcome's fields count in its equity.
var equityOf = [static.Outputs]float32{2, 1, 1, -1, -1}

// compare turns the misses of the minibatch into those that count: the loss of a
// decision is
//
//	Σ common |miss|²/2 + (equity miss - mean of the equity misses)²/2
//
// over its plays, miss being target less output: what tells plays apart counts in
// full, as the difference in equity that it makes, and what each is worth counts a
// share. After G. Tesauro, "Connectionist learning of expert preferences by
// comparison training", 1989. A value that is known is not missed. Of replies only what
// tells them apart counts. It adds half the squared misses to the size of each lane, and
// returns how many positions they are of.
func (l *learner) compare(sizes *[fitLanes]float64, common float32) (positions int) {
	from := 0
	for _, d := range l.minibatch.decisions {
		plays := l.minibatch.samples[from:d.end]
		from = d.end
		var equity [compareMost]float32
		mean := float32(0)
		for i := range plays {
			s := &plays[i]
			if s.Known {
				continue
			}
			for o, miss := range s.miss {
				if s.possible[o] {
					equity[i] += equityOf[o] * miss
					sizes[d.lane] += float64(miss) * float64(miss) / 2
				}
			}
			positions++
			mean += equity[i] / float32(len(plays))
		}
		level := common
		if d.replies {
			level = 0
		}
		for i := range plays {
			s := &plays[i]
			for o := range s.miss {
				if s.possible[o] {
					s.miss[o] = level*s.miss[o] + equityOf[o]*(equity[i]-mean)
				}
			}
		}
	}
	return positions
}
