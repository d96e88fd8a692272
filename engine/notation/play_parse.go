package notation

import (
	"fmt"
	"slices"
	"strings"

	"tavla/engine"
)

// ParsePlay finds which of the legal plays of one position and roll a text
// means, and returns its index in plays. It goes by the final position, so
// order, case, hit marks, merged or spelled-out steps, counts, 25 for bar and 0
// for off make no difference. Points that are named are taken to be stopped at,
// blots on them to be hit; where the text leaves open which other blots were
// hit, it means the play that hits none of them, if that is legal.
//
// When plays is empty the turn is lost: then an empty text, or a word such as
// pass, gives -1 and no error. Errors say when nothing fits and why, and name
// the plays when more than one fits.
func ParsePlay(text string, plays []engine.Play) (int, error) {
	if n := len(strings.TrimSpace(text)); n > longestPlay {
		return -1, fmt.Errorf("play %.40q: it goes on for %d characters, and no play needs more than %d", text, n, longestPlay)
	}
	pass := isPass(text)
	switch {
	case len(plays) == 0 && pass:
		return -1, nil
	case len(plays) == 0:
		return -1, fmt.Errorf("play %q: no play is legal with this roll, the turn is lost", text)
	case pass:
		return -1, fmt.Errorf("play %q: no move, but moving is compulsory: %s", text, someOf(plays))
	}
	trips, err := scanTrips(text)
	if err != nil {
		return -1, fmt.Errorf("play %q: %w", text, err)
	}
	r := newResolver(plays, trips)
	if r.err != nil {
		return -1, fmt.Errorf("play %q: %w", text, r.err)
	}
	switch fits := r.fits(); len(fits) {
	case 0:
		return -1, fmt.Errorf("play %q: %s", text, r.why())
	case 1:
		return fits[0], nil
	default:
		var names []string
		for _, i := range fits {
			names = append(names, FormatPlay(plays[i]))
		}
		return -1, fmt.Errorf("play %q: fits more than one legal play: %s; name the points in between", text, strings.Join(names, ", "))
	}
}

// longestPlay bounds the texts of plays: four men with every step spelled out, twice over.
const longestPlay = 200

func isPass(text string) bool {
	switch strings.Join(strings.Fields(strings.ToLower(text)), " ") {
	case "", "pass", "none", "no move", "no play", "cannot move", "can't move":
		return true
	}
	return false
}

// resolver compares what a text says with the legal plays.
type resolver struct {
	plays  []engine.Play
	trips  []trip
	before engine.Board // the position the plays start from
	own    [26]int      // the mover's men after the text
	named  uint32       // bit p: the text names p as a stop and a blot stands there
	err    error        // the text moves men that are not there
}

func newResolver(plays []engine.Play, trips []trip) *resolver {
	r := &resolver{plays: plays, trips: trips, before: start(plays[0])}
	var leave [26]int
	for p, n := range r.before.Own {
		r.own[p] = int(n)
	}
	for _, t := range trips {
		leave[t.from()] += t.men
		r.own[t.from()] -= t.men
		r.own[t.to()] += t.men
		for _, p := range t.points[1:] {
			if p != engine.Off && r.before.Opp[25-p] == 1 {
				r.named |= 1 << p
			}
		}
	}
	for p := engine.Bar; p > engine.Off; p-- {
		if r.own[p] < 0 {
			r.err = missing(p, int(r.before.Own[p]), leave[p])
			break
		}
	}
	return r
}

func missing(p, there, wanted int) error {
	where := fmt.Sprintf("point %d", p)
	if p == engine.Bar {
		where = "the bar"
	}
	if there == 0 {
		return fmt.Errorf("no man of the player on roll is on %s", where)
	}
	return fmt.Errorf("%d men should leave %s, where only %d is left to", wanted, where, there)
}

// start undoes a play.
func start(p engine.Play) engine.Board {
	b := p.Board
	moves := p.Moves()
	for _, m := range slices.Backward(moves) {
		b.Own[m.To]--
		b.Own[m.From]++
		if m.Hit {
			b.Opp[engine.Bar]--
			b.Opp[25-m.To]++
		}
	}
	return b
}

// fits lists the plays the text can mean: those that leave the mover's men as it
// does and hit every blot it names. One that hits no other blot wins alone.
func (r *resolver) fits() []int {
	var fits []int
	for i, p := range r.plays {
		if !r.sameOwn(&p) {
			continue
		}
		hits := hits(p)
		if hits == r.named {
			return []int{i}
		}
		if hits&r.named == r.named {
			fits = append(fits, i)
		}
	}
	return fits
}

func (r *resolver) sameOwn(p *engine.Play) bool {
	for i, n := range p.Board.Own {
		if int(n) != r.own[i] {
			return false
		}
	}
	return true
}

func hits(p engine.Play) (set uint32) {
	for _, m := range p.Moves() {
		if m.Hit {
			set |= 1 << m.To
		}
	}
	return set
}

// why says what keeps the text from being legal, as far as can be told.
func (r *resolver) why() string {
	if r.own[engine.Bar] > 0 && slices.ContainsFunc(r.trips, func(t trip) bool { return t.from() != engine.Bar }) {
		return "the men on the bar must enter first"
	}
	outside := false
	for _, n := range r.own[7:] {
		outside = outside || n > 0
	}
	for _, t := range r.trips {
		for _, p := range t.points[1:] {
			if p != engine.Off && r.before.Opp[25-p] > 1 {
				return fmt.Sprintf("the opponent holds point %d", p)
			}
			if p == engine.Off && outside {
				return "no man may be borne off while one is outside the home board"
			}
		}
	}
	if slices.ContainsFunc(r.plays, r.partOf) {
		return "not all of the roll that can be played: " + someOf(r.plays)
	}
	return "not legal with this roll: " + someOf(r.plays)
}

// partOf reports whether the steps the text names are some moves of p.
func (r *resolver) partOf(p engine.Play) bool {
	left := slices.Clone(p.Moves())
	for _, t := range r.trips {
		for range t.men {
			for i, to := range t.points[1:] {
				from := t.points[i]
				at := slices.IndexFunc(left, func(m engine.Move) bool { return m.From == from && m.To == to })
				if at < 0 {
					return false
				}
				left = slices.Delete(left, at, at+1)
			}
		}
	}
	return true
}

// someOf names a few legal plays, as an example of what would be right.
func someOf(plays []engine.Play) string {
	const most = 4
	var names []string
	for _, p := range plays[:min(most, len(plays))] {
		names = append(names, FormatPlay(p))
	}
	list := strings.Join(names, ", ")
	if len(plays) > most {
		return fmt.Sprintf("%d plays are legal, such as %s", len(plays), list)
	}
	return "legal is " + list
}
