package cube

// Action is what to do with the right to double.
type Action uint8

const (
	NoDouble Action = iota
	Double
	OptionalDouble // doubling and not doubling are worth the same
	TooGood        // the opponent would pass, and playing on is worth more
)

// Verdict is a cube decision in a nutshell.
type Verdict struct {
	Action   Action
	Take     bool // the opponent should take a double
	Beaver   bool // the opponent should beaver; only with Take
	Redouble bool // the doubler owns the cube
}

// equal is the difference below which equities are the same; outcomes are no
// more exact than that.
const equal = 1e-6

// Beavered is what a double comes to for the doubler once it is beavered, if take is
// what it is worth once it is taken: the stake is twice as high.
func Beavered(take float64) float64 { return 2 * take }

// VerdictOf finds what to do from the equities of the player on roll, as they stand
// in a Decision, and whether beavers are allowed. A double is right if it gains
// whatever the answer.
func VerdictOf(noDouble, take, pass float64, beavers bool) Verdict {
	v := Verdict{Take: take <= pass, Beaver: beavers && take < 0}
	double := min(take, pass)
	if v.Beaver {
		double = Beavered(take)
	}
	switch {
	case double > noDouble+equal:
		v.Action = Double
	case double >= noDouble-equal:
		v.Action = OptionalDouble
	case noDouble > pass:
		v.Action = TooGood
	}
	return v
}

// Doubles reports whether to double.
func (v Verdict) Doubles() bool { return v.Action == Double || v.Action == OptionalDouble }

// String is the verdict in GNU Backgammon's words.
func (v Verdict) String() string {
	words := [2][4]string{
		{"No double", "Double", "Optional double", "Too good to double"},
		{"No redouble", "Redouble", "Optional redouble", "Too good to redouble"},
	}
	which, answer := 0, "pass"
	if v.Redouble {
		which = 1
	}
	switch {
	case v.Beaver && v.Take:
		answer = "beaver"
	case v.Take:
		answer = "take"
	}
	return words[which][v.Action] + ", " + answer
}
