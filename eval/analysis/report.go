package analysis

import (
	"cmp"
	"slices"

	"tavla/engine"
	"tavla/engine/record"
)

// Report is what has been found out about a match.
type Report struct {
	Match  *record.Match // that which was judged; not to be changed
	Plies  int
	Filter string // which plays were judged deeper, where there are plies
	MET    string // the name of the match equity table, "" in a money game
	Games  []Game
	// Players are the figures of both players: the sums over the games.
	Players   [2]Figures
	Decisions []Decision // all that were judged, in the order of play
	Rolls     []Roll     // likewise
}

// Game is one game of a Report.
type Game struct {
	Number   int // from 1
	Start    engine.Score
	Finished bool
	Result   engine.Result // if finished
	Players  [2]Figures
}

// Roll is a roll and its luck.
type Roll struct {
	Game, Move int // from 1
	Player     int
	Roll       engine.Roll // higher die first
	Luck       Amount      // of the player who threw
}

// IsMatch reports whether it was a match, so that the stake is the chance to win
// it, and not points.
func (r *Report) IsMatch() bool { return r.Match.Length > 0 }

// Report puts together what has been found out about the match of that index. All
// of its steps must have been judged.
func (a *Analysis) Report(match int) *Report {
	m := a.matches[match]
	r := &Report{Match: m, Plies: a.options.Plies, Filter: a.options.Filter.Name}
	if m.Length > 0 {
		r.MET = a.options.MET.Name()
	}
	for i := range m.Games {
		r.Games = append(r.Games, Game{Number: i + 1, Start: m.Games[i].Start.Score})
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := range a.steps {
		t := &a.steps[i]
		if t.match != match {
			continue
		}
		j, g := a.judged[i], &r.Games[t.game]
		if t.luck {
			roll := Roll{t.game + 1, t.move, t.action.Player, t.action.Roll.Sorted(), a.options.amount(&t.state, *j.Luck)}
			r.Rolls = append(r.Rolls, roll)
			f := &g.Players[roll.Player]
			f.Rolls++
			f.Luck = f.Luck.Plus(roll.Luck)
		}
		for _, d := range a.options.decisions(t, j) {
			g.Players[d.Player].count(&d)
			r.Decisions = append(r.Decisions, d)
		}
	}
	for i := range r.Games {
		g := &r.Games[i]
		a.options.settle(g, &m.Games[i])
		for p := range r.Players {
			r.Players[p].add(&g.Players[p])
		}
	}
	return r
}

// settle adds what the game brought.
func (o *Options) settle(g *Game, played *record.Game) {
	if g.Result, g.Finished = played.Result(); !g.Finished {
		return
	}
	g.Players[g.Result.Winner].Points = g.Result.Points
	won := o.result(g.Start, g.Result)
	luck := g.Players[0].Luck.Stake - g.Players[1].Luck.Stake
	for p, sign := range [2]float64{1, -1} {
		f := &g.Players[p]
		f.Games, f.Result, f.Adjusted = 1, sign*won, sign*(won-luck)
	}
}

// count adds a decision to the figures of its player.
func (f *Figures) count(d *Decision) {
	switch d.Kind {
	case Play:
		if d.Counts {
			f.Unforced++
			f.PlayMarks[d.Mark]++
			f.PlayError = f.PlayError.Plus(d.Lost)
		}
	case CubeAction:
		f.CubeTurns++
		switch d.Action {
		case engine.ActDouble:
			f.Doubles++
		case engine.ActTake:
			f.Takes++
		case engine.ActPass:
			f.Passes++
		case engine.ActBeaver, engine.ActRaccoon:
			f.Beavers++
		}
		if d.Counts {
			f.CubeCounted++
			f.CubeMarks[d.Mark]++
			f.CubeError = f.CubeError.Plus(d.Lost)
			if d.Fault != NoFault {
				f.Faults[d.Fault].Count++
				f.Faults[d.Fault].Error = f.Faults[d.Fault].Error.Plus(d.Lost)
			}
		}
	case Resignation:
		f.Resignations++
		f.Resigning = f.Resigning.Plus(d.Lost)
	}
	if d.NonObvious {
		f.NonObvious++
	}
}

// Worst are the decisions of a player that gave up most, the worst first, at most n
// of them, or all if n is 0; equal ones in the order of play. Those that gave up
// nothing that could be seen are left out. player -1 means both.
func (r *Report) Worst(player, n int) []*Decision {
	var worst []*Decision
	for i := range r.Decisions {
		if d := &r.Decisions[i]; (player < 0 || d.Player == player) && d.Lost.Normalised >= alike {
			worst = append(worst, d)
		}
	}
	slices.SortStableFunc(worst, func(a, b *Decision) int {
		return cmp.Compare(b.Lost.Normalised, a.Lost.Normalised)
	})
	if n > 0 && len(worst) > n {
		worst = worst[:n]
	}
	return worst
}
