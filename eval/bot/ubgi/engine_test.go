package ubgi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"tavla/engine"
	"tavla/eval/bot"
)

// puppet makes the canonically first play, and doubles if it is told to.
type puppet struct {
	doubles bool
	asked   engine.State
	plays   bot.Decision // the last one
}

func (p *puppet) ChoosePlay(_ context.Context, d bot.Decision) (int, error) {
	p.plays = d
	return 0, nil
}

func (p *puppet) ChooseAction(_ context.Context, s engine.State) (engine.Action, error) {
	p.asked = s
	if p.doubles {
		return engine.ActDouble, nil
	}
	return engine.ActRoll, nil
}

// options serve a puppet, and refuse a net named missing.
func options(p *puppet) ServerOptions {
	return ServerOptions{
		Name: "Puppet 1", Author: "nobody", MaxPlies: 3, Settings: Settings{Threads: 2},
		NewPlayer: func(s Settings) (bot.Player, error) {
			if s.Net == "missing" {
				return nil, errors.New("no such\nfile")
			}
			return p, nil
		},
	}
}

const startID = "4HPwATDgc/ABMA"

// A conversation is lines to the engine (>) and what comes back.
func converse(t *testing.T, o ServerOptions, conversation string) {
	t.Helper()
	var in, want strings.Builder
	for line := range strings.Lines(conversation) {
		line = strings.TrimLeft(line, "\t")
		if said, ok := strings.CutPrefix(line, "> "); ok {
			in.WriteString(said)
		} else {
			want.WriteString(line)
		}
	}
	var out bytes.Buffer
	if err := Serve(t.Context(), strings.NewReader(in.String()), &out, o); err != nil {
		t.Fatal(err)
	}
	got, wanted := strings.Split(out.String(), "\n"), strings.Split(want.String(), "\n")
	for i := range max(len(got), len(wanted)) {
		g, w := "nothing", "nothing"
		if i < len(got) {
			g = got[i]
		}
		if i < len(wanted) {
			w = wanted[i]
		}
		if g != w {
			t.Fatalf("line %d of the answers is\n%s\nnot\n%s", i+1, g, w)
		}
	}
}

func TestAConversationWithEveryCommand(t *testing.T) {
	converse(t, options(&puppet{doubles: true}), `> ubgi
		id name Puppet 1
		id author nobody
		proto 0.2
		key engine.ply int 1..4 1 how deep to look, the root counted
		key engine.threads int 1..256 2 ! how many goroutines work at once
		key engine.net string * embedded weights file, or embedded
		key engine.seed int 0..2147483647 0 ! of what is left to chance
		key game.variant enum backgammon backgammon the game
		key game.jacoby bool false money games whose position has no rules: gammons count only once the cube is turned
		key game.beavers bool false money games whose position has no rules: the taker may double at once
		ubgiok
		> isready
		readyok
		> newgame
		> set engine.ply 3
		> get engine.ply
		value engine.ply 3
		> set engine.net some file.tavla
		> get engine.net
		value engine.net some file.tavla
		> set engine.net embedded
		> set engine.seed 42
		> get engine.seed
		value engine.seed 42
		> set engine.threads 1
		> set game.variant backgammon
		> set game.jacoby true
		> get game.jacoby
		value game.jacoby true
		> position gnubgid 4HPwATDgc/ABMA
		> dice 3 1
		> go
		bestmove 24/23 24/21
		> go chequer
		bestmove 24/23 24/21
		> go cube
		bestcube double
		> go turn
		bestturn cube=double move=24/23 24/21
		> position gnubgid 4HPwATDgc/ABMA:cIkKAAAAAAAA
		> go
		bestmove 24/22 13/8
		> position xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
		> go
		bestmove 24/23 24/21
		> position xgid XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:0:10
		> go cube
		bestcube nodouble
		> position gnubgid Np7BQSCYZ/AAWA
		> dice 5 3
		> go
		bestmove bar/20 24/21
		> position gnubgid /z0AADDeaxsAAA
		> dice 5 5
		> go
		bestmove 7/2 7/2 5/off 5/off
		> position xgid XGID=-bBBBBBB---------------a-A:0:0:-1:00:0:0:0:0:10
		> dice 6 6
		> go
		bestmove pass
		> position xgid XGID=-------------------bbbbbbA:0:0:1:00:0:0:0:0:10
		> dice 6 6
		> go turn
		bestturn cube=double move=pass
		> quit
		> isready
`)
}

func TestTheSpellingsOfUBGI01AreUnderstood(t *testing.T) {
	converse(t, options(&puppet{}), `> setoption name Variant value backgammon
		> setoption name Threads value 4
		> get engine.threads
		value engine.threads 4
		> setoption name engine.ply value 2
		> get engine.ply
		value engine.ply 2
		> position gnubgid 4HPwATDgc/ABMA
		> dice 6 1
		> go role chequer
		bestmove 24/23 24/18
		> go role cube
		bestcube nodouble
		> go role turn
		bestturn cube=nodouble move=24/23 24/18
`)
}

func TestEveryErrorHasItsCode(t *testing.T) {
	for command, want := range map[string]string{
		"":                            "error bad_command empty line",
		"UBGI":                        `error bad_command unknown: "UBGI"`,
		"fly me":                      `error bad_command unknown: "fly"`,
		"isready now":                 "error bad_command expected: isready, and nothing behind it",
		"stop":                        "error unsupported stop: go answers before it reads on",
		"get":                         "error bad_command expected: get <key>",
		"get engine.ponder":           `error unsupported key "engine.ponder"`,
		"set engine.ply":              "error bad_command expected: set <key> <value>",
		"set engine.ponder 1":         `error unsupported key "engine.ponder"`,
		"set engine.ply 5":            "error bad_value engine.ply must be 1..4",
		"set engine.ply deep":         "error bad_value engine.ply must be 1..4",
		"set engine.threads 0":        "error bad_value engine.threads must be 1..256",
		"set engine.seed -1":          "error bad_value engine.seed must be 0..2147483647",
		"set engine.net missing":      "error bad_value engine.net no such; file",
		"set game.variant nackgammon": "error bad_value game.variant must be backgammon",
		"set game.jacoby yes":         "error bad_value game.jacoby must be true or false",
		"setoption Threads 4":         "error bad_command expected: setoption name <name> value <value>",
		"setoption name Deterministic value true":  `error unsupported option "Deterministic"`,
		"setoption name Variant value hypergammon": "error bad_value game.variant must be backgammon",
		"position":                             "error bad_command expected: position gnubgid <id> or position xgid <xgid>",
		"position gnubgid":                     "error bad_command expected: position gnubgid <id> or position xgid <xgid>",
		"position fen 8/8":                     `error unsupported position "fen"`,
		"dice 3 1":                             "error bad_state no position",
		"dice 31":                              "error bad_command expected: dice <d1> <d2>",
		"dice 7 1":                             "error bad_value dice 7 1: a die shows 1 to 6",
		"go":                                   "error bad_state no position",
		"go cube":                              "error bad_state no position",
		"go home":                              `error unsupported go "home"`,
		"go role":                              "error bad_command expected: go role chequer, cube or turn",
		"go chequer movetime 5":                `error unsupported go "chequer" with "movetime"`,
		"position gnubgid " + startID + "\ngo": "error bad_state no dice",
		"position gnubgid " + startID + "\ndice 3 1\nposition gnubgid " + startID + "\ngo": "error bad_state no dice",
		"position gnubgid " + startID + "\nnewgame\ngo cube":                               "error bad_state no position",
		"position xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10\ngo cube":        "error unsupported go cube where a double or a resignation has to be answered",
		"position xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10\ndice 3 1":       "error bad_state nobody is about to roll in this position",
	} {
		converse(t, options(&puppet{}), "> "+strings.ReplaceAll(command, "\n", "\n> ")+"\n"+want+"\n> isready\nreadyok\n")
	}
	for _, command := range []string{"position gnubgid 4HPw", "position gnubgid XGID=-b", "position xgid nonsense", "position gnubgid " + strings.Repeat("x", 9000)} {
		var out bytes.Buffer
		if err := Serve(t.Context(), strings.NewReader(command+"\n"), &out, options(&puppet{})); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); !strings.HasPrefix(got, "error bad_value position ") || len(got) > 600 || strings.Count(got, "\n") != 1 {
			t.Errorf("%.40s: %q", command, got)
		}
	}
}

func TestRulesAreThoseSetOnlyWhereAPositionHasNone(t *testing.T) {
	p := new(puppet)
	set := "set game.jacoby true\nset game.beavers true\n"
	for position, want := range map[string]engine.Rules{
		"gnubgid " + startID: {Jacoby: true, Beavers: true},
		"xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10": {},
		"xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:0:10": {Beavers: true},
	} {
		if err := Serve(t.Context(), strings.NewReader(set+"position "+position+"\ngo cube\n"), io.Discard, options(p)); err != nil {
			t.Fatal(err)
		}
		if p.asked.Rules != want {
			t.Errorf("%s: the rules are %+v", position, p.asked.Rules)
		}
	}
}

func TestAPlayIsAskedForWithTheScoreUnlessThePositionCameAlone(t *testing.T) {
	p := new(puppet)
	for position, length := range map[string]int{
		"gnubgid " + startID + ":cAkFAAAAAAAE":                     0,
		"xgid XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:0:0:7:10": 7,
		"gnubgid " + startID:                                       -1,
	} {
		commands := "position " + position + "\ndice 2 1\ngo\n"
		if err := Serve(t.Context(), strings.NewReader(commands), io.Discard, options(p)); err != nil {
			t.Fatal(err)
		}
		s := p.plays.State
		switch {
		case length < 0 && s != nil:
			t.Errorf("%s: the state is %+v", position, s)
		case length >= 0 && (s == nil || s.Score.Length != length || s.Roll != engine.Roll{2, 1} || s.Board != p.plays.Board):
			t.Errorf("%s: the state is %+v", position, s)
		}
	}
}

func TestALineTooLongIsAnErrorAndTheNextOneIsRead(t *testing.T) {
	converse(t, options(&puppet{}), "> "+strings.Repeat("x", 3*longestLine)+"\nerror bad_command a line of more than 65536 bytes\n> isready\nreadyok\n")
}

func TestTheEngineStopsWithTheContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	in, hold := io.Pipe()
	defer hold.Close()
	done := make(chan error, 1)
	go func() { done <- Serve(ctx, in, io.Discard, options(&puppet{})) }()
	stop()
	select {
	case err := <-done:
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Error("it goes on")
	}
}

func FuzzEveryCommandIsAnsweredOrTaken(f *testing.F) {
	for _, text := range []string{"ubgi", "position gnubgid " + startID + "\ndice 3 1\ngo turn", "set engine.net a b\nget engine.net",
		"setoption name Ply value 3", "position xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10\ngo cube", "go role"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := newSession(options(&puppet{}))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text) {
			said, err := s.answer(t.Context(), strings.TrimRight(line, "\r\n"))
			if err == nil {
				for answer := range strings.Lines(said) {
					if word, _, _ := strings.Cut(strings.TrimSpace(answer), " "); !strings.Contains(" id proto key ubgiok readyok value bestmove bestcube bestturn ", " "+word+" ") {
						t.Errorf("%q is answered with %q", line, said)
					}
				}
				continue
			}
			var refused *refusal
			if err != errQuit && (!errors.As(err, &refused) || strings.ContainsAny(err.Error(), "\r\n")) {
				t.Errorf("%q: %v", line, err)
			}
		}
	})
}
