package cube

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxMET is how many points a table read may go up to.
const maxMET = 64

// metFile is a match equity table in GNU Backgammon's XML.
type metFile struct {
	XMLName xml.Name `xml:"met"`
	Name    string   `xml:"info>name"`
	Length  string   `xml:"info>length"`
	Before  struct {
		Type string   `xml:"type,attr"`
		Rows []metRow `xml:"row"`
	} `xml:"pre-crawford-table"`
	After []struct {
		Type   string   `xml:"type,attr"`
		Player string   `xml:"player,attr"`
		Rows   []metRow `xml:"row"`
	} `xml:"post-crawford-table"`
}

type metRow struct {
	Chances []string `xml:"me"`
}

// ReadMET reads a match equity table as GNU Backgammon's XML files carry it.
// Both parts must be written out (type "explicit"); tables given by the
// parameters of a formula are refused.
func ReadMET(r io.Reader) (*MET, error) {
	m, err := readMET(r)
	if err != nil {
		return nil, fmt.Errorf("match equity table: %w", err)
	}
	return m, nil
}

func readMET(r io.Reader) (*MET, error) {
	var f metFile
	if err := xml.NewDecoder(r).Decode(&f); err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(strings.TrimSpace(f.Length))
	switch {
	case f.Before.Type != "explicit":
		return nil, fmt.Errorf("the table before the Crawford game is of type %q; only explicit ones can be read", f.Before.Type)
	case err != nil:
		return nil, fmt.Errorf("length %q is no number", f.Length)
	case n < 1 || n > maxMET:
		return nil, fmt.Errorf("length %d: from 1 to %d points", n, maxMET)
	}
	m := &MET{name: strings.TrimSpace(f.Name)}
	for i, row := range f.Before.Rows {
		chances, err := row.parse()
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", i+1, err)
		}
		m.before = append(m.before, chances)
	}
	if m.Length() != n {
		return nil, fmt.Errorf("%d rows, but length %d", m.Length(), n)
	}
	for _, t := range f.After {
		if t.Type != "explicit" {
			return nil, fmt.Errorf("the table after the Crawford game is of type %q; only explicit ones can be read", t.Type)
		}
		if len(t.Rows) != 1 {
			return nil, fmt.Errorf("%d rows after the Crawford game, not 1", len(t.Rows))
		}
		chances, err := t.Rows[0].parse()
		if err != nil {
			return nil, fmt.Errorf("after the Crawford game: %w", err)
		}
		if len(chances) == n-1 && n > 1 {
			// Some tables leave out who needs all n points: nobody does, after the
			// Crawford game of a match to n.
			chances = append(chances, chances[n-2])
		}
		switch t.Player {
		case "both":
			m.after = [2][]float64{chances, chances}
		case "0":
			m.after[0] = chances
		case "1":
			m.after[1] = chances
		default:
			return nil, fmt.Errorf("a table after the Crawford game is for player %q; want 0, 1 or both", t.Player)
		}
	}
	if m.after[0] == nil || m.after[1] == nil {
		return nil, errors.New("no table after the Crawford game for both players")
	}
	return m, m.check()
}

func (r metRow) parse() ([]float64, error) {
	chances := make([]float64, len(r.Chances))
	for i, text := range r.Chances {
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			return nil, fmt.Errorf("entry %d: %q is no number", i+1, text)
		}
		chances[i] = v
	}
	return chances, nil
}
