package bot

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"tavla/engine"
)

const (
	perPoint       = 5              // weights of each point
	pubevalBar     = 24 * perPoint  // weight of the opponent's men on the bar
	pubevalOff     = pubevalBar + 1 // weight of the mover's men off
	pubevalWeights = pubevalOff + 1 // numbers in a weights file
)

// PubevalWeights are the two sets of weights of Tesauro's public evaluator, one
// for contact and one for races. Read only, so they may be shared.
type PubevalWeights struct {
	contact, race [pubevalWeights]float64
}

// ReadPubeval reads WT.cntc (contact) and WT.race from a folder; each is text
// with 122 numbers.
func ReadPubeval(dir string) (*PubevalWeights, error) {
	w := new(PubevalWeights)
	if err := readWeights(filepath.Join(dir, "WT.cntc"), &w.contact); err != nil {
		return nil, err
	}
	if err := readWeights(filepath.Join(dir, "WT.race"), &w.race); err != nil {
		return nil, err
	}
	return w, nil
}

func readWeights(path string, dst *[pubevalWeights]float64) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("pubeval weights (a folder with WT.cntc and WT.race is needed): %w", err)
	}
	words := strings.Fields(string(text))
	if len(words) != pubevalWeights {
		return fmt.Errorf("pubeval weights %s: %d numbers, not %d", path, len(words), pubevalWeights)
	}
	for i, word := range words {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("pubeval weights %s: entry %d is %.20q, not a finite number", path, i+1, word)
		}
		dst[i] = x
	}
	return nil
}

// Pubeval is Tesauro's public evaluator: a linear score of the position a play
// leaves, the field's oldest yardstick.
type Pubeval struct {
	weights *PubevalWeights
}

// NewPubeval makes a bot by weights that others may use too.
func NewPubeval(w *PubevalWeights) *Pubeval { return &Pubeval{w} }

// ChoosePlay never fails. Scores by different weights cannot be compared, so the
// position before the play decides between them for all plays.
func (p *Pubeval) ChoosePlay(_ context.Context, d Decision) (int, error) {
	w := &p.weights.race
	if d.Board.Contact() {
		w = &p.weights.contact
	}
	return bestBy(d, func(i int) float64 { return pubevalScore(w, &d.Plays[i].Board) }), nil
}

// pubevalScore scores a position after a play, seen by the player who moved. The
// weights go from that player's 24-point down to the 1-point; those of a point
// are for an opposing blot, exactly one man of one's own, two or more, exactly
// three, and half of every man above three. The last two are for half of every
// opposing man on the bar and for the share of one's own men borne off.
func pubevalScore(w *[pubevalWeights]float64, after *engine.Board) float64 {
	if after.Own[engine.Off] == engine.Men {
		return math.Inf(1)
	}
	score := w[pubevalBar]*float64(after.Opp[engine.Bar])/2 +
		w[pubevalOff]*float64(after.Own[engine.Off])/engine.Men
	for p := 24; p >= 1; p-- {
		point := w[(24-p)*perPoint:][:perPoint]
		if after.Opp[25-p] == 1 {
			score += point[0]
		}
		switch n := after.Own[p]; {
		case n == 0:
		case n == 1:
			score += point[1]
		case n == 2:
			score += point[2]
		case n == 3:
			score += point[2] + point[3]
		default:
			score += point[2] + point[4]*float64(n-3)/2
		}
	}
	return score
}
