package fibs

import (
	"fmt"
	"strings"

	"tavla/engine"
	"tavla/engine/notation"
)

// Where the fields that GNU Backgammon writes otherwise than FIBS are, counted
// after "board:".
const (
	nameField   = 0  // two of them
	scoreField  = 3  // likewise
	turnField   = 31 // the sign of the player on roll
	cubeField   = 36
	mayField    = 37 // who may double, two of them
	wasDoubled  = 39
	colourField = 40
	fieldsIn    = 52 // and perhaps one more, a resignation that waits
)

// reader reads board lines as questions: what the player on turn should do. It
// remembers what it has to of the lines before.
//
// Lines in which the first name is You follow FIBS. GNU Backgammon's questions are
// different, as observed with version 1.07.001. Men, colour and the pair of those
// who may double are as its player 1 sees them, whoever is asked, and the turn says
// who is on roll, even while a double waits for the other's answer. Names and
// scores begin with player 0 when the player on roll is asked, else with player 1.
type reader struct {
	rules   engine.Rules // of money games, which a line does not carry
	player0 string       // GNU Backgammon's name for it; empty while unknown
}

func (r *reader) read(line string) (engine.State, error) {
	fields := strings.Split(strings.TrimPrefix(line, "board:"), ":")
	var offer offer
	if len(fields) == fieldsIn || len(fields) == fieldsIn+1 {
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		if fields[nameField] != "You" {
			offer = r.seat(fields)
		}
		line = "board:" + strings.Join(fields, ":")
	}
	f, err := notation.ParseFIBS(line)
	if err != nil {
		return engine.State{}, err
	}
	s := f.State
	if s.Score.Length == 0 {
		s.Rules = r.rules
	}
	if offer != nothing {
		s.Doubled, s.Roll = true, engine.Roll{}
		s.Turn = 1 - s.Roller
		raised := s.Cube.Owner == 1-s.Roller && s.Cube.Value > 1
		switch {
		case offer == toRoller:
			s.Turn, s.Beavered = s.Roller, true
		case raised:
			s.Raccooned = true
		}
		s.Rules.Beavers = s.Rules.Beavers || raised
	}
	if err := s.Check(); err != nil {
		return engine.State{}, fmt.Errorf("board: %w", err)
	}
	return s, nil
}

// offer is what waits for an answer.
type offer uint8

const (
	nothing  offer = iota
	toOther        // a double or raccoon, which the player who is not on roll answers
	toRoller       // a beaver
)

// seat rewrites the fields of a question as GNU Backgammon puts it into those of
// FIBS with its player 1 as the first player, without the offer that waits.
func (r *reader) seat(fields []string) offer {
	waits := nothing
	if fields[wasDoubled] != "0" {
		waits = toOther
		if r.asksRoller(fields) {
			waits = toRoller
		}
		fields[wasDoubled] = "0"
	}
	if waits == nothing {
		r.player0 = fields[nameField]
	}
	if waits != toOther {
		swap(fields, nameField)
		swap(fields, scoreField)
	}
	return waits
}

// asksRoller reports whether an offer is one to the player on roll, a beaver. The
// names tell, if an earlier line has said which is player 0's; else the cube does,
// since nobody doubles with the opponent's cube. (That takes a raccoon for a
// beaver, but who could be asked about one has been asked something before.)
func (r *reader) asksRoller(fields []string) bool {
	if fields[nameField] != fields[nameField+1] {
		switch r.player0 {
		case fields[nameField]:
			return true
		case fields[nameField+1]:
			return false
		}
	}
	rollers, others := mayField, mayField+1
	if fields[turnField] != fields[colourField] {
		rollers, others = others, rollers
	}
	return fields[cubeField] != "1" && fields[rollers] == "0" && fields[others] == "1"
}

func swap(fields []string, i int) { fields[i], fields[i+1] = fields[i+1], fields[i] }
