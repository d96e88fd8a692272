package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tavla/engine"
	"tavla/engine/record"
)

// tally is what Tavla's games came to.
type tally struct{ games, won, points, doubles, takes, passes int }

// report checks all records, and prints what they say.
func report(c config) error {
	var wrong []error
	var money, inMatches tally
	for i := range c.games {
		m, err := read(c, gameFile(i), i%2)
		if err == nil && len(m.Games) != 1 {
			err = fmt.Errorf("%s: %d games, not 1", gameFile(i), len(m.Games))
		}
		if wrong = append(wrong, err); err == nil {
			money.add(m, i%2)
		}
	}
	won := 0
	for i := range c.matches {
		m, err := read(c, matchFile(i), i%2)
		if err == nil && !m.Score().Over() {
			err = fmt.Errorf("%s: the match is not over, but at %v", matchFile(i), m.Score().Points)
		}
		if wrong = append(wrong, err); err == nil {
			inMatches.add(m, i%2)
			s := m.Score().Points
			if s[i%2] > s[1-i%2] {
				won++
			}
			fmt.Printf("match %d: Tavla %d, GNU Backgammon %d, in %d games\n", i+1, s[i%2], s[1-i%2], len(m.Games))
		}
	}
	money.print("money games")
	inMatches.print("games in matches")
	fmt.Printf("matches: Tavla won %d of %d\n", won, c.matches)
	wrong = append(wrong, complaints(c, "tavla.log", "Error:"), complaints(c, "gnubg.txt", "badly formed", "rror:", "Illegal"))
	if err := errors.Join(wrong...); err != nil {
		return err
	}
	fmt.Println("no illegal play, no stall, nobody complained")
	return nil
}

// read reads a record, in which nothing may be doubtful and every game over.
func read(c config, name string, tavla int) (*record.Match, error) {
	text, err := os.ReadFile(filepath.Join(c.out, name))
	if err != nil {
		return nil, err
	}
	m, warnings, err := record.Read(name, text)
	switch {
	case err != nil:
		return nil, err
	case len(warnings) > 0:
		return nil, fmt.Errorf("a doubtful record: %v", warnings)
	case m.Length > 0 && m.Players[tavla] != "Tavla": // sessions keep names of their own
		return nil, fmt.Errorf("%s: Tavla is not player %d, but %q is", name, tavla, m.Players[tavla])
	}
	for i := range m.Games {
		if err := m.Games[i].Check(); err != nil {
			return nil, fmt.Errorf("%s, game %d: %w", name, i+1, err)
		}
		if _, over := m.Games[i].Result(); !over {
			return nil, fmt.Errorf("%s, game %d: it did not come to its end", name, i+1)
		}
	}
	return m, nil
}

// complaints is an error if a file has lines with one of the words.
func complaints(c config, name string, words ...string) error {
	text, err := os.ReadFile(filepath.Join(c.out, name))
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		for _, word := range words {
			if strings.Contains(line, word) {
				return fmt.Errorf("%s: %s", name, strings.TrimSpace(line))
			}
		}
	}
	return nil
}

func (t *tally) add(m *record.Match, tavla int) {
	for i := range m.Games {
		g := &m.Games[i]
		r, _ := g.Result()
		t.games++
		if r.Winner == tavla {
			t.won++
			t.points += r.Points
		} else {
			t.points -= r.Points
		}
		for _, a := range g.Actions {
			if a.Player != tavla {
				continue
			}
			switch a.Kind {
			case engine.ActDouble:
				t.doubles++
			case engine.ActTake, engine.ActBeaver:
				t.takes++
			case engine.ActPass:
				t.passes++
			}
		}
	}
}

func (t *tally) print(what string) {
	fmt.Printf("%s: Tavla won %d of %d, %+d points; it doubled %d times, took %d and passed %d doubles\n",
		what, t.won, t.games, t.points, t.doubles, t.takes, t.passes)
}
