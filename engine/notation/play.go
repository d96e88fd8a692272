package notation

import (
	"slices"
	"strconv"
	"strings"

	"tavla/engine"
)

// FormatPlay writes a play in canonical notation, in the mover's own point
// numbers: sources descending, the steps of one man merged and the points
// between left out unless a man was hit there, equal trips counted. A play
// without moves is the empty string.
func FormatPlay(p engine.Play) string {
	moves := slices.Clone(p.Moves())
	var hit [26]bool // points where a man was hit that no trip has claimed yet
	for _, m := range moves {
		hit[m.To] = hit[m.To] || m.Hit
	}
	var trips []trip
	for len(moves) > 0 {
		t := takeTrip(&moves)
		if i := slices.IndexFunc(trips, t.same); i >= 0 {
			trips[i].men++
			continue
		}
		// The first man to come to a point is the one that hits there.
		for _, p := range t.points[1:] {
			t.hit[p], hit[p] = hit[p], false
		}
		trips = append(trips, t)
	}
	words := make([]string, len(trips))
	for i, t := range trips {
		words[i] = t.String()
	}
	return strings.Join(words, " ")
}

// trip is what one man, or several alike, do in one play.
type trip struct {
	points []uint8 // where the man stops, in order; the first is the source
	hit    [26]bool
	men    int
}

// takeTrip removes the first move and all that carry the same man on.
func takeTrip(moves *[]engine.Move) trip {
	first := (*moves)[0]
	t := trip{points: []uint8{first.From}, men: 1}
	for i := 0; i >= 0; {
		at := (*moves)[i].To
		*moves = slices.Delete(*moves, i, i+1)
		t.points = append(t.points, at)
		if at == engine.Off {
			break
		}
		i = slices.IndexFunc(*moves, func(m engine.Move) bool { return m.From == at })
	}
	return t
}

func (t *trip) from() uint8 { return t.points[0] }
func (t *trip) to() uint8   { return t.points[len(t.points)-1] }

// same reports whether two trips of one play are written alike.
func (t *trip) same(u trip) bool { return slices.Equal(t.points, u.points) }

func (t *trip) String() string {
	s := pointName(t.from())
	for i, p := range t.points[1:] {
		if last := i == len(t.points)-2; !last && !t.hit[p] {
			continue
		}
		s += "/" + pointName(p)
		if t.hit[p] {
			s += "*"
		}
	}
	if t.men > 1 {
		s += "(" + strconv.Itoa(t.men) + ")"
	}
	return s
}

func pointName(p uint8) string {
	switch p {
	case engine.Bar:
		return "bar"
	case engine.Off:
		return "off"
	}
	return strconv.Itoa(int(p))
}
