package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"tavla/eval/static"
	"tavla/nnet"
)

// speedAnswer is what this machine does per second.
type speedAnswer struct {
	kernelSpeed
	RollsPerSecond         float64                `json:"rollsPerSecond"`
	SelfPlayGamesPerSecond selfPlaySpeed          `json:"selfPlayGamesPerSecond"`
	Kernel                 string                 `json:"kernel"`
	Kernels                map[string]kernelSpeed `json:"kernels"` // the others
	Workers                int                    `json:"workers"`
	Positions              int                    `json:"positions"` // different ones judged statically
}

// kernelSpeed is what one thread does with one set of kernels.
type kernelSpeed struct {
	StaticEvaluationsPerSecond float64 `json:"staticEvaluationsPerSecond"` // of unrelated positions
	CandidatesPerSecond        float64 `json:"candidatesPerSecond"`        // plays judged, those of a decision at once
	DecisionsPerSecond         float64 `json:"decisionsPerSecond"`         // plays found, judged and chosen
}

type selfPlaySpeed struct {
	OneWorker  float64 `json:"oneWorker"`
	AllWorkers float64 `json:"allWorkers"`
}

// speedEffort is how much is measured.
type speedEffort struct {
	positions int           // different ones to judge
	each      time.Duration // for every figure
}

func (a *app) speedCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "speed",
		Short: "Measure what this machine does per second",
		Long: `Speed measures, in some twenty seconds: static evaluations of unrelated positions,
candidate plays judged, whole decisions, and rolls whose plays are found, all with
one thread and the best kernels; games of self-play with one worker and with all;
and the slower kernels for comparison. First it checks the play generator.`,
		Example: "  tavla speed\n  tavla speed --json",
		Args:    cobra.NoArgs,
	}
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		m, err := a.model()
		if err != nil {
			return err
		}
		bar := newProgress(a.err, "speed", 0)
		answer, err := measureSpeed(m, a.workers, speedEffort{100_000, 1200 * time.Millisecond}, func(share float64, what string) error {
			bar.at(share, what)
			if cmd.Context().Err() != nil {
				return errInterrupted
			}
			return nil
		})
		bar.end()
		if err != nil {
			return err
		}
		if a.json {
			return json.NewEncoder(a.out).Encode(answer)
		}
		return a.printSpeed(answer)
	}
	return c
}

// measureSpeed measures one figure after the other, and asks before each whether
// to go on.
func measureSpeed(m *static.Model, workers int, effort speedEffort, next func(share float64, what string) error) (*speedAnswer, error) {
	boards, err := checkedPositions(speedPositions)
	if err != nil {
		return nil, err
	}
	kernels := nnet.Kernels()
	steps, done := float64(4+3*len(kernels)), 0.0
	step := func(what string) error {
		done++
		return next((done-1)/steps, what)
	}
	if err := step("playing games to have positions"); err != nil {
		return nil, err
	}
	many := differentPositions(m, effort.positions)
	answer := &speedAnswer{Kernel: kernels[0], Kernels: map[string]kernelSpeed{}, Workers: workers, Positions: len(many)}
	for i, kernel := range kernels {
		var k kernelSpeed
		for _, figure := range []struct {
			what    string
			measure func(*static.Evaluator) float64
			to      *float64
		}{
			{"static evaluations", func(e *static.Evaluator) float64 { return staticSpeed(e, many, effort.each) }, &k.StaticEvaluationsPerSecond},
			{"candidates", func(e *static.Evaluator) float64 { return candidateSpeed(e, boards, effort.each) }, &k.CandidatesPerSecond},
			{"decisions", func(e *static.Evaluator) float64 { return decisionSpeed(e, boards, effort.each) }, &k.DecisionsPerSecond},
		} {
			if err := step(figure.what + " with " + kernel); err != nil {
				return nil, err
			}
			e, err := m.NewEvaluatorOn(kernel)
			if err != nil {
				return nil, err
			}
			*figure.to = figure.measure(e)
		}
		if i == 0 {
			answer.kernelSpeed = k
		} else {
			answer.Kernels[kernel] = k
		}
	}
	for _, figure := range []struct {
		what    string
		measure func() float64
		to      *float64
	}{
		{"rolls", func() float64 { return rollSpeed(boards, effort.each) }, &answer.RollsPerSecond},
		{"self-play, one worker", func() float64 { return selfPlaySpeedOf(m, 1, 2*effort.each) }, &answer.SelfPlayGamesPerSecond.OneWorker},
		{"self-play, all workers", func() float64 { return selfPlaySpeedOf(m, workers, 2*effort.each) }, &answer.SelfPlayGamesPerSecond.AllWorkers},
	} {
		if err := step(figure.what); err != nil {
			return nil, err
		}
		*figure.to = figure.measure()
	}
	return answer, nil
}

func (a *app) printSpeed(s *speedAnswer) error {
	fmt.Fprintf(a.out, "One thread, %s kernels, %s/%s:\n\n", s.Kernel, runtime.GOOS, runtime.GOARCH)
	row := func(perSecond float64, what string) { fmt.Fprintf(a.out, "%11.0f  %s\n", perSecond, what) }
	row(s.StaticEvaluationsPerSecond, "static evaluations per second")
	row(s.CandidatesPerSecond, "candidate plays judged per second")
	row(s.DecisionsPerSecond, "decisions per second")
	row(s.RollsPerSecond, "rolls per second whose plays are found")
	row(s.SelfPlayGamesPerSecond.OneWorker, "games of self-play per second")
	row(s.SelfPlayGamesPerSecond.AllWorkers, fmt.Sprintf("games of self-play per second with %d workers", s.Workers))
	for _, name := range nnet.Kernels()[1:] {
		k := s.Kernels[name]
		row(k.StaticEvaluationsPerSecond, "static evaluations per second with "+name+" kernels")
		row(k.CandidatesPerSecond, "candidate plays judged per second with "+name+" kernels")
		row(k.DecisionsPerSecond, "decisions per second with "+name+" kernels")
	}
	return nil
}
