package analysis

// Mark is how bad an error is.
type Mark uint8

const (
	Unmarked Mark = iota
	Doubtful      // ?!
	Bad           // ?
	VeryBad       // ??
	Marks    = iota
)

// The normalised equities above which errors are marked.
const (
	DoubtfulAbove = 0.04
	BadAbove      = 0.08
	VeryBadAbove  = 0.16
)

// closeWithin is the normalised equity within which a cube decision is close.
const closeWithin = 0.16

// MarkOf is the mark of an error of that normalised equity.
func MarkOf(lost float64) Mark {
	switch {
	case lost > VeryBadAbove:
		return VeryBad
	case lost > BadAbove:
		return Bad
	case lost > DoubtfulAbove:
		return Doubtful
	}
	return Unmarked
}

func (m Mark) String() string { return [Marks]string{"", "?!", "?", "??"}[m%Marks] }

// Figures are what is counted of one player, in a game or a match.
type Figures struct {
	Rolls    int // thrown, those with one legal play or none too
	Unforced int // plays with another legal play
	// CubeTurns are the turns on which the player might have doubled, and the
	// doubles answered; CubeCounted those that are close or were acted on.
	CubeTurns, CubeCounted          int
	Doubles, Takes, Passes, Beavers int
	// NonObvious are the counted decisions without plays that are all worth the same.
	NonObvious           int
	PlayMarks, CubeMarks [Marks]int // by Mark; of unforced plays and counted cube decisions
	PlayError, CubeError Amount
	Faults               [Faults]Faulted // cube errors by their kind
	// Resignations that were offered or accepted, and what they gave up. They are in
	// no rate.
	Resignations int
	Resigning    Amount
	Luck         Amount
	// Of finished games: how many, the points won, and what they brought (see
	// Amount.Stake), with the luck of both players taken out.
	Games, Points    int
	Result, Adjusted float64
}

// Faulted is how often something was done wrongly, and what it cost.
type Faulted struct {
	Count int
	Error Amount
}

// add adds the figures of another game.
func (f *Figures) add(g *Figures) {
	for _, n := range []struct {
		to   *int
		more int
	}{
		{&f.Rolls, g.Rolls}, {&f.Unforced, g.Unforced}, {&f.CubeTurns, g.CubeTurns}, {&f.CubeCounted, g.CubeCounted},
		{&f.Doubles, g.Doubles}, {&f.Takes, g.Takes}, {&f.Passes, g.Passes}, {&f.Beavers, g.Beavers},
		{&f.NonObvious, g.NonObvious}, {&f.Resignations, g.Resignations}, {&f.Games, g.Games}, {&f.Points, g.Points},
	} {
		*n.to += n.more
	}
	for i := range Marks {
		f.PlayMarks[i] += g.PlayMarks[i]
		f.CubeMarks[i] += g.CubeMarks[i]
	}
	for i := range f.Faults {
		f.Faults[i].Count += g.Faults[i].Count
		f.Faults[i].Error = f.Faults[i].Error.Plus(g.Faults[i].Error)
	}
	f.PlayError = f.PlayError.Plus(g.PlayError)
	f.CubeError = f.CubeError.Plus(g.CubeError)
	f.Resigning = f.Resigning.Plus(g.Resigning)
	f.Luck = f.Luck.Plus(g.Luck)
	f.Result += g.Result
	f.Adjusted += g.Adjusted
}

// Error is what plays and cube actions gave up together.
func (f *Figures) Error() Amount { return f.PlayError.Plus(f.CubeError) }

// Decisions are those that count in the error rate.
func (f *Figures) Decisions() int { return f.Unforced + f.CubeCounted }

// ErrorRate is the error per decision as GNU Backgammon counts: normalised in
// millipoints, and in thousandths of the stake. Without decisions it is 0.
func (f *Figures) ErrorRate() Amount { return rate(f.Error(), f.Decisions()) }

// PlayRate is the error per unforced play, as ErrorRate.
func (f *Figures) PlayRate() Amount { return rate(f.PlayError, f.Unforced) }

// CubeRate is the error per close or actual cube decision, as ErrorRate.
func (f *Figures) CubeRate() Amount { return rate(f.CubeError, f.CubeCounted) }

// PR is the performance rating: 500 times the normalised error per decision that
// was not obvious.
func (f *Figures) PR() float64 { return rate(f.Error(), f.NonObvious).Normalised / 2 }

// SnowieRate is the normalised error in millipoints per roll of both players.
func (f *Figures) SnowieRate(other *Figures) float64 {
	return rate(f.Error(), f.Rolls+other.Rolls).Normalised
}

// LuckRate is the luck per roll, as ErrorRate.
func (f *Figures) LuckRate() Amount { return rate(f.Luck, f.Rolls) }

func rate(sum Amount, n int) Amount {
	if n == 0 {
		return Amount{}
	}
	return sum.Times(1000 / float64(n))
}

// Rating is a word for an error rate, and the rate below which it is used.
type Rating struct {
	Word  string
	Below float64 // millipoints per decision; 0: no limit
}

// Ratings are GNU Backgammon's bands, the best first. The slice is the caller's.
func Ratings() []Rating {
	return []Rating{
		{"supernatural", 2}, {"world class", 5}, {"expert", 8}, {"advanced", 12},
		{"intermediate", 18}, {"casual player", 26}, {"beginner", 35}, {"awful", 0},
	}
}

// Rating is the word for the error rate, "" without decisions.
func (f *Figures) Rating() string {
	if f.Decisions() == 0 {
		return ""
	}
	r := f.ErrorRate().Normalised
	for _, b := range Ratings() {
		if r < b.Below || b.Below == 0 {
			return b.Word
		}
	}
	return ""
}
