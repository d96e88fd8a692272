package fibs

import (
	"fmt"
	"net"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval/bot"
)

// toDouble is a state in which player p may double.
func toDouble(p int, score engine.Score) engine.State {
	return engine.State{
		Board: engine.Start(), Roller: p, Turn: p, Phase: engine.Playing,
		Cube: engine.Cube{Value: 2, Owner: p}, Score: score,
	}
}

// toTake is a state in which the other player has doubled player p.
func toTake(p int, score engine.Score) engine.State {
	s := toDouble(1-p, score)
	s.Doubled, s.Turn = true, p
	return s
}

func TestDoublesAndAnswersAreAskedFor(t *testing.T) {
	texts := []string{"double\n", "roll\n", " Take \r\n", "drop\n", "beaver\n", "beaver\n"}
	c := dial(t, serve(t, answers(texts...)))
	beavers := toTake(0, engine.Score{})
	beavers.Rules.Beavers = true
	for i, q := range []struct {
		s    engine.State
		want engine.Action
	}{
		{toDouble(0, engine.Score{}), engine.ActDouble},
		{toDouble(1, engine.Score{}), engine.ActRoll},
		{toTake(0, engine.Score{}), engine.ActTake},
		{toTake(1, engine.Score{}), engine.ActPass},
		{beavers, engine.ActBeaver},
		{toTake(0, engine.Score{}), engine.ActTake}, // a beaver where there are none
	} {
		got, err := c.ChooseAction(t.Context(), q.s)
		if err != nil || got != q.want {
			t.Errorf("%q is taken for %s (%v), not %s", texts[i], got, err, q.want)
		}
	}
}

func TestWhatTheProtocolHasNoWordsForIsNotAskedFor(t *testing.T) {
	c := dial(t, serve(t, func(_ net.Conn, line string, _ int) bool {
		t.Errorf("%s is asked", line)
		return false
	}))
	beaver := toTake(0, engine.Score{})
	beaver.Rules.Beavers, beaver.Beavered, beaver.Turn = true, true, beaver.Roller
	beaver.Cube = engine.Cube{Value: 4, Owner: 1 - beaver.Roller}
	notMine := toDouble(1, engine.Score{})
	notMine.Cube.Owner = 0
	resigned := toDouble(1, engine.Score{})
	resigned.Resigning = 1
	for _, q := range []struct {
		s    engine.State
		want engine.Action
	}{{beaver, engine.ActTake}, {notMine, engine.ActRoll}, {resigned, engine.ActReject}} {
		if err := q.s.Check(); err != nil {
			t.Fatal(err)
		}
		if got, err := c.ChooseAction(t.Context(), q.s); err != nil || got != q.want {
			t.Errorf("%s (%v), not %s", got, err, q.want)
		}
	}
}

func TestAnAnswerThatIsNoneToTheQuestionLosesThePlayer(t *testing.T) {
	for answer, hint := range map[string]string{"take": "roll or double was to come", "8/5 6/5": "roll or double", "Error: no": "could not read"} {
		c := dial(t, serve(t, answers(answer+"\n")))
		_, err := c.ChooseAction(t.Context(), toDouble(1, engine.Score{}))
		if err == nil || !strings.Contains(err.Error(), hint) || !strings.Contains(err.Error(), "4HPwATDgc/ABMA, to roll or double") {
			t.Errorf("%s: error %v", answer, err)
		}
		if _, again := c.ChoosePlay(t.Context(), opening31); again != err {
			t.Errorf("afterwards the player says %v", again)
		}
	}
}

// match is a score at which the order of points shows.
var match = engine.Score{Length: 7, Points: [2]int{2, 4}}

func TestGNUBackgammonIsToldTheScoreAsItReadsIt(t *testing.T) {
	for software, turned := range map[string]bool{"1.07.001": true, "Tavla 1.0": false, "": false} {
		var asked []notation.FIBS
		c := dial(t, serve(t, func(conn net.Conn, line string, _ int) bool {
			if line == "version" {
				if software == "" {
					fmt.Fprintln(conn, "Error: what?")
				} else {
					fmt.Fprintf(conn, "Interface: 1\nRFBF: 0\nEngine: 1.00\nSoftware: %s\n", software)
				}
				return true
			}
			f, err := notation.ParseFIBS(line)
			if err != nil {
				t.Error(err)
			}
			asked = append(asked, f)
			switch {
			case f.State.Doubled:
				fmt.Fprintln(conn, "take")
			case f.State.Roll == engine.Roll{}:
				fmt.Fprintln(conn, "roll")
			default:
				fmt.Fprintln(conn, "8/5 6/5")
			}
			return true
		}))
		play := toDouble(0, match)
		play.Roll = engine.Roll{3, 1}
		d := opening31
		d.State = &play
		if _, err := c.ChoosePlay(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		for _, s := range []engine.State{toDouble(0, match), toTake(0, match)} {
			if _, err := c.ChooseAction(t.Context(), s); err != nil {
				t.Fatal(err)
			}
		}
		for i, f := range asked {
			want := [2]int{4, 2} // player 1 is the one who is asked
			if turned && i < 2 {
				want = [2]int{2, 4}
			}
			if got := f.State.Score.Points; got != want {
				t.Errorf("%q, question %d: the score is %v, not %v", software, i+1, got, want)
			}
		}
		if len(asked) != 3 || asked[0].State.Cube != (engine.Cube{Value: 2, Owner: 1}) {
			t.Errorf("%q is asked %+v", software, asked)
		}
	}
}

func TestGNUBackgammonKnowsCubeAndScore(t *testing.T) {
	needGNUBackgammon(t)
	g, err := StartGNUBackgammon(t.Context(), Options{Cube: &engine.Rules{}})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	centred := func(s engine.State) engine.State {
		s.Cube = engine.Cube{Value: 1, Owner: engine.Centred}
		return s
	}
	trailing := engine.Score{Length: 7, Points: [2]int{6, 0}} // after the Crawford game
	for _, q := range []struct {
		what string
		s    engine.State
		want engine.Action
	}{
		{"at the start of a money game", centred(toDouble(1, engine.Score{})), engine.ActRoll},
		{"as the trailer after the Crawford game", centred(toDouble(1, trailing)), engine.ActDouble},
		{"doubled at the start", centred(toTake(1, engine.Score{})), engine.ActTake},
	} {
		if got, err := g.ChooseAction(t.Context(), q.s); err != nil || got != q.want {
			t.Errorf("%s it answers %s (%v), not %s", q.what, got, err, q.want)
		}
	}
}

var _ bot.Player = (*GNUBackgammon)(nil)
