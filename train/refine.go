package train

import (
	"fmt"

	"tavla/eval"
)

// Stage is how targets are made.
type Stage string

const (
	// TD takes what the dice of the game brought: λ-returns, see Targets.
	TD Stage = "td"
	// Refine takes what all 21 rolls would have brought, see RefinedTargets: dear
	// labels without the noise of the dice, for nets that play well already.
	Refine Stage = "refine"
)

func (s Stage) check() error {
	switch s {
	case TD, Refine:
		return nil
	}
	return fmt.Errorf("stage %q: there are %s and %s", string(s), TD, Refine)
}

// backUp finds the one-ply value of every position of a game.
func (p *player) backUp(g *Game) {
	for t := range g.Steps {
		rolls := p.luck.Rolls(g.Steps[t].Board)
		g.Steps[t].Backup = rolls.MeanOutcome()
	}
}

// RefinedTargets writes luck-free λ-returns to dst, one for each step, each seen
// by the player on roll there:
//
//	G(t) = B(t) + λ (inverted G(t+1) - V(t)),   G(T-1) = B(T-1),
//
// B(t) being the value of the position before the roll, one ply deep, and V(t)
// that of the best play of the roll thrown, which is the net's value of the next
// position, inverted. The dice cancel: what a later turn adds is only by how much
// one ply of lookahead corrects the net there.
func RefinedTargets(dst []eval.Outcome, g *Game, lambda float32) []eval.Outcome {
	n := len(g.Steps)
	for len(dst) < n {
		dst = append(dst, eval.Outcome{})
	}
	dst = dst[:n]
	for t := n - 1; t >= 0; t-- {
		s := &g.Steps[t]
		dst[t] = s.Backup
		if t < n-1 && !s.Explored {
			dst[t] = addScaled(dst[t], dst[t+1].Invert(), s.Value, lambda)
		}
	}
	return dst
}

// addScaled is o + λ (a - b).
func addScaled(o, a, b eval.Outcome, lambda float32) eval.Outcome {
	return eval.Outcome{
		Win:            o.Win + lambda*(a.Win-b.Win),
		WinGammon:      o.WinGammon + lambda*(a.WinGammon-b.WinGammon),
		WinBackgammon:  o.WinBackgammon + lambda*(a.WinBackgammon-b.WinBackgammon),
		LoseGammon:     o.LoseGammon + lambda*(a.LoseGammon-b.LoseGammon),
		LoseBackgammon: o.LoseBackgammon + lambda*(a.LoseBackgammon-b.LoseBackgammon),
	}
}
