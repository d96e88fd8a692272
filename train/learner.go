package train

import (
	"math/rand/v2"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/inputs"
	"tavla/eval/static"
	"tavla/nnet"
)

// learner holds the nets that learn, one for each class, and applies games to
// them in order. It is for one goroutine.
type learner struct {
	nets    [eval.Classes]*classLearner
	loss    nnet.Loss
	targets []eval.Outcome
	board   [1]engine.Board
}

type classLearner struct {
	encoder *inputs.Encoder
	net     *nnet.Net
	pass    *nnet.Pass
	x       []int16
}

// newLearner starts from random weights.
func newLearner(c *Config) (*learner, error) {
	l, err := emptyLearner(c)
	if err != nil {
		return nil, err
	}
	for _, cl := range static.NetClasses() {
		net, err := nnet.New(c.shape(cl))
		if err != nil {
			return nil, err
		}
		net.Randomize(rand.New(rand.NewPCG(c.Seed, uint64(cl))))
		l.set(c, cl, net)
	}
	return l, nil
}

func emptyLearner(c *Config) (*learner, error) {
	loss, err := c.loss()
	return &learner{loss: loss}, err
}

func (l *learner) set(c *Config, cl eval.Class, net *nnet.Net) {
	enc := c.encoder(cl)
	l.nets[cl] = &classLearner{enc, net, nnet.NewPass(net), make([]int16, enc.Size)}
}

// learn takes one step of stochastic gradient descent for every position of a
// game, last position first, and returns the sum of their losses. The start is
// left out: no fair roll is ever thrown there.
func (l *learner) learn(g *Game, lambda, step float32) (loss float64) {
	l.targets = Targets(l.targets, g, lambda)
	for t := len(g.Steps) - 1; t > 0; t-- {
		l.board[0] = g.Steps[t].Board
		b := &l.board[0]
		n := l.nets[eval.ClassOf(b)]
		n.encoder.Encode(n.x, l.board[:])
		out := n.pass.Forward(n.x)
		var miss [static.Outputs]float32
		possible := eval.PossibleFor(b)
		for o, target := range fields(l.targets[t]) {
			if possible[o] {
				miss[o] = target - out[o]
			}
		}
		loss += n.pass.Backward(miss[:], l.loss, n.net, step)
	}
	return loss
}

func fields(o eval.Outcome) [static.Outputs]float32 {
	return [...]float32{o.Win, o.WinGammon, o.WinBackgammon, o.LoseGammon, o.LoseBackgammon}
}

// file is the learner's nets as weights, named after their classes.
func (l *learner) file(meta string) *nnet.File {
	f := &nnet.File{Meta: meta}
	for _, cl := range static.NetClasses() {
		n := l.nets[cl]
		f.Nets = append(f.Nets, nnet.Named{
			Name: cl.String(), Inputs: n.encoder.Name, InputsVersion: n.encoder.Version, Net: n.net,
		})
	}
	return f
}

// finite reports whether all weights are sane numbers.
func (l *learner) finite() bool {
	for _, cl := range static.NetClasses() {
		if !l.nets[cl].net.Finite() {
			return false
		}
	}
	return true
}
