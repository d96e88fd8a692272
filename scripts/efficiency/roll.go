package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/cube"
	"tavla/eval/rollout"
	"tavla/eval/static"
)

// The owners of the cube, seen by the player on roll.
const (
	own = iota
	centred
	opponents
	owners
)

var (
	ownerNames = [owners]string{"own", "centred", "opponent's"}
	players    = [owners]int{0, engine.Centred, 1}
)

// measured is a position rolled out with each owner of the cube.
type measured struct {
	Position string       `json:"position"`
	Static   eval.Outcome `json:"static"` // what the net makes of it
	Games    int          `json:"games"`
	By       string       `json:"by"` // settings.by, what else the values depend on
	Values   [owners]struct {
		Equity  float64      `json:"equity"`
		Error   float64      `json:"error"`
		Outcome eval.Outcome `json:"outcome"` // without the cube, of the same games
	} `json:"values"` // own, centred, opponent's
}

// rollOut rolls a position out with each owner of the cube, on the same dice.
func (s *settings) rollOut(ctx context.Context, model *static.Model, b engine.Board) (m measured, err error) {
	m.Position, m.Games, m.By = notation.FormatPositionID(b), s.games, s.by()
	var o [1]eval.Outcome
	model.NewEvaluator().Evaluate(o[:], []engine.Board{b})
	m.Static = o[0]
	by := cube.Usual()
	by.Contact = s.players
	options := rollout.Options{
		Settings:     rollout.Settings{Seed: s.seed, Truncate: s.truncate, Stratify: true, Luck: true},
		Games:        s.games,
		NewEvaluator: func() eval.Evaluator { return model.NewEvaluator() },
		Cubeful:      &rollout.Cubeful{Judge: cube.Options{Efficiency: by}},
	}
	for i, owner := range players {
		c := rollout.Candidate{State: state(b, owner), Start: rollout.Throws}
		r, err := rollout.New([]rollout.Candidate{c}, options)
		if err == nil {
			err = r.Run(ctx, s.workers, nil)
		}
		if err != nil {
			return m, err
		}
		f := r.Result().Candidates[0]
		m.Values[i].Equity, m.Values[i].Error, m.Values[i].Outcome = f.Equity, f.StandardError, f.Outcome
	}
	return m, nil
}

// by is what, beside the games, the values of a position depend on.
func (s *settings) by() string {
	return fmt.Sprintf("net %s, seed %d, truncated %d, efficiency %v", s.sum, s.seed, s.truncate, s.players)
}

// store keeps what is measured.
type store struct {
	file  *os.File // nil where nothing is kept
	known map[engine.Board]measured
}

// openStore reads what a file holds, if there is one, to go on with it: it must have
// been made with the same games by the same settings. A line that was not finished
// is left out.
func openStore(path string, games int, by string) (*store, error) {
	s := &store{known: map[engine.Board]measured{}}
	if path == "" {
		return s, nil
	}
	var err error
	if s.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(s.file)
	if n := len(data); err == nil && n > 0 && data[n-1] != '\n' { // lest the next line stand behind an unfinished one
		_, err = s.file.WriteString("\n")
	}
	if err != nil {
		s.close()
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		var m measured
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			fmt.Fprintf(os.Stderr, "%s:%d: left out: %v\n", path, n, err)
			continue
		}
		b, err := notation.ParsePositionID(m.Position)
		if err != nil {
			s.close()
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if m.Games != games || m.By != by {
			s.close()
			return nil, fmt.Errorf("%s:%d: rolled out with %d games by %s, not %d by %s: take the same settings or another file", path, n, m.Games, m.By, games, by)
		}
		s.known[b] = m
	}
	return s, lines.Err()
}

func (s *store) add(m measured) error {
	if s.file == nil {
		return nil
	}
	line, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = s.file.Write(append(line, '\n'))
	return err
}

func (s *store) close() {
	if s.file != nil {
		s.file.Close()
	}
}
