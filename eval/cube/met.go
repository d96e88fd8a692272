package cube

import (
	"fmt"

	"tavla/engine"
)

// MET is a match equity table: the chance to win a match between games, by the
// points both players still need. It is immutable and shared.
type MET struct {
	name string
	// before[i][j] is the chance of a player who needs i+1 points against one who
	// needs j+1. Where one of them needs 1, the next game is the Crawford game.
	before [][]float64
	// after[p][i] is the chance of player p, who needs i+1 points, against one who
	// needs 1 when the Crawford game has been played.
	after [2][]float64
}

// Name says where the table is from.
func (m *MET) Name() string { return m.name }

// Length is how many points a player may need at most.
func (m *MET) Length() int { return len(m.before) }

// Winning is the chance of player p, from 0 to 1, to win the match whose next
// game is played at that score; the match may be over. Neither player may need
// more than Length points.
func (m *MET) Winning(score engine.Score, p int) float64 {
	mine, other := score.Away(p), score.Away(1-p)
	switch {
	case mine <= 0:
		return 1
	case other <= 0:
		return 0
	case score.Crawford || mine > 1 && other > 1:
		return m.before[mine-1][other-1]
	case other == 1:
		return m.after[p][mine-1]
	}
	return 1 - m.after[1-p][other-1]
}

// check reports what no match equity table can hold.
func (m *MET) check() error {
	n := m.Length()
	if n == 0 {
		return fmt.Errorf("the table is empty")
	}
	for i, row := range m.before {
		if len(row) != n {
			return fmt.Errorf("row %d has %d entries, not %d", i+1, len(row), n)
		}
		for j, v := range row {
			if !(v >= 0 && v <= 1) {
				return fmt.Errorf("%d away against %d away: %v is no chance from 0 to 1", i+1, j+1, v)
			}
			if sum := v + m.before[j][i]; j < i && (sum < 0.98 || sum > 1.02) {
				return fmt.Errorf("%d away against %d away: the chances of both players add up to %.4f, not 1", i+1, j+1, sum)
			}
		}
	}
	for _, row := range m.after {
		if len(row) != n {
			return fmt.Errorf("%d entries after the Crawford game, not %d", len(row), n)
		}
		for i, v := range row {
			if !(v >= 0 && v <= 1) {
				return fmt.Errorf("%d away after the Crawford game: %v is no chance from 0 to 1", i+1, v)
			}
		}
	}
	return nil
}
