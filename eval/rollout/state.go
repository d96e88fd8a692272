package rollout

import (
	"errors"
	"fmt"
	"slices"
)

// State is a rollout in a form that can be kept, as JSON for instance, and taken
// up again by Resume. It is a copy.
type State struct {
	Settings   Settings    `json:"settings"`
	Candidates []Candidate `json:"candidates"`
	Games      int         `json:"games"`
	Records    []record    `json:"records"`
	Pairs      []moments   `json:"pairs"`
}

// State is what there is of the rollout now.
func (r *Rollout) State() State {
	return State{r.options.Settings, slices.Clone(r.candidates), r.games, slices.Clone(r.records), slices.Clone(r.pairs)}
}

// Resume goes on from a state as if there had been no interruption. Candidates and
// settings must be those it was begun with; Games and Error may be others. Seed,
// Judge and the rest stand in the state, so who has nothing else in mind takes
// them from there.
func Resume(s State, candidates []Candidate, o Options) (*Rollout, error) {
	r, err := New(candidates, o)
	if err != nil {
		return nil, err
	}
	if err := s.Settings.same(&r.options.Settings); err != nil {
		return nil, err
	}
	if !slices.Equal(s.Candidates, candidates) {
		return nil, errors.New("rollout: it was begun with other positions")
	}
	if err := s.check(len(r.pairs)); err != nil {
		return nil, fmt.Errorf("rollout: the state to go on from is damaged: %w", err)
	}
	r.games, r.records, r.pairs = s.Games, slices.Clone(s.Records), slices.Clone(s.Pairs)
	return r, nil
}

// same says in what the settings differ from others.
func (s *Settings) same(other *Settings) error {
	for _, d := range []struct {
		what      string
		was, want any
	}{
		{"seed", s.Seed, other.Seed},
		{"truncation", s.Truncate, other.Truncate},
		{"stratification", s.Stratify, other.Stratify},
		{"taking out of luck", s.Luck, other.Luck},
		{"confidence", s.Confidence, other.Confidence},
		{"use of the cube", s.Cubeful, other.Cubeful},
		{"judge", s.Judge, other.Judge},
	} {
		if d.was != d.want {
			return fmt.Errorf("rollout: it was begun with another %s: %v, not %v", d.what, d.was, d.want)
		}
	}
	return nil
}

// check reports what no rollout could have come to.
func (s *State) check(pairs int) error {
	switch {
	case s.Games < 0 || s.Games > MaxGames:
		return fmt.Errorf("%d games; from 0 to %d are possible", s.Games, MaxGames)
	case len(s.Records) != len(s.Candidates):
		return fmt.Errorf("%d records of %d candidates", len(s.Records), len(s.Candidates))
	case len(s.Pairs) != pairs:
		return fmt.Errorf("%d differences instead of %d", len(s.Pairs), pairs)
	}
	for j := range s.Records {
		if err := s.checkRecord(j); err != nil {
			return fmt.Errorf("candidate %d: %w", j+1, err)
		}
	}
	if !slices.ContainsFunc(s.Records, func(r record) bool { return !r.Dropped }) {
		return errors.New("all candidates are dropped")
	}
	return nil
}

// checkRecord checks the numbers of candidate j and its differences from those
// before it.
func (s *State) checkRecord(j int) error {
	r := &s.Records[j]
	n := r.Equity.N
	if n > s.Games || !r.Dropped && n < s.Games || r.Endless < 0 || r.Endless > n {
		return fmt.Errorf("%d games, %d of them endless, of %d", n, r.Endless, s.Games)
	}
	of := append(r.Parts[:], r.Equity, r.Plain)
	for _, m := range of {
		if m.N != n || !m.sound(n) {
			return fmt.Errorf("impossible figures %+v in %d games", m, n)
		}
	}
	for i := range j {
		most := min(n, s.Records[i].Equity.N)
		if m := s.Pairs[j*(j-1)/2+i]; m.N != most || !m.sound(most) {
			return fmt.Errorf("impossible differences %+v in %d games", m, most)
		}
	}
	return nil
}
