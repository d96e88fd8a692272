package train

import (
	"context"
	"math"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/inputs"
	"tavla/eval/static"
	"tavla/nnet"
)

// The table of patterns learns in the end of the stage Refine, from the same decisions as
// the nets and by the same loss, what these miss. A step for every decision changes few
// rows of it, and quickly; that one decision follows the other keeps it on one core.
const (
	patternStep  = 0.03    // at first, falling evenly to 0
	patternRound = 1 << 14 // decisions judged at a time
	patternLot   = 1 << 10 // plays that a worker judges at a time
)

// windowed is a play of a decision with what the table needs of it.
type windowed struct {
	sample
	contact bool                   // else the table adds nothing
	rows    [inputs.Windows]uint32 // of the table
	// What the net says, unsquashed, but for what the clamp of outcomes has tied together.
	sums [static.Outputs]float32
}

// unpatterned is decisions as the nets alone judge them.
type unpatterned struct {
	plays     []windowed
	decisions []fitted
	boards    []engine.Board
	outcomes  []eval.Outcome
	scratch   []Compared
}

// read takes the decisions which of d.
func (u *unpatterned) read(d *decisions, which []int) {
	u.plays, u.decisions, u.boards = u.plays[:0], u.decisions[:0], u.boards[:0]
	for _, i := range which {
		var replies bool
		u.scratch, replies = d.read(u.scratch, i)
		for _, c := range u.scratch {
			u.plays = append(u.plays, windowed{sample: sample{Compared: c}})
			u.boards = append(u.boards, c.Board)
		}
		u.decisions = append(u.decisions, fitted{end: len(u.plays), replies: replies})
	}
	u.outcomes = append(u.outcomes[:0], make([]eval.Outcome, len(u.boards))...)
}

// judge finds what e makes of the plays of a lot.
func (u *unpatterned) judge(e eval.Evaluator, lot int) {
	from, to := lot*patternLot, min((lot+1)*patternLot, len(u.plays))
	e.Evaluate(u.outcomes[from:to], u.boards[from:to])
	for i := from; i < to; i++ {
		p := &u.plays[i]
		if p.Known {
			continue
		}
		p.possible = eval.PossibleFor(&p.Board)
		if p.contact = eval.ClassOf(&p.Board) == eval.Contact; p.contact {
			p.rows = inputs.WindowsOf(&p.Board)
		}
		const edge = 1e-6 // a clamped value can be 0 or 1
		for o, y := range fields(u.outcomes[i]) {
			y := min(max(float64(y), edge), 1-edge)
			p.sums[o] = float32(math.Log(y / (1 - y)))
		}
	}
}

// lots is how many calls of judge it takes.
func (u *unpatterned) lots() int { return (len(u.plays) + patternLot - 1) / patternLot }

// patternLearner learns a table.
type patternLearner struct {
	learner           // for what it makes of misses
	values  []float32 // of the table
}

// learn takes a step for every decision.
func (l *patternLearner) learn(u *unpatterned, common, step float32) {
	const outputs = static.Outputs
	from := 0
	for _, d := range u.decisions {
		plays := u.plays[from:d.end]
		from = d.end
		var out [compareMost][outputs]float32
		l.minibatch.samples = l.minibatch.samples[:0]
		for i := range plays {
			p := &plays[i]
			if !p.Known {
				sums := p.sums
				if p.contact {
					for _, row := range p.rows {
						for o, v := range l.values[row*outputs:][:outputs] {
							sums[o] += v
						}
					}
				}
				for o, target := range fields(p.Value) {
					if p.possible[o] {
						out[i][o] = float32(1 / (1 + math.Exp(-float64(sums[o]))))
						p.miss[o] = target - out[i][o]
					}
				}
			}
			l.minibatch.samples = append(l.minibatch.samples, p.sample)
		}
		l.minibatch.decisions = append(l.minibatch.decisions[:0], fitted{end: len(plays), replies: d.replies})
		var sizes [fitLanes]float64
		l.compare(&sizes, common)
		for i := range plays {
			p, miss := &plays[i], &l.minibatch.samples[i].miss
			if !p.contact {
				continue
			}
			var move [outputs]float32
			for o, y := range out[i] {
				move[o] = step * miss[o] * y * (1 - y)
			}
			for _, row := range p.rows {
				for o := range l.values[row*outputs:][:outputs] {
					l.values[int(row)*outputs+o] += move[o]
				}
			}
		}
	}
}

// teachPatterns teaches the table of f, a new one if it has none, what its nets miss, in
// Config.Patterns passes over the decisions. The result does not depend on the number of
// workers. It fails when the context is done.
func (r *Run) teachPatterns(ctx context.Context, f *nnet.File) error {
	if f.FindTable(static.PatternTable) == nil {
		f.Tables = append(f.Tables, static.NewPatternTable())
	}
	table := f.FindTable(static.PatternTable).Table
	l := patternLearner{values: make([]float32, len(table.Values))}
	table.Floats(l.values)
	nets := *f
	nets.Tables = nil
	m, err := static.NewModel(&nets)
	if err != nil {
		return err
	}
	judges := make(chan *static.Evaluator, r.options.Workers)
	for range r.options.Workers {
		judges <- m.NewEvaluator()
	}
	var now, next unpatterned
	rounds, common := r.patternRounds(), float32(r.config.Common)
	total, done := r.config.Patterns*r.state.Decisions, 0
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		next.read(r.decisions, rounds())
		step := float32(patternStep * (1 - float64(done)/float64(total)))
		share(r.options.Workers, 1+next.lots(), func(i int) { // nets judge one round ahead
			if i == 0 {
				l.learn(&now, common, step)
				return
			}
			e := <-judges
			next.judge(e, i-1)
			judges <- e
		})
		done += len(now.decisions)
		r.patterned = float64(done) / float64(total)
		r.report(0)
		if now, next = next, now; len(now.decisions) == 0 {
			break
		}
	}
	table.Round(l.values)
	return nil
}

// patternRounds gives the decisions of the rounds of teachPatterns, one after the other,
// and none in the end.
func (r *Run) patternRounds() func() []int {
	pass, left := 0, []int(nil)
	return func() []int {
		if len(left) == 0 && pass < r.config.Patterns {
			left = order(r.config.Seed, pass, r.state.Decisions)
			pass++
		}
		n := min(patternRound, len(left))
		which := left[:n]
		left = left[n:]
		return which
	}
}
