package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/rollout"
)

// figure is a number that may be unknown: then it is null.
type figure float64

func (f figure) MarshalJSON() ([]byte, error) {
	if v := float64(f); !math.IsNaN(v) && !math.IsInf(v, 0) {
		return json.Marshal(v)
	}
	return []byte("null"), nil
}

// rolloutAnswer is a position rolled out; with dice, see rolledPlays.
type rolloutAnswer struct {
	Position      string       `json:"position"`
	Outcome       *outcomeJSON `json:"outcome"` // null before the first game
	Equity        figure       `json:"equity"`
	StandardError figure       `json:"standardError"`
	rolledMatch
	Games int `json:"games"`
	rolledHow

	state  engine.State
	result rollout.Result
}

// rolledPlays are the plays of a roll rolled out.
type rolledPlays struct {
	Position string       `json:"position"`
	Dice     [2]int       `json:"dice"`
	Plays    []rolledPlay `json:"plays"` // best first
	Games    int          `json:"games"`
	rolledHow

	state engine.State
}

type rolledPlay struct {
	Play            string       `json:"play"`
	Equity          figure       `json:"equity"`
	Outcome         *outcomeJSON `json:"outcome"`
	Plies           int          `json:"plies"` // of the players
	StandardError   figure       `json:"standardError"`
	Difference      figure       `json:"difference"` // from the first
	DifferenceError figure       `json:"differenceError"`
	rolledMatch
	ProbabilityBest figure `json:"probabilityBest"`
	Games           int    `json:"games"`
	Dropped         bool   `json:"dropped"`
	Endless         int    `json:"endless"`
}

// rolledMatch is the chance to win the match, there only in games with the score.
type rolledMatch struct {
	MatchWinning      *figure `json:"matchWinning,omitempty"`
	MatchWinningError *figure `json:"matchWinningError,omitempty"`
}

// rolledHow is how it was rolled out.
type rolledHow struct {
	Plies    int    `json:"plies"`
	Truncate int    `json:"truncate"`
	Luck     bool   `json:"luck"` // taken out
	Stratify bool   `json:"stratify"`
	Seed     uint64 `json:"seed"`
	Partial  bool   `json:"partial"` // interrupted
	Reason   string `json:"reason"`  // why it ended: games, error or confidence

	Cubeful   bool   `json:"cubeful"`
	CubePlies *int   `json:"cubePlies,omitempty"` // only with the cube
	JudgedFor string `json:"judgedFor,omitempty"` // likewise: the score, the cube and the rules

	confidence, smallError float64
	asked, endless         int // games
	decision               bool
}

// answer is what the rollout has come to.
func (r *rolling) answer(result rollout.Result) answer {
	how := rolledHow{
		Plies: r.kept.Plies, Truncate: r.options.Truncate, Luck: r.options.Luck, Stratify: r.options.Stratify,
		Seed: r.options.Seed, Partial: result.Reason == "", Reason: string(result.Reason),
		Cubeful: r.options.Cubeful != nil, confidence: r.options.Confidence, smallError: r.options.Error, asked: r.options.Games,
		decision: r.kept.Cube,
	}
	if how.Cubeful {
		how.CubePlies, how.JudgedFor = &r.kept.CubePlies, circumstances(r.state)
	}
	for _, f := range result.Candidates {
		how.endless += f.Endless
	}
	if r.kept.Cube {
		return newRolledDecision(r, how)
	}
	if r.state.Roll == (engine.Roll{}) {
		f := result.Candidates[0]
		return &rolloutAnswer{
			r.kept.Position, outcomeIn(f), figure(f.Equity), figure(f.StandardError), r.match(f), f.Games, how, r.state, result,
		}
	}
	said := &rolledPlays{
		Position: r.kept.Position, Dice: diceOf(r.state), Plays: []rolledPlay{}, Games: result.Games,
		rolledHow: how, state: r.state,
	}
	for _, f := range result.Candidates {
		said.Plays = append(said.Plays, rolledPlay{
			r.kept.Plays[f.Index], figure(f.Equity), outcomeIn(f), how.Plies, figure(f.StandardError),
			figure(f.Difference), figure(f.DifferenceError), r.match(f), figure(f.Best), f.Games, f.Dropped, f.Endless,
		})
	}
	return said
}

// match is the chance to win the match that goes with the figures.
func (r *rolling) match(f rollout.Figures) (m rolledMatch) {
	if r.options.Cubeful != nil && r.state.Score.Length > 0 {
		w, e := figure(f.Winning), figure(f.WinningError)
		m = rolledMatch{&w, &e}
	}
	return m
}

func outcomeIn(f rollout.Figures) *outcomeJSON {
	if f.Games == 0 {
		return nil
	}
	o := toJSON(f.Outcome)
	return &o
}

// text says how it was rolled out.
func (h *rolledHow) text(games int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d games", games)
	if h.Partial {
		fmt.Fprintf(&b, " of %d (partial: interrupted)", h.asked)
	}
	fmt.Fprintf(&b, " at %d-ply, ", h.Plies)
	if h.Cubeful {
		fmt.Fprintf(&b, "cube at %d-ply, ", *h.CubePlies)
	}
	fmt.Fprintf(&b, "seed %d", h.Seed)
	if h.Truncate > 0 {
		fmt.Fprintf(&b, ", cut off after %d rolls", h.Truncate)
	}
	if h.Luck {
		b.WriteString(", luck taken out")
	}
	b.WriteString("\n")
	if h.Cubeful {
		b.WriteString("Played with the cube: " + h.JudgedFor + "\n")
	}
	switch h.Reason {
	case string(rollout.SmallError):
		fmt.Fprintf(&b, "Ended with every standard error at %v at most.\n", h.smallError)
	case string(rollout.SureOfTheBest):
		if h.decision {
			fmt.Fprintf(&b, "Ended with double and answer proven with confidence %v.\n", h.confidence)
			break
		}
		fmt.Fprintf(&b, "Ended with one play better than the others with confidence %v.\n", h.confidence)
	}
	if h.endless > 0 {
		fmt.Fprintf(&b, "%d games went on for too long and were cut off.\n", h.endless)
	}
	return b.String()
}

func (r *rolloutAnswer) text() string {
	var b strings.Builder
	b.WriteString(notation.Draw(r.state) + "\n" + r.rolledHow.text(r.Games) + "\n")
	if r.Games == 0 {
		return b.String()
	}
	f := r.result.Candidates[0]
	fmt.Fprintf(&b, "%-12s  %6s  %6s  %10s\n", "", "win", "gammon", "backgammon")
	for i, o := range []eval.Outcome{f.Outcome, f.Outcome.Invert()} {
		fmt.Fprintf(&b, "%-12s  %5.1f%%  %5.1f%%  %9.1f%%\n", [2]string{"X, on roll", "O"}[i], 100*o.Win, 100*o.WinGammon, 100*o.WinBackgammon)
	}
	fmt.Fprintf(&b, "\nequity for X  %+.4f ± %s (standard error", f.Equity, errorText(f.StandardError))
	if r.Luck {
		fmt.Fprintf(&b, "; with the luck left in %s", errorText(f.PlainError))
	}
	b.WriteString(")\n")
	if r.MatchWinning != nil {
		fmt.Fprintf(&b, "X wins the match %.2f%s%%\n", 100**r.MatchWinning, plusMinus(100*float64(*r.MatchWinningError), "%.2f"))
	}
	if r.Cubeful {
		b.WriteString("\n" + unitText(r.state))
	}
	return b.String()
}

func (r *rolloutAnswer) note() string { return r.rolledHow.note(r.state) }

// note says what of the state plays no part.
func (h *rolledHow) note(s engine.State) string {
	if h.Cubeful {
		return ""
	}
	return cubelessNote(s)
}

func (r *rolledPlays) text() string {
	var b strings.Builder
	b.WriteString(notation.Draw(r.state) + "\n")
	if len(r.Plays) == 0 {
		return b.String() + noLegalPlay
	}
	b.WriteString(r.rolledHow.text(r.Games) + "\n")
	if r.Games == 0 {
		return b.String()
	}
	width := len("play")
	for _, p := range r.Plays {
		width = max(width, len(p.Play))
	}
	dropped := false
	fmt.Fprintf(&b, "  #  %-*s   equity   error     diff   error  best%%   games\n", width, "play")
	for i, p := range r.Plays {
		diff, diffError, mark := "", "", ""
		if i > 0 {
			diff, diffError = fmt.Sprintf("%+.4f", p.Difference), errorText(float64(p.DifferenceError))
		}
		if p.Dropped {
			dropped, mark = true, "*"
		}
		fmt.Fprintf(&b, "%3d  %-*s  %+.4f  %6s  %7s  %6s  %5.1f  %6d%s\n", i+1, width, p.Play,
			p.Equity, errorText(float64(p.StandardError)), diff, diffError, 100*p.ProbabilityBest, p.Games, mark)
	}
	fmt.Fprintf(&b, "\n  #  %-*s     W%%   WG%%  WBG%%   LG%%  LBG%%%s\n", width, "", r.matchHeading())
	for i, p := range r.Plays {
		o := p.Outcome
		fmt.Fprintf(&b, "%3d  %-*s  %5.1f %5.1f %5.1f %5.1f %5.1f%s\n", i+1, width, p.Play,
			100*o.Win, 100*o.WinGammon, 100*o.WinBackgammon, 100*o.LoseGammon, 100*o.LoseBackgammon, p.rolledMatch.text())
	}
	b.WriteString("\nError is the standard error of the figure before it; plays had the same dice.\n")
	if r.Cubeful {
		b.WriteString(unitText(r.state))
	}
	if dropped {
		fmt.Fprintf(&b, "* dropped, as another play was better with confidence %v.\n", r.confidence)
	}
	return b.String()
}

func (r *rolledPlays) note() string { return r.rolledHow.note(r.state) }

// matchHeading is that of the columns of rolledMatch.text.
func (r *rolledPlays) matchHeading() string {
	if len(r.Plays) == 0 || r.Plays[0].MatchWinning == nil {
		return ""
	}
	return "   match%   error"
}

func (m rolledMatch) text() string {
	if m.MatchWinning == nil {
		return ""
	}
	return fmt.Sprintf("  %7.2f  %6s", 100**m.MatchWinning, strings.TrimPrefix(plusMinus(100*float64(*m.MatchWinningError), "%.2f"), " ± "))
}

// errorText is a standard error, which a single game does not have.
func errorText(e float64) string {
	if math.IsInf(e, 0) || math.IsNaN(e) {
		return "?"
	}
	return fmt.Sprintf("%.4f", e)
}
