package train

import (
	"fmt"
	"math/rand/v2"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/static"
)

// Stage is how targets are made.
type Stage string

const (
	// TD takes what the dice of the game brought: λ-returns, see Targets.
	TD Stage = "td"
	// Refine compares the best plays of decisions, each judged one ply deep: dear
	// labels without the noise of the dice, for nets that play well already. A net
	// in the stage TD learns only from the plays it makes, so that one it
	// underrates is never made and never put right; and it spends itself on what
	// all plays of a decision have in common, which does not help to choose. The
	// weights that the run began with play and judge to its end: with those that
	// learn, values drift off, since what plays have in common hardly counts.
	Refine Stage = "refine"
)

func (s Stage) check() error {
	switch s {
	case TD, Refine:
		return nil
	}
	return fmt.Errorf("stage %q: there are %s and %s", string(s), TD, Refine)
}

// Compared is the position after one of the best plays of a decision.
type Compared struct {
	Board engine.Board // seen by the player next on roll
	// Value is what it is worth to that player, one ply deep: the mean over all
	// rolls of the best reply's value.
	Value eval.Outcome
	Known bool // the game is over, or a table knows Value: nothing to learn
}

// Which decisions are compared, and which of their plays.
const (
	compareEvery  = 3    // one decision in so many, drawn at random
	compareMost   = 6    // plays at most, the best ones by the net alone
	compareWithin = 0.16 // points of equity that they may be worth less than the best
)

// near is how many of the plays, best first, a good player might consider.
func (p *player) near(plays []engine.Play) int {
	p.ranked = append(p.ranked[:0], p.ranker.RankPlays(plays)...)
	n := 1
	for n < len(p.ranked) && p.ranked[n].Equity > p.ranked[0].Equity-compareWithin {
		n++
	}
	return n
}

// compare adds a decision to g, unless only one of the plays is worth a thought.
func (p *player) compare(g *Game, near int) {
	if near < 2 {
		return
	}
	for _, r := range p.ranked[:min(near, compareMost)] {
		c := Compared{Board: r.Play.Board.Swap()}
		if c.Value, c.Known = p.final(&c.Board); !c.Known {
			rolls := p.luck.Rolls(c.Board)
			c.Value = rolls.MeanOutcome()
		}
		g.Compared = append(g.Compared, c)
	}
	g.ends = append(g.ends, len(g.Compared))
}

// refine learns from the decisions of a round, all of them passes times, each
// time in another order. It returns the sum of the losses and how many positions
// they are of.
func (l *learner) refine(games []Game, passes int, common, step float32, rng *rand.Rand) (loss float64, positions int) {
	var decisions [][]Compared
	for i := range games {
		from := 0
		for _, to := range games[i].ends {
			decisions = append(decisions, games[i].Compared[from:to])
			from = to
		}
	}
	for range passes {
		rng.Shuffle(len(decisions), func(i, j int) { decisions[i], decisions[j] = decisions[j], decisions[i] })
		for _, d := range decisions {
			loss += l.choose(d, common, step)
			positions += len(d)
		}
	}
	return loss, positions
}

// choose learns from one decision. Of the misses that its plays have in common
// only the share common counts: what is left of each is
//
//	miss - (1 - common) mean of the misses,
//
// output by output, after G. Tesauro, "Connectionist learning of expert
// preferences by comparison training", 1989, and with common = 1 plain regression.
func (l *learner) choose(d []Compared, common, step float32) (loss float64) {
	var miss [compareMost][static.Outputs]float32
	var sum, count [static.Outputs]float32
	for i := range d {
		possible := eval.PossibleFor(&d[i].Board)
		if d[i].Known {
			possible = eval.Possible{}
		} else {
			l.board[0] = d[i].Board
			n := l.nets[eval.ClassOf(&d[i].Board)]
			n.encoder.Encode(n.x, l.board[:])
			out := n.passes[i].Forward(n.x)
			for o, target := range fields(d[i].Value) {
				if possible[o] {
					miss[i][o] = target - out[o]
				}
			}
		}
		for o := range sum {
			if d[i].Known || possible[o] {
				sum[o] += miss[i][o]
				count[o]++
			}
		}
	}
	for i := range d {
		if d[i].Known {
			continue
		}
		possible := eval.PossibleFor(&d[i].Board)
		for o := range sum {
			loss += float64(miss[i][o]) * float64(miss[i][o]) / 2
			if possible[o] {
				miss[i][o] -= (1 - common) * sum[o] / count[o]
			}
		}
		n := l.nets[eval.ClassOf(&d[i].Board)]
		n.descend(n.passes[i], miss[i][:], l.loss, step)
	}
	return loss
}
