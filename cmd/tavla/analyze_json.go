package main

import (
	"tavla/engine"
	"tavla/eval/analysis"
)

// analyzedMatch is the JSON form of a report.
type analyzedMatch struct {
	File        string             `json:"file"`
	Players     [2]string          `json:"players"`
	Length      int                `json:"length"` // 0 for money
	Plies       int                `json:"plies"`
	Filter      string             `json:"filter"`
	MET         string             `json:"met,omitempty"`
	Figures     [2]analyzedFigures `json:"figures"` // of both players
	Games       []analyzedGame     `json:"games"`
	Decisions   []analyzedDecision `json:"decisions"`
	Rolls       []analyzedRoll     `json:"rolls"`
	Definitions []string           `json:"definitions"`
}

// amountJSON is an amount in both units: one of the last two is there.
type amountJSON struct {
	Normalised   float64  `json:"normalised"`
	MatchWinning *float64 `json:"matchWinning,omitempty"`
	Points       *float64 `json:"points,omitempty"`
}

type analyzedFigures struct {
	Player       string       `json:"player"`
	ErrorRate    float64      `json:"errorRate"` // millipoints, normalised
	Rating       string       `json:"rating"`
	PR           float64      `json:"pr"`
	SnowieRate   float64      `json:"snowieRate"`
	Error        amountJSON   `json:"error"`
	PerDecision  amountJSON   `json:"errorPerDecision"`
	CheckerPlay  analyzedPart `json:"checkerPlay"`
	Cube         analyzedPart `json:"cube"`
	Rolls        int          `json:"rolls"`
	Unforced     int          `json:"unforced"`
	CubeTurns    int          `json:"cubeTurns"`
	Close        int          `json:"closeOrActual"`
	NonObvious   int          `json:"nonObvious"`
	Doubles      int          `json:"doubles"`
	Takes        int          `json:"takes"`
	Passes       int          `json:"passes"`
	Beavers      int          `json:"beavers"`
	Faults       []faultJSON  `json:"cubeFaults"`
	Luck         amountJSON   `json:"luck"`
	LuckPerRoll  amountJSON   `json:"luckPerRoll"`
	Points       int          `json:"points"`
	Result       float64      `json:"result"` // match winning chance, or points
	LuckAdjusted float64      `json:"luckAdjusted"`
	Resigning    amountJSON   `json:"resignations"`
}

// analyzedPart are errors of one kind.
type analyzedPart struct {
	Error     amountJSON `json:"error"`
	ErrorRate float64    `json:"errorRate"`
	Doubtful  int        `json:"doubtful"`
	Bad       int        `json:"bad"`
	VeryBad   int        `json:"veryBad"`
}

type faultJSON struct {
	Fault string     `json:"fault"`
	Count int        `json:"count"`
	Error amountJSON `json:"error"`
}

type analyzedGame struct {
	Game     int                `json:"game"`
	Score    [2]int             `json:"score"` // before it
	Crawford bool               `json:"crawford"`
	Winner   *int               `json:"winner"` // 0 or 1; null if unfinished
	Points   int                `json:"points"`
	Figures  [2]analyzedFigures `json:"figures"`
}

type analyzedDecision struct {
	Game       int             `json:"game"`
	Move       int             `json:"move"`
	Player     int             `json:"player"` // 0 or 1
	Kind       string          `json:"kind"`   // play, cube or resignation
	Position   string          `json:"position"`
	Dice       *[2]int         `json:"dice,omitempty"`
	Made       string          `json:"made"`
	Right      string          `json:"right"`
	Lost       amountJSON      `json:"lost"`
	Mark       string          `json:"mark"` // "", ?!, ? or ??
	Counts     bool            `json:"counts"`
	NonObvious bool            `json:"nonObvious"`
	Fault      string          `json:"fault,omitempty"`
	Plays      []candidateJSON `json:"plays,omitempty"`
	Cube       *cubeEquities   `json:"cube,omitempty"`
}

type candidateJSON struct {
	playAnswer
	Made bool `json:"made"`
}

type cubeEquities struct {
	NoDouble     float64     `json:"noDouble"`
	DoubleTake   float64     `json:"doubleTake"`
	DoubleBeaver float64     `json:"doubleBeaver,omitempty"` // where it is right
	DoublePass   float64     `json:"doublePass"`
	Verdict      string      `json:"verdict"`
	Outcome      outcomeJSON `json:"outcome"`
}

type analyzedRoll struct {
	Game   int        `json:"game"`
	Move   int        `json:"move"`
	Player int        `json:"player"`
	Dice   [2]int     `json:"dice"`
	Luck   amountJSON `json:"luck"`
}

// matchJSON is a report in its JSON form.
func matchJSON(file string, r *analysis.Report) *analyzedMatch {
	m := &analyzedMatch{
		File: file, Players: r.Match.Players, Length: r.Match.Length, Plies: r.Plies, Filter: r.Filter, MET: r.MET,
		Games: []analyzedGame{}, Decisions: []analyzedDecision{}, Rolls: []analyzedRoll{}, Definitions: r.Definitions(),
	}
	amount := amountOf(r.IsMatch())
	m.Figures = figuresJSON(r, &r.Players)
	for i := range r.Games {
		g := &r.Games[i]
		said := analyzedGame{
			Game: g.Number, Score: g.Start.Points, Crawford: g.Start.Crawford, Points: g.Result.Points,
			Figures: figuresJSON(r, &g.Players),
		}
		if g.Finished {
			said.Winner = &g.Result.Winner
		}
		m.Games = append(m.Games, said)
	}
	for i := range r.Decisions {
		m.Decisions = append(m.Decisions, decisionJSON(&r.Decisions[i], amount))
	}
	for _, roll := range r.Rolls {
		dice := [2]int{int(roll.Roll[0]), int(roll.Roll[1])}
		m.Rolls = append(m.Rolls, analyzedRoll{roll.Game, roll.Move, roll.Player, dice, amount(roll.Luck)})
	}
	return m
}

func amountOf(match bool) func(analysis.Amount) amountJSON {
	return func(a analysis.Amount) amountJSON {
		if match {
			return amountJSON{Normalised: a.Normalised, MatchWinning: &a.Stake}
		}
		return amountJSON{Normalised: a.Normalised, Points: &a.Stake}
	}
}

func figuresJSON(r *analysis.Report, both *[2]analysis.Figures) (said [2]analyzedFigures) {
	amount := amountOf(r.IsMatch())
	for p := range both {
		f := &both[p]
		s := analyzedFigures{
			Player: r.Match.Players[p], ErrorRate: f.ErrorRate().Normalised, Rating: f.Rating(), PR: f.PR(),
			SnowieRate: f.SnowieRate(&both[1-p]), Error: amount(f.Error()), PerDecision: amount(f.ErrorRate().Times(0.001)),
			CheckerPlay: partJSON(amount(f.PlayError), f.PlayRate(), f.PlayMarks),
			Cube:        partJSON(amount(f.CubeError), f.CubeRate(), f.CubeMarks),
			Rolls:       f.Rolls, Unforced: f.Unforced, CubeTurns: f.CubeTurns, Close: f.CubeCounted, NonObvious: f.NonObvious,
			Doubles: f.Doubles, Takes: f.Takes, Passes: f.Passes, Beavers: f.Beavers, Faults: []faultJSON{},
			Luck: amount(f.Luck), LuckPerRoll: amount(f.LuckRate().Times(0.001)),
			Points: f.Points, Result: f.Result, LuckAdjusted: f.Adjusted, Resigning: amount(f.Resigning),
		}
		for i, x := range f.Faults {
			if x.Count > 0 {
				s.Faults = append(s.Faults, faultJSON{analysis.Fault(i).String(), x.Count, amount(x.Error)})
			}
		}
		said[p] = s
	}
	return said
}

func partJSON(lost amountJSON, rate analysis.Amount, marks [analysis.Marks]int) analyzedPart {
	return analyzedPart{lost, rate.Normalised, marks[analysis.Doubtful], marks[analysis.Bad], marks[analysis.VeryBad]}
}

func decisionJSON(d *analysis.Decision, amount func(analysis.Amount) amountJSON) analyzedDecision {
	said := analyzedDecision{
		Game: d.Game, Move: d.Move, Player: d.Player, Kind: d.Kind.String(), Position: d.ID(), Made: d.Made, Right: d.Right,
		Lost: amount(d.Lost), Mark: d.Mark.String(), Counts: d.Counts, NonObvious: d.NonObvious,
	}
	if d.State.Roll != (engine.Roll{}) {
		dice := diceOf(d.State)
		said.Dice = &dice
	}
	if d.Fault != analysis.NoFault {
		said.Fault = d.Fault.String()
	}
	for _, c := range d.Plays {
		said.Plays = append(said.Plays, candidateJSON{
			playAnswer{c.Play, float32(c.Equity), toJSON(c.Outcome), c.Plies}, c.Made,
		})
	}
	if c := d.Cube; c != nil {
		said.Cube = &cubeEquities{c.NoDouble, c.DoubleTake, c.DoubleBeaver(), c.DoublePass, c.Verdict, toJSON(c.Outcome)}
	}
	return said
}
