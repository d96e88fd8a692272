package eval_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
)

func randomOutcome(r *rand.Rand) eval.Outcome {
	v := func() float32 { return 3*r.Float32() - 1 }
	return eval.Outcome{Win: v(), WinGammon: v(), WinBackgammon: v(), LoseGammon: v(), LoseBackgammon: v()}
}

// lawful reports whether o keeps the rules of Outcome.
func lawful(o eval.Outcome) bool {
	return 0 <= o.WinBackgammon && o.WinBackgammon <= o.WinGammon && o.WinGammon <= o.Win && o.Win <= 1 &&
		0 <= o.LoseBackgammon && o.LoseBackgammon <= o.LoseGammon && o.LoseGammon <= 1-o.Win
}

func TestInvertedTwiceAnOutcomeIsTheSameWithinRounding(t *testing.T) {
	r := enginetest.Rand(1)
	every := eval.Possible{true, true, true, true, true}
	for range 10_000 {
		o := randomOutcome(r)
		every.Clamp(&o)
		back := o.Invert().Invert()
		if math.Abs(float64(back.Win-o.Win)) > 1e-7 {
			t.Fatalf("%v became %v", o, back)
		}
		if back.Win = o.Win; back != o {
			t.Fatalf("%v became %v", o, back)
		}
		if e := o.Equity() + o.Invert().Equity(); math.Abs(float64(e)) > 1e-6 {
			t.Fatalf("%v: the two sides' equities sum to %v", o, e)
		}
		if e := o.Equity(); e < -3 || e > 3 {
			t.Fatalf("%v is worth %v", o, e)
		}
	}
}

func TestClampMakesAnyNumbersAnOutcome(t *testing.T) {
	r := enginetest.Rand(2)
	for range 10_000 {
		o := randomOutcome(r)
		p := eval.Possible{true, r.IntN(2) > 0, r.IntN(2) > 0, r.IntN(2) > 0, r.IntN(2) > 0}
		p.Clamp(&o)
		if !lawful(o) {
			t.Fatalf("%v after clamping", o)
		}
		for i, v := range []float32{o.Win, o.WinGammon, o.WinBackgammon, o.LoseGammon, o.LoseBackgammon} {
			if !p[i] && v != 0 {
				t.Fatalf("%v is possible, but %v", p, o)
			}
		}
		again := o
		if p.Clamp(&again); again != o {
			t.Fatalf("clamped again, %v became %v", o, again)
		}
	}
}

func TestClampLeavesALawfulOutcomeAlone(t *testing.T) {
	o := eval.Outcome{Win: 0.6, WinGammon: 0.25, WinBackgammon: 0.125, LoseGammon: 0.25, LoseBackgammon: 0.0625}
	c, every := o, eval.Possible{true, true, true, true, true}
	if every.Clamp(&c); c != o {
		t.Errorf("%v became %v", o, c)
	}
}

func TestAFinishedGameHasItsFinalOutcome(t *testing.T) {
	type board = engine.Board
	for name, c := range map[string]struct {
		board  board
		equity float32
	}{
		"won against a man off":         {enginetest.Board("", "1:14"), 1},
		"won a gammon":                  {enginetest.Board("", "18:1 1:14"), 2},
		"a backgammon: in my home":      {enginetest.Board("", "19:1 1:14"), 3},
		"a backgammon: on the bar":      {enginetest.Board("", "bar:1 1:14"), 3},
		"lost with a man off":           {enginetest.Board("1:14", ""), -1},
		"lost a gammon":                 {enginetest.Board("18:1 1:14", ""), -2},
		"lost a backgammon":             {enginetest.Board("19:1 1:14", ""), -3},
		"a man off saves from the rest": {enginetest.Board("", "bar:14"), 1},
	} {
		o, ok := eval.Final(&c.board)
		if !ok || o.Equity() != c.equity || !lawful(o) || (o.Win != 0 && o.Win != 1) {
			t.Errorf("%s: %v (%v), want %v points", name, o, ok, c.equity)
		}
		swapped := c.board.Swap()
		if other, _ := eval.Final(&swapped); other != o.Invert() {
			t.Errorf("%s: %v seen from one side, %v from the other", name, o, other)
		}
	}
	start := engine.Start()
	if o, ok := eval.Final(&start); ok || o != (eval.Outcome{}) {
		t.Errorf("the start is final: %v", o)
	}
}

func TestWhatIsStillPossible(t *testing.T) {
	for name, c := range map[string]struct {
		own, opp string
		want     eval.Possible
	}{
		"everything at the start":                    {"6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:2", eval.Possible{true, true, true, true, true}},
		"no gammon against a man off":                {"24:1 6:14", "13:14", eval.Possible{true, false, false, true, true}},
		"none lost with a man off":                   {"24:1 6:13", "13:15", eval.Possible{true, true, true, false, false}},
		"a race with all home":                       {"6:15", "6:15", eval.Possible{true, true, false, true, false}},
		"a race with a man in the winner's home":     {"5:15", "19:1 6:14", eval.Possible{true, true, true, true, false}},
		"a race with a man just outside it":          {"5:15", "18:1 6:14", eval.Possible{true, true, false, true, false}},
		"a race of bearing off":                      {"5:14", "4:14", eval.Possible{true, false, false, false, false}},
		"contact with all men near home":             {"8:1 6:14", "18:1 6:14", eval.Possible{true, true, true, true, true}},
		"contact, a man off each":                    {"8:1 6:13", "18:1 6:13", eval.Possible{true, false, false, false, false}},
		"a race that I lag in, my man on your point": {"20:1 6:14", "4:15", eval.Possible{true, true, false, true, true}},
	} {
		b := enginetest.Board(c.own, c.opp)
		if got := eval.PossibleFor(&b); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// What was called impossible never happens in games played to the end.
func TestWhatIsImpossibleNeverComesBack(t *testing.T) {
	var gen engine.Generator
	r := enginetest.Rand(3)
	for range 300 {
		var before eval.Possible
		first := true
		for b := engine.Start(); !b.Over(); b = b.Swap() {
			p := eval.PossibleFor(&b)
			if !first { // the other player's view a turn ago
				for mine, theirs := range []int{0, 3, 4, 1, 2} {
					if mine > 0 && p[mine] && !before[theirs] {
						t.Fatalf("%v: outcome %d came back", b, mine)
					}
				}
			}
			before, first = p, false
			if plays := gen.Plays(b, enginetest.RandomRoll(r)); len(plays) > 0 {
				b = plays[r.IntN(len(plays))].Board
			}
			if o, ok := eval.Final(&b); ok {
				c := o
				if before.Clamp(&c); c != o {
					t.Fatalf("%v ended with %v though possible was %v", b, o, before)
				}
			}
		}
	}
}

func TestEveryBoardHasOneClassAndBothSidesAgree(t *testing.T) {
	r := enginetest.Rand(4)
	seen := map[eval.Class]int{}
	check := func(b engine.Board) {
		c, swapped := eval.ClassOf(&b), b.Swap()
		if other := eval.ClassOf(&swapped); c != other {
			t.Fatalf("%v: %v from one side, %v from the other", b, c, other)
		}
		contact := false // some man still has to pass another, looked at one by one
		for p := 1; p <= engine.Bar; p++ {
			for q := 1; q <= engine.Bar; q++ {
				contact = contact || b.Own[p] > 0 && b.Opp[q] > 0 && p > 25-q
			}
		}
		want := eval.Race
		if b.Over() {
			want = eval.Finished
		} else if contact {
			want = eval.Contact
		}
		if c != want {
			t.Fatalf("%v is %v, want %v", b, c, want)
		}
		seen[c]++
	}
	for range 10_000 {
		check(enginetest.SetUp(r))
	}
	n := 0
	for b := range enginetest.Reachable(5) {
		check(b)
		if n++; n == 10_000 {
			break
		}
	}
	check(enginetest.Board("", "6:15"))
	for c := range eval.Class(eval.Classes) {
		if seen[c] == 0 {
			t.Errorf("no position was %v", c)
		}
	}
	if eval.Finished.String() != "finished" || eval.Race.String() != "race" || eval.Contact.String() != "contact" {
		t.Error("a class has another name")
	}
}
