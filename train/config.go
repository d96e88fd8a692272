// Package train teaches nets from self-play: deterministic rounds of games, TD(λ)
// targets by the forward view, schedules, checkpoints and metrics. The net a run
// ends with depends on its Config alone, not on the number of workers or on
// interruptions.
package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"tavla/eval/inputs"
	"tavla/eval/static"
	"tavla/nnet"
)

// Config is everything that determines a run's net.
type Config struct {
	Seed   uint64 `json:"seed"`
	Stage  Stage  `json:"stage"`
	Hidden []int  `json:"hidden"` // units of the hidden layers of each net for contact
	// RaceHidden are those of the race net.
	RaceHidden []int  `json:"raceHidden"`
	Inputs     string `json:"inputs"` // encoder of the contact net
	Activation string `json:"activation"`
	Loss       string `json:"loss"` // "cross-entropy" or "squared-error"
	// Split is how contact is parted among nets.
	Split static.Split `json:"split,omitempty"`
	// Labels is the SHA-256 of the file of decisions, judged by an earlier run, that
	// the stage Refine learns beside its own; empty for none.
	Labels string `json:"labels,omitempty"`
	// From is the SHA-256 of the weights file the run starts from, grown to the
	// hidden units above; empty for random weights.
	From string `json:"from,omitempty"`

	// Games ends the run after that many games; Time, if Games is 0, after that
	// much time of training. Schedules run over whichever is given. With Time the
	// schedules follow the clock, and so a repetition gives a different net.
	Games int           `json:"games"`
	Time  time.Duration `json:"time"`

	Optimizer Optimizer `json:"optimizer"`
	// Batch is how many positions there are in a minibatch of Adam's. Where nets are many,
	// four minibatches are gathered at a time, and a net that has more than one of its
	// own in them takes a step as if it were one.
	Batch int `json:"batch"`

	Step Schedule `json:"step"` // step size
	// Lambda is the λ of the λ-returns. In the stage Refine these have no luck in
	// them, see Game.returns, and 0 leaves values as looking ahead has them.
	Lambda Schedule `json:"lambda"`
	Round  Schedule `json:"round"` // games per round
	// Explore is the chance that a play is drawn at random instead of by value.
	Explore Schedule `json:"explore"`
	// AverageFrom is the share of the run after which the result is the mean of
	// the weights over all later rounds; 1 takes the last weights.
	AverageFrom float64 `json:"averageFrom"`
	// Varied is the share of games that begin at a rare position of an earlier
	// game instead of the start.
	Varied   float64 `json:"varied"`
	PlyLimit int     `json:"plyLimit"` // plays after which a game is stopped
	// Endings ends games where the tables of eval/bearoff know what becomes of them,
	// which then is the target.
	Endings bool `json:"endings"`

	// Passes is how often the stage Refine goes through the decisions.
	Passes int `json:"passes,omitempty"`
	// Fade is the share of the decisions, the oldest, that the last pass leaves out, 0 or
	// more and less than 1; the first leaves out none, those between evenly more. Old
	// labels were judged by weaker nets, and serve first.
	Fade float64 `json:"fade,omitempty"`
	// Pruning is how many rolls, for each game, the pruning nets learn from in its end;
	// 0: none are made.
	Pruning int `json:"pruning,omitempty"`
	// Depth is how many plies the stage Refine looks ahead for its labels: over all
	// rolls the first, along lines of dice those after.
	Depth int `json:"depth,omitempty"`
	// Lines is along how many lines of dice, and Replies how many plies deep the
	// stage Refine judges the positions after the replies to the plays of a decision,
	// to compare these, too; 0 leaves them out.
	Lines   int `json:"lines,omitempty"`
	Replies int `json:"replies,omitempty"`
	// Common is what misses count there beside what tells the plays of a decision
	// apart, 0 to 1, see learner.compare.
	Common float64 `json:"common,omitempty"`
}

// Schedule is a value over a run: From until the share Hold of the run has
// passed, then changing geometrically (linearly when one end is 0) to reach To
// at the share End and stay there. The zero End means the end of the run.
type Schedule struct {
	From float64 `json:"from"`
	To   float64 `json:"to"`
	Hold float64 `json:"hold"`
	End  float64 `json:"end"`
}

// At is the value when share (0..1) of the run is done.
func (s Schedule) At(share float64) float64 {
	end := s.End
	if end == 0 {
		end = 1
	}
	switch {
	case share <= s.Hold:
		return s.From
	case share >= end:
		return s.To
	}
	x := (share - s.Hold) / (end - s.Hold)
	if s.From > 0 && s.To > 0 {
		return s.From * math.Pow(s.To/s.From, x)
	}
	return s.From + x*(s.To-s.From)
}

// Default is the preset `tavla train` starts from: TD(λ) with annealed steps.
func Default() Config {
	return Config{
		Seed:       1,
		Stage:      TD,
		Hidden:     []int{128},
		RaceHidden: []int{32},
		Inputs:     "contact",
		Activation: nnet.Sigmoid.String(),
		Loss:       nnet.CrossEntropy.String(),
		Optimizer:  SGD,
		Batch:      256,
		Games:      1_000_000,
		Step:       Schedule{From: 0.1, To: 0.001, Hold: 0.1},
		// Long returns and short rounds carry the first knowledge back fast; random
		// plays keep the first games from going on for ever.
		Lambda:  Schedule{From: 0.7, To: 0, End: 0.02},
		Round:   Schedule{From: 32, To: 1000, End: 0.02},
		Explore: Schedule{From: 0.05, To: 0, End: 0.01},
		// Annealing leaves little noise to average away; the last steps gain a little.
		AverageFrom: 0.95,
		PlyLimit:    1000,
		Endings:     true,
	}
}

// Further is the preset for a run that starts from a net which plays well
// already: games are short and one ply at a time is enough, from the first on.
func Further() Config {
	c := Default()
	c.Step = Schedule{From: 0.03, To: 0.0005, Hold: 0.2}
	c.Lambda = Schedule{}
	c.Round = Schedule{From: 1000, To: 1000}
	c.Explore = Schedule{}
	c.Varied = 0.1
	return c
}

// Refining is the preset for a run of the stage Refine, which starts from a net
// that plays well.
func Refining() Config {
	c := Further()
	c.Stage = Refine
	c.Games = 100_000
	c.Optimizer = Adam
	c.Loss = nnet.SquaredError.String()
	c.Step = Schedule{From: 0.006, To: 0.00002, Hold: 0.1}
	c.Explore = Schedule{From: 0.06, To: 0.06}
	c.Varied = 0.25
	c.Lambda = Schedule{From: 0.95, To: 0.95}
	c.Depth, c.Lines, c.Replies = 2, 2, 1
	c.Passes, c.Common = 12, 0.33
	c.Pruning = 12
	return c
}

// maxDepth is where noise and cost of the labels have long outgrown their worth.
const maxDepth = 20

// maxLines is as many as the faces of a die, see player.throw.
const maxLines = 6

// lineLength is how many rolls of a line the stage Refine needs.
func (c *Config) lineLength() int { return max(c.Depth-1, c.Replies) }

// Check reports a setting that cannot be used.
func (c *Config) Check() error {
	if c.Games < 0 || c.Games == 0 && c.Time <= 0 {
		return fmt.Errorf("games %d, time %v: a run needs a number of games or a time", c.Games, c.Time)
	}
	if err := c.Stage.check(); err != nil {
		return err
	}
	if c.Stage == Refine && c.From == "" {
		return errors.New("the stage refine begins with a net that plays well, not with random weights")
	}
	if c.Stage != Refine && c.Labels != "" {
		return errors.New("labels are for the stage refine")
	}
	if _, err := inputs.ByName(c.Inputs); err != nil {
		return err
	}
	if _, err := c.activation(); err != nil {
		return err
	}
	if _, err := c.loss(); err != nil {
		return err
	}
	for _, s := range []struct {
		name     string
		s        Schedule
		min, max float64
	}{
		{"step", c.Step, 0, 10}, {"lambda", c.Lambda, 0, 1},
		{"round", c.Round, 1, 1e6}, {"explore", c.Explore, 0, 1},
	} {
		for _, v := range []float64{s.s.From, s.s.To} {
			if !(v >= s.min && v <= s.max) {
				return fmt.Errorf("%s %v: it must be from %v to %v", s.name, v, s.min, s.max)
			}
		}
	}
	if err := c.Optimizer.check(); err != nil {
		return err
	}
	if c.Stage == Refine && c.Games == 0 {
		return fmt.Errorf("time %v: a run of the stage refine ends after a number of games", c.Time)
	}
	if c.Stage == Refine && c.Optimizer != Adam {
		return fmt.Errorf("optimizer %s: the stage refine learns by %s", c.Optimizer, Adam)
	}
	if c.Stage == Refine && (c.Depth < 1 || c.Depth > maxDepth) {
		return fmt.Errorf("depth %d: 1 to %d plies", c.Depth, maxDepth)
	}
	if c.Stage == Refine && (c.Lines < 1 || c.Lines > maxLines) {
		return fmt.Errorf("lines %d: 1 to %d lines of dice", c.Lines, maxLines)
	}
	if c.Stage == Refine && (c.Replies < 0 || c.Replies > maxDepth) {
		return fmt.Errorf("replies %d: 0 (they are left out) to %d plies", c.Replies, maxDepth)
	}
	if c.Stage == Refine && (c.Passes < 1 || !(c.Common >= 0 && c.Common <= 1)) {
		return fmt.Errorf("passes %d, common %v: at least one pass, and a share from 0 to 1", c.Passes, c.Common)
	}
	switch {
	case !(c.Fade >= 0 && c.Fade < 1):
		return fmt.Errorf("fade %v: a share of the decisions, 0 or more and less than 1", c.Fade)
	case c.Fade > 0 && c.Stage != Refine:
		return fmt.Errorf("fade %v: only the stage refine has decisions to leave out", c.Fade)
	case c.Fade > 0 && c.Passes < 2:
		return fmt.Errorf("fade %v, passes %d: at least two passes, since the first leaves nothing out", c.Fade, c.Passes)
	}
	if c.Pruning < 0 || c.Pruning > 0 && c.Stage != Refine {
		return fmt.Errorf("pruning %d: so many rolls for each game of the stage refine, or 0 for no pruning nets", c.Pruning)
	}
	if c.Batch < 1 {
		return fmt.Errorf("batch %d: at least one position", c.Batch)
	}
	if !(c.Varied >= 0 && c.Varied <= 1) {
		return fmt.Errorf("varied %v: a share from 0 to 1 of the games", c.Varied)
	}
	if c.PlyLimit < 1 {
		return fmt.Errorf("ply limit %d: at least one play", c.PlyLimit)
	}
	if err := c.Split.Check(); err != nil {
		return err
	}
	for _, kind := range static.Nets(c.Split) {
		if err := c.shape(kind).Check(); err != nil {
			return err
		}
	}
	return nil
}

// relearned is c with those settings of another that tell the stage Refine how many games
// to judge, and what to do then.
func (c Config) relearned(as Config) Config {
	c.Games, c.Batch, c.Step, c.Common = as.Games, as.Batch, as.Step, as.Common
	c.Passes, c.Fade, c.Pruning = as.Passes, as.Fade, as.Pruning
	return c
}

// steady reports whether all games are played alike, however many there are.
func (c *Config) steady() bool {
	return c.Explore.From == c.Explore.To && c.Lambda.From == c.Lambda.To && c.Round.From == c.Round.To
}

// faded is how many of n decisions, the oldest, a pass leaves out.
func (c *Config) faded(pass, n int) int {
	if c.Fade == 0 {
		return 0
	}
	return int(c.Fade * float64(n) * float64(pass) / float64(c.Passes-1))
}

func (c *Config) activation() (nnet.Activation, error) {
	for _, a := range []nnet.Activation{nnet.Sigmoid, nnet.ReLU} {
		if a.String() == c.Activation {
			return a, nil
		}
	}
	return 0, fmt.Errorf("activation %q: sigmoid and relu are possible", c.Activation)
}

func (c *Config) loss() (nnet.Loss, error) {
	for _, l := range []nnet.Loss{nnet.CrossEntropy, nnet.SquaredError} {
		if l.String() == c.Loss {
			return l, nil
		}
	}
	return 0, fmt.Errorf("loss %q: cross-entropy and squared-error are possible", c.Loss)
}

// encoder is what the net of a kind reads.
func (c *Config) encoder(kind static.Kind) *inputs.Encoder {
	name := c.Inputs
	if kind == static.Race {
		name = "race"
	}
	e, err := inputs.ByName(name)
	if err != nil {
		panic(err) // Check has found it
	}
	return e
}

func (c *Config) shape(kind static.Kind) nnet.Shape {
	hidden := c.Hidden
	if kind == static.Race {
		hidden = c.RaceHidden
	}
	units := append([]int{c.encoder(kind).Size}, hidden...)
	a, err := c.activation()
	if err != nil {
		panic(err) // Check has found it
	}
	return nnet.Shape{Units: append(units, static.Outputs), Hidden: a}
}

// String is the configuration as one line of JSON, the form checkpoints keep.
func (c Config) String() string {
	b, err := json.Marshal(c)
	if err != nil {
		panic(err) // plain numbers and strings
	}
	return string(b)
}
