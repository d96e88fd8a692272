package train

import (
	"fmt"
	"slices"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/search"
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

// Compared is a position after a play.
type Compared struct {
	Board engine.Board // seen by the player next on roll
	// Value is what it is worth to that player, see line.value and player.settle. As
	// an unbiased guess of what may lie near the edge its fields can lie outside 0..1.
	Value eval.Outcome
	Known bool // the game is over, or a table knows Value: nothing to learn
}

// group is positions that are learned together, since what tells them apart counts:
// those after the near plays of a decision, or those after the replies to these.
// A position alone counts by its value.
type group struct {
	end     int  // in Game.Compared; the next group begins there
	turn    int  // of the game: the step whose plays these are, or are replies to
	made    int  // in Game.Compared, the position that the game went on with, or -1
	replies bool // counts by what tells them apart alone
}

// Which decisions are compared, and which of their plays.
const (
	compareEvery  = 3    // one decision in so many, drawn at random
	compareMost   = 6    // plays at most, the best ones by the net alone
	compareWithin = 0.16 // points of equity that they may be worth less than the best
)

// labelGuess is which plays labels judge of a roll, where the weights that judge have
// pruning nets. What that loses, some 0.4 to 0.5 mEq a roll, labels are off by.
var labelGuess = search.Cut{Least: 3, Most: 12, Within: 0.12}

// near is how many of the plays, best first, a good player might consider.
func (p *player) near(plays []engine.Play) int {
	p.ranked = append(p.ranked[:0], p.ranker.RankPlays(plays)...)
	n := 1
	for n < len(p.ranked) && p.ranked[n].Equity > p.ranked[0].Equity-compareWithin {
		n++
	}
	return n
}

// throw fills the dice of the lines that the next decision is judged by. The lines
// begin with different rolls, spread over the faces of one die, each as likely as any.
func (p *player) throw(c *Config, die func() uint8) {
	for i := range c.Lines {
		dice := p.dice[i][:0]
		for len(dice) < c.lineLength() {
			if i > 0 && len(dice) == 0 {
				first := p.dice[0][0]
				dice = append(dice, engine.Roll{1 + (first[0]-1+uint8(i*6/c.Lines))%6, first[1]})
				continue
			}
			dice = append(dice, engine.Roll{die(), die()})
		}
		p.dice[i] = dice
	}
}

// compare adds a decision to g. Its plays are judged along lines of the same dice,
// so that what these bring the one or the other by chance is much the same. One
// that has only a single play worth a thought counts too, by its value (or, with
// returns, as every position does, see made): without such decisions nothing would
// hold the values after hits, good doublets and lost turns, and looking ahead goes
// through all of them.
//
// The positions after the replies to a play are what a search one ply deep compares:
// each roll of the opponent's after one play with the same roll after another. So
// those of each line are learned as one more group.
func (p *player) compare(g *Game, near int, c *Config) {
	near = min(near, compareMost)
	from, d := len(g.Compared), group{turn: len(g.Steps), made: -1}
	for i, r := range p.ranked[:near] {
		k := Compared{Board: r.Play.Board.Swap()}
		lines := p.lines[i][:c.Lines]
		if k.Value, k.Known = p.final(&k.Board); k.Known {
			for j := range lines {
				lines[j].n = 0
			}
		} else {
			first := p.spot(k.Board)
			for j := range lines {
				p.follow(&lines[j], first, p.dice[j])
				k.Value = mix(k.Value, lines[j].value(0, c.Depth), 1/float32(j+1)) // their mean
			}
		}
		g.Compared = append(g.Compared, k)
	}
	if near == 1 && g.Compared[from].Known {
		g.Compared = g.Compared[:from]
		return
	}
	d.end = len(g.Compared)
	g.groups = append(g.groups, d)
	if near == 1 || c.Replies == 0 {
		return
	}
	for j := range c.Lines {
		from := len(g.Compared)
		for i := range near {
			l := &p.lines[i][j]
			if l.n < 2 {
				continue
			}
			s := &l.spots[1]
			k := Compared{Board: s.board, Value: s.deep, Known: s.known}
			if !s.known {
				k.Value = l.value(1, c.Replies)
			}
			g.Compared = append(g.Compared, k)
		}
		if len(g.Compared) < from+2 { // nothing to compare with each other
			g.Compared = g.Compared[:from]
			continue
		}
		g.groups = append(g.groups, group{end: len(g.Compared), turn: d.turn, made: -1, replies: true})
	}
}

// line is what follows a position by some dice, played as the evaluator likes best.
type line struct {
	spots [maxDepth + 1]spot
	n     int // spots that there are; the last one may be known
}

// spot is a position of a line, not over unless known.
type spot struct {
	board engine.Board
	known bool         // what becomes of it is deep
	deep  eval.Outcome // what it is worth to the player on roll, one ply deep
	// What the evaluator makes of it at once, to the player who has just moved; not
	// of the first spot.
	before eval.Outcome
}

// spot judges b.
func (p *player) spot(b engine.Board) spot {
	s := spot{board: b}
	if s.deep, s.known = p.final(&b); !s.known {
		rolls := p.luck.Rolls(b)
		s.deep = rolls.MeanOutcome()
	}
	return s
}

// follow fills l with first, which is not known, and what the dice bring after it.
func (p *player) follow(l *line, first spot, dice []engine.Roll) {
	l.spots[0], l.n = first, 1
	for _, roll := range dice {
		play, before, _ := p.ranker.Best(l.spots[l.n-1].board, roll)
		s := p.spot(play.Board.Swap())
		s.before = before
		l.spots[l.n] = s
		l.n++
		if s.known {
			return // the evaluator knew it
		}
	}
}

// value is what spot i, not known, is worth to the player on roll there, depth
// plies deep. With V the value of the evaluator and B(s) that one ply deep, the mean
// over all rolls of the best reply, it is
//
//	B(s0) + (B(s1) - V(s1)) + (B(s2) - V(s2)) + ...,
//
// all turned to the player on roll in s0, the spot, from which s1, s2, ... follow.
// Over all dice its mean is the value that many plies deep of such play, for 21
// decisions a ply instead of 21 times as many with each; its noise is only that of
// what looking ahead changes on the way. (Where B is of pruned plays the mean is off by
// what pruning loses, see labelGuess.)
func (l *line) value(i, depth int) eval.Outcome {
	value := l.spots[i].deep
	for k := 1; k < depth && i+k < l.n && !l.spots[i+k].known; k++ {
		s := &l.spots[i+k]
		before, after := s.before, s.deep.Invert()
		if k%2 == 0 { // moved by the other player
			before, after = before.Invert(), after.Invert()
		}
		value = plus(value, after, before)
	}
	return value
}

// made tells the decision of the present turn, the group first, that the game goes on
// with b, or adds b by itself if none was compared. It returns what b is worth one ply
// deep. A play too far down to be compared leaves its decision at the level that
// looking ahead gave it.
func (p *player) made(g *Game, first int, b engine.Board) eval.Outcome {
	if first < len(g.groups) {
		d, from := &g.groups[first], 0
		if first > 0 {
			from = g.groups[first-1].end
		}
		for k := from; k < d.end; k++ {
			if g.Compared[k].Board == b {
				d.made = k
				return p.lines[k-from][0].spots[0].deep
			}
		}
	} else {
		g.Compared = append(g.Compared, Compared{Board: b})
		g.groups = append(g.groups, group{end: len(g.Compared), turn: len(g.Steps) - 1, made: len(g.Compared) - 1})
	}
	rolls := p.luck.Rolls(b)
	return rolls.MeanOutcome()
}

// returns writes to dst what each turn of a game that is over was worth before the
// roll, as the rest of the game says, seen by the player on roll there:
//
//	G(t) = B(t) + λ (inverted G(t+1) - inverted V(t+1)),   G(T) = Final,
//
// B being one ply deep and V static. It is the λ-return with the luck of all dice taken
// away: with λ = 1, and all plays the best ones, its mean is what such play comes to in
// the end, however wrong V is, at a small part of the noise of the dice. It is cut to
// B(t) where another play was made. The first step has no Ahead, and so what is written
// for it means nothing. For luck see eval/luck; for λ-returns see Targets.
func (g *Game) returns(dst []eval.Outcome, lambda float32) []eval.Outcome {
	dst = slices.Grow(dst[:0], len(g.Steps))[:len(g.Steps)]
	next := g.Final
	for t := len(g.Steps) - 1; t >= 0; t-- {
		s := &g.Steps[t]
		dst[t] = s.Ahead
		if !s.Explored {
			dst[t] = mix(s.Ahead, plus(s.Ahead, next.Invert(), s.Value), lambda)
		}
		next = dst[t]
	}
	return dst
}

// settle moves the groups of a game that is over to the level of its returns: all plays
// of a decision by what they say of the one that was made, so that differences stay. Only
// what is known stays where it is.
func (p *player) settle(g *Game, lambda float32) {
	p.returns = g.returns(p.returns, lambda)
	from := 0
	for _, d := range g.groups {
		if d.made >= 0 {
			was, level := g.Compared[d.made].Value, p.returns[d.turn+1]
			for k := from; k < d.end; k++ {
				if c := &g.Compared[k]; !c.Known {
					c.Value = plus(c.Value, level, was)
				}
			}
		}
		from = d.end
	}
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
