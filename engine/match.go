package engine

// Match is a match to a number of points, or an endless money session: its
// games one after another, and the score. A Match is not for concurrent use.
type Match struct {
	game *Game
}

// NewMatch starts a match of length points, or a money session if length is 0,
// with its first game. Rules that belong to money play (Jacoby, beavers,
// automatic doubles) are refused in a match.
func NewMatch(length int, rules Rules) (*Match, error) {
	g, err := newGame(Score{Length: length}, rules, &Generator{})
	if err != nil {
		return nil, err
	}
	return &Match{game: g}, nil
}

// MatchFromState goes on with the match whose game stands as GameFromState
// would have it. With a player one point away and no Crawford game now, the
// Crawford game has been played.
func MatchFromState(s State) (*Match, error) {
	g, err := GameFromState(s)
	if err != nil {
		return nil, err
	}
	return &Match{game: g}, nil
}

// Game is the present game, or the last one; make its actions through it.
func (m *Match) Game() *Game { return m.game }

// Score is where the match stands, the present game included once it is over;
// Crawford is then that of the next game.
func (m *Match) Score() Score {
	if r, ok := m.game.Result(); ok {
		return m.game.state.Score.After(r)
	}
	return m.game.state.Score
}

// Winner is who has won the match; ok is false while nobody has, and always in
// a money session.
func (m *Match) Winner() (player int, ok bool) {
	s := m.Score()
	if !s.Over() {
		return 0, false
	}
	if s.Away(1) <= 0 {
		player = 1
	}
	return player, true
}

// NextGame starts the next game and returns it. It is refused while the present
// game goes on, and when the match is won.
func (m *Match) NextGame() (*Game, error) {
	if m.game.Awaits() != ToEnd {
		return nil, &RuleError{ActNextGame, "the present game is not over"}
	}
	score := m.Score()
	if score.Over() {
		return nil, &RuleError{ActNextGame, "the match is won"}
	}
	g, err := newGame(score, m.game.state.Rules, m.game.gen)
	if err != nil {
		return nil, err
	}
	m.game = g
	return g, nil
}
