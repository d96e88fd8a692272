package train

import (
	"math/bits"
	"slices"

	"tavla/engine"
)

// pool holds positions of earlier games that self-play reaches too seldom to
// learn them well; a share of the games begins at one of them.
type pool []engine.Board

const poolSize = 256

// poolShare is one in how many rare positions takes a place in the pool.
const poolShare = 8

// collect lets rare positions of a learned game take places in the pool. Which
// ones, and whose places, depends on the game's number alone.
func (p pool) collect(g *Game, seed uint64, number int) pool {
	a, b := gameSeeds(seed, number)
	for t := 1; t < len(g.Steps); t++ {
		board := &g.Steps[t].Board
		if !rare(board) {
			continue
		}
		a = a*0x5851F42D4C957F2D + b | 1
		pick := bits.RotateLeft64(a, 29)
		switch {
		case pick%poolShare != 0:
		case len(p) < poolSize:
			p = append(p, *board)
		default:
			p[pick/poolShare%poolSize] = *board
		}
	}
	return p
}

// rare picks out contact positions of the kinds that ordinary games starve: men
// off on either side, a closed or nearly closed board that holds a man, back
// games, and crashed boards.
func rare(b *engine.Board) bool {
	if !b.Contact() {
		return false
	}
	return b.Own[engine.Off] > 0 || b.Opp[engine.Off] > 0 || peculiar(&b.Own, &b.Opp) || peculiar(&b.Opp, &b.Own)
}

func peculiar(s, other *engine.Side) bool {
	made, anchors, deep := 0, 0, 0
	for p := 1; p <= 6; p++ {
		if s[p] >= 2 {
			made++
		}
		if s[25-p] >= 2 {
			anchors++
		}
	}
	deep = int(s[1]) + int(s[2]) + int(s[3])
	return made >= 5 && other.Rear() > 18 || anchors >= 2 || deep >= 9
}

// bytes is the form of a pool in checkpoints.
func (p pool) bytes() []byte {
	var out []byte
	for _, b := range p {
		out = append(append(out, b.Own[:]...), b.Opp[:]...)
	}
	return out
}

// poolOf reads a pool back; boards that cannot be are left out.
func poolOf(data []byte) pool {
	var p pool
	var b engine.Board
	for chunk := range slices.Chunk(data, len(b.Own)+len(b.Opp)) {
		if n := copy(b.Own[:], chunk); n+copy(b.Opp[:], chunk[n:]) == len(b.Own)+len(b.Opp) && b.Check() == nil {
			p = append(p, b)
		}
	}
	return p
}
