package rollout

import (
	"context"
	"math"
	"sync"
	"testing"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/bearoff"
	"tavla/eval/cube"
)

// tables are computed once for all tests.
var tables = sync.OnceValue(func() *bearoff.Tables {
	t, err := bearoff.Build(context.Background(), 2, nil)
	if err != nil {
		panic(err)
	}
	return t
})

// byTables judges endings by the tables.
type byTables struct{ *bearoff.Tables }

func (t byTables) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		dst[i], _ = t.Lookup(&boards[i])
	}
}

// inMoney is a state of a money game, player 0 on roll.
func inMoney(b engine.Board, owner int, rules engine.Rules) engine.State {
	c := engine.Cube{Value: 2, Owner: owner}
	if owner == engine.Centred {
		c.Value = 1
	}
	return engine.State{Board: b, Phase: engine.Playing, Cube: c, Rules: rules}
}

// inMatch is a state of a match in which the players need so many points.
func inMatch(b engine.Board, away0, away1 int, c engine.Cube, crawford bool) engine.State {
	n := max(away0, away1)
	return engine.State{Board: b, Phase: engine.Playing, Cube: c,
		Score: engine.Score{Length: n, Points: [2]int{n - away0, n - away1}, Crawford: crawford}}
}

var centred = engine.Cube{Value: 1, Owner: engine.Centred}

// withCube are options for games with the cube judged by rough.
func withCube(s Settings, games int) Options {
	o := quick(s, games)
	o.Cubeful = &Cubeful{Judge: cube.Options{MET: cube.Compute(9, assumptions), Efficiency: cube.Usual()}}
	return o
}

var assumptions = cube.Assumptions{Gammons: 0.26, Backgammons: 0.01, Efficiency: 0.6}

// policy goes through all that can come of a state when both sides follow a Judge,
// by the rules of engine.Game. It is a second way to what rollouts find by chance.
type policy struct {
	t     *testing.T
	judge *cube.Judge
	met   *cube.MET
	known map[engine.State]float64
}

func newPolicy(t *testing.T, o Options) *policy {
	return &policy{t, cube.New(o.NewEvaluator(), o.Cubeful.Judge), o.Cubeful.Judge.MET, map[engine.State]float64{}}
}

func (p *policy) must(err error) {
	if err != nil {
		p.t.Fatal(err)
	}
}

// value is what a state before the roll is worth to player 0, in points or as twice
// the chance to win the match less one; with ask, the player on roll may double.
func (p *policy) value(s engine.State, ask bool) float64 {
	if r, over := s.Result(); over {
		return p.result(s, r)
	}
	if ask {
		if v, ok := p.known[s]; ok {
			return v
		}
	}
	v := p.throw(p.double(s, ask))
	if ask {
		p.known[s] = v
	}
	return v
}

func (p *policy) result(s engine.State, r engine.Result) float64 {
	v := float64(r.Points)
	if s.Score.Length > 0 {
		v = 2*p.met.Winning(s.Score.After(r), r.Winner) - 1
	}
	if r.Winner == 1 {
		return -v
	}
	return v
}

// double is the state after the question whether to double.
func (p *policy) double(s engine.State, ask bool) engine.State {
	g, err := engine.GameFromState(s)
	p.must(err)
	if !ask || !g.MayDouble() {
		return s
	}
	d, err := p.judge.Decide(context.Background(), s)
	p.must(err)
	if !d.Verdict.Doubles() {
		return s
	}
	p.must(g.Double())
	answer, err := p.judge.Answer(context.Background(), g.State())
	p.must(err)
	switch answer {
	case cube.Pass:
		p.must(g.Pass())
	case cube.Raise:
		p.must(g.Beaver())
		p.must(g.Take())
	default:
		p.must(g.Take())
	}
	return g.State()
}

// throw is the mean over all rolls, or the result of a pass.
func (p *policy) throw(s engine.State) float64 {
	if r, over := s.Result(); over {
		return p.result(s, r)
	}
	sum := 0.0
	for _, roll := range engine.Rolls() {
		g, err := engine.GameFromState(s)
		p.must(err)
		p.must(g.Roll(roll))
		if plays := g.Plays(); len(plays) == 0 {
			p.must(g.LoseTurn())
		} else {
			p.must(g.Play(plays[p.best(s, plays)]))
		}
		sum += float64(roll.Chances()) / 36 * p.value(g.State(), true)
	}
	return sum
}

func (p *policy) best(s engine.State, plays []engine.Play) (first int) {
	worths := make([]cube.Worth, len(plays))
	p.must(p.judge.Plays(context.Background(), worths, s, plays))
	for i, w := range worths {
		f := worths[first]
		if w.Equity > f.Equity || w.Equity == f.Equity && w.Outcome.Equity() > f.Outcome.Equity() {
			first = i
		}
	}
	return first
}

// matters are states in which the cube matters in different ways.
func matters() map[string]engine.State {
	short, gammon, other := endings["four men against three"], endings["a gammon in the balance"], endings["a gammon for the other"]
	behind := endings["three men behind"]
	jacoby := engine.Rules{Jacoby: true}
	return map[string]engine.State{
		"money, centred":              inMoney(short, engine.Centred, engine.Rules{}),
		"money, own":                  inMoney(short, 0, engine.Rules{}),
		"money, opponent's":           inMoney(short, 1, engine.Rules{}),
		"money, gammons":              inMoney(gammon, 0, engine.Rules{}),
		"Jacoby":                      inMoney(gammon, engine.Centred, jacoby),
		"Jacoby, for the other":       inMoney(other, engine.Centred, jacoby),
		"beavers":                     inMoney(behind, engine.Centred, engine.Rules{Beavers: true}),
		"2 away each":                 inMatch(short, 2, 2, centred, false),
		"5 away, 3 away":              inMatch(gammon, 5, 3, centred, false),
		"3 away, 7 away, own":         inMatch(behind, 3, 7, engine.Cube{Value: 2, Owner: 0}, false),
		"4 away each, opponent's":     inMatch(other, 4, 4, engine.Cube{Value: 2, Owner: 1}, false),
		"a dead cube":                 inMatch(short, 2, 5, engine.Cube{Value: 2, Owner: 0}, false),
		"the Crawford game":           inMatch(gammon, 1, 3, centred, true),
		"post-Crawford, behind":       inMatch(behind, 4, 1, centred, false),
		"post-Crawford, ahead":        inMatch(short, 1, 3, centred, false),
		"double match point":          inMatch(short, 1, 1, centred, false),
		"a cube that wins for either": inMatch(gammon, 2, 2, engine.Cube{Value: 2, Owner: 1}, false),
	}
}

func TestCubefulRolloutsComeToWhatFollowingTheJudgeIsWorth(t *testing.T) {
	for name, s := range matters() {
		for _, c := range []struct {
			name      string
			candidate Candidate
			games     int
			settings  Settings
		}{
			{"plain", Game(s), block / 2, Settings{Seed: 1}},
			{"stratified", Game(s), block, Settings{Seed: 2, Stratify: true}},
			{"less luck", Game(s), block / 12, Settings{Seed: 3, Luck: true, Stratify: true}},
			{"no double first", Candidate{State: s, Start: Throws}, block, Settings{Seed: 4, Stratify: true}},
		} {
			o := withCube(c.settings, c.games)
			p := newPolicy(t, o)
			value := p.value(s, c.candidate.Start == Decides)
			want := value / float64(s.Cube.Value)
			if s.Score.Length > 0 {
				stakes, err := cube.NewStakes(s, p.met)
				p.must(err)
				want = stakes.Normalised(value, 0)
			}
			f := mustRun(t, o, c.candidate).Candidates[0]
			if off := math.Abs(f.Equity - want); off > 4*f.StandardError+1e-6 {
				t.Errorf("%s, %s: equity %+.4f ± %.4f, not %+.4f", name, c.name, f.Equity, f.StandardError, want)
			}
			if s.Score.Length > 0 && math.Abs(f.Winning-(1+value)/2) > 4*f.WinningError+1e-6 {
				t.Errorf("%s, %s: wins the match %.4f ± %.4f, not %.4f", name, c.name, f.Winning, f.WinningError, (1+value)/2)
			}
			if s.Score.Length == 0 && (f.Winning != 0 || f.WinningError != 0) {
				t.Errorf("%s, %s: a chance of %v to win no match", name, c.name, f.Winning)
			}
		}
	}
}

// sixEach is known to the tables, and plays matter in it.
var sixEach = engine.Board{Own: side(1, 2, 0, 1, 1, 1), Opp: side(2, 1, 1, 1, 0, 1)}

// exactly are options for money games that are played and doubled by the tables.
func exactly(s Settings, games int) Options {
	return Options{Settings: s, Games: games, NewEvaluator: func() eval.Evaluator { return byTables{tables()} },
		Cubeful: &Cubeful{Judge: cube.Options{Exact: tables(), Efficiency: cube.Usual()}}}
}

func TestByTheTablesRolloutsComeToTheExactCubefulValues(t *testing.T) {
	for name, b := range map[string]engine.Board{
		"a man on the 6-point each": endings["a man on the 6-point each"],
		"two men against two":       endings["two men against two"],
		"six men against six":       sixEach,
		"six men on the ace-point":  {Own: side(6), Opp: side(6)},
		"six men on the 6-point":    {Own: side(0, 0, 0, 0, 0, 6), Opp: side(0, 0, 0, 0, 0, 6)},
	} {
		own, none, opponents, ok := tables().Cubeful(&b)
		if !ok {
			t.Fatalf("%s is not known", name)
		}
		outcome, _ := tables().Lookup(&b)
		for owner, want := range map[int]float32{0: own, engine.Centred: none, 1: opponents} {
			c := Candidate{State: inMoney(b, owner, engine.Rules{}), Start: Throws}
			f := mustRun(t, exactly(Settings{Seed: 1, Stratify: true}, block), c).Candidates[0]
			if math.Abs(f.Equity-float64(want)) > 4*f.StandardError+1e-6 {
				t.Errorf("%s, cube of %d: equity %+.4f ± %.4f, not %+.4f", name, owner, f.Equity, f.StandardError, want)
			}
			f = mustRun(t, exactly(Settings{Seed: 2, Luck: true}, 36), c).Candidates[0]
			if f.StandardError > 1e-6 || math.Abs(f.Equity-float64(want)) > 1e-5 {
				t.Errorf("%s, cube of %d, less luck: equity %+.7f ± %g, not %+.7f", name, owner, f.Equity, f.StandardError, want)
			}
			// Plays with the cube are rarely not those without it.
			if math.Abs(float64(f.Outcome.Win-outcome.Win)) > 0.005 {
				t.Errorf("%s, cube of %d: wins %.4f, not %.4f", name, owner, f.Outcome.Win, outcome.Win)
			}
			f = mustRun(t, exactly(Settings{Stratify: true, Truncate: 2}, block), c).Candidates[0]
			if math.Abs(f.Equity-float64(want)) > 1e-5 { // all pairs of rolls once
				t.Errorf("%s, cube of %d, cut off: equity %+.7f, not %+.7f", name, owner, f.Equity, want)
			}
		}
	}
}

func TestTheFiguresOfACubefulPlayAreThePlayers(t *testing.T) {
	s := inMoney(sixEach, engine.Centred, engine.Rules{})
	s.Roll = engine.Roll{6, 1}
	var g engine.Generator
	plays := g.Plays(s.Board, s.Roll)
	var candidates []Candidate
	for i := range plays {
		candidates = append(candidates, GameAfter(s, &plays[i]))
	}
	worths := make([]cube.Worth, len(plays))
	j := cube.New(byTables{tables()}, cube.Options{Exact: tables(), Efficiency: cube.Usual()})
	if err := j.Plays(context.Background(), worths, s, plays); err != nil {
		t.Fatal(err)
	}
	for _, f := range mustRun(t, exactly(Settings{Luck: true}, 36), candidates...).Candidates {
		if want := worths[f.Index].Equity; math.Abs(f.Equity-want) > 1e-5 {
			t.Errorf("play %d: equity %+.6f, not %+.6f", f.Index, f.Equity, want)
		}
	}
}

func TestAPlayThatEndsTheGameIsCountedByTheCube(t *testing.T) {
	b := engine.Board{Own: side(1), Opp: engine.Side{6: 15}}
	for owner, want := range map[int]float64{engine.Centred: 1, 0: 2} {
		s := inMoney(b, owner, engine.Rules{Jacoby: true})
		s.Roll = engine.Roll{6, 5}
		var g engine.Generator
		c := GameAfter(s, &g.Plays(b, s.Roll)[0])
		f := mustRun(t, withCube(Settings{Luck: true}, 10), c).Candidates[0]
		if f.Equity != want || f.StandardError != 0 || f.Outcome.WinGammon != 1 {
			t.Errorf("cube of %d: %+v", owner, f)
		}
	}
}
