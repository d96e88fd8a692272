package train

import "tavla/eval"

// Targets writes the λ-returns of a game to dst, one for each step, each seen by
// the player on roll there:
//
//	G(t) = (1-λ) V(t) + λ inverted G(t+1),   G(T) = Final,
//
// V(t) being the value of the best play and T the turn that is not played any more;
// the last play leads to Final itself, so that G(T-1) is inverted Final. The return is cut to V(t) where another
// play was made, since what followed says nothing about the best one.
// Source: Sutton and Barto, Reinforcement Learning, chapter 12.1, turned to the
// mover's view between turns.
func Targets(dst []eval.Outcome, g *Game, lambda float32) []eval.Outcome {
	n := len(g.Steps)
	for len(dst) < n {
		dst = append(dst, eval.Outcome{})
	}
	dst = dst[:n]
	next := g.Final.Invert()
	for t := n - 1; t >= 0; t-- {
		s := &g.Steps[t]
		switch {
		case s.Explored:
			dst[t] = s.Value
		case t == n-1:
			dst[t] = next
		default:
			dst[t] = mix(s.Value, next, lambda)
		}
		next = dst[t].Invert()
	}
	return dst
}

// mix is (1-λ) a + λ b.
func mix(a, b eval.Outcome, lambda float32) eval.Outcome {
	m := func(x, y float32) float32 { return x + lambda*(y-x) }
	return eval.Outcome{
		Win:            m(a.Win, b.Win),
		WinGammon:      m(a.WinGammon, b.WinGammon),
		WinBackgammon:  m(a.WinBackgammon, b.WinBackgammon),
		LoseGammon:     m(a.LoseGammon, b.LoseGammon),
		LoseBackgammon: m(a.LoseBackgammon, b.LoseBackgammon),
	}
}
