package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tavla/engine"
	"tavla/engine/notation"
)

// findPlay finds the legal play that a player at the terminal means, as an index
// of plays, of which there is one at least. Beyond what notation reads it takes b
// and o for bar and off, points written without a stroke (85 65), and part of a
// play where only one legal play contains it.
func findPlay(text string, plays []engine.Play) (int, error) {
	text = spellOut(text)
	i, err := notation.ParsePlay(text, plays)
	if err == nil {
		return i, nil
	}
	readings := []string{text}
	if !strings.ContainsAny(text, "/-") {
		readings = strokes(text)
	}
	var fits []int
	for _, r := range readings {
		if i, err := notation.ParsePlay(r, plays); err == nil {
			fits = append(fits, i)
		}
	}
	if len(fits) == 0 {
		for _, r := range readings {
			if trips := scanTrips(r); trips != nil {
				fits = append(fits, containing(trips, plays)...)
			}
		}
	}
	slices.Sort(fits)
	switch fits = slices.Compact(fits); {
	case len(fits) == 1:
		return fits[0], nil
	case len(fits) > 1:
		return -1, fmt.Errorf("%q is not clear; it can be %s", text, namePlays(plays, fits))
	}
	if len(readings) > 0 && readings[0] != text {
		text = readings[0]
		_, err = notation.ParsePlay(text, plays)
	}
	return -1, withNearest(err, text, plays)
}

// containing lists the plays that do all the text says, and more.
func containing(trips []typedTrip, plays []engine.Play) []int {
	var fits []int
	for i := range plays {
		if all, _ := likeness(trips, &plays[i]); all {
			fits = append(fits, i)
		}
	}
	return fits
}

// likeness reports whether a play does all that trips say, and how much of it.
func likeness(trips []typedTrip, p *engine.Play) (all bool, score int) {
	left := slices.Clone(p.Moves())
	all = true
	for _, t := range trips {
		for range t.men {
			for i, to := range t.points[1:] {
				from := t.points[i]
				if carry(&left, from, to) {
					score += 4
					continue
				}
				all = false
				if slices.ContainsFunc(left, func(m engine.Move) bool { return m.To == to }) {
					score += 2
				}
				if slices.ContainsFunc(left, func(m engine.Move) bool { return m.From == from }) {
					score++
				}
			}
		}
	}
	return all, score
}

// carry takes the moves that bring one man from a point to another out of left, if
// there are such.
func carry(left *[]engine.Move, from, to uint8) bool {
	for i, m := range *left {
		if m.From != from || m.To < to {
			continue
		}
		rest := slices.Delete(slices.Clone(*left), i, i+1)
		if m.To == to || carry(&rest, m.To, to) {
			*left = rest
			return true
		}
	}
	return false
}

// withNearest adds to the error of a text the legal plays most like it.
func withNearest(err error, text string, plays []engine.Play) error {
	const few, most = 4, 5
	trips := scanTrips(text)
	if trips == nil || len(plays) <= few {
		return err
	}
	order := make([]int, len(plays))
	scores := make([]int, len(plays))
	for i := range plays {
		order[i] = i
		_, scores[i] = likeness(trips, &plays[i])
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	if scores[order[0]] == 0 {
		return err
	}
	order = slices.DeleteFunc(order[:most], func(i int) bool { return scores[i] == 0 })
	what, _, _ := strings.Cut(err.Error(), ", such as ") // the nearest ones are better examples
	return errors.New(what + "; the nearest: " + namePlays(plays, order))
}

// namePlays names some of the plays, by index.
func namePlays(plays []engine.Play, which []int) string {
	const most = 8
	var names []string
	for _, i := range which[:min(most, len(which))] {
		names = append(names, notation.FormatPlay(plays[i]))
	}
	list := strings.Join(names, ", ")
	if len(which) > most {
		list += fmt.Sprintf(" and %d more", len(which)-most)
	}
	return list
}
