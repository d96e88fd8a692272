package engine

import "math/bits"

// Generator lists legal plays. It owns its scratch, so that a warm Generator
// allocates nothing; it is not for concurrent use. The zero value is ready.
type Generator struct {
	plays []Play

	// The position while moves are made and taken back. Bit p of men is set
	// while a man of the mover stands on p (Bar included); bit p of open while
	// the opponent does not own p.
	board Board
	men   uint32
	open  uint32
	moves [4]Move
}

const homeMask = 1<<7 - 2 // points 1..6

// Plays returns every legal play of roll r for the player on roll, one for each
// distinct final position, in canonical order (see Play.Compare). Where several
// sequences lead to one position the canonically first stands for them. No
// plays means that the turn is lost. The slice is valid until the next call.
func (g *Generator) Plays(b Board, r Roll) []Play {
	g.begin(b)
	r = r.Sorted()
	if r.Doublet() {
		g.doublet(int(r[0]), 0, Bar)
		return g.plays
	}
	g.twoDice(int(r[0]), int(r[1]))
	return g.plays
}

func (g *Generator) begin(b Board) {
	g.plays = g.plays[:0]
	g.board = b
	g.men, g.open = 0, 0
	for p := 1; p <= 24; p++ {
		if b.Own[p] > 0 {
			g.men |= 1 << p
		}
		if b.Opp[25-p] < 2 {
			g.open |= 1 << p
		}
	}
	if b.Own[Bar] > 0 {
		g.men |= 1 << Bar
	}
}

// sources is the set of points from which a man may move by die d now.
func (g *Generator) sources(d int) uint32 {
	if g.men>>Bar != 0 { // enter first
		return g.men & (g.open << d) & (1 << Bar)
	}
	from := g.men & (g.open << d)
	if g.men&^uint32(homeMask) == 0 { // all home: bearing off is allowed
		from |= g.men & (1 << d)
		if top := bits.Len32(g.men) - 1; top > 0 && top < d {
			from |= 1 << top
		}
	}
	return from
}

// do moves a man from point f by die d; undo takes the move back.
func (g *Generator) do(f, d int) Move {
	t := max(f-d, Off)
	m := Move{From: uint8(f), To: uint8(t)}
	if g.board.Own[f]--; g.board.Own[f] == 0 {
		g.men &^= 1 << f
	}
	g.board.Own[t]++
	if t != Off {
		g.men |= 1 << t
		if g.board.Opp[25-t] > 0 {
			m.Hit = true
			g.board.Opp[25-t] = 0
			g.board.Opp[Bar]++
		}
	}
	return m
}

func (g *Generator) undo(m Move) {
	if m.Hit {
		g.board.Opp[25-m.To] = 1
		g.board.Opp[Bar]--
	}
	if g.board.Own[m.To]--; g.board.Own[m.To] == 0 && m.To != Off {
		g.men &^= 1 << m.To
	}
	g.board.Own[m.From]++
	g.men |= 1 << m.From
}

// add records the first n moves as a play.
func (g *Generator) add(n int) {
	g.plays = append(g.plays, Play{Board: g.board, n: uint8(n)})
	copy(g.plays[len(g.plays)-1].moves[:], g.moves[:n])
}

// doublet makes up to four moves of d, sources never ascending from top. Every
// play can be made in that order, and in one way only, since a man on a given
// point has one place to go; so nothing is found twice. A play with fewer moves
// than another is not legal, and is dropped when a longer one turns up.
func (g *Generator) doublet(d, made, top int) {
	deeper := false
	if made < len(g.moves) {
		for from := g.sources(d) & (1<<(top+1) - 1); from != 0; {
			f := bits.Len32(from) - 1
			from &^= 1 << f
			deeper = true
			m := g.do(f, d)
			g.moves[made] = m
			g.doublet(d, made+1, f)
			g.undo(m)
		}
	}
	if deeper || made == 0 {
		return
	}
	if len(g.plays) > 0 {
		if most := int(g.plays[0].n); made < most {
			return
		} else if made > most {
			g.plays = g.plays[:0]
		}
	}
	g.add(made)
}

// twoDice makes both moves of a roll that is no doublet, or the one move that
// is possible, the higher if there is a choice. Every pair of moves can be made
// with sources descending.
func (g *Generator) twoDice(hi, lo int) {
	for from := g.sources(lo) | g.sources(hi); from != 0; {
		f := bits.Len32(from) - 1
		from &^= 1 << f
		group := len(g.plays)
		g.pair(f, lo, hi, group, f)
		g.pair(f, hi, lo, group, f-1)
	}
	if len(g.plays) > 0 {
		return
	}
	for _, d := range [2]int{hi, lo} {
		for from := g.sources(d); from != 0; {
			f := bits.Len32(from) - 1
			from &^= 1 << f
			g.moves[0] = g.do(f, d)
			g.add(1)
			g.undo(g.moves[0])
		}
		if len(g.plays) > 0 {
			return
		}
	}
}

// pair moves from f by first, then from no point above top by second. Plays
// from group on begin at the same point; only among them can a final position
// come up again: by the same man through another point, or by two men borne off.
func (g *Generator) pair(f, first, second, group, top int) {
	if g.sources(first)>>f&1 == 0 {
		return
	}
	m := g.do(f, first)
	g.moves[0] = m
	for from := g.sources(second) & (1<<(top+1) - 1); from != 0; {
		f2 := bits.Len32(from) - 1
		from &^= 1 << f2
		m2 := g.do(f2, second)
		g.moves[1] = m2
		again := (f2 == int(m.To) || m.To == Off && m2.To == Off) && g.has(group)
		if !again {
			g.add(2)
		}
		g.undo(m2)
	}
	g.undo(m)
}

// has reports whether a play from group on already leads to the present board.
func (g *Generator) has(group int) bool {
	for i := group; i < len(g.plays); i++ {
		if g.plays[i].Board == g.board {
			return true
		}
	}
	return false
}
