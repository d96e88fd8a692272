package notation_test

import (
	"fmt"

	"tavla/engine"
	"tavla/engine/notation"
)

func ExampleParse() {
	s, kind, err := notation.Parse("XGID=-b----E-C---eE---c-e----B-:1:-1:-1:D:0:0:1:0:10")
	if err != nil {
		fmt.Println(err)
		return
	}
	id, err := notation.FormatID(s)
	fmt.Println(kind, "carries score and cube:", kind.HasMatch())
	fmt.Println(id, err)
	fmt.Println("player", s.Turn, "has to answer the double")
	// Output:
	// XGID carries score and cube: true
	// 4HPwATDgc/ABMA:ARkAAAAAAAAA <nil>
	// player 1 has to answer the double
}

func ExampleParse_wrong() {
	_, _, err := notation.Parse("XGID=-b----E-C---eE---c-e-A--B-:0:0:1:31:0:0:0:0:10")
	fmt.Println(err)
	// Output:
	// XGID "XGID=-b----E-C---eE---c-e-A--B-:0:0:1:31:0:0:0:0:10": the bottom player: 16 men, and there are only 15
}

func ExampleFormatPlay() {
	b, _ := notation.ParsePositionID("WJ+DAQD4HBwAAg")
	var g engine.Generator
	for _, p := range g.Plays(b, engine.Roll{5, 4}) {
		fmt.Println(notation.FormatPlay(p))
	}
	// Output:
	// bar/20*/16
	// bar/20* 13/9
	// bar/20* 8/4
	// bar/20* 6/2
}

func ExampleParsePlay() {
	var g engine.Generator
	plays := g.Plays(engine.Start(), engine.Roll{6, 5})
	for _, text := range []string{"18/13, 24/18", "24/18 8/2", "24/18"} {
		i, err := notation.ParsePlay(text, plays)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(notation.FormatPlay(plays[i]))
	}
	// Output:
	// 24/13
	// play "24/18 8/2": not legal with this roll: 7 plays are legal, such as 24/13, 24/18 13/8, 24/18 8/3, 13/8 13/7
	// play "24/18": not all of the roll that can be played: 7 plays are legal, such as 24/13, 24/18 13/8, 24/18 8/3, 13/8 13/7
}

func ExampleParseRoll() {
	r, _ := notation.ParseRoll("3", "1")
	fmt.Println(r)
	_, err := notation.ParseRoll("7 1")
	fmt.Println(err)
	// Output:
	// [3 1]
	// dice 7 1: a die shows 1 to 6
}

func ExampleFormatPositionID() {
	fmt.Println(notation.FormatPositionID(engine.Start()))
	// Output: 4HPwATDgc/ABMA
}

func ExampleFormatXGID() {
	s := notation.Bare(engine.Start())
	s.Roll = engine.Roll{3, 1}
	fmt.Println(notation.FormatXGID(s))
	// Output: XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 <nil>
}

func ExampleFormatFIBS() {
	s, _ := notation.ParseXGID("XGID=-b----E-C---eE---c-e----B-:0:0:1:62:0:1:0:3:10")
	fmt.Println(notation.FormatFIBS(notation.FIBS{You: "Ada", Opponent: "Bo", State: s}))
	// Output: board:Ada:Bo:3:0:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0 <nil>
}

func ExampleDraw() {
	s, _ := notation.ParseXGID("XGID=----abF-B--BbB-Bacbd-----A:1:1:1:41:1:0:0:11:10")
	fmt.Print(notation.Draw(s))
	// Output:
	//   13 14 15 16 17 18   bar   19 20 21 22 23 24
	// +-------------------+-----+-------------------+  O: 158 pips, 0 off
	// |  X  .  X  O  O  O |   X |  O  .  .  .  .  . |
	// |  X     X     O  O |     |  O                |
	// |              O    |     |  O                |
	// |                   |     |  O                |
	// |                   |     |                   |
	// |                   |     |                   |  cube: 2, owned by X
	// |                   |     |                   |  match to 11: X 1, O 0
	// |                   |     |  6                |
	// |                   |     |  X                |
	// |                   |     |  X                |
	// |  O  X        X    |     |  X  O             |
	// |  O  X  .  .  X  . |     |  X  O  O  .  .  . |
	// +-------------------+-----+-------------------+  X: 155 pips, 0 off
	//   12 11 10  9  8  7   bar    6  5  4  3  2  1
	//
	// X has rolled 41
}

func ExampleDrawBoard() {
	fmt.Print(notation.DrawBoard(engine.Start()))
	// Output:
	//   13 14 15 16 17 18   bar   19 20 21 22 23 24
	// +-------------------+-----+-------------------+  O: 167 pips, 0 off
	// |  X  .  .  .  O  . |     |  O  .  .  .  .  X |
	// |  X           O    |     |  O              X |
	// |  X           O    |     |  O                |
	// |  X                |     |  O                |
	// |  X                |     |  O                |
	// |                   |     |                   |
	// |  O                |     |  X                |
	// |  O                |     |  X                |
	// |  O           X    |     |  X                |
	// |  O           X    |     |  X              O |
	// |  O  .  .  .  X  . |     |  X  .  .  .  .  O |
	// +-------------------+-----+-------------------+  X: 167 pips, 0 off
	//   12 11 10  9  8  7   bar    6  5  4  3  2  1
}
