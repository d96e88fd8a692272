package record

import (
	"tavla/engine"
	"tavla/engine/notation"
)

// choose finds the play that event i means. Where its text leaves open what was
// hit on the way (whole collections have no hit marks), the opponent's next roll
// decides: a player on the bar goes on differently.
func (b *builder) choose(i int, plays []engine.Play) (int, error) {
	e := &b.raw.events[i]
	first, err := notation.ParsePlay(e.text, plays)
	fits := []int{}
	if err == nil {
		fits = append(fits, first)
	}
	for at := range plays {
		if at == first || err == nil && plays[at].Board.Own != plays[first].Board.Own {
			continue
		}
		if means(e.text, plays[at:at+1]) {
			fits = append(fits, at)
		}
	}
	switch len(fits) {
	case 0:
		return -1, err
	case 1:
		return fits[0], nil
	}
	var going []int
	for _, at := range fits {
		if b.goesOn(i, plays[at].Board.Swap()) {
			going = append(going, at)
		}
	}
	if len(going) == 0 {
		going = fits
	}
	if err != nil && len(going) > 1 {
		b.w.add(e.line, "play %q can mean %s or %s; the first is taken", e.text,
			notation.FormatPlay(plays[going[0]]), notation.FormatPlay(plays[going[1]]))
	}
	return going[0], nil
}

// means reports whether the text can mean one of the plays.
func means(text string, plays []engine.Play) bool {
	_, err := notation.ParsePlay(text, plays)
	return err == nil
}

// goesOn reports whether the next roll after event i can be played as the file
// says from board, which is seen by the next player.
func (b *builder) goesOn(i int, board engine.Board) bool {
	for j := i + 1; j < len(b.raw.events); j++ {
		e := &b.raw.events[j]
		if e.kind != evRoll {
			continue
		}
		if e.unplayed {
			return true
		}
		plays := b.gen.Plays(board, e.roll)
		if e.text == "" {
			return len(plays) <= 1 && !(e.cannot && len(plays) > 0) || j == len(b.raw.events)-1
		}
		if means(e.text, plays) {
			return true
		}
		for at := range plays {
			if means(e.text, plays[at:at+1]) {
				return true
			}
		}
		return false
	}
	return true
}
