package train

import (
	"math/rand/v2"
	"slices"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/luck"
	"tavla/eval/search"
	"tavla/eval/static"
)

// Game is a self-play game as learning needs it.
type Game struct {
	Steps []Step
	// Final is what became of the game for the player who would be on roll after
	// the last step, by a table perhaps; a game stopped by the ply limit has the
	// evaluator's word.
	Final   eval.Outcome
	Stopped bool // by the ply limit
	Varied  bool // begun at a position of the pool instead of the start
	judged  int  // positions judged to choose the plays

	// Compared, in the stage Refine, is what is learned from, in groups.
	Compared []Compared
	groups   []group
}

// first is the first step to learn from: the start is left out, since no fair
// roll is ever thrown there.
func (g *Game) first() int {
	if g.Varied {
		return 0
	}
	return 1
}

// Step is one turn of a game.
type Step struct {
	Board engine.Board // seen by the player on roll, before the roll
	// Value is what the turn was worth to that player after the roll: the outcome
	// of the best play, by the evaluator of the time.
	Value    eval.Outcome
	Explored bool // another play than the best was made
	// Ahead is what Board was worth before the roll, one ply deep. Only returns need
	// it, and not of the first step, so that this has none.
	Ahead eval.Outcome
}

// player plays games against itself; each worker has one.
type player struct {
	generator engine.Generator
	ranker    *search.Ranker
	endings   static.Endings // nil: games are played out
	luck      *luck.Judge
	ranked    []search.Ranked             // of the decision that is compared
	dice      [maxLines][]engine.Roll     // of the lines by which its plays are judged
	lines     [compareMost][maxLines]line // of each play
	returns   []eval.Outcome              // of the game
}

func newPlayer(m *static.Model, endings static.Endings) *player {
	e := m.NewEvaluator()
	return &player{ranker: search.New(e), endings: endings, luck: luck.NewPruning(e, labelGuess)}
}

// final is what becomes of a game that is over, or that a table takes over.
func (p *player) final(b *engine.Board) (eval.Outcome, bool) {
	if p.endings != nil {
		return p.endings.Lookup(b)
	}
	return eval.Final(b)
}

// gameSeeds are the two words that seed one game's dice: splitmix64 of the run's
// seed and the game's number.
func gameSeeds(seed uint64, game int) (uint64, uint64) {
	mix := func(z uint64) uint64 {
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		return z ^ z>>31
	}
	a := mix(seed + 0x9E3779B97F4A7C15)
	return mix(a + uint64(game)*0x9E3779B97F4A7C15), mix(a ^ uint64(game))
}

// play fills g with the game of that number, reusing its memory. With chance
// varied it begins at a position of starts, with chance explore a play is drawn
// at random. In the stage Refine what there is to learn has its values in the end,
// by returns if lambda is not 0.
func (p *player) play(g *Game, c *Config, number int, explore, lambda float64, starts pool) {
	rng := rand.New(rand.NewPCG(gameSeeds(c.Seed, number)))
	die := func() uint8 { return uint8(1 + rng.IntN(6)) }
	*g = Game{Steps: g.Steps[:0], Compared: g.Compared[:0], groups: g.groups[:0]}
	refine := c.Stage == Refine
	returns := refine && lambda > 0
	b := engine.Start()
	roll := engine.Roll{die(), die()}
	if c.Varied > 0 && len(starts) > 0 && rng.Float64() < c.Varied {
		b, g.Varied = starts[rng.IntN(len(starts))], true
	} else {
		for roll.Doublet() { // the opening: ties are thrown again
			roll = engine.Roll{die(), die()}
		}
	}
	var ahead eval.Outcome // of b, for returns
	for {
		plays := p.generator.Plays(b, roll)
		g.judged += len(plays)
		if len(plays) == 0 {
			lost := [1]engine.Play{engine.NewPlay(b)}
			plays = lost[:]
		}
		best, value := p.ranker.BestOf(plays)
		chosen := best
		first := len(g.groups) // of this turn
		exploring := explore > 0 && rng.Float64() < explore
		switch {
		case refine && (exploring || rng.IntN(compareEvery) == 0):
			near := p.near(plays)
			p.throw(c, die)
			if near > 1 || !returns {
				p.compare(g, near, c)
			}
			if exploring { // among plays that are not absurd
				board := p.ranked[rng.IntN(near)].Play.Board
				chosen = slices.IndexFunc(plays, func(play engine.Play) bool { return play.Board == board })
			}
		case exploring:
			chosen = rng.IntN(len(plays))
		}
		g.Steps = append(g.Steps, Step{Board: b, Value: value, Explored: chosen != best, Ahead: ahead})
		b = plays[chosen].Board.Swap()
		final, over := p.final(&b)
		if !over && len(g.Steps) == c.PlyLimit {
			final, over, g.Stopped = value.Invert(), true, true
		}
		if over {
			g.Final = final
			break
		}
		if returns {
			ahead = p.made(g, first, b)
		}
		roll = engine.Roll{die(), die()}
	}
	if returns {
		p.settle(g, float32(lambda))
	}
}
