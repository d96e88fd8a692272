package main

import (
	"regexp"
	"strconv"
	"strings"

	"tavla/engine"
)

var shortPoint = regexp.MustCompile(`\b[bo]\b`)

// spellOut writes a play in small letters, with bar and off in full.
func spellOut(text string) string {
	return shortPoint.ReplaceAllStringFunc(strings.ToLower(strings.TrimSpace(text)), func(p string) string {
		return map[string]string{"b": "bar", "o": "off"}[p]
	})
}

// strokes lists what a play written without strokes can mean: points in pairs
// (8 5 6 5), or a checker's both points run together (85 65).
func strokes(text string) []string {
	words := strings.FieldsFunc(strings.ReplaceAll(text, "*", ""), func(r rune) bool { return strings.ContainsRune(" \t,;", r) })
	if len(words) == 0 || len(words) > 8 {
		return nil
	}
	var all []string
	pairs, sound := []string{}, len(words)%2 == 0
	for i := 0; sound && i < len(words); i += 2 {
		sound = joinable(words[i], words[i+1])
		pairs = append(pairs, words[i]+"/"+words[i+1])
	}
	if sound {
		all = append(all, strings.Join(pairs, " "))
	}
	if len(words) > 4 {
		return all
	}
	joined := []string{""}
	for _, w := range words {
		w, times, _ := strings.Cut(w, "(")
		if times != "" {
			times = "(" + times
		}
		var longer []string
		for _, before := range joined {
			for at := 1; at < len(w); at++ {
				if joinable(w[:at], w[at:]) {
					longer = append(longer, strings.TrimSpace(before+" "+w[:at]+"/"+w[at:]+times))
				}
			}
		}
		joined = longer
	}
	return append(all, joined...)
}

func joinable(from, to string) bool {
	a, okA := pointOf(from)
	b, okB := pointOf(to)
	return okA && okB && a > b
}

// pointOf reads a point as players write it.
func pointOf(s string) (uint8, bool) {
	switch s {
	case "bar", "b":
		return engine.Bar, true
	case "off", "o":
		return engine.Off, true
	}
	n, err := strconv.ParseUint(s, 10, 8)
	return uint8(n), err == nil && n <= engine.Bar && (len(s) == 1 || s[0] != '0')
}

// typedTrip is what a text says of one checker, and of others that do the same.
type typedTrip struct {
	points []uint8
	men    int
}

// scanTrips takes a play apart, nil if it is none.
func scanTrips(text string) []typedTrip {
	var trips []typedTrip
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t,;", r) }) {
		t := typedTrip{men: 1}
		w, times, counted := strings.Cut(strings.ReplaceAll(w, "*", ""), "(")
		if counted {
			n, err := strconv.Atoi(strings.TrimSuffix(times, ")"))
			if err != nil || n < 1 || n > 4 {
				return nil
			}
			t.men = n
		}
		for _, p := range strings.FieldsFunc(w, func(r rune) bool { return r == '/' || r == '-' }) {
			n, ok := pointOf(p)
			if !ok {
				return nil
			}
			t.points = append(t.points, n)
		}
		if len(t.points) < 2 {
			return nil
		}
		trips = append(trips, t)
	}
	return trips
}
