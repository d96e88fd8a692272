package engine

// Centred is the owner of a cube that nobody has turned.
const Centred = -1

// Cube is the doubling cube: the stake it shows and who may turn it. A centred
// cube stands at 1, or higher after automatic doubles.
type Cube struct {
	Value int // 1, 2, 4, …
	Owner int // player 0 or 1, or Centred
}

// Phase is where a game stands.
type Phase uint8

const (
	NotStarted Phase = iota
	Playing
	Over
	Resigned // ended by a resignation
	Dropped  // ended by a refused double
)

// Rules are the options of play a game is under. In a match Jacoby, Beavers and
// AutomaticDoubles are never used.
type Rules struct {
	Jacoby           bool // gammons count only once the cube has been turned
	Beavers          bool // the taker may double again at once and keep the cube
	AutomaticDoubles int  // how many opening ties double the stake, at most
	RerollOpening    bool // the starter throws both dice afresh
}

// Score is where a match stands. Length 0 is a money game.
type Score struct {
	Length   int
	Points   [2]int
	Crawford bool // this game is the Crawford game
}

// State is one moment of a game as the position formats carry it: a plain
// value, not necessarily one that Game could have reached.
type State struct {
	// Board is seen by Roller.
	Board Board
	// Roller is the player on roll: whose dice these are, or who may throw or
	// double. While a double is pending it is still the doubler.
	Roller int
	// Turn is whose decision it is: Roller, or the other player while a double
	// is pending (Roller again if it is a beaver), or who has to answer a
	// resignation.
	Turn int
	Roll Roll // zero while not thrown
	// Cube is, while a double is pending, the cube before it: under a beaver the
	// one the taker would own without it, under a raccoon that after the beaver.
	Cube  Cube
	Phase Phase
	// Doubled is set while a double waits for an answer; Beavered and Raccooned
	// while that double is a beaver or a raccoon.
	Doubled   bool
	Beavered  bool
	Raccooned bool
	// Opening is set while the starter has yet to throw the first roll of the
	// game, before which nobody doubles. It needs Rules.RerollOpening.
	Opening bool
	// Resigning is the size (1, 2, 3) of a resignation that waits for an answer.
	Resigning int
	Score     Score
	Rules     Rules
}
