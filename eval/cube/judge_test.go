package cube

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/search"
)

// plain judges one state of the cube at a time by looking ahead: a second and
// simpler way to what a Judge finds for all of them at once.
type plain struct {
	met      *MET
	evaluate eval.Evaluator
	x        Efficiencies
}

// leaf is the model's value to the player on roll in s.
func (p plain) leaf(s engine.State) float64 {
	var o [1]eval.Outcome
	p.evaluate.Evaluate(o[:], []engine.Board{s.Board})
	stakes, err := NewStakes(s, p.met)
	if err != nil {
		panic(err)
	}
	c := chancesOf(&o[0], s.Roller)
	if s.Board.Over() {
		return stakes.final(0, &c, s.Roller)
	}
	var m model
	m.set(stakes, &c)
	return m.value(0, s.Roller, p.x.at(&s.Board).with(s.Cube, s.Roller))
}

// throw is the value to the player on roll who does not double.
func (p plain) throw(s engine.State, plies int) float64 {
	if plies == 0 || s.Board.Over() {
		return p.leaf(s)
	}
	var g engine.Generator
	sum := 0.0
	for one := uint8(1); one <= 6; one++ {
		for two := uint8(1); two <= 6; two++ {
			boards := []engine.Board{}
			for _, play := range g.Plays(s.Board, engine.Roll{one, two}.Sorted()) {
				boards = append(boards, play.Board.Swap())
			}
			if len(boards) == 0 {
				boards = append(boards, s.Board.Swap())
			}
			best, least := 0, 0.0
			for i, b := range boards {
				after := s
				after.Board, after.Roller, after.Turn = b, 1-s.Roller, 1-s.Roller
				if v := p.choose(after, 0); i == 0 || v < least {
					best, least = i, v
				}
			}
			next := s
			next.Board, next.Roller, next.Turn = boards[best], 1-s.Roller, 1-s.Roller
			sum -= p.choose(next, plies-1)
		}
	}
	return sum / 36
}

// choose is the value to the player on roll who may double.
func (p plain) choose(s engine.State, plies int) float64 {
	v := p.throw(s, plies)
	if s.Board.Over() || !s.MayDouble() {
		return v
	}
	take, pass := p.double(s, plies), 1.0
	if s.Score.Length > 0 {
		pass = 2*p.met.Winning(s.Score.After(engine.Result{Winner: s.Roller, Points: s.Cube.Value}), s.Roller) - 1
	}
	if take >= v && pass >= v {
		return min(take, pass)
	}
	return v
}

func (p plain) double(s engine.State, plies int) float64 {
	up := s
	up.Cube = engine.Cube{Value: 2 * s.Cube.Value, Owner: 1 - s.Roller}
	v := p.throw(up, plies)
	if s.Score.Length > 0 {
		return v
	}
	v *= 2
	if s.Rules.Beavers && v < 0 {
		v *= 2
	}
	return v
}

func TestLookingAheadIsWhatASlowSearchOfEachCubeFinds(t *testing.T) {
	met := Compute(15, standard())
	check := func(name string, s engine.State, plies int) {
		t.Run(name, func(t *testing.T) {
			j := New(counter{}, Options{MET: met, Efficiency: Usual(), Plies: plies})
			d := decide(t, j, s)
			p := plain{met, counter{}, Usual()}
			stakes, _ := NewStakes(s, met)
			near(t, "no double", d.NoDouble, stakes.Normalised(p.throw(s, plies), s.Roller), 1e-9)
			kept := d.DoubleTake
			if d.Verdict.Beaver {
				kept = d.DoubleBeaver
			}
			near(t, "double, take or beaver", kept, stakes.Normalised(p.double(s, plies), s.Roller), 1e-9)
			near(t, "double, pass", d.DoublePass, 1, 1e-9)
		})
	}
	boards := middleGames(t)
	if testing.Short() {
		boards = boards[3:6]
	}
	for i, b := range boards {
		check(fmt.Sprint("money, centred ", i), money(b, engine.Centred, engine.Rules{}), 1)
		check(fmt.Sprint("money, owned ", i), money(b, 0, engine.Rules{}), 1)
		check(fmt.Sprint("Jacoby and beavers ", i), money(b, engine.Centred, engine.Rules{Jacoby: true, Beavers: true}), 1)
		check(fmt.Sprint("match ", i), match(b, 2+i%5, 2+i*3%7), 1)
	}
	other := match(position(t, "4t42AEC2rUQBBg"), 5, 4)
	other.Roller, other.Turn, other.Cube = 1, 1, engine.Cube{Value: 2, Owner: 1}
	check("match, the other player redoubles", other, 1)
	if testing.Short() {
		return
	}
	check("money, two plies", money(position(t, "u/UGCAB5BgAAAA"), engine.Centred, engine.Rules{}), 2)
	check("match, two plies", match(position(t, "u/UGCAB5BgAAAA"), 4, 3), 2)
}

// exactly makes the small table of endings the Exact of a Judge.
type exactly struct{ *ending }

func (e exactly) Cubeful(b *engine.Board) (own, centred, opponents float32, ok bool) {
	v, ok := e.of(b)
	return float32(v.own), float32(v.centred), float32(v.opponent), ok
}

func TestLookingAheadFromExactLeavesIsExact(t *testing.T) {
	e := newEnding(3)
	for plies := range 3 {
		j := New(e, Options{Efficiency: Usual(), Exact: exactly{e}, Plies: plies})
		for i := 1; i < len(e.states); i += 17 {
			for k := 1; k < len(e.states); k += 23 {
				v, b := e.values[i][k], e.board(i, k)
				centred := decide(t, j, money(b, engine.Centred, engine.Rules{}))
				near(t, "a centred cube", centred.NoDouble, v.centred, 1e-6)
				near(t, "a double", centred.DoubleTake, 2*v.opponent, 1e-6)
				owned := decide(t, j, money(b, 0, engine.Rules{}))
				near(t, "a cube owned", owned.NoDouble, v.own, 1e-6)
				near(t, "the chance to win", float64(owned.Outcome.Win), v.win, 1e-6)
			}
		}
	}
}

func TestTheModelDoublesShortEndingsAlmostExactly(t *testing.T) {
	men := 4
	if testing.Short() {
		men = 3
	}
	e := newEnding(men)
	j := New(e, Options{Efficiency: Usual()})
	for _, owner := range []int{engine.Centred, 0} {
		loss, n := 0.0, 0
		for i := 1; i < len(e.states); i++ {
			for k := 1; k < len(e.states); k++ {
				v := e.values[i][k]
				still, doubled := v.centred, min(1, 2*v.opponent)
				if owner == 0 {
					still = v.own
				}
				if gain := doubled - still; gain < 0.16 && gain > -0.16 {
					n++
					if d := decide(t, j, money(e.board(i, k), owner, engine.Rules{})); d.Verdict.Doubles() != (gain >= 0) {
						loss += max(gain, -gain)
					}
				}
			}
		}
		t.Logf("owner %d: %d states near the window, mean loss %.5f", owner, n, loss/float64(n))
		if loss/float64(n) > 0.010 {
			t.Errorf("owner %d: decisions near the doubling window lose %.5f on average, above 0.010", owner, loss/float64(n))
		}
	}
}

// guesser guesses what its evaluator judges.
type guesser struct{ eval.Evaluator }

func (g guesser) Guess(dst []eval.Outcome, boards []engine.Board, _ *engine.Board) bool {
	g.Evaluate(dst, boards)
	return true
}

// worst guesses that the best is the worst.
type worst struct{ eval.Evaluator }

func (w worst) Guess(dst []eval.Outcome, boards []engine.Board, _ *engine.Board) bool {
	w.Evaluate(dst, boards)
	for i := range dst {
		dst[i] = dst[i].Invert()
	}
	return true
}

// At every score: where gammons count nothing, or four times, other plays are near the
// best than by the equity of a money game.
func TestOnlyWrongGuessesChangeWhatASearchWithTheCubeFinds(t *testing.T) {
	met := Compute(15, standard())
	harmed := map[string]int{}
	for i, b := range middleGames(t)[:4] {
		for name, s := range map[string]engine.State{
			"money": money(b, engine.Centred, engine.Rules{Jacoby: true}), "owned": money(b, 0, engine.Rules{}),
			"short": match(b, 2, 2), "gammons win": match(b, 2, 9), "long": match(b, 11, 8),
		} {
			o := Options{MET: met, Efficiency: Usual(), Plies: 1}
			all := decide(t, New(guesser{counter{}}, o), s)
			o.Guess = search.Normal().Guess
			if right := decide(t, New(guesser{counter{}}, o), s); right != all {
				t.Errorf("%s %d: %+v, and with right guesses %+v", name, i, all, right)
			}
			if wrong := decide(t, New(worst{counter{}}, o), s); wrong != all {
				harmed[name]++
			}
		}
	}
	if len(harmed) < 5 {
		t.Errorf("wrong guesses changed %v", harmed)
	}
}

// replies are those of every roll, in the order of engine.Rolls.
func replies(t *testing.T, j *Judge, s engine.State) (of [21][]engine.Play) {
	t.Helper()
	plays, ends, err := j.Replies(nil, s)
	if err != nil {
		t.Fatal(err)
	}
	from := 0
	for i, end := range ends {
		of[i], from = plays[from:end], end
	}
	if from != len(plays) {
		t.Errorf("%d plays, and ends at %d", len(plays), from)
	}
	return of
}

func TestRepliesAreThoseWorthJudgingOfEveryRoll(t *testing.T) {
	b := position(t, "4t42AEC2rUQBBg")
	s := money(b, engine.Centred, engine.Rules{})
	for guess, want := range map[search.Cut]int{{}: 0, {Most: 1}: 1, {Least: 2}: 2} {
		of := replies(t, New(guesser{counter{}}, Options{Efficiency: Usual(), Guess: guess}), s)
		var g engine.Generator
		for i, roll := range engine.Rolls() {
			n := len(g.Plays(b, roll))
			switch got := len(of[i]); {
			case n == 0 && (got != 1 || of[i][0].Board != b):
				t.Errorf("%v: a lost turn is %d plays", roll, got)
			case n > 0 && want == 0 && got != n, n > 0 && want > 0 && (got < 1 || got > max(3, want)):
				t.Errorf("%v: %d of %d plays by the cut %+v", roll, got, n, guess)
			}
		}
	}
}

// daring wins more gammons the more blots the mover has, and fewer games.
type daring struct{}

func (daring) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		n := float32(blots(&boards[i].Opp))
		dst[i] = eval.Outcome{Win: 0.5 + 0.01*n, LoseGammon: 0.04 * n}
	}
}

func blots(s *engine.Side) (n int) {
	for _, men := range s[1 : engine.Bar+1] {
		if men == 1 {
			n++
		}
	}
	return n
}

// With both players two points away a gammon wins the match, and after a double it wins
// no more than a single game.
func TestRepliesThatAreBestOnceTheOpponentHasDoubledAreWorthJudging(t *testing.T) {
	s := match(middleGames(t)[0], 2, 2)
	j := New(guesser{daring{}}, Options{MET: Compute(5, standard()), Efficiency: Usual(), Guess: search.Cut{Most: 1}})
	of := replies(t, j, s)
	var g engine.Generator
	for i, roll := range engine.Rolls() {
		fewest, kept := 99, 99
		for _, p := range g.Plays(s.Board, roll) {
			fewest = min(fewest, blots(&p.Board.Own))
		}
		for _, p := range of[i] {
			kept = min(kept, blots(&p.Board.Own))
		}
		if fewest < 99 && kept > fewest {
			t.Errorf("%v: of the replies worth judging the safest has %d blots, of all %d", roll, kept, fewest)
		}
	}
}

func TestItDoesNotMatterWhichPlayerSitsWhere(t *testing.T) {
	met := Compute(15, standard())
	for plies := range 2 {
		j := New(counter{}, Options{MET: met, Efficiency: Usual(), Plies: plies})
		for i, b := range middleGames(t) {
			s := match(b, 3+i, 5)
			mirrored := match(b, 5, 3+i)
			mirrored.Roller, mirrored.Turn = 1, 1
			mine, other := decide(t, j, s), decide(t, j, mirrored)
			near(t, "no double", other.NoDouble, mine.NoDouble, 1e-9)
			near(t, "double, take", other.DoubleTake, mine.DoubleTake, 1e-9)
		}
	}
}

func TestPlaysAreJudgedWithTheCube(t *testing.T) {
	s := money(position(t, "4t42AEC2rUQBBg"), engine.Centred, engine.Rules{})
	var g engine.Generator
	s.Roll = engine.Roll{6, 1}
	plays := g.Plays(s.Board, s.Roll)[:5]
	for plies := range 2 {
		j := New(counter{}, Options{Efficiency: Usual(), Plies: plies})
		worth := make([]Worth, len(plays))
		if err := j.Plays(context.Background(), worth, s, plays); err != nil {
			t.Fatal(err)
		}
		for i := range plays {
			after := s
			after.Board, after.Roller, after.Turn, after.Roll = plays[i].Board.Swap(), 1, 1, engine.Roll{}
			p := plain{evaluate: counter{}, x: Usual()}
			near(t, "the play", worth[i].Equity, -p.choose(after, plies), 1e-9)
		}
	}
}

func TestTheLastManOffIsWorthWhatTheCubePays(t *testing.T) {
	b := engine.Board{Own: engine.Side{1: 1, engine.Off: 14}, Opp: engine.Side{6: 15}}
	var g engine.Generator
	j := New(counter{}, Options{Efficiency: Usual()})
	for _, c := range []struct {
		name string
		s    engine.State
		want float64
	}{
		{"a gammon", money(b, engine.Centred, engine.Rules{}), 2},
		{"a gammon under Jacoby", money(b, engine.Centred, engine.Rules{Jacoby: true}), 1},
		{"a gammon under Jacoby with the cube turned", money(b, 1, engine.Rules{Jacoby: true}), 2},
		{"a gammon at 1 away each", match(b, 1, 1), 1},
	} {
		c.s.Roll = engine.Roll{6, 5}
		worth := make([]Worth, 1)
		if err := j.Plays(context.Background(), worth, c.s, g.Plays(b, c.s.Roll)); err != nil {
			t.Fatal(err)
		}
		near(t, c.name, worth[0].Equity, c.want, 1e-9)
	}
}

func TestAnInterruptedSearchSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	j := New(counter{}, Options{Efficiency: Usual(), Plies: 2})
	if _, err := j.Decide(ctx, money(engine.Start(), engine.Centred, engine.Rules{})); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// batches counts what its evaluator is asked.
type batches struct {
	eval.Evaluator
	n *int
}

func (b batches) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	*b.n++
	b.Evaluator.Evaluate(dst, boards)
}

func TestEqualRepliesAreSearchedOnce(t *testing.T) {
	closed := "1:2 2:2 3:2 4:2 5:2 6:2 8:3"
	for name, c := range map[string]struct {
		b       engine.Board
		replies int
	}{
		"no roll enters": {b: enginetest.Board("bar:1 6:5 8:4 13:5", closed), replies: 1},
		// The other die moves the man on to somewhere else each time.
		"only sixes enter": {b: enginetest.Board("bar:1", "1:3 2:3 3:3 4:3 5:3"), replies: 7},
	} {
		for what, s := range map[string]engine.State{"money": money(c.b, engine.Centred, engine.Rules{}), "match": match(c.b, 7, 5)} {
			n := 0
			decide(t, New(batches{counter{}, &n}, Options{Efficiency: Usual(), Plies: 2}), s)
			if n != 1+c.replies {
				t.Errorf("%s, %s: %d batches for %d replies", name, what, n, c.replies)
			}
		}
	}
}
