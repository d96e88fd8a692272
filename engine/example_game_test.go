package engine_test

import (
	"fmt"

	"tavla/engine"
)

// The end of a money game under the Jacoby rule: player 1 doubles, player 0
// takes, and player 1 bears off the last two men.
func ExampleGame() {
	g, err := engine.GameFromState(engine.State{
		Board:  engine.Board{Own: engine.Side{1: 2, engine.Off: 13}, Opp: engine.Side{7: 15}},
		Roller: 1,
		Turn:   1,
		Phase:  engine.Playing,
		Cube:   engine.Cube{Value: 1, Owner: engine.Centred},
		Rules:  engine.Rules{Jacoby: true},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if g.MayDouble() {
		fmt.Println("double:", g.Double())
		fmt.Println("take:", g.Take())
	}
	fmt.Println("roll:", g.Roll(engine.Roll{5, 2}))
	fmt.Println("double:", g.Double())
	for _, p := range g.Plays() {
		fmt.Println("may play", p.Moves())
	}
	fmt.Println("play:", g.Play(g.Plays()[0]))
	r, _ := g.Result()
	fmt.Printf("player %d wins %d points\n", r.Winner, r.Points)
	// Output:
	// double: <nil>
	// take: <nil>
	// roll: <nil>
	// double: double refused: the dice are thrown, and doubling comes before the throw
	// may play [{1 0 false} {1 0 false}]
	// play: <nil>
	// player 1 wins 4 points
}

// A whole game at the table: the opening throw, then turn after turn.
func ExampleMatch() {
	m, err := engine.NewMatch(3, engine.Rules{})
	if err != nil {
		fmt.Println(err)
		return
	}
	g := m.Game()
	g.Open(engine.Roll{4, 4}) // a tie
	g.Open(engine.Roll{3, 1}) // player 0 begins
	g.Play(g.Plays()[0])
	g.Double() // player 1
	g.Take()
	g.Roll(engine.Roll{6, 5})
	g.Play(g.Plays()[0])
	g.Resign(0, 1)
	g.AcceptResignation()
	fmt.Println(m.Score().Points, "the next game is the Crawford game:", m.Score().Crawford)
	// Output:
	// [0 2] the next game is the Crawford game: true
}
