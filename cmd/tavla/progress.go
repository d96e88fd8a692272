package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// plainEvery is how often progress is told where there is no terminal.
const plainEvery = 10 * time.Second

// barSteps is how finely a bar is divided.
const barSteps = 1000

// progress shows how far long work has come: a bar on a terminal, elsewhere a
// line from time to time. It is for one goroutine at a time.
type progress struct {
	out   io.Writer
	what  string
	bar   *progressbar.ProgressBar // nil where there is no terminal
	now   func() time.Time
	began time.Time
	first float64   // share done when the work was taken up
	told  time.Time // when the last plain line was written
}

// newProgress begins to show work of which the share first (0..1) is done.
func newProgress(out io.Writer, what string, first float64) *progress {
	p := &progress{out: out, what: what, now: time.Now, first: first}
	p.began = p.now()
	p.told = p.began
	if onTerminal(out) {
		p.bar = progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(out),
			progressbar.OptionSetDescription(what),
			progressbar.OptionSetPredictTime(false),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionSetWidth(30),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionSetRenderBlankState(true),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

// at tells that a share (0..1) is done, with a few words on how it goes.
func (p *progress) at(share float64, words string) {
	text := fmt.Sprintf("%s: %s, %s", p.what, words, p.left(share))
	if p.bar != nil {
		p.bar.Describe(text)
		// Full, the bar would go before the work has ended.
		_ = p.bar.Set(min(int(share*barSteps), barSteps-1))
		return
	}
	if now := p.now(); now.Sub(p.told) >= plainEvery {
		p.told = now
		fmt.Fprintf(p.out, "%s (%.0f%%)\n", text, 100*share)
	}
}

// left says how long the rest will take at the pace so far.
func (p *progress) left(share float64) string {
	done := share - p.first
	if done <= 0 {
		return "time left unknown"
	}
	rest := time.Duration(float64(p.now().Sub(p.began)) * (1 - share) / done)
	return rest.Round(time.Second).String() + " left"
}

// end takes the bar away.
func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

const (
	saveEvery = 30 * time.Second
	tellEvery = 100 * time.Millisecond
)

// paced is what a long work calls after every step: it tells now and then how far it
// is, and keeps what there is less often.
func paced(tell, keep func()) func() {
	told, kept := time.Now(), time.Now()
	return func() {
		now := time.Now()
		if now.Sub(told) >= tellEvery {
			told = now
			tell()
		}
		if now.Sub(kept) >= saveEvery {
			kept = now
			keep()
		}
	}
}
