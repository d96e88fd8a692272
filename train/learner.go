package train

import (
	"fmt"
	"math/rand/v2"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/static"
	"tavla/nnet"
)

// learner holds the nets that learn, one for each kind of position, and applies games to
// them in order. It is for one goroutine.
type learner struct {
	nets    [static.Kinds]*kindLearner // those of kinds
	split   static.Split
	loss    nnet.Loss
	batch   int // positions in a minibatch
	targets []eval.Outcome
	board   [1]engine.Board

	// In the stage Refine:
	minibatch minibatch
	busy      []*kindLearner
}

// newLearner starts from random weights, or from those of a file, grown.
func newLearner(c *Config, from *nnet.File) (*learner, error) {
	l, err := emptyLearner(c)
	if err != nil {
		return nil, err
	}
	for _, kind := range static.Nets(c.Split) {
		rng := rand.New(rand.NewPCG(c.Seed, uint64(kind)))
		net, err := firstNet(c, kind, from, rng)
		if err != nil {
			return nil, err
		}
		l.set(c, kind, net)
	}
	return l, nil
}

// firstNet is the net of a kind as a run begins with it. It starts from the
// net of the finest kind that holds its own. Settings for contact that cannot be made
// of that are an ErrSettings.
func firstNet(c *Config, kind static.Kind, from *nnet.File, rng *rand.Rand) (*nnet.Net, error) {
	shape := c.shape(kind)
	if from == nil {
		net, err := nnet.New(shape)
		if err == nil {
			net.Randomize(rng)
		}
		return net, err
	}
	old, enc := from.Find(kind.String()), c.encoder(kind)
	for coarse, more := kind.Coarser(); old == nil && more; coarse, more = coarse.Coarser() {
		old = from.Find(coarse.String())
	}
	switch {
	case old == nil:
		return nil, fmt.Errorf("the weights to start from hold no net %q", kind)
	case old.Inputs != enc.Name && kind != static.Race:
		return nil, fmt.Errorf("%w: --inputs %s: the net %q to start from reads %q", ErrSettings, enc.Name, kind, old.Inputs)
	case old.Inputs != enc.Name || old.Net.Inputs() != enc.Size || old.Net.Outputs() != static.Outputs:
		return nil, fmt.Errorf("the net %q to start from reads %d inputs %q, not %d %q", kind, old.Net.Inputs(), old.Inputs, enc.Size, enc.Name)
	case old.InputsVersion != enc.Version:
		return nil, fmt.Errorf("the net %q to start from reads version %d of the inputs %q; this program computes version %d", kind, old.InputsVersion, enc.Name, enc.Version)
	case old.Net.Shape.Hidden != shape.Hidden:
		return nil, fmt.Errorf("%w: --activation %v: the net %q to start from has %v", ErrSettings, shape.Hidden, kind, old.Net.Shape.Hidden)
	}
	net, err := old.Net.Grow(shape.Units[1:len(shape.Units)-1], rng)
	if err != nil && kind != static.Race {
		err = fmt.Errorf("%w: --hidden: the net %q to start from: %w", ErrSettings, kind, err)
	}
	return net, err
}

func emptyLearner(c *Config) (*learner, error) {
	loss, err := c.loss()
	return &learner{loss: loss, batch: c.Batch, split: c.Split}, err
}

func (l *learner) set(c *Config, kind static.Kind, net *nnet.Net) {
	l.nets[kind] = newKindLearner(c, c.encoder(kind), net)
}

// learn takes in every position of a game, last position first, and returns the
// sum of their losses.
func (l *learner) learn(g *Game, lambda, step float32) (loss float64) {
	l.targets = Targets(l.targets, g, lambda)
	for t := len(g.Steps) - 1; t >= g.first(); t-- {
		l.board[0] = g.Steps[t].Board
		b := &l.board[0]
		n := l.nets[static.KindOf(b, l.split)]
		x := n.x[:n.encoder.Size]
		n.encoder.Encode(x, l.board[:])
		out := n.pass.Forward(x)
		var miss [static.Outputs]float32
		possible := eval.PossibleFor(b)
		for o, target := range fields(l.targets[t]) {
			if possible[o] {
				miss[o] = target - out[o]
			}
		}
		loss += n.descend(miss[:], l.loss, step)
	}
	return loss
}

// finish ends a round.
func (l *learner) finish(step float32) {
	for _, kind := range static.Nets(l.split) {
		l.nets[kind].finish(float64(step))
	}
}

func fields(o eval.Outcome) [static.Outputs]float32 {
	return [...]float32{o.Win, o.WinGammon, o.WinBackgammon, o.LoseGammon, o.LoseBackgammon}
}

// file is the learner's nets as weights, named after their kinds.
func (l *learner) file(meta string) *nnet.File {
	f := &nnet.File{Meta: meta}
	for _, kind := range static.Nets(l.split) {
		n := l.nets[kind]
		f.Nets = append(f.Nets, nnet.Named{
			Name: kind.String(), Inputs: n.encoder.Name, InputsVersion: n.encoder.Version, Net: n.net,
		})
	}
	return f
}

// finite reports whether all weights are sane numbers.
func (l *learner) finite() bool {
	for _, kind := range static.Nets(l.split) {
		if !l.nets[kind].net.Finite() {
			return false
		}
	}
	return true
}
