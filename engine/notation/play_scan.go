package notation

import (
	"fmt"
	"strings"

	"tavla/engine"
)

// scanTrips reads the text of a play without asking whether it is legal:
// trips such as 24/18*/14 or 6/off(3), with blanks and commas anywhere between.
// Marks of hits are read over: they follow from the points named.
func scanTrips(text string) ([]trip, error) {
	s := scanner{rest: strings.ToLower(text)}
	var trips []trip
	for s.skip(" \t\r\n,;"); s.rest != ""; s.skip(" \t\r\n,;") {
		t, err := s.trip()
		if err != nil {
			return nil, err
		}
		trips = append(trips, t)
	}
	return trips, nil
}

type scanner struct{ rest string }

func (s *scanner) skip(chars string) { s.rest = strings.TrimLeft(s.rest, chars) }

// accept reads over c, and blanks before it, if c comes next.
func (s *scanner) accept(c string) bool {
	after, ok := strings.CutPrefix(strings.TrimLeft(s.rest, " \t"), c)
	if ok {
		s.rest = after
	}
	return ok
}

func (s *scanner) trip() (trip, error) {
	p, err := s.point()
	if err != nil {
		return trip{}, err
	}
	t := trip{points: []uint8{p}, men: 1}
	s.accept("*") // a mark on the source repeats the one of the step before
	for s.accept("/") || s.accept("-") {
		s.skip(" \t")
		from := p
		if p, err = s.point(); err != nil {
			return t, err
		}
		if p >= from {
			return t, fmt.Errorf("%s/%s: a man moves to a lower point", pointName(from), pointName(p))
		}
		t.points = append(t.points, p)
		s.accept("*")
	}
	if len(t.points) == 1 {
		return t, fmt.Errorf("%s without a destination; write it as %s/POINT", pointName(p), pointName(p))
	}
	if s.accept("(") {
		s.skip(" \t")
		n, digits := s.number()
		if digits == 0 || n < 1 || n > 4 || !s.accept(")") {
			return t, fmt.Errorf("a count is (1) to (4)")
		}
		t.men = n
	}
	return t, nil
}

// point reads 0..25, bar or off.
func (s *scanner) point() (uint8, error) {
	for _, w := range []struct {
		word  string
		point uint8
	}{{"bar", engine.Bar}, {"off", engine.Off}} {
		if s.accept(w.word) {
			return w.point, nil
		}
	}
	n, digits := s.number()
	switch {
	case digits == 0 && s.rest == "":
		return 0, fmt.Errorf("it ends where a point should follow")
	case digits == 0:
		return 0, fmt.Errorf("%.12q is no point; points are 1 to 24, bar and off", s.rest)
	case n > engine.Bar:
		return 0, fmt.Errorf("there is no point %d; points are 1 to 24, bar and off", n)
	}
	return uint8(n), nil
}

// number reads digits; values stay small however many there are.
func (s *scanner) number() (n, digits int) {
	for digits < len(s.rest) && s.rest[digits] >= '0' && s.rest[digits] <= '9' {
		n = min(n*10+int(s.rest[digits]-'0'), 9999)
		digits++
	}
	s.rest = s.rest[digits:]
	return n, digits
}
