package record_test

import (
	"fmt"
	"os"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/engine/record"
)

const short = `1 point match

Game 1
ann : 0     bob (1500) : 0
 1) 13: 6/5 8/5                 24: 6/4 8/4
 2) 43:                         Wins 1 point
`

func ExampleRead() {
	m, warnings, err := record.Read("short.txt", []byte(short))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(warnings), "warnings")
	if err := record.WriteMAT(os.Stdout, m); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0 warnings
	// ; [Player 2 Elo "1500"]
	//
	//  1 point match
	//
	//  Game 1
	//  ann : 0                        bob : 0
	//   1) 31: 8/5 6/5                 42: 8/4 6/4
	//   2) 43: ????
	//                                  Wins 1 point and the match
}

func ExampleGame_Steps() {
	m, _, err := record.Read("short.txt", []byte(short))
	if err != nil {
		fmt.Println(err)
		return
	}
	for state, action := range m.Games[0].Steps() {
		switch action.Kind {
		case engine.ActPlay:
			fmt.Println(m.Players[action.Player], state.Roll, notation.FormatPlay(action.Play))
		case engine.ActResign:
			fmt.Println(m.Players[action.Player], "resigns")
		}
	}
	// Output:
	// ann [3 1] 8/5 6/5
	// bob [4 2] 8/4 6/4
	// ann resigns
}
