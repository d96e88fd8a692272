package engine

// Move is one man moved by one die, in the mover's own point numbers: From is
// Bar for a man that enters, To is Off for one borne off.
type Move struct {
	From, To uint8
	Hit      bool // a blot stood on To and goes to the bar
}

// Play is what a player does with one roll: up to four moves, sources
// descending, and the position they lead to. Plays are values.
type Play struct {
	moves [4]Move
	n     uint8
	// Board is the position after the play, still seen by the player who moved;
	// Swap it to see it as the next player on roll.
	Board Board
}

// Moves returns the moves, sources descending, then destinations descending.
// The slice is the caller's.
func (p Play) Moves() []Move { return p.moves[:p.n] }

// NewPlay makes a play of up to four moves that leads to board; it checks
// nothing, and is for those who hold a legal play in another form.
func NewPlay(board Board, moves ...Move) Play {
	p := Play{Board: board}
	p.n = uint8(copy(p.moves[:], moves))
	return p
}

// Compare orders plays canonically: by moves, sources descending, then
// destinations descending. It is negative when p comes before q.
func (p *Play) Compare(q *Play) int {
	a, b := p.key(), q.key()
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}

// key packs the moves so that a larger key comes first in canonical order.
func (p *Play) key() uint64 {
	var k uint64
	for i := range p.moves {
		k = k<<10 | uint64(p.moves[i].From)<<5 | uint64(p.moves[i].To)
	}
	return k
}
