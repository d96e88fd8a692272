package main

import (
	"fmt"
	"strings"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
)

type moveAnswer struct {
	Position string     `json:"position"`
	Dice     [2]int     `json:"dice"`
	Plays    []movePlay `json:"plays"`
	// JudgedFor are the circumstances of the plays, empty for cubeless money.
	JudgedFor string `json:"judgedFor,omitempty"`

	state engine.State
	more  int // legal plays beyond those listed
}

type playAnswer struct {
	Play    string      `json:"play"`
	Equity  float32     `json:"equity"`
	Outcome outcomeJSON `json:"outcome"`
	Plies   int         `json:"plies"`
}

// movePlay is a play of moveAnswer.
type movePlay struct {
	playAnswer
	MatchWinning *float64 `json:"matchWinning,omitempty"` // in a match only
}

func (m *moveAnswer) text() string {
	var b strings.Builder
	b.WriteString(notation.Draw(m.state))
	if len(m.Plays) == 0 {
		return b.String() + "\n" + noLegalPlay
	}
	judgedFor := m.JudgedFor
	if judgedFor == "" {
		judgedFor = "cubeless money"
	}
	fmt.Fprintf(&b, "judged for: %s\n\n", judgedFor)
	width := len("play")
	for _, p := range m.Plays {
		width = max(width, len(p.Play))
	}
	chances := m.chances()
	fmt.Fprintf(&b, "  #  %-*s   equity     diff", width, "play")
	for _, c := range chances {
		fmt.Fprintf(&b, " %5s", c.name)
	}
	b.WriteString("  ply\n")
	for i, p := range m.Plays {
		diff := ""
		if i > 0 && p.Plies == m.Plays[0].Plies {
			diff = fmt.Sprintf("%+.4f", p.Equity-m.Plays[0].Equity)
		}
		fmt.Fprintf(&b, "%3d  %-*s  %+.4f  %7s", i+1, width, p.Play, p.Equity, diff)
		for _, c := range chances {
			fmt.Fprintf(&b, " %5.1f", 100*c.of(&p))
		}
		fmt.Fprintf(&b, "  %3d\n", p.Plies)
	}
	if m.more > 0 {
		fmt.Fprintf(&b, "     and %d more; --top 0 lists all\n", m.more)
	}
	return b.String()
}

// chanceColumn is a column of the table.
type chanceColumn struct {
	name string
	of   func(p *movePlay) float64
}

// chances are the columns that the table has room for.
func (m *moveAnswer) chances() []chanceColumn {
	column := func(name string, of func(o eval.Outcome) float32) chanceColumn {
		return chanceColumn{name, func(p *movePlay) float64 { return float64(of(eval.Outcome(p.Outcome))) }}
	}
	win := column("W%", func(o eval.Outcome) float32 { return o.Win })
	winGammon := column("WG%", func(o eval.Outcome) float32 { return o.WinGammon })
	loseGammon := column("LG%", func(o eval.Outcome) float32 { return o.LoseGammon })
	if m.Plays[0].MatchWinning != nil {
		mwc := chanceColumn{"MWC%", func(p *movePlay) float64 { return *p.MatchWinning }}
		return []chanceColumn{mwc, win, winGammon, loseGammon}
	}
	return []chanceColumn{
		win, winGammon, column("WBG%", func(o eval.Outcome) float32 { return o.WinBackgammon }),
		loseGammon, column("LBG%", func(o eval.Outcome) float32 { return o.LoseBackgammon }),
	}
}

func (m *moveAnswer) note() string {
	if m.JudgedFor != "" {
		return ""
	}
	return cubelessNote(m.state)
}
