package train

import (
	"fmt"

	"tavla/engine"
	"tavla/eval/inputs"
	"tavla/eval/static"
	"tavla/nnet"
)

// Optimizer is how weights follow the slope of the loss.
type Optimizer string

const (
	// SGD takes a step for every position: quick to learn, coarse in the end.
	SGD Optimizer = "sgd"
	// Adam takes a step for every minibatch, as long for weights that are seldom
	// used as for those in use all the time.
	Adam Optimizer = "adam"
)

func (o Optimizer) check() error {
	switch o {
	case SGD, Adam:
		return nil
	}
	return fmt.Errorf("optimizer %q: there are %s and %s", string(o), SGD, Adam)
}

// kindLearner is one net that learns. With Adam, slope sums what the samples of
// the minibatch so far say.
type kindLearner struct {
	encoder *inputs.Encoder
	net     *nnet.Net
	pass    *nnet.Pass
	x       []int16 // one vector for each lane

	adam    *nnet.Adam // nil for SGD
	slope   *nnet.Net
	samples int
	batch   int

	// In the stage Refine, see fit:
	lots   [fitLanes][]int // plays of the minibatch
	boards [fitLanes][1]engine.Board
	passes [fitLanes][]*nnet.Pass // one for each of them
	parts  [fitLanes]*nnet.Net    // scratch for what they say
}

func newKindLearner(c *Config, enc *inputs.Encoder, net *nnet.Net) *kindLearner {
	n := &kindLearner{encoder: enc, net: net, pass: nnet.NewPass(net), x: make([]int16, fitLanes*enc.Size), batch: c.Batch}
	if c.Optimizer == Adam {
		n.adam = nnet.NewAdam(net)
		n.slope = net.Clone()
		n.slope.Zero()
	}
	return n
}

// descend learns from the position that went forward last: miss is target less
// output. It returns the size of the miss.
func (n *kindLearner) descend(miss []float32, loss nnet.Loss, step float32) float64 {
	if n.adam == nil {
		return n.pass.Backward(miss, loss, n.net, step)
	}
	size := n.pass.Backward(miss, loss, n.slope, 1/float32(n.batch))
	if n.samples++; n.samples == n.batch {
		n.finish(float64(step))
	}
	return size
}

// finish takes the step of a minibatch, full or not: rounds end with it, so that
// nothing half done has to be remembered between them.
func (n *kindLearner) finish(step float64) {
	if n.samples == 0 {
		return
	}
	n.adam.Step(n.net, n.slope, step)
	n.slope.Zero()
	n.samples = 0
}

// adamSteps are the steps taken so far by each net, none with SGD.
func (l *learner) adamSteps() []int {
	var steps []int
	for _, kind := range static.Nets(l.split) {
		if a := l.nets[kind].adam; a != nil {
			steps = append(steps, a.Steps)
		}
	}
	return steps
}

func (l *learner) setAdamSteps(steps []int) error {
	for i, kind := range static.Nets(l.split) {
		a := l.nets[kind].adam
		if a == nil {
			continue
		}
		if i >= len(steps) {
			return fmt.Errorf("the checkpoint does not say how many steps the net %q has taken", kind)
		}
		a.Steps = steps[i]
	}
	return nil
}

// moments is what Adam remembers, as nets of a checkpoint.
func (l *learner) moments() []nnet.Named {
	var nets []nnet.Named
	for _, n := range l.file("").Nets {
		for _, kind := range static.Nets(l.split) {
			a := l.nets[kind].adam
			if a == nil || kind.String() != n.Name {
				continue
			}
			mean, square := n, n
			mean.Name, mean.Net = n.Name+meanSuffix, a.Mean
			square.Name, square.Net = n.Name+squareSuffix, a.Square
			nets = append(nets, mean, square)
		}
	}
	return nets
}
