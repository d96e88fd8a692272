package bot

import "context"

// Pip makes the play that leaves the best pip-count lead, the canonically first
// of equals: it hits what it can, else runs with its rear men, and knows nothing
// else. Games in which neither side can hold a point go on for thousands of
// turns, and it loses even to Random in the end.
type Pip struct{}

// ChoosePlay never fails.
func (Pip) ChoosePlay(_ context.Context, d Decision) (int, error) {
	return bestBy(d, func(i int) float64 {
		after := &d.Plays[i].Board
		return float64(after.Opp.Pips() - after.Own.Pips())
	}), nil
}

// bestBy is the index of the play with the highest score, the first of equals.
func bestBy(d Decision, score func(i int) float64) int {
	best, most := 0, score(0)
	for i := 1; i < len(d.Plays); i++ {
		if s := score(i); s > most {
			best, most = i, s
		}
	}
	return best
}
