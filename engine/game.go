package engine

// Game is one game between players 0 and 1: it keeps its State and refuses,
// with a *RuleError, whatever the rules don't allow at that moment. The dice
// come from outside. A turn goes
//
//	if g.MayDouble() … g.Double()      then g.Take() or g.Pass()
//	g.Roll(r)
//	plays := g.Plays()
//	g.Play(plays[i])                   or g.LoseTurn() when there are none
//
// and Awaits says at any moment what comes next. A Game has no end of its own
// where nobody can move (both players closed out): whoever drives it sets a
// limit of plies. A Game is not for concurrent use.
type Game struct {
	state State
	gen   *Generator
	plays []Play // those of the present roll, once asked for
	known bool   // plays is filled in
}

// NewGame starts a money game: it awaits the opening throw.
func NewGame(rules Rules) (*Game, error) { return newGame(Score{}, rules, &Generator{}) }

func newGame(score Score, rules Rules, gen *Generator) (*Game, error) {
	s := State{Board: Start(), Cube: Cube{Value: 1, Owner: Centred}, Score: score, Rules: rules}
	if err := s.Check(); err != nil {
		return nil, err
	}
	return &Game{state: s, gen: gen}, nil
}

// State is the present moment. After the end it is the last one: Board is still
// seen by Roller (the winner, if all men were borne off), Turn is who passed or
// who accepted a resignation of size Resigning, and Score is that before the game.
func (g *Game) State() State { return g.state }

// Awaits says what the game waits for.
func (g *Game) Awaits() Decision { return g.state.Awaits() }

// MayDouble reports whether the player on roll may double now.
func (g *Game) MayDouble() bool { return g.state.MayDouble() }

// Result is how the game ended; ok is false while it goes on.
func (g *Game) Result() (r Result, ok bool) { return g.state.Result() }

// Open makes the opening throw: r[0] is player 0's die and r[1] player 1's. The
// higher begins, with both numbers as the roll, or, under RerollOpening, with a
// roll yet to be thrown. After a tie the game still awaits the opening throw;
// under AutomaticDoubles it may have doubled the stake.
func (g *Game) Open(r Roll) error {
	s := &g.state
	if s.Phase != NotStarted {
		return &RuleError{ActOpen, "the game has begun"}
	}
	if err := r.Check(); err != nil {
		return &RuleError{ActOpen, err.Error()}
	}
	if r.Doublet() {
		// The cube has only been doubled by ties so far, so it counts them.
		if n := s.Rules.AutomaticDoubles; s.Cube.Value < maxCube && s.Cube.Value>>n == 0 {
			s.Cube.Value *= 2
		}
		return nil
	}
	s.Phase = Playing
	s.Roller = 0
	if r[1] > r[0] {
		s.Roller = 1
	}
	s.Turn = s.Roller
	if s.Rules.RerollOpening {
		s.Opening = true
	} else {
		s.Roll = r.Sorted()
	}
	return nil
}

// Roll takes the throw of the player on roll. A player who is closed out may
// throw too: there is just no legal play.
func (g *Game) Roll(r Roll) error {
	s := &g.state
	if d := s.Awaits(); d != ToRoll {
		return &RuleError{ActRoll, d.instead()}
	}
	if err := r.Check(); err != nil {
		return &RuleError{ActRoll, err.Error()}
	}
	s.Roll, s.Opening = r, false
	return nil
}

// Plays lists the legal plays of the present roll in canonical order; there are
// none when the turn is lost, or when no roll is to be played. The slice is the
// game's, and valid until its next roll.
func (g *Game) Plays() []Play {
	if g.state.Phase != Playing || g.state.Roll == (Roll{}) {
		return nil
	}
	if !g.known {
		g.plays, g.known = g.gen.Plays(g.state.Board, g.state.Roll), true
	}
	return g.plays
}

// Play makes a play. It is legal when it leads to the same position as one of
// Plays, whatever moves it names; those are generated once a roll.
func (g *Game) Play(p Play) error {
	if d := g.state.Awaits(); d != ToPlay {
		return &RuleError{ActPlay, d.instead()}
	}
	plays := g.Plays()
	for i := range plays {
		if plays[i].Board == p.Board {
			g.endTurn(p.Board)
			return nil
		}
	}
	if len(plays) == 0 {
		return &RuleError{ActPlay, "this roll has no legal play, and the turn is lost"}
	}
	return &RuleError{ActPlay, "it is none of the legal plays of this roll"}
}

// LoseTurn ends the turn of a player whose roll has no legal play.
func (g *Game) LoseTurn() error {
	if d := g.state.Awaits(); d != ToPlay {
		return &RuleError{ActLoseTurn, d.instead()}
	}
	if len(g.Plays()) > 0 {
		return &RuleError{ActLoseTurn, "this roll has a legal play, and play is compulsory"}
	}
	g.endTurn(g.state.Board)
	return nil
}

// endTurn hands the dice over, unless all men are off.
func (g *Game) endTurn(b Board) {
	s := &g.state
	s.Roll = Roll{}
	g.known = false
	if b.Over() {
		s.Board, s.Phase = b, Over
		return
	}
	s.Board = b.Swap()
	s.Roller = 1 - s.Roller
	s.Turn = s.Roller
}

// Resign offers, in the name of player, to lose a game of the given size: 1, 2
// (gammon) or 3 (backgammon) times the stake. Either player may resign in
// either's turn, before or after the throw, but not while a double is pending.
func (g *Game) Resign(player, size int) error {
	s := &g.state
	switch d := s.Awaits(); {
	case d != ToRoll && d != ToPlay:
		return &RuleError{ActResign, d.instead()}
	case player != 0 && player != 1:
		return &RuleError{ActResign, "the players are 0 and 1"}
	case size < 1 || size > 3:
		return &RuleError{ActResign, "a game is lost once, twice (gammon) or three times (backgammon)"}
	}
	s.Resigning = size
	s.Turn = 1 - player
	return nil
}

// AcceptResignation ends the game at the size offered.
func (g *Game) AcceptResignation() error {
	s := &g.state
	if d := s.Awaits(); d != ToAnswerResignation {
		return &RuleError{ActAccept, unresigned(d)}
	}
	s.Phase, s.Opening = Resigned, false
	return nil
}

// RejectResignation goes on with the game where it was.
func (g *Game) RejectResignation() error {
	s := &g.state
	if d := s.Awaits(); d != ToAnswerResignation {
		return &RuleError{ActReject, unresigned(d)}
	}
	s.Resigning = 0
	s.Turn = s.Roller
	return nil
}

// unresigned is the rule against an answer to a resignation that nobody offered.
func unresigned(d Decision) string {
	if d == ToEnd || d == ToOpen {
		return d.instead()
	}
	return "nobody has offered to resign"
}
