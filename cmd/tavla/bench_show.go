package main

import (
	"encoding/json"
	"fmt"
	"math"
	"text/tabwriter"

	"tavla/eval/arena"
)

// benchAnswer is a run of bot A against bot B, everything from A's side.
type benchAnswer struct {
	A             string        `json:"a"`
	B             string        `json:"b"`
	Games         int           `json:"games"`             // that were played
	Matches       *matchesJSON  `json:"matches,omitempty"` // those they belong to
	Seed          uint64        `json:"seed"`
	Partial       bool          `json:"partial"` // ended before all games were played
	Stopped       int           `json:"stopped"` // games that reached the ply limit
	Lost          int           `json:"lost"`    // games or matches begun, but in no complete pair
	PointsPerGame arena.Figure  `json:"pointsPerGame"`
	LuckAdjusted  arena.Figure  `json:"luckAdjusted"`
	Wins          arena.Figure  `json:"wins"`
	Gammons       arena.Figure  `json:"gammons"`
	Backgammons   arena.Figure  `json:"backgammons"`
	Elo           arena.Figure  `json:"elo"`
	Stake         *arena.Figure `json:"stake,omitempty"`    // with the cube only
	PerStake      *arena.Figure `json:"perStake,omitempty"` // in money games with the cube

	DecisionsPerSecond perSide `json:"decisionsPerSecond"`
}

// matchesJSON are matches, and the share of them that A won.
type matchesJSON struct {
	Length int      `json:"length"`
	Played int      `json:"played"`
	Mean   *float64 `json:"mean"`
	CI95   *float64 `json:"ci95"`
}

// perSide is a figure of either bot.
type perSide struct {
	A float64 `json:"a"`
	B float64 `json:"b"`
}

// showBench prints what came of a run, as text or JSON.
func (a *app) showBench(r arena.Result, seed uint64) error {
	answer := newBenchAnswer(r, seed)
	if a.json {
		return json.NewEncoder(a.out).Encode(answer)
	}
	return a.printBench(answer, r)
}

func newBenchAnswer(r arena.Result, seed uint64) benchAnswer {
	answer := benchAnswer{
		A: r.A, B: r.B, Games: r.Games, Seed: seed, Partial: r.Partial, Stopped: r.Stopped, Lost: r.Lost,
		PointsPerGame: r.PointsPerGame, LuckAdjusted: arena.Figure{Mean: math.NaN(), CI95: math.NaN()},
		Wins: r.Wins, Gammons: r.Gammons, Backgammons: r.Backgammons, Elo: r.Elo, Stake: r.Stake, PerStake: r.PerStake,
		DecisionsPerSecond: perSide{r.Speed.DecisionsPerSecond[0], r.Speed.DecisionsPerSecond[1]},
	}
	if r.LuckAdjusted != nil {
		answer.LuckAdjusted = *r.LuckAdjusted
	}
	if r.Match > 0 {
		answer.Matches = &matchesJSON{r.Match, 2 * r.Pairs, finite(r.Wins.Mean), finite(r.Wins.CI95)}
	}
	return answer
}

// finite is nil for what JSON has no number for.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// row is a line of the table.
type row struct {
	name  string
	f     *arena.Figure // nil: not asked for
	scale float64
	form  string // of the mean
	digit string // of the half-width
}

func (a *app) printBench(b benchAnswer, r arena.Result) error {
	of := ""
	if b.Partial {
		of = fmt.Sprintf(" of %d (partial)", r.Asked)
	}
	wins, adjusted := "wins", row{"luck adjusted", r.LuckAdjusted, 1, "%+.4f", "± %.4f"}
	if b.Matches == nil {
		fmt.Fprintf(a.out, "%s against %s: %d games%s, seed %d\n\n", b.A, b.B, b.Games, of, b.Seed)
	} else {
		fmt.Fprintf(a.out, "%s against %s: %d matches%s to %d, %d games, seed %d\n\n", b.A, b.B, b.Matches.Played, of, r.Match, b.Games, b.Seed)
		wins, adjusted = "matches won", row{"luck adjusted", r.LuckAdjusted, 100, "%.2f%%", "± %.2f%%"}
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	won := row{wins, &b.Wins, 100, "%.2f%%", "± %.2f%%"}
	rows := []row{{"points per game", &b.PointsPerGame, 1, "%+.4f", "± %.4f"}, adjusted, won}
	if b.Matches != nil {
		rows = []row{won, adjusted, rows[0]}
	}
	rows = append(rows,
		row{"gammons", &b.Gammons, 100, "%.2f%%", "± %.2f%%"},
		row{"backgammons", &b.Backgammons, 100, "%.2f%%", "± %.2f%%"},
		row{"stake", b.Stake, 1, "%.3f", "± %.3f"},
		row{"per point of stake", b.PerStake, 1, "%+.4f", "± %.4f"},
		row{"Elo", &b.Elo, 1, "%+.1f", "± %.1f"})
	for _, r := range rows {
		switch {
		case r.f == nil:
		case math.IsNaN(r.f.Mean):
			fmt.Fprintf(w, "%s\tunknown\n", r.name)
		case math.IsInf(r.f.Mean, 0):
			fmt.Fprintf(w, "%s\tunbounded\n", r.name)
		case math.IsInf(r.f.CI95, 0):
			fmt.Fprintf(w, "%s\t"+r.form+"\t± unbounded\n", r.name, r.scale*r.f.Mean)
		default:
			fmt.Fprintf(w, "%s\t"+r.form+"\t"+r.digit+"\n", r.name, r.scale*r.f.Mean, r.scale*r.f.CI95)
		}
	}
	fmt.Fprintf(w, "decisions per second\t%.0f\tand %.0f\n", b.DecisionsPerSecond.A, b.DecisionsPerSecond.B)
	if err := w.Flush(); err != nil {
		return err
	}
	if b.Stopped > 0 {
		fmt.Fprintf(a.out, "\ngames that went on for too long and were stopped: %d\n", b.Stopped)
	}
	if b.Lost > 0 {
		what := "games"
		if b.Matches != nil {
			what = "matches"
		}
		fmt.Fprintf(a.out, "\n%d %s were begun but belong to no complete pair: they are lost.\n", b.Lost, what)
	}
	return nil
}
