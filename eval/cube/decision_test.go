package cube

import (
	"context"
	"errors"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/eval"
)

func TestVerdictsAreInTheWordsThatPlayersKnow(t *testing.T) {
	for _, c := range []struct {
		noDouble, take    float64
		redouble, beavers bool
		want              string
	}{
		{0.3, 0.2, false, false, "No double, take"},
		{0.3, 0.4, false, false, "Double, take"},
		{0.9, 1.2, false, false, "Double, pass"},
		{1.1, 1.5, false, false, "Too good to double, pass"},
		{1.1, 0.9, false, false, "Too good to double, take"},
		{0.4, 0.4, false, false, "Optional double, take"},
		{1.0, 1.5, false, false, "Optional double, pass"},
		{-0.1, -0.3, false, true, "No double, beaver"},
		{-0.3, -0.2, false, true, "No double, beaver"}, // which a double would be if it were taken
		{-0.3, -0.2, false, false, "Double, take"},
		{-0.9, -0.2, false, true, "Double, beaver"},
		{0.3, 0.4, false, true, "Double, take"},
		{0.3, 0.2, true, false, "No redouble, take"},
		{0.3, 0.4, true, false, "Redouble, take"},
		{0.9, 1.2, true, false, "Redouble, pass"},
		{1.1, 1.5, true, false, "Too good to redouble, pass"},
		{0.4, 0.4, true, false, "Optional redouble, take"},
		{-0.1, -0.3, true, true, "No redouble, beaver"},
	} {
		v := VerdictOf(c.noDouble, c.take, 1, c.beavers)
		v.Redouble = c.redouble
		if got := v.String(); got != c.want {
			t.Errorf("%v without a double, %v with one taken: %q, not %q", c.noDouble, c.take, got, c.want)
		}
		if doubles := strings.HasPrefix(c.want, "Double") || strings.HasPrefix(c.want, "Redouble") || strings.HasPrefix(c.want, "Optional"); v.Doubles() != doubles {
			t.Errorf("%q counts as a double: %v", c.want, v.Doubles())
		}
	}
}

func TestDoublesThatTheRulesForbidAreRefusedWithTheReason(t *testing.T) {
	start := engine.Start()
	change := func(s engine.State, f func(*engine.State)) engine.State { f(&s); return s }
	for _, c := range []struct {
		name, want, verdict string
		s                   engine.State
	}{
		{"the opponent's cube", "opponent owns the cube", "Cube not available", money(start, 1, engine.Rules{})},
		{"dice thrown", "dice are thrown", "Cube not available",
			change(money(start, 0, engine.Rules{}), func(s *engine.State) { s.Roll = engine.Roll{3, 1} })},
		{"the Crawford game", "Crawford game", "Cube not available",
			change(match(start, 3, 1), func(s *engine.State) { s.Score.Crawford = true })},
		{"a dead cube", "the cube is dead", "Never double, take (dead cube)", match(start, 1, 3)},
		{"a dead cube of one's own", "the cube is dead", "Never redouble, take (dead cube)",
			change(match(start, 2, 5), func(s *engine.State) { s.Cube = engine.Cube{Value: 2} })},
		{"the end", "the game is over", "Cube not available",
			change(money(start, 0, engine.Rules{}), func(s *engine.State) { s.Phase = engine.Dropped })},
		{"a resignation", "resignation", "Cube not available",
			change(money(start, 0, engine.Rules{}), func(s *engine.State) { s.Resigning = 1 })},
		{"before the opening roll", "opening", "Cube not available",
			change(money(start, engine.Centred, engine.Rules{}), func(s *engine.State) { s.Phase = engine.NotStarted })},
		{"a beaver", "beaver", "Cube not available", change(money(start, 1, engine.Rules{Beavers: true}), func(s *engine.State) {
			s.Doubled, s.Beavered = true, true
		})},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := New(counter{}, Options{Efficiency: Usual()}).Decide(context.Background(), c.s)
			var u *Unavailable
			if !errors.As(err, &u) || !strings.Contains(u.Reason, c.want) || u.Verdict != c.verdict {
				t.Errorf("the error is %#v, want one about %q and the verdict %q", err, c.want, c.verdict)
			}
		})
	}
	impossible := match(start, 3, 3)
	impossible.Score.Points[0] = 9
	if _, err := New(counter{}, Options{}).Decide(context.Background(), impossible); err == nil || !strings.Contains(err.Error(), "won already") {
		t.Errorf("an impossible score: %v", err)
	}
	far := match(start, 100, 3)
	if _, err := New(counter{}, Options{}).Decide(context.Background(), far); err == nil || !strings.Contains(err.Error(), "goes up to 64") {
		t.Errorf("a score beyond the table: %v", err)
	}
}

// certain judges every position alike, for the player of these boards.
type certain struct {
	o  eval.Outcome
	of engine.Board
}

func (c certain) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range dst {
		dst[i] = c.o
		if boards[i] != c.of {
			dst[i] = c.o.Invert()
		}
	}
}

func TestAnswersFollowTheEquities(t *testing.T) {
	b := engine.Start()
	b.Own[13], b.Own[5] = 4, 1 // so that the other side looks different
	pending := func(beavers bool) engine.State {
		s := money(b, engine.Centred, engine.Rules{Beavers: beavers})
		s.Doubled, s.Turn = true, 1
		return s
	}
	beaver := money(b, 1, engine.Rules{Beavers: true})
	beaver.Doubled, beaver.Beavered, beaver.Turn = true, true, 0
	raccoon := money(b, 1, engine.Rules{Beavers: true})
	raccoon.Doubled, raccoon.Raccooned, raccoon.Turn, raccoon.Cube.Value = true, true, 1, 4
	for _, c := range []struct {
		name string
		win  float32 // the doubler's
		s    engine.State
		want Answer
	}{
		{"a double far ahead is passed", 0.9, pending(true), Pass},
		{"a double somewhat ahead is taken", 0.7, pending(true), Take},
		{"a double from behind is beavered", 0.3, pending(true), Raise},
		{"without beavers it is taken", 0.3, pending(false), Take},
		{"a beaver to a lost cause is passed", 0.1, beaver, Pass},
		{"a beaver is taken by one somewhat behind", 0.4, beaver, Take},
		{"a beaver by one behind is raccooned", 0.8, beaver, Raise},
		{"a raccoon from behind is taken", 0.3, raccoon, Take},
		{"a raccoon far ahead is passed", 0.9, raccoon, Pass},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.s.Check(); err != nil {
				t.Fatal(err)
			}
			j := New(certain{eval.Outcome{Win: c.win}, b}, Options{Efficiency: Usual()})
			got, err := j.Answer(context.Background(), c.s)
			if err != nil || got != c.want {
				t.Errorf("answer %v, %v; not %v", got, err, c.want)
			}
		})
	}
	if _, err := New(counter{}, Options{}).Answer(context.Background(), money(b, 0, engine.Rules{})); err == nil {
		t.Error("there is nothing to answer")
	}
}

func TestAPendingDoubleIsJudgedAsOneToOffer(t *testing.T) {
	j := New(counter{}, Options{Efficiency: Usual(), Plies: 1})
	for _, b := range middleGames(t) {
		s := money(b, engine.Centred, engine.Rules{})
		before := decide(t, j, s)
		s.Doubled, s.Turn = true, 1
		after := decide(t, j, s)
		if after != before {
			t.Errorf("%+v before, %+v after it was offered", before, after)
		}
	}
}

// Without looking ahead the rule changes nothing but the answer.
func TestABeaverStandsBesideTheTake(t *testing.T) {
	b := engine.Start()
	b.Own[13], b.Own[5] = 4, 1
	for win, right := range map[float32]bool{0.3: true, 0.7: false} {
		j := New(certain{eval.Outcome{Win: win}, b}, Options{Efficiency: Usual()})
		plain, d := decide(t, j, money(b, engine.Centred, engine.Rules{})), decide(t, j, money(b, engine.Centred, engine.Rules{Beavers: true}))
		want := plain
		if want.Verdict.Beaver = right; right {
			want.DoubleBeaver = 2 * plain.DoubleTake
		}
		if d != want {
			t.Errorf("winning %v: %+v, not %+v", win, d, want)
		}
	}
}

func TestMatchEquitiesAreNormalisedAndKeepTheChances(t *testing.T) {
	met := Standard()
	d := decide(t, New(counter{}, Options{MET: met, Efficiency: Usual()}), match(position(t, "4t42AEC2rUQBBg"), 3, 5))
	win, lose := met.before[1][4], met.before[2][3] // 2 away against 5; 3 away against 4
	near(t, "the chance after a pass", d.Winning[2], win, 1e-9)
	for i, e := range []float64{d.NoDouble, d.DoubleTake, d.DoublePass} {
		near(t, "the equity", e, (2*d.Winning[i]-win-lose)/(win-lose), 1e-9)
	}
}
