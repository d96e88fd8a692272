package train

import "time"

// Progress is where a run stands.
type Progress struct {
	Games   int     // learned from; in the stage Refine judged
	Passes  float64 // made over all decisions, in the stage Refine
	Pruning float64 // share of what the pruning nets learn there in the end
	Share   float64 // of the whole run, 0..1
	Elapsed time.Duration
	Rate    float64 // games per second since this process began
	Loss    float64 // half the squared miss per position in the last round
}

// report tells Options.Progress where the run stands.
func (r *Run) report(loss float64) {
	if r.options.Progress == nil {
		return
	}
	elapsed := time.Since(r.start)
	r.options.Progress(Progress{
		Games: r.state.Learned, Passes: r.passes(), Pruning: r.taught, Share: r.whole(), Elapsed: elapsed, Loss: loss,
		Rate: float64(r.state.Learned-r.startGames) / elapsed.Seconds(),
	})
}

func (r *Run) elapsed() time.Duration { return time.Since(r.began) - r.skipped }

// share is how much of what the run is to learn has been learned.
func (r *Run) share() float64 {
	if r.config.Stage == Refine {
		return r.passes() / float64(r.config.Passes)
	}
	if r.config.Games > 0 {
		return float64(r.state.Learned) / float64(r.config.Games)
	}
	return min(float64(r.elapsed())/float64(r.config.Time), 1)
}

// passes is how often the stage Refine has been over all decisions.
func (r *Run) passes() float64 {
	if r.config.Stage != Refine || r.state.Learned < r.config.Games || r.state.Decisions == 0 {
		return 0
	}
	return float64(r.state.Fitted) / float64(r.state.Decisions)
}

// whole is how much of the run is done, of which judging is by far the most in the
// stage Refine.
func (r *Run) whole() float64 {
	if r.config.Stage == Refine {
		const judging, pruning = 0.80, 0.02
		learning := 1 - judging
		if r.config.Pruning > 0 {
			learning -= pruning
		}
		return judging*float64(r.state.Learned)/float64(r.config.Games) + learning*r.share() + pruning*r.taught
	}
	return r.share()
}

// work counts what is done in games: those learned, and in the stage Refine as
// many again for all learning.
func (r *Run) work() int {
	n := r.state.Learned
	if r.config.Stage == Refine {
		n += int(r.share() * float64(r.config.Games))
	}
	return n
}

func (r *Run) done() bool {
	if r.config.Stage == Refine {
		return r.state.Learned >= r.config.Games && r.state.Fitted >= r.config.Passes*r.state.Decisions
	}
	if r.state.Learned == 0 {
		return false // however short the time: one round is learned
	}
	if r.config.Games > 0 {
		return r.state.Learned >= r.config.Games
	}
	return r.elapsed() >= r.config.Time
}
