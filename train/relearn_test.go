package train

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"tavla/nnet"
)

// refining is a short run of the stage Refine, and the weights that it begins with.
func refining(t *testing.T) (Config, *nnet.File) {
	t.Helper()
	c := tiny()
	c.Games, c.PlyLimit, c.Round = 8, 30, Schedule{From: 2, To: 2}
	first, err := newLearner(&c, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Stage, c.From, c.Depth, c.Passes, c.Lines, c.Optimizer = Refine, "the first weights", 1, 1, 1, Adam
	c.Explore, c.Lambda, c.Common = Schedule{From: 0.1, To: 0.1}, Schedule{}, 0.3
	return c, first.file("")
}

func finished(t *testing.T, r *Run) []byte {
	t.Helper()
	if err := r.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	net, err := os.ReadFile(NetPath(r.options.Dir))
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// until runs r until stop says so, and takes it up again with other settings, if given.
func until(t *testing.T, r *Run, relearn *Config, stop func(Progress) bool) (*Run, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r.options.Progress = func(p Progress) {
		if stop(p) {
			cancel()
		}
	}
	if err := r.Go(ctx); !errors.Is(err, ErrInterrupted) {
		t.Fatal(err)
	}
	o := options(r.options.Dir, 2)
	o.Relearn = relearn
	return Resume(o)
}

func TestARunEndsAsIfBegunWithTheSettingsItGoesOnWith(t *testing.T) {
	c, from := refining(t)
	c.Varied = 1
	for name, games := range map[string]struct{ begun, stopped, then int }{
		"fewer games":                {8, 4, 5},
		"no more games":              {8, 4, 4},
		"the same":                   {8, 4, 8},
		"more, a short round ahead":  {7, 6, 10},
		"more, all played by now":    {8, 6, 10},
		"more, all judged by now":    {8, 8, 10},
		"fewer, a short round ahead": {7, 6, 6},
	} {
		t.Run(name, func(t *testing.T) {
			before, other := c, c
			before.Games = games.begun
			other.Games, other.Passes, other.Pruning, other.Step.From = games.then, 2, 1, 0.001
			want := finished(t, begun(t, other, from, 1))
			r, err := until(t, begun(t, before, from, 2), &other, func(p Progress) bool { return p.Games >= games.stopped })
			if err != nil {
				t.Fatal(err)
			}
			// Killed at once, it has the new settings all the same.
			if saved, err := SavedConfig(r.options.Dir); err != nil || saved.String() != other.String() {
				t.Errorf("the run has the settings %v, %v", saved, err)
			}
			if r, err = Resume(options(r.options.Dir, 1)); err != nil {
				t.Fatal(err)
			}
			if got := finished(t, r); !bytes.Equal(got, want) {
				t.Error("the run ends with other nets")
			}
		})
	}
}

func TestSettingsThatARunCannotGoOnWithAreRefused(t *testing.T) {
	fewer := func(c *Config) { c.Games = 6 }
	for want, c := range map[string]struct {
		begun, change func(c *Config)
		stop          func(p Progress) bool
	}{
		"not those that the run was begun with": {change: func(c *Config) { c.Seed++ }},
		"games 3: 4 are judged already":         {change: func(c *Config) { c.Games = 3 }},
		"passes 0":                              {change: func(c *Config) { c.Passes = 0 }},
		"the run has begun to learn":            {change: func(c *Config) { c.Passes = 2 }, stop: func(p Progress) bool { return p.Passes > 0 }},
		"games 6: the number stays 8":           {begun: func(c *Config) { c.Explore.To = 0 }, change: fewer},
		"games 5: the number stays 8":           {begun: func(c *Config) { c.Lambda.To = 0.5 }, change: func(c *Config) { c.Games = 5 }},
		"games 7: the number stays 8":           {begun: func(c *Config) { c.Round.To = 1 }, change: func(c *Config) { c.Games = 7 }},
		"games 9: 7 are judged, of which the last round was cut short": {
			begun: func(c *Config) { c.Games, c.Passes = 7, 1 }, change: func(c *Config) { c.Games = 9 },
			stop: func(p Progress) bool { return p.Games >= 7 },
		},
	} {
		t.Run(want, func(t *testing.T) {
			settings, from := refining(t)
			if c.begun != nil {
				c.begun(&settings)
			}
			if c.stop == nil {
				c.stop = func(p Progress) bool { return p.Games >= 4 }
			}
			other := settings
			c.change(&other)
			if _, err := until(t, begun(t, settings, from, 1), &other, c.stop); !errors.Is(err, ErrSettings) || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v", err)
			}
		})
	}
	// A run of the stage TD goes on as it was.
	settings := tiny()
	other := settings
	other.Games++
	r, err := Start(settings, options(t.TempDir(), 1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := until(t, r, &other, func(p Progress) bool { return p.Games > 0 }); !errors.Is(err, ErrSettings) {
		t.Errorf("other settings of a run of the stage TD: %v", err)
	}
}
