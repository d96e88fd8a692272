package web

import (
	"context"
	"errors"
	"strconv"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/cube"
)

// moves is wildbg's answer to /move, best first.
type moves struct {
	Moves []move `json:"moves"`
}

type move struct {
	Play          []step        `json:"play"`
	Probabilities probabilities `json:"probabilities"`
}

// step is one man moved by one die, in the mover's points; 25 is the bar, 0 off.
type step struct {
	From uint8 `json:"from"`
	To   uint8 `json:"to"`
}

// probabilities is an eval.Outcome under wildbg's keys.
type probabilities struct {
	Win    float32 `json:"win"`
	WinG   float32 `json:"winG"`
	WinBg  float32 `json:"winBg"`
	LoseG  float32 `json:"loseG"`
	LoseBg float32 `json:"loseBg"`
}

func newProbabilities(o eval.Outcome) probabilities {
	return probabilities{o.Win, o.WinGammon, o.WinBackgammon, o.LoseGammon, o.LoseBackgammon}
}

// judged is wildbg's answer to /eval.
type judged struct {
	Cube          cubeAdvice    `json:"cube"`
	Probabilities probabilities `json:"probabilities"`
}

type cubeAdvice struct {
	Double bool `json:"double"` // the player on roll should double
	Accept bool `json:"accept"` // the opponent should take
}

// wildbgMove ranks the plays of a roll: for money by their cubeless equity, in a
// match by the chance to win it. A lost turn is one play that moves nothing.
func wildbgMove(ctx context.Context, w *Worker, p params) (any, error) {
	s, err := p.state()
	if err != nil {
		return nil, err
	}
	s.Roll = engine.Roll{uint8(p.number("die1")), uint8(p.number("die2"))}
	rank := rankForMoney
	if s.Score.Length > 0 {
		rank = rankForMatch
	}
	ranked, err := rank(ctx, w, s, p.number("plies"))
	if err != nil {
		return nil, err
	}
	if len(ranked) == 0 {
		o, _, err := w.Search(p.number("plies")).Evaluate(ctx, s.Board.Swap())
		return moves{[]move{{[]step{}, newProbabilities(o.Invert())}}}, err
	}
	return moves{ranked}, nil
}

func rankForMoney(ctx context.Context, w *Worker, s engine.State, plies int) ([]move, error) {
	ranked, err := w.Search(plies).Rank(ctx, s.Board, s.Roll)
	list := make([]move, len(ranked))
	for i, r := range ranked {
		list[i] = newMove(r.Play, r.Outcome)
	}
	return list, err
}

func rankForMatch(ctx context.Context, w *Worker, s engine.State, plies int) ([]move, error) {
	ranked, err := w.Ranker(plies).Rank(ctx, s)
	list := make([]move, len(ranked))
	for i, r := range ranked {
		list[i] = newMove(r.Play, r.Outcome)
	}
	return list, err
}

func newMove(p engine.Play, o eval.Outcome) move {
	m := move{Play: []step{}, Probabilities: newProbabilities(o)}
	for _, one := range p.Moves() {
		m.Play = append(m.Play, step{one.From, one.To})
	}
	return m
}

// wildbgEval judges a position before the roll, and the double. Where the rules
// allow none there is none, and it would be taken.
func wildbgEval(ctx context.Context, w *Worker, p params) (any, error) {
	s, err := p.state()
	if err != nil {
		return nil, err
	}
	plies := p.number("plies")
	o, _, err := w.Search(plies).Evaluate(ctx, s.Board)
	if err != nil {
		return nil, err
	}
	said := judged{cubeAdvice{Accept: true}, newProbabilities(o)}
	d, err := w.Judge(plies).Decide(ctx, s)
	var unavailable *cube.Unavailable
	switch {
	case errors.As(err, &unavailable):
		return said, nil
	case err != nil:
		return nil, err
	}
	said.Cube = cubeAdvice{Double: d.Verdict.Doubles(), Accept: d.Verdict.Take}
	return said, nil
}

// state is the game that wildbg's parameters describe, seen by the player on roll,
// with the cube centred at 1. A match in which one player alone is a point away is
// taken to be in its Crawford game.
func (p params) state() (engine.State, error) {
	var b engine.Board
	own, opp := 0, 0
	for i := range 26 {
		switch n := p.number("p" + strconv.Itoa(i)); {
		case n > 0:
			b.Own[i] = uint8(n)
			own += n
		case n < 0:
			b.Opp[25-i] = uint8(-n)
			opp -= n
		}
	}
	for _, side := range []struct {
		men int
		who string
	}{{own, "the player on roll"}, {opp, "the opponent"}} {
		switch {
		case side.men > engine.Men:
			return engine.State{}, badQuery("%s has %d men; at most %d", side.who, side.men, engine.Men)
		case side.men == 0:
			return engine.State{}, badQuery("%s has no men left: the game is over", side.who)
		}
	}
	b.Own[engine.Off], b.Opp[engine.Off] = uint8(engine.Men-own), uint8(engine.Men-opp)
	s := notation.Bare(b)
	x, o := p.number("x_away"), p.number("o_away")
	if (x == 0) != (o == 0) {
		return s, badQuery("x_away=%d and o_away=%d: in a match both are 1 or more, in a money game both are 0 or left out", x, o)
	}
	s.Score = engine.Score{Length: max(x, o), Crawford: x != o && min(x, o) == 1}
	s.Score.Points = [2]int{s.Score.Length - o, s.Score.Length - x} // player 1 is on roll
	if err := s.Check(); err != nil {
		return s, &BadQuery{err}
	}
	return s, nil
}
