package cube

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"tavla/engine"
	"tavla/eval"
)

// pointsAt are the points of player 0 of a state, for chances without regard to
// the board.
func pointsAt(t *testing.T, s engine.State, o eval.Outcome, x float64) Points {
	t.Helper()
	j := New(counter{}, Options{Efficiency: Uniform(x)})
	p, err := j.Points(s, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestWithoutGammonsTheTakePointGoesFromAQuarterToAFifth(t *testing.T) {
	even := eval.Outcome{Win: 0.5}
	for _, c := range []struct{ x, take float64 }{{0, 0.25}, {0.68, 0.5 / 2.34}, {1, 0.2}} {
		p := pointsAt(t, money(engine.Start(), engine.Centred, engine.Rules{}), even, c.x)
		near(t, fmt.Sprintf("the take point at efficiency %v", c.x), p.Take, c.take, 1e-9)
		near(t, "the cash point", p.Cash, 1-c.take, 1e-9)
	}
}

func TestTakeAndCashPointsWithGammonsFollowTheFormulas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.Float64Range(0, 0.4).Draw(t, "gammons won")
		l := rapid.Float64Range(0, 0.4).Draw(t, "gammons lost")
		x := rapid.Float64Range(0, 1).Draw(t, "efficiency")
		o := eval.Outcome{Win: 0.5, WinGammon: float32(g / 2), LoseGammon: float32(l / 2)}
		c := chancesOf(&o, 0)
		W, L := 1+c.sizes[0][1], 1+c.sizes[1][1]
		j := New(counter{}, Options{Efficiency: Uniform(x)})
		b := engine.Start()
		p := j.points(newMoney(engine.Cube{Value: 1, Owner: engine.Centred}, engine.Rules{}), &b, o, 0)
		near(t, "the cash point", p.Cash, (L+0.5+x/2)/(W+L+x/2), 1e-6)
		near(t, "the taker's take point", p.Take, (W-0.5)/(W+L+x/2), 1e-6)
	})
}

func TestALiveCubeIsCashedAtItsCornersAndNowhereElse(t *testing.T) {
	o := eval.Outcome{Win: 0.5, WinGammon: 0.15, LoseGammon: 0.1}
	c := chancesOf(&o, 0)
	s := newMoney(engine.Cube{Value: 1, Owner: engine.Centred}, engine.Rules{})
	const W, L = 1.3, 1.2
	cash, take := (L+1)/(W+L+0.5), (L-0.5)/(W+L+0.5)
	const centred, mine, theirs = 0, 1, 2
	for _, k := range []struct {
		rung         int
		win, x, want float64
	}{
		{centred, 0, 1, -L}, {centred, take, 1, -1}, {centred, cash, 1, 1}, {centred, 1, 1, W},
		{mine, 0, 1, -L}, {mine, cash, 1, 1}, {mine, 1, 1, W},
		{theirs, 0, 1, -L}, {theirs, take, 1, -1}, {theirs, 1, 1, W},
		{centred, 0.6, 0, 0.6*W - 0.4*L}, {mine, 0.6, 0, 0.6*W - 0.4*L}, {theirs, 0.6, 0, 0.6*W - 0.4*L},
		{mine, take, 1, -L + take/cash*(1+L)}, // no corner at the take point
	} {
		var m model
		c.win = [2]float64{k.win, 1 - k.win}
		m.set(s, &c)
		near(t, fmt.Sprintf("rung %d at %.3f, efficiency %v", k.rung, k.win, k.x), m.value(k.rung, 0, k.x), k.want, 1e-6)
	}
}

func TestUnderJacobyGammonsCountOnlyThroughTheCube(t *testing.T) {
	o := eval.Outcome{Win: 0.7, WinGammon: 0.3, LoseGammon: 0.1}
	c := chancesOf(&o, 0)
	var with, without model
	with.set(newMoney(engine.Cube{Value: 1, Owner: engine.Centred}, engine.Rules{Jacoby: true}), &c)
	without.set(newMoney(engine.Cube{Value: 1, Owner: engine.Centred}, engine.Rules{}), &c)
	near(t, "a dead centred cube", with.value(0, 0, 0), 0.4, 1e-6)
	for rung := 1; rung <= 2; rung++ {
		near(t, "a turned cube", with.value(rung, 0, 0.7), without.value(rung, 0, 0.7), 0)
	}
	for p := range 2 {
		near(t, "the point to cash", with.cash[0][p], without.cash[0][p], 0)
	}
	o = eval.Outcome{Win: 1, WinGammon: 1}
	c = chancesOf(&o, 0)
	with.set(with.stakes, &c)
	near(t, "a certain gammon with the cube in the middle", with.value(0, 0, 0.7), 1, 1e-9)
}

func TestValuesRiseWithTheChanceToWinAndAreTheOthersTurnedRound(t *testing.T) {
	met := Compute(15, standard())
	rapid.Check(t, func(t *rapid.T) {
		var s *Stakes
		if rapid.Bool().Draw(t, "match") {
			a, b := rapid.IntRange(1, 12).Draw(t, "away"), rapid.IntRange(1, 12).Draw(t, "other away")
			st := match(engine.Start(), a, b)
			st.Score.Crawford = a != b && min(a, b) == 1 && rapid.Bool().Draw(t, "Crawford")
			s = newMatch(st.Cube, st.Score, met)
		} else {
			owner := rapid.IntRange(-1, 1).Draw(t, "owner")
			st := money(engine.Start(), owner, engine.Rules{Jacoby: rapid.Bool().Draw(t, "Jacoby")})
			s = newMoney(st.Cube, st.Rules)
		}
		c := chances{sizes: [2][3]float64{
			sizes(1, rapid.Float64Range(0, 0.6).Draw(t, "gammons"), 0.01),
			sizes(1, rapid.Float64Range(0, 0.6).Draw(t, "gammons lost"), 0.01),
		}}
		x := rapid.Float64Range(0, 1).Draw(t, "efficiency")
		var m model
		for i := range s.rungs {
			last := math.Inf(-1)
			for k := range 101 {
				win := float64(k) / 100
				c.win = [2]float64{win, 1 - win}
				m.set(s, &c)
				v := m.value(i, 0, x)
				if v < last-1e-9 {
					t.Fatalf("rung %v: %.4f at %.2f, after %.4f", s.rungs[i].cube, v, win, last)
				}
				if other := m.value(i, 1, x); math.Abs(v+other) > 1e-9 {
					t.Fatalf("rung %v at %.2f: %.6f for one player and %.6f for the other", s.rungs[i].cube, win, v, other)
				}
				last = v
			}
		}
	})
}

func TestACubeThatWinsTheMatchAnywayIsDead(t *testing.T) {
	s := match(engine.Start(), 2, 2)
	stakes := newMatch(s.Cube, s.Score, Compute(15, standard()))
	if len(stakes.rungs) != 3 {
		t.Fatalf("%d states of the cube at 2 away each, not centred, and turned once by either", len(stakes.rungs))
	}
	for _, r := range stakes.rungs[1:] {
		if r.doubled != [2]int{none, none} {
			t.Errorf("the cube at %d can be turned on", r.cube.Value)
		}
	}
	// Who turns it plays for the match, without gammons.
	o := eval.Outcome{Win: 0.6, WinGammon: 0.3}
	c := chancesOf(&o, 0)
	var m model
	m.set(stakes, &c)
	near(t, "the match at stake", m.value(1, 0, 0.7), 2*0.6-1, 1e-6)
}

func TestTheCrawfordGameHasNoCube(t *testing.T) {
	s := match(engine.Start(), 1, 3)
	s.Score.Crawford = true
	stakes := newMatch(s.Cube, s.Score, Compute(15, standard()))
	if len(stakes.rungs) != 1 || stakes.rungs[0].doubled != [2]int{none, none} {
		t.Errorf("the cube has %d states", len(stakes.rungs))
	}
}

func TestTheTrailerDoublesAtOnceAfterTheCrawfordGame(t *testing.T) {
	s := match(engine.Start(), 3, 1)
	stakes := newMatch(s.Cube, s.Score, Compute(15, standard()))
	if !stakes.rungs[0].automatic {
		t.Fatal("the trailer has nothing to lose by doubling")
	}
	// Not doubling is worth as much as doubling, whatever the efficiency.
	o := eval.Outcome{Win: 0.4, WinGammon: 0.1}
	c := chancesOf(&o, 0)
	var m model
	m.set(stakes, &c)
	near(t, "the centred cube", m.value(0, 0, 0), m.value(stakes.rungs[0].doubled[0], 0, 0), 1e-9)
}

func TestALeadersDoubleIsRedoubledAtOnce(t *testing.T) {
	// At 2 away against 4 the leader's double wins him the match; the trailer's
	// redouble then plays for it.
	s := match(engine.Start(), 2, 4)
	stakes := newMatch(s.Cube, s.Score, Compute(15, standard()))
	up := stakes.rungs[0].doubled[0]
	if !stakes.rungs[up].automatic {
		t.Fatal("the trailer has nothing to lose by redoubling")
	}
	o := eval.Outcome{Win: 0.7}
	c := chancesOf(&o, 0)
	var m model
	m.set(stakes, &c)
	near(t, "the doubled cube", m.value(up, 0, 0), 2*0.7-1, 1e-6)
}

func TestAFreeRedoubleJustBeyondTheCashPointIsNotTooGood(t *testing.T) {
	// After the Crawford game, 4 away with a cube on 2: redoubling costs nothing, and
	// the leader passes from about even on.
	s := match(engine.Start(), 4, 1)
	s.Cube = engine.Cube{Value: 2, Owner: 0}
	stakes := newMatch(s.Cube, s.Score, Compute(15, standard()))
	o := eval.Outcome{Win: 0.55, WinGammon: 0.16, LoseGammon: 0.1}
	c := chancesOf(&o, 0)
	var m model
	m.set(stakes, &c)
	near(t, "holding the cube", stakes.Normalised(m.value(0, 0, 0.68), 0), 1, 1e-9)
	o = eval.Outcome{Win: 0.95, WinGammon: 0.8}
	c = chancesOf(&o, 0)
	m.set(stakes, &c)
	if v := stakes.Normalised(m.value(0, 0, 0.68), 0); v <= 1 {
		t.Errorf("with so many gammons playing on is worth %v, not more than a pass", v)
	}
}

func TestThePointsFollowEachOtherAndMayBeMissing(t *testing.T) {
	o := eval.Outcome{Win: 0.6, WinGammon: 0.2, LoseGammon: 0.05}
	p := pointsAt(t, money(engine.Start(), engine.Centred, engine.Rules{}), o, 0.68)
	if !(p.Take < 0.5 && 0.5 < p.Double && p.Double < p.Cash && p.Cash < p.TooGood && p.TooGood < 1) {
		t.Errorf("points %+v", p)
	}
	o.WinGammon = 0
	p = pointsAt(t, money(engine.Start(), engine.Centred, engine.Rules{}), o, 0.68)
	if !math.IsNaN(p.TooGood) {
		t.Errorf("without gammons nobody is too good to double, but from %v", p.TooGood)
	}
	owned := pointsAt(t, money(engine.Start(), 0, engine.Rules{}), o, 0.68)
	if owned.Double <= p.Double || owned.Cash != p.Cash {
		t.Errorf("an owned cube is turned from %v, a centred one from %v", owned.Double, p.Double)
	}
}
