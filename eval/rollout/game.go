package rollout

import (
	"context"
	"fmt"

	"tavla/engine"
	"tavla/eval"
	"tavla/eval/luck"
	"tavla/eval/search"
)

// longest is the number of plies after which a game that goes on for ever is cut
// off, whatever Settings.Truncate says.
const longest = 3000

// parts are the number of fields of an eval.Outcome.
const parts = 5

// outcome is an eval.Outcome, or a difference of two, in float64.
type outcome [parts]float64

func outcomeOf(o eval.Outcome) outcome {
	return outcome{float64(o.Win), float64(o.WinGammon), float64(o.WinBackgammon), float64(o.LoseGammon), float64(o.LoseBackgammon)}
}

// equity is that of an outcome.
func (o *outcome) equity() float64 { return 2*o[0] - 1 + o[1] + o[2] - o[3] - o[4] }

// add adds a difference of outcomes, weighed.
func (o *outcome) add(d outcome, weight float64) {
	for i := range o {
		o[i] += float64(weight * d[i])
	}
}

// invertDifference is a difference of outcomes seen by the other player.
func invertDifference(d outcome) outcome { return outcome{-d[0], d[3], d[4], d[1], d[2]} }

// result is what became of one game, in the view that the candidate asks for.
type result struct {
	parts   outcome // less the luck of the rolls, if that is taken out
	equity  float64 // likewise; that of parts, or with the cube
	plain   float64 // the equity with the luck left in
	endless bool    // cut off as the longest possible game
}

// worker plays games, with an evaluator and a player of its own.
type worker struct {
	settings  *Settings
	evaluator eval.Evaluator // the judge's too
	player    Player
	judge     *luck.Judge
	generator engine.Generator
	dice      *dice
	longest   int         // plies
	cube      *cubePlayer // nil in games without the cube
}

// newWorker makes a worker; the stakes are nil for games without the cube.
func newWorker(o *Options, k *stakes) *worker {
	e := o.NewEvaluator()
	w := &worker{settings: &o.Settings, evaluator: e, judge: luck.NewPruning(e, o.Guess), dice: newDice(o.Seed, o.Stratify), longest: longest}
	switch {
	case k != nil:
		w.cube = newCubePlayer(o, e, k)
	case o.NewPlayer != nil:
		w.player = o.NewPlayer()
	default:
		w.player = greedy{search.New(e)}
	}
	return w
}

// greedy plays what is best at 0 plies.
type greedy struct{ ranker *search.Ranker }

func (g greedy) BestOf(_ context.Context, plays []engine.Play) (int, error) {
	i, _ := g.ranker.BestOf(plays)
	return i, nil
}

// play plays a game of a candidate on the dice of that game.
func (w *worker) play(ctx context.Context, game int, c *Candidate) (result, error) {
	if w.cube != nil {
		return w.playCubeful(ctx, game, c)
	}
	w.dice.begin(game)
	limit, endless := w.limit()
	var lucky outcome // the luck of all rolls, in the candidate's view
	board, inverted := c.State.Board, c.Inverted
	for ply := 0; ; ply++ {
		if o, over := eval.Final(&board); over {
			return conclude(o, inverted, lucky, false), nil
		}
		if ply == limit {
			var o [1]eval.Outcome
			w.evaluator.Evaluate(o[:], []engine.Board{board})
			return conclude(o[0], inverted, lucky, endless), nil
		}
		if err := ctx.Err(); err != nil {
			return result{}, err
		}
		roll := w.dice.throw()
		if w.settings.Luck {
			d := w.luck(board, roll)
			if inverted {
				d = invertDifference(d)
			}
			lucky.add(d, 1)
		}
		var err error
		if board, err = w.turn(ctx, board, roll); err != nil {
			return result{}, err
		}
		board, inverted = board.Swap(), !inverted
	}
}

// limit is the number of plies after which a game is cut off, and whether that is
// because it is without end.
func (w *worker) limit() (plies int, endless bool) {
	if n := w.settings.Truncate; n > 0 && n <= w.longest {
		return n, false
	}
	return w.longest, true
}

// conclude makes a result of the outcome seen by the player on roll.
func conclude(end eval.Outcome, inverted bool, lucky outcome, endless bool) result {
	o := outcomeOf(end)
	if inverted {
		o = invertDifference(o)
		o[0]++
	}
	r := result{plain: o.equity(), endless: endless}
	o.add(lucky, -1)
	r.parts, r.equity = o, o.equity()
	return r
}

// luck is how much better for the player on roll the outcome after this roll is
// than the mean over all throws, each played best.
func (w *worker) luck(b engine.Board, roll engine.Roll) outcome {
	rolls := w.judge.Rolls(b)
	roll = roll.Sorted()
	var d outcome
	for i, r := range engine.Rolls() {
		o := outcomeOf(rolls.Outcome[i])
		d.add(o, -float64(r.Chances())/throws)
		if r == roll {
			d.add(o, 1)
		}
	}
	return d
}

// turn is the board after the turn, still seen by the player whose turn it was.
func (w *worker) turn(ctx context.Context, b engine.Board, roll engine.Roll) (engine.Board, error) {
	plays := w.generator.Plays(b, roll)
	switch len(plays) {
	case 0:
		return b, nil
	case 1:
		return plays[0].Board, nil
	}
	i, err := w.player.BestOf(ctx, plays)
	if err == nil && (i < 0 || i >= len(plays)) {
		err = fmt.Errorf("rollout: the player chose play %d; there are 0 to %d", i, len(plays)-1)
	}
	if err != nil {
		return b, err
	}
	return plays[i].Board, nil
}
