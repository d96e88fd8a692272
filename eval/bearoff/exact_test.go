package bearoff

import (
	"math"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
)

// slow computes by the book, over whole boards: the equities of the player on
// roll, who does not double this turn.
type slow struct {
	gen   engine.Generator
	known map[engine.Board]equities
}

type equities struct{ cubeless, own, centred, opponents float64 }

// whoMayDouble is the equity of a player who may double before the roll, when
// not doubling is worth stay, and a double taken leaves the cube to the other.
func (e equities) whoMayDouble(stay float64) float64 {
	doublePass, doubleTake := 1.0, 2*e.opponents
	return max(stay, min(doublePass, doubleTake))
}

func (s *slow) equities(b engine.Board) (sum equities) {
	if r := float64(b.Result()); r != 0 {
		return equities{r, r, r, r}
	}
	if e, ok := s.known[b]; ok {
		return e
	}
	for _, roll := range engine.Rolls() {
		var next []engine.Board // the generator's slice does not outlive the recursion
		for _, p := range s.gen.Plays(b, roll) {
			next = append(next, p.Board.Swap())
		}
		low := math.Inf(-1)
		best := equities{low, low, low, low}
		for _, b := range next {
			e := s.equities(b) // the opponent's
			worth := equities{
				cubeless:  -e.cubeless,
				own:       -e.opponents, // who cannot double my cube
				centred:   -e.whoMayDouble(e.centred),
				opponents: -e.whoMayDouble(e.own),
			}
			best.cubeless = max(best.cubeless, worth.cubeless)
			best.own = max(best.own, worth.own)
			best.centred = max(best.centred, worth.centred)
			best.opponents = max(best.opponents, worth.opponents)
		}
		c := float64(roll.Chances()) / 36
		sum.cubeless += c * best.cubeless
		sum.own += c * best.own
		sum.centred += c * best.centred
		sum.opponents += c * best.opponents
	}
	s.known[b] = sum
	return sum
}

func TestTheTwoSidedTableIsWhatTheRulesGiveForUpToThreeMen(t *testing.T) {
	const upTo3 = 84 // C(9, 3)
	s := slow{known: map[engine.Board]equities{}}
	for i := 1; i < upTo3; i++ {
		for j := 1; j < upTo3; j++ {
			b := engine.Board{Own: sideOf(i), Opp: sideOf(j)}
			e := s.equities(b)
			o, _ := built().Lookup(&b)
			own, centred, opponents, ok := built().Cubeful(&b)
			if !ok {
				t.Fatalf("%v is not found", b)
			}
			for k, d := range []float64{
				float64(o.Equity()) - e.cubeless, float64(own) - e.own,
				float64(centred) - e.centred, float64(opponents) - e.opponents,
			} {
				if math.Abs(d) > 3e-7 {
					t.Fatalf("%v: equity %d is off by %v from %v", b, k, d, e)
				}
			}
		}
	}
}

func TestTheRollAndTheCubeAreNeverAHandicap(t *testing.T) {
	const eps = 1e-6
	both := built().both
	for i := 1; i < upTo6; i++ {
		for j := 1; j < upTo6; j++ {
			k := i*upTo6 + j
			win, own, centred, opponents := both.win[k], both.cube[3*k], both.cube[3*k+1], both.cube[3*k+2]
			if win < 0 || win > 1 || win+both.win[j*upTo6+i] < 1-eps {
				t.Fatalf("%v against %v wins %v on roll", unrank(i), unrank(j), win)
			}
			if e := 2*win - 1; own < max(e, centred)-eps || opponents > min(e, centred)+eps {
				t.Fatalf("%v against %v: cubeless %v, with a cube %v", unrank(i), unrank(j), e, both.cube[3*k:3*k+3])
			}
		}
	}
}

// A man moved on may hurt (6-1-1 is a little worse than 6-2-1 against a man on
// 4), but never a man taken off.
func TestAManLessNeverHurts(t *testing.T) {
	const eps = 1e-6
	for i := 1; i < upTo6; i++ {
		for p := 1; p <= points; p++ {
			h := unrank(i)
			if h[p] == 0 {
				continue
			}
			h[p]--
			for j := 1; j < upTo6; j++ {
				if before, now := built().both.win[i*upTo6+j], built().both.win[h.rank()*upTo6+j]; now < before-eps {
					t.Fatalf("%v against %v wins %v, with a man less on %d %v", unrank(i), unrank(j), before, p, now)
				}
			}
		}
	}
}

func TestAFinishedGameHasItsFinalOutcome(t *testing.T) {
	for _, c := range [][2]string{{"", "6:15"}, {"", "1:1"}, {"6:15", ""}, {"6:2", ""}, {"", "24:15"}, {"7:1 18:14", ""}} {
		b := enginetest.Board(c[0], c[1])
		want, _ := eval.Final(&b)
		if o, ok := built().Lookup(&b); !ok || o != want {
			t.Errorf("%v: %v, want %v", b, o, want)
		}
		if Exact(&b) {
			t.Errorf("%v is exact", b)
		}
	}
}
