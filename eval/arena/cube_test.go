package arena

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
	"tavla/eval"
	"tavla/eval/bot"
	"tavla/eval/cube"
)

// withCube is a Cube judged by the model at its usual.
func withCube(match int, rules engine.Rules) *Cube {
	return &Cube{Match: match, Rules: rules, Judge: cube.Options{MET: cube.Standard(), Efficiency: cube.Usual()}}
}

// cubist is safe or bold with the cube.
func cubist(name string, s simple) Player {
	return Player{name, func() (bot.Bot, error) {
		o := cube.Options{MET: cube.Standard(), Efficiency: cube.Usual()}
		return bot.NewCubeful(bot.NewEvaluator(s), cube.New(s, o)), nil
	}}
}

var safeCubist, boldCubist = cubist("safe", simple{4, 6}), cubist("bold", simple{1, 3})

// reckless doubles, takes and raises at random, from a seed of its own.
type reckless struct {
	*bot.Random
	dice *bot.Random
}

func newReckless() (bot.Bot, error) { return reckless{bot.NewRandom(0), bot.NewRandom(1)}, nil }

func (r reckless) NewGame(seed uint64) {
	r.Random.NewGame(seed)
	r.dice.NewGame(^seed)
}

// one reports a chance of one in n.
func (r reckless) one(n int) bool {
	i, _ := r.dice.ChoosePlay(context.Background(), bot.Decision{Plays: make([]engine.Play, n)})
	return i == 0
}

func (r reckless) ChooseAction(_ context.Context, s engine.State) (engine.Action, error) {
	switch {
	case s.Awaits() == engine.ToRoll && r.one(30):
		return engine.ActDouble, nil
	case s.Awaits() == engine.ToRoll:
		return engine.ActRoll, nil
	case s.MayBeaver() && r.one(3):
		return engine.ActBeaver, nil
	case s.MayRaccoon() && r.one(2):
		return engine.ActRaccoon, nil
	case r.one(4):
		return engine.ActPass, nil
	}
	return engine.ActTake, nil
}

// games are what is played with the cube: one sort of game each.
var games = map[string]*Cube{
	"money":                       withCube(0, engine.Rules{}),
	"money with every rule":       withCube(0, engine.Rules{Jacoby: true, Beavers: true, AutomaticDoubles: 2}),
	"matches to one point":        withCube(1, engine.Rules{}),
	"matches, one a Crawford one": withCube(3, engine.Rules{}),
}

func TestLuckHasMeanZeroHoweverTheCubeIsTurnedAndHoweverWrongTheJudge(t *testing.T) {
	biased := func() (eval.Evaluator, error) { return simple{40, -3}, nil }
	for name, c := range games {
		config := Config{Games: 2, Cube: c, MaxPlies: 30, Luck: biased, Seed: 4}
		config.A, config.B = Player{"reckless", newReckless}, Player{"another", newReckless}
		w, err := newWorker(&config)
		if err != nil {
			t.Fatal(err)
		}
		var luck []float64
		for i := range 50 {
			var p pair
			c, err := w.contest(t.Context(), i, i%2, &p)
			if err != nil {
				t.Fatal(err)
			}
			luck = append(luck, c.luck)
		}
		f := figure(luck)
		t.Logf("%s: luck %+.3f ± %.3f", name, f.Mean, f.CI95)
		if math.Abs(f.Mean) > 1.5*f.CI95 {
			t.Errorf("%s: luck has mean %+v", name, f)
		}
	}
}

// ending plays a small ending out, in every way that the dice can fall, by players
// who double when they may and pass every other double; it returns the means of
// result and luck for player 0, in points.
func ending(t *testing.T, l luckJudge, s engine.State, doubles int) (result, luck float64) {
	t.Helper()
	if g, err := engine.GameFromState(s); err == nil && g.MayDouble() && doubles < 3 {
		if err := g.Double(); err != nil {
			t.Fatal(err)
		}
		if doubles == 2 {
			return float64((1 - 2*s.Roller) * s.Cube.Value), 0
		}
		if err := g.Take(); err != nil {
			t.Fatal(err)
		}
		return ending(t, l, g.State(), doubles+1)
	}
	for _, r := range engine.Rolls() {
		part := float64(r.Chances()) / 36
		v, err := l.roll(t.Context(), s, r)
		if err != nil {
			t.Fatal(err)
		}
		luck += part * v * float64(1-2*s.Roller)
		g, err := engine.GameFromState(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Roll(r); err != nil {
			t.Fatal(err)
		}
		plays := g.Plays()
		if err := g.Play(plays[len(plays)-1]); err != nil { // a bad one
			t.Fatal(err)
		}
		if won, over := g.Result(); over {
			result += part * float64((1-2*won.Winner)*won.Points)
			continue
		}
		below, lucky := ending(t, l, g.State(), doubles)
		result += part * below
		luck += part * lucky
	}
	return result, luck
}

func TestOverAllDiceOfASmallEndingLuckIsNothing(t *testing.T) {
	l := newCubeLuck(simple{40, -3}, withCube(0, engine.Rules{}).Judge)
	s := engine.State{
		Board: enginetest.Board("1:1 4:1", "2:1 3:1"), Phase: engine.Playing,
		Cube: engine.Cube{Value: 1, Owner: engine.Centred},
	}
	result, luck := ending(t, l, s, 0)
	if math.Abs(luck) > 1e-12 || result == 0 {
		t.Errorf("the mean result is %v, and the mean luck %g", result, luck)
	}
}

func TestWithTheCubeTheSameSeedGivesTheSameResult(t *testing.T) {
	for name, c := range games {
		run := func(workers int) Result {
			r, err := Run(t.Context(), Config{
				A: safeCubist, B: Player{"reckless", newReckless}, Games: 6, Seed: 5,
				Cube: c, MaxPlies: 120, Luck: bySimple, Workers: workers,
			})
			if err != nil {
				t.Fatal(err)
			}
			r.Speed = Speed{}
			return r
		}
		if one, three := run(1), run(3); !reflect.DeepEqual(one, three) {
			t.Errorf("%s: with one worker %+v, with three %+v", name, one, three)
		} else if one.Match != c.Match || one.Games < 6 && one.Stopped == 0 || one.Stake == nil || (one.PerStake == nil) != (c.Match > 0) {
			t.Errorf("%s: %+v", name, one)
		}
	}
}

func TestWithTheCubeABotAgainstItselfIsEven(t *testing.T) {
	for name, c := range games {
		r, err := Run(t.Context(), Config{A: safeCubist, B: safeCubist, Games: 4, Seed: 2, Cube: c, Luck: bySimple})
		if err != nil {
			t.Fatal(err)
		}
		even := 0.0
		if c.Match > 0 {
			even = 0.5
		}
		if r.PointsPerGame.Mean != 0 || r.Wins != (Figure{0.5, 0}) || math.Abs(r.LuckAdjusted.Mean-even) > 1e-12 {
			t.Errorf("%s: %+v, luck-adjusted %+v", name, r, *r.LuckAdjusted)
		}
	}
}

func TestPlainAndAdjustedAgreeWithTheCube(t *testing.T) {
	r, err := Run(t.Context(), Config{A: boldCubist, B: safeCubist, Games: 60, Seed: 3, Cube: games["money"], Luck: bySimple})
	if err != nil {
		t.Fatal(err)
	}
	plain, adjusted := r.PointsPerGame, *r.LuckAdjusted
	t.Logf("plain %+.3f ± %.3f, adjusted %+.3f ± %.3f, stake %.2f", plain.Mean, plain.CI95, adjusted.Mean, adjusted.CI95, r.Stake.Mean)
	if math.Abs(plain.Mean-adjusted.Mean) > plain.CI95+adjusted.CI95 || adjusted.CI95 >= plain.CI95 {
		t.Errorf("plain %+v, adjusted %+v", plain, adjusted)
	}
}

func TestBotsWithoutCubeKnowledgeNeverDoubleButTake(t *testing.T) {
	r, err := Run(t.Context(), Config{A: safe, B: bold, Games: 4, Seed: 1, Cube: games["money"]})
	if err != nil {
		t.Fatal(err)
	}
	if *r.Stake != (Figure{1, 0}) {
		t.Errorf("between two of them the stake is %+v", *r.Stake)
	}
	r, err = Run(t.Context(), Config{A: safeCubist, B: safe, Games: 10, Seed: 1, Cube: games["money"]})
	if err != nil {
		t.Fatal(err)
	}
	if r.Stake.Mean <= 1 || r.Stake.Mean > 2 {
		t.Errorf("against one of them the stake is %+v", *r.Stake)
	}
}

func TestTiesOfTheOpeningDoubleTheStakeIfTheRulesSaySo(t *testing.T) {
	r, err := Run(t.Context(), Config{A: random, B: random, Games: 60, Seed: 1, MaxPlies: 1, Cube: withCube(0, engine.Rules{AutomaticDoubles: 1})})
	if err != nil {
		t.Fatal(err)
	}
	if r.Stake.Mean < 1.05 || r.Stake.Mean > 1.35 { // one throw of six is a tie
		t.Errorf("the stake is %+v", *r.Stake)
	}
}

func TestAMatchEndsWithAGameThatIsStopped(t *testing.T) {
	c := Config{A: safe, B: random, Games: 4, Seed: 1, MaxPlies: 10, Cube: withCube(5, engine.Rules{}), Luck: bySimple}
	r, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if r.Stopped != 4 || r.Games != 0 || r.Pairs != 2 || r.Partial || r.Wins.Mean <= 0.5 || r.Wins.Mean >= 1 || !math.IsNaN(r.PointsPerGame.Mean) {
		t.Errorf("%+v", r)
	}
}

// absurd answers everything alike.
type absurd struct {
	bot.Bot
	action engine.Action
}

func (a absurd) ChooseAction(context.Context, engine.State) (engine.Action, error) {
	return a.action, nil
}

func TestAnActionAgainstTheRulesLosesThePlayer(t *testing.T) {
	for action, hint := range map[engine.Action]string{
		engine.ActTake: "take refused: no double has been offered",
		engine.ActPlay: `it answers with "play"`,
		"":             `it answers with ""`,
	} {
		b := Player{"absurd", func() (bot.Bot, error) { return absurd{bot.Pip{}, action}, nil }}
		r, err := Run(t.Context(), Config{A: safe, B: b, Games: 2, Seed: 1, Workers: 1, Cube: withCube(3, engine.Rules{})})
		if err == nil || !strings.Contains(err.Error(), "player B (absurd) is lost: "+hint) || !strings.Contains(err.Error(), "match 1 of 2: game 1 of the match: ply ") {
			t.Errorf("error %v does not say %s", err, hint)
		}
		if !r.Partial || r.Lost != 1 {
			t.Errorf("%+v", r)
		}
	}
}

func TestGamesThatCannotBePlayedAreExplained(t *testing.T) {
	for hint, c := range map[string]*Cube{
		"matches to -1":                          {Match: -1},
		"matches to 65; from 1 point to 64":      {Match: 65},
		"the Jacoby rule is for money play":      {Match: 3, Rules: engine.Rules{Jacoby: true}},
		"-1 automatic doubles: the limit is 0 o": {Rules: engine.Rules{AutomaticDoubles: -1}},
	} {
		if _, err := Run(t.Context(), Config{A: pip, B: pip, Games: 2, Cube: c}); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("error %v does not say %q", err, hint)
		}
	}
}

func TestARatioHasTheIntervalOfWhatItsPartsDifferBy(t *testing.T) {
	if f := ratio([]float64{2, 4, 6}, []float64{1, 2, 3}); f != (Figure{2, 0}) {
		t.Errorf("parts that are all alike have %+v", f)
	}
	of := []float64{2, 2, 2}
	if f, want := ratio([]float64{2, 4, 6}, of), figure([]float64{1, 2, 3}); math.Abs(f.Mean-want.Mean) > 1e-12 || math.Abs(f.CI95-want.CI95) > 1e-12 {
		t.Errorf("%+v, not %+v", f, want)
	}
	if f := ratio(nil, nil); !math.IsNaN(f.Mean) {
		t.Errorf("of nothing it is %+v", f)
	}
}
