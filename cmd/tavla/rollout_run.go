package main

import (
	"context"
	"crypto/sha256"
	"fmt"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval"
	"tavla/eval/rollout"
	"tavla/eval/static"
	"tavla/nnet"
)

// rolling is a rollout at work.
type rolling struct {
	app     *app
	rollout *rollout.Rollout // nil where there is no legal play
	options rollout.Options
	state   engine.State
	kept    keptRollout // what is kept beside the rollout itself
	path    string      // of the file it is kept in, "" for none
}

// newRolling sets a rollout up, or takes one up again, as the command line says.
func (a *app) newRolling(ctx context.Context, f *rolloutFlags, args []string) (*rolling, error) {
	r := &rolling{app: a, path: f.save}
	var before *keptRollout
	if f.resume != "" {
		var err error
		if before, err = f.takeUp(a, args); err != nil {
			return nil, err
		}
		args = append([]string{before.Position}, before.Dice...)
		if r.path == "" {
			r.path = f.resume
		}
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	if f.save != "" && f.save != f.resume {
		if err := unused(f.save); err != nil {
			return nil, err
		}
	}
	var err error
	var kind notation.Kind
	if r.state, kind, err = parseRollout(args, f.cube); err != nil {
		return nil, err
	}
	if err := f.checkCube(kind); err != nil {
		return nil, err
	}
	file, err := a.weightsFile()
	if err != nil {
		return nil, err
	}
	m, err := a.modelOf(file)
	if err != nil {
		return nil, err
	}
	if r.options, err = f.options(ctx, a, r.state, file, m); err != nil {
		return nil, err
	}
	if f.cube {
		if err := decisionOf(ctx, r.state, m, r.options.Cubeful); err != nil {
			return nil, err
		}
	}
	plays, err := f.candidates(ctx, m, r.state, r.options.Cubeful)
	if err != nil && before != nil {
		err = fmt.Errorf("--resume %s: it is damaged: %s", f.resume, err)
	}
	if err != nil {
		return nil, err
	}
	r.kept = keptRollout{
		Format: keptFormat, Position: args[0], Dice: args[1:], Plays: textOf(plays),
		Plies: a.plies, Filter: *f.filterOf, Games: f.games, Error: f.least,
		Cube: f.cube, CubePlies: f.cubePlies, MET: f.met,
	}
	candidates := f.candidatesOf(r.state, plays)
	switch {
	case len(candidates) == 0:
	case before == nil:
		r.rollout, err = rollout.New(candidates, r.options)
	default:
		if r.rollout, err = rollout.Resume(before.State, candidates, r.options); err != nil {
			err = fmt.Errorf("--resume %s: %w", f.resume, err)
		}
	}
	return r, err
}

// options is how to roll a state out by a model, which was made of file.
func (f *rolloutFlags) options(ctx context.Context, a *app, s engine.State, file *nnet.File, m *static.Model) (rollout.Options, error) {
	filter, err := depth{filterName: *f.filterOf}.filter()
	if err != nil {
		return rollout.Options{}, err
	}
	o := rollout.Options{
		Settings: f.Settings, Games: f.games, Error: f.least, Guess: filter.Guess,
		NewEvaluator: func() eval.Evaluator { return m.NewEvaluator() },
	}
	sum := sha256.New()
	if err := file.Encode(sum); err != nil {
		return o, err
	}
	o.Judge = fmt.Sprintf("net %x, %d plies, filter %s", sum.Sum(nil), a.plies, *f.filterOf)
	switch {
	case f.cubeful:
		err := f.cubefulOptions(ctx, a, s, filter, &o)
		return o, err
	case a.plies == 0:
		return o, nil
	}
	searches, err := searchesAt(m, a.plies, 1, depth{filterName: *f.filterOf})
	o.NewPlayer = func() rollout.Player { return searches() }
	return o, err
}

// run rolls out, keeping and showing what comes of it.
func (r *rolling) run(ctx context.Context) error {
	if r.rollout == nil {
		return r.app.say(r.answer(rollout.Result{Reason: rollout.AllGames}))
	}
	if err := r.keep(); err != nil { // before the work is done, to know that it can be
		return err
	}
	games := r.options.Games
	bar := newProgress(r.app.err, "rollout", min(float64(r.rollout.Games())/float64(games), 1))
	var unkept error
	working, stop := context.WithCancel(ctx)
	defer stop()
	err := r.rollout.Run(working, r.app.workers, paced(func() {
		bar.at(float64(r.rollout.Games())/float64(games), r.words())
	}, func() {
		if unkept = r.keep(); unkept != nil {
			stop()
		}
	}))
	bar.end()
	if unkept == nil {
		unkept = r.keep()
	}
	if shown := r.app.say(r.answer(r.rollout.Result())); shown != nil {
		return shown
	}
	switch {
	case unkept != nil:
		return unkept
	case err != nil && ctx.Err() != nil && r.path != "":
		return fmt.Errorf("%w after %d of %d games; go on with: tavla rollout --resume %s", errInterrupted, r.rollout.Games(), games, r.path)
	case err != nil && ctx.Err() != nil:
		return fmt.Errorf("%w after %d of %d games; with --save one can go on", errInterrupted, r.rollout.Games(), games)
	}
	return err
}

// words are the figures so far in short.
func (r *rolling) words() string {
	result := r.rollout.Result()
	if d, ok := r.rollout.Decision(); ok {
		return fmt.Sprintf("%d games, no double %+.4f ± %.4f, double, take %+.4f ± %.4f",
			result.Games, d.NoDouble.Equity, d.NoDouble.StandardError, d.DoubleTake.Equity, d.DoubleTake.StandardError)
	}
	best := result.Candidates[0]
	words := fmt.Sprintf("%d games, ", result.Games)
	if len(r.kept.Plays) > 0 {
		words += r.kept.Plays[best.Index] + " "
	}
	words += fmt.Sprintf("%+.4f ± %.4f", best.Equity, best.StandardError)
	if n := len(result.Candidates); n > 1 {
		words += fmt.Sprintf(", best of %d with %.0f%%", n, 100*best.Best)
	}
	return words
}
