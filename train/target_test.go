package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/inputs"
	"tavla/eval/static"
	"tavla/nnet"
)

// onlineTD is the textbook's TD(λ) with one eligibility trace per output,
// summing the updates instead of making them: at every turn the error against
// the next value goes to all earlier slopes, faded by λ a turn. Between turns
// everything is turned to the other player's view: wins and losses trade
// places, and with them the outputs an error belongs to.
func onlineTD(net *nnet.Net, enc *inputs.Encoder, g *Game, lambda float64) *nnet.Net {
	sum := zero(net)
	pass := nnet.NewPass(net)
	x := make([]int16, enc.Size)
	// traces[o] is Σ λ^k × slope of output o, seen by the player now on roll.
	var traces [static.Outputs]*nnet.Net
	for o := range traces {
		traces[o] = zero(net)
	}
	for t := range g.Steps {
		if t > 0 { // turn the traces: what was my win is now the opponent's loss
			turned := traces
			turned[1], turned[2], turned[3], turned[4] = traces[3], traces[4], traces[1], traces[2]
			traces = turned
			scale(traces[0], -1) // the chance to win falls as the opponent's rises
		}
		for o := range traces {
			scale(traces[o], lambda)
		}
		enc.Encode(x, []engine.Board{g.Steps[t].Board})
		out := pass.Forward(x)
		possible := eval.PossibleFor(&g.Steps[t].Board)
		value := netOutcome(out)
		for o := range traces {
			if possible[o] {
				var unit [static.Outputs]float32
				unit[o] = 1
				pass.Backward(unit[:], nnet.SquaredError, traces[o], 1)
			}
		}
		next := g.Steps[t].Value
		if t == len(g.Steps)-1 {
			next = g.Final.Invert()
		}
		for o, e := range differences(next, value) {
			add(sum, traces[o], e)
		}
	}
	return sum
}

// forwardTD sums the updates by the λ-returns of Targets.
func forwardTD(net *nnet.Net, enc *inputs.Encoder, g *Game, lambda float64) *nnet.Net {
	sum := zero(net)
	pass := nnet.NewPass(net)
	x := make([]int16, enc.Size)
	for t, target := range Targets(nil, g, float32(lambda)) {
		enc.Encode(x, []engine.Board{g.Steps[t].Board})
		out := pass.Forward(x)
		possible := eval.PossibleFor(&g.Steps[t].Board)
		var miss [static.Outputs]float32
		for o, e := range differences(target, netOutcome(out)) {
			if possible[o] {
				miss[o] = float32(e)
			}
		}
		pass.Backward(miss[:], nnet.SquaredError, sum, 1)
	}
	return sum
}

// netGame plays a game by random plays and values every turn by the net itself,
// unclamped, so that V(t) is what the net says of the position after the play.
func netGame(net *nnet.Net, enc *inputs.Encoder, seed uint64) *Game {
	rng := rand.New(rand.NewPCG(seed, 7))
	pass := nnet.NewPass(net)
	x := make([]int16, enc.Size)
	var gen engine.Generator
	g := new(Game)
	b := engine.Start()
	for !b.Over() {
		roll := engine.Roll{uint8(1 + rng.IntN(6)), uint8(1 + rng.IntN(6))}
		after := b
		if plays := gen.Plays(b, roll); len(plays) > 0 {
			after = plays[rng.IntN(len(plays))].Board
		}
		after = after.Swap()
		enc.Encode(x, []engine.Board{after})
		g.Steps = append(g.Steps, Step{Board: b, Value: netOutcome(pass.Forward(x)).Invert()})
		b = after
	}
	g.Final, _ = eval.Final(&b)
	return g
}

func TestForwardAndOnlineTDSumToTheSameUpdates(t *testing.T) {
	enc, err := inputs.ByName("tesauro")
	if err != nil {
		t.Fatal(err)
	}
	net, err := nnet.New(nnet.Shape{Units: []int{enc.Size, 6, static.Outputs}})
	if err != nil {
		t.Fatal(err)
	}
	net.Randomize(rand.New(rand.NewPCG(3, 4)))
	for _, lambda := range []float64{0, 0.3, 0.7, 1} {
		for seed := range uint64(3) {
			g := endingBeforeMasks(netGame(net, enc, seed))
			online, forward := onlineTD(net, enc, g, lambda), forwardTD(net, enc, g, lambda)
			size, off := 0.0, 0.0
			each2(online, forward, func(a, b float32) {
				size = max(size, math.Abs(float64(a)))
				off = max(off, math.Abs(float64(a)-float64(b)))
			})
			if off > 1e-3*size {
				t.Errorf("λ %v, game %d of %d turns: updates differ by %.2g where the largest is %.2g", lambda, seed, len(g.Steps), off, size)
			}
		}
	}
}

// endingBeforeMasks cuts a game where the first outcome becomes impossible, with
// the last value as its end: the trace of an output that is masked later would
// go on being fed by errors the forward view leaves out.
func endingBeforeMasks(g *Game) *Game {
	for t := range g.Steps {
		if eval.PossibleFor(&g.Steps[t].Board) != (eval.Possible{true, true, true, true, true}) {
			g.Final = g.Steps[t-1].Value.Invert()
			g.Steps = g.Steps[:t]
			break
		}
	}
	return g
}

func TestReturnsAreTurnedBetweenTurnsAndCutAtExploringPlays(t *testing.T) {
	v := func(win float32) eval.Outcome { return eval.Outcome{Win: win} }
	g := &Game{
		Steps: []Step{{Value: v(0.5)}, {Value: v(0.25), Explored: true}, {Value: v(0.75)}, {Value: v(0.5)}},
		Final: eval.Outcome{}, // the one who would be on roll has lost
	}
	got := Targets(nil, g, 0.5)
	want := []eval.Outcome{
		v(0.5 + 0.5*(0.75-0.5)), // half its value, half what the cut return says, turned
		v(0.25),                 // another play was made: only the best one's value counts
		v(0.75 + 0.5*(0-0.75)),
		v(1),
	}
	for i := range want {
		want[i].LoseGammon, want[i].LoseBackgammon = got[i].LoseGammon, got[i].LoseBackgammon
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestAGammonIsTheLosersLossOfOne(t *testing.T) {
	g := &Game{Steps: make([]Step, 2), Final: eval.Outcome{LoseGammon: 1}}
	got := Targets(nil, g, 1)
	want := []eval.Outcome{{LoseGammon: 1}, {Win: 1, WinGammon: 1}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func netOutcome(v []float32) eval.Outcome { return static.OutcomeOf(v) }

func differences(a, b eval.Outcome) (d [static.Outputs]float64) {
	x, y := fields(a), fields(b)
	for o := range d {
		d[o] = float64(x[o]) - float64(y[o])
	}
	return d
}

func zero(n *nnet.Net) *nnet.Net {
	z, err := nnet.New(n.Shape)
	if err != nil {
		panic(err)
	}
	return z
}

func scale(n *nnet.Net, by float64) {
	n.Parameters(func(p []float32) {
		for i := range p {
			p[i] *= float32(by)
		}
	})
}

func add(sum, n *nnet.Net, by float64) {
	each2p(sum, n, func(a *float32, b float32) { *a += float32(by) * b })
}

func each2(a, b *nnet.Net, f func(x, y float32)) {
	each2p(a, b, func(x *float32, y float32) { f(*x, y) })
}

func each2p(a, b *nnet.Net, f func(x *float32, y float32)) {
	var theirs [][]float32
	b.Parameters(func(p []float32) { theirs = append(theirs, p) })
	i := 0
	a.Parameters(func(p []float32) {
		for j := range p {
			f(&p[j], theirs[i][j])
		}
		i++
	})
}
