package analysis

import (
	"fmt"
	"strings"
)

// Definitions say how the figures of the report are to be read, a sentence or two
// each, without ends of lines.
func (r *Report) Definitions() []string {
	judged := fmt.Sprintf("Judged at %d plies, with the cube and the score", r.Plies)
	if r.Plies > 0 {
		judged += fmt.Sprintf("; the plays to look into by the filter %s, and always the one made", r.Filter)
	}
	stake := "In points: normalised, times the cube."
	if r.IsMatch() {
		judged += "; match equities " + r.MET
		stake = "MWC: match winning chance. The two are summed apart, as one does not follow from the other over several scores and cubes."
	}
	var bands []string
	for _, b := range Ratings() {
		if b.Below > 0 {
			bands = append(bands, fmt.Sprintf("%s below %g", b.Word, b.Below))
		} else {
			bands = append(bands, "else "+b.Word)
		}
	}
	adjusted := "Luck: the best play of the roll less the mean of that over all rolls, at 0 plies; of the opening roll over the 30 throws that begin a game. Luck-adjusted: the result of finished games less own luck, plus the opponent's."
	return []string{
		judged + ".",
		"Normalised (EMG): points per unit of the cube, as if winning the game singly were +1 and losing it -1. " + stake,
		fmt.Sprintf("Marks: ?! doubtful, lost more than %g normalised; ? bad, more than %g; ?? very bad, more than %g.", DoubtfulAbove, BadAbove, VeryBadAbove),
		"Unforced: plays with more than one legal play.",
		fmt.Sprintf("Close or actual: doubles, takes, passes and beavers, and the turns without a double on which one would have lost less than %g.", closeWithin),
		"Error rate: lost per unforced play and close or actual cube decision, in thousandths (GNU Backgammon). Rating: " + strings.Join(bands, ", ") + ".",
		fmt.Sprintf("PR: 500 × normalised error / decisions that were not obvious: those of the error rate, without plays where all legal plays are within %g.", alike),
		"Snowie rate: 1000 × normalised error / rolls of both players.",
		adjusted,
		"Resignations are judged against playing on, and are in no rate.",
	}
}
