package search

import (
	"fmt"
	"math"
	"strings"
)

// MaxPlies is how deep this package looks ahead.
const MaxPlies = 3

// Cut says which plays of a decision go on to be judged, or one ply deeper: the Least best
// whatever they are worth, and of the rest those that are worth at most Within
// less than the best, as long as there are no more than Most in all. The best
// always goes on.
type Cut struct {
	Least, Most int
	Within      float32 // in points of equity
}

// Keep is how many of n plays, best first, go on; play i is worth behind(i) points
// of equity less than the best.
func (c Cut) Keep(n int, behind func(i int) float32) int {
	for i := 1; i < n; i++ {
		if i >= c.Least && (i >= c.Most || behind(i) > c.Within) {
			return i
		}
	}
	return n
}

func (c Cut) keep(ranked []Ranked) int {
	return c.Keep(len(ranked), func(i int) float32 { return ranked[0].Equity - ranked[i].Equity })
}

// Filter is how a search prunes.
type Filter struct {
	Name string
	// Cuts[n] is made after all plays left have been judged at n plies.
	Cuts [MaxPlies]Cut
	// Replies is how many plays of each roll inside the tree, the best at 0
	// plies, are judged deeper; below 1 counts as 1.
	Replies int
	// Guess is made before, where the evaluator is an eval.Guesser: the plays of
	// each roll inside the tree that are judged at 0 plies, by its guesses. By the
	// zero Cut all are.
	Guess Cut
}

const all = math.MaxInt

// Filters are the presets, the fastest first; see Normal for the default. A ply
// costs some twenty times the one before, so that 1 ply is cheap beside 2 and may
// leave few plays to them. The slice is the caller's.
func Filters() []Filter {
	return []Filter{
		{"tiny", [MaxPlies]Cut{{Most: 5, Within: 0.08}, {Most: 2, Within: 0.03}, {Most: 2, Within: 0.02}}, 1, Cut{2, 8, 0.06}},
		{"narrow", [MaxPlies]Cut{{Most: 8, Within: 0.16}, {Most: 3, Within: 0.05}, {Most: 2, Within: 0.03}}, 1, Cut{2, 12, 0.08}},
		Normal(),
		{"large", [MaxPlies]Cut{{Most: 16, Within: 0.32}, {Most: 8, Within: 0.16}, {Most: 4, Within: 0.08}}, 1, Cut{4, 16, 0.16}},
		{"huge", [MaxPlies]Cut{{Most: 20, Within: 0.44}, {Most: 12, Within: 0.32}, {Most: 6, Within: 0.11}}, 2, Cut{5, 24, 0.24}},
		{"full", [MaxPlies]Cut{{Least: all}, {Least: all}, {Least: all}}, all, Cut{}},
	}
}

// Normal is the filter to use unless there is a reason for another.
func Normal() Filter {
	return Filter{"normal", [MaxPlies]Cut{{Most: 12, Within: 0.24}, {Most: 4, Within: 0.08}, {Most: 2, Within: 0.04}}, 1, Cut{3, 12, 0.12}}
}

// FilterByName finds a preset; the error lists the names there are.
func FilterByName(name string) (Filter, error) {
	var names []string
	for _, f := range Filters() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Filter{}, fmt.Errorf("no filter named %q; there are %s", name, strings.Join(names, ", "))
}
