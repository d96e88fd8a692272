package train

import "tavla/nnet"

// average is the running mean of a learner's nets.
type average struct {
	mean *nnet.File
	n    int
}

func (a *average) add(f *nnet.File) {
	a.n++
	if a.n == 1 {
		a.mean = cloneFile(f)
		return
	}
	for i := range f.Nets {
		a.mean.Nets[i].Net.MoveTowards(f.Nets[i].Net, 1/float32(a.n))
	}
}

func cloneFile(f *nnet.File) *nnet.File {
	c := &nnet.File{Meta: f.Meta}
	for _, n := range f.Nets {
		n.Net = n.Net.Clone()
		c.Nets = append(c.Nets, n)
	}
	return c
}
