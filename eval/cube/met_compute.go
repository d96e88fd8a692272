package cube

import "tavla/engine"

// Assumptions are what a match equity table is computed from: two equal players,
// and how their games go.
type Assumptions struct {
	Gammons     float64 // part of the wins that are gammons or better
	Backgammons float64 // part of the wins that are backgammons
	Efficiency  float64 // of the cube, from 0 (dead) to 1 (live)
	// FreeDrop is what the trailer loses after the Crawford game, 2 and 4 points
	// away, because the leader may pass the first double at no cost: an even
	// number of points and one less take the same number of games.
	FreeDrop2, FreeDrop4 float64
}

// Compute makes a table up to length points. Zadeh's order lets each entry rest
// on those before it: first the games after the Crawford game, then the Crawford
// game, then the others by the points both players need. A game is worth what
// the live-cube model says of even chances with the cube centred.
func Compute(length int, a Assumptions) *MET {
	m := &MET{name: "computed by Tavla", before: square(length)}
	m.after = [2][]float64{make([]float64, length), make([]float64, length)}
	for i := range length {
		v := m.even(engine.Score{Length: i + 1, Points: [2]int{0, i}}, a)
		switch i + 1 {
		case 2:
			v -= a.FreeDrop2
		case 4:
			v -= a.FreeDrop4
		}
		m.after[0][i], m.after[1][i] = v, v
	}
	for i := range length {
		for j := range i + 1 {
			score := engine.Score{Length: i + 1, Points: [2]int{0, i - j}, Crawford: i > 0 && j == 0}
			v := 0.5
			if i != j {
				v = m.even(score, a)
			}
			m.before[i][j], m.before[j][i] = v, 1-v
		}
	}
	return m
}

// even is player 0's chance to win the match before a game between equals.
func (m *MET) even(score engine.Score, a Assumptions) float64 {
	size := sizes(1, a.Gammons, a.Backgammons)
	c := chances{win: [2]float64{0.5, 0.5}, sizes: [2][3]float64{size, size}}
	var game model
	game.set(newMatch(engine.Cube{Value: 1, Owner: engine.Centred}, score, m), &c)
	return (1 + game.value(0, 0, a.Efficiency)) / 2
}

func square(n int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, n)
	}
	return rows
}

// Standard is the table that Tavla judges by where no other is given, up to 64
// points. It takes some milliseconds to compute; see standard for what from.
func Standard() *MET { return Compute(maxMET, standard()) }

// standard are Tavla's own assumptions. Its nets expect 27 games of 100 to end in
// a gammon, from the opening position, and about one in a backgammon. The
// efficiency is the one parameter that is fitted: from 0.68 to 0.80 the table
// stays within 0.003 of Kazaross-XG2 on average (15 × 15 scores), and at 0.75
// within 0.0012. The free drops are half the mean of what two rolls bring the
// trailer above even chances, which the leader then gives up for nothing: 0.024
// where the next point decides, a quarter of it two points earlier.
func standard() Assumptions {
	return Assumptions{Gammons: 0.27, Backgammons: 0.012, Efficiency: 0.75, FreeDrop2: 0.012, FreeDrop4: 0.003}
}
