package train

import (
	"fmt"

	"tavla/engine"
	"tavla/eval"
)

// Stage is how targets are made.
type Stage string

const (
	// TD takes what the dice of the game brought: λ-returns, see Targets.
	TD Stage = "td"
	// Refine compares the best plays of decisions, each judged by looking ahead:
	// dear labels with little noise of the dice, for nets that play well already. A
	// net in the stage TD learns only from the plays it makes, so that one it
	// underrates is never made and never put right; and it spends itself on what
	// all plays of a decision have in common, which does not help to choose. First
	// all games are played and judged by the weights that the run begins with (with
	// those that learn, values would drift off, since what plays have in common
	// hardly counts), then the decisions are learned, many times over: labels are
	// far dearer than learning.
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
	// Value is what it is worth to that player, see player.ahead. Its fields may
	// lie outside 0..1 by a little, as unbiased guesses of what lies near the edge.
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

// compare adds a decision to g. Its plays are judged along lines of the same dice,
// so that what these bring the one or the other by chance is much the same. One
// that has only a single play worth a thought counts too, by its value: without
// such decisions nothing would hold the values after hits, good doublets and lost
// turns, and looking ahead goes through all of them.
func (p *player) compare(g *Game, near int, dice []engine.Roll) {
	for _, r := range p.ranked[:min(near, compareMost)] {
		c := Compared{Board: r.Play.Board.Swap()}
		if c.Value, c.Known = p.final(&c.Board); !c.Known {
			c.Value = p.ahead(c.Board, dice)
		}
		g.Compared = append(g.Compared, c)
	}
	if n := len(g.Compared); near == 1 && g.Compared[n-1].Known {
		g.Compared = g.Compared[:n-1]
		return
	}
	g.ends = append(g.ends, len(g.Compared))
}

// ahead is what b, not over, is worth to the player on roll, looking ahead one ply
// more than there are dice. With V the value of the evaluator and B(s) that one ply
// deep, the mean over all rolls of the best reply, it is
//
//	B(s0) + (B(s1) - V(s1)) + (B(s2) - V(s2)) + ...,
//
// all turned to the player on roll in s0 = b; s1, s2, ... follow by the dice, played
// as the evaluator likes best. Over all dice its mean is the value that many plies
// deep of such play, for 21 decisions a ply instead of 21 times as many with each;
// its noise is only that of what looking ahead changes on the way.
func (p *player) ahead(b engine.Board, dice []engine.Roll) eval.Outcome {
	rolls := p.luck.Rolls(b)
	value := rolls.MeanOutcome()
	for ply, roll := range dice {
		play, before, _ := p.ranker.Best(b, roll)
		b = play.Board.Swap()
		if _, over := p.final(&b); over {
			break // the evaluator knew it
		}
		rolls = p.luck.Rolls(b)
		after := rolls.MeanOutcome().Invert()
		if ply%2 == 1 { // made by the other player
			before, after = before.Invert(), after.Invert()
		}
		value = plus(value, after, before)
	}
	return value
}

// plus is a + b - c, field by field.
func plus(a, b, c eval.Outcome) eval.Outcome {
	return eval.Outcome{
		Win:            a.Win + (b.Win - c.Win),
		WinGammon:      a.WinGammon + (b.WinGammon - c.WinGammon),
		WinBackgammon:  a.WinBackgammon + (b.WinBackgammon - c.WinBackgammon),
		LoseGammon:     a.LoseGammon + (b.LoseGammon - c.LoseGammon),
		LoseBackgammon: a.LoseBackgammon + (b.LoseBackgammon - c.LoseBackgammon),
	}
}
