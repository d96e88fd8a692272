package rollout

import (
	"context"
	"math"
	"testing"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/search"
	"tavla/eval/static"
	"tavla/nnet"
	"tavla/weights"
)

// shipped makes evaluators of the nets inside the program.
func shipped(tb testing.TB) func() eval.Evaluator {
	f, err := nnet.Decode(weights.Net())
	if err != nil {
		tb.Fatal(err)
	}
	m, err := static.NewModel(f)
	if err != nil {
		tb.Fatal(err)
	}
	return func() eval.Evaluator { return m.NewEvaluator() }
}

// midgame is in full contact, both sides with men behind.
var midgame = engine.Board{
	Own: engine.Side{4: 2, 5: 2, 6: 4, 8: 3, 13: 2, 18: 1, 24: 1},
	Opp: engine.Side{5: 3, 6: 4, 8: 3, 13: 3, 24: 2},
}

func TestTakingOutTheLuckIsWorthFarMoreGames(t *testing.T) {
	o := Options{Settings: Settings{Seed: 1, Stratify: true, Luck: true}, Games: 48, NewEvaluator: shipped(t)}
	f := mustRun(t, o, Position(midgame)).Candidates[0]
	factor := math.Pow(f.PlainError/f.StandardError, 2)
	t.Logf("equity %+.4f ± %.4f, with the luck left in ± %.4f: as good as %.1f times the games", f.Equity, f.StandardError, f.PlainError, factor)
	if factor < 2 {
		t.Errorf("it is worth only %.2f times the games", factor)
	}
	o.Luck, o.Games = false, 216
	plain := mustRun(t, o, Position(midgame)).Candidates[0]
	t.Logf("plain, %d games: %+.4f ± %.4f", plain.Games, plain.Equity, plain.StandardError)
	if math.Abs(plain.Equity-f.Equity) > 4*math.Hypot(plain.StandardError, f.StandardError) {
		t.Errorf("equity %+.4f ± %.4f, but plain %+.4f ± %.4f", f.Equity, f.StandardError, plain.Equity, plain.StandardError)
	}
}

func TestADeepSearchCanPlayTheGames(t *testing.T) {
	newEvaluator := shipped(t)
	o := Options{Settings: Settings{Seed: 1, Truncate: 2}, Games: 3, NewEvaluator: newEvaluator,
		NewPlayer: func() Player { return search.NewDeep(search.Options{Plies: 1, NewEvaluator: newEvaluator}) }}
	if f := mustRun(t, o, Position(midgame)).Candidates[0]; f.Games != 3 {
		t.Errorf("%+v", f)
	}
}

func benchmarkGames(b *testing.B, s Settings) {
	s.Stratify = true
	o := Options{Settings: s, Games: b.N, NewEvaluator: shipped(b)}
	r, err := New([]Candidate{Position(midgame)}, o)
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	if err := r.Run(context.Background(), 1, nil); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

func BenchmarkGames(b *testing.B)         { benchmarkGames(b, Settings{}) }
func BenchmarkGamesLessLuck(b *testing.B) { benchmarkGames(b, Settings{Luck: true}) }
func BenchmarkGamesOf8PliesLessLuck(b *testing.B) {
	benchmarkGames(b, Settings{Luck: true, Truncate: 8})
}
