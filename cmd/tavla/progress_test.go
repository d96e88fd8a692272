package main

import (
	"bytes"
	"testing"
	"time"
)

func TestProgressIsALineNowAndThenWhereThereIsNoTerminal(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out, "training", 0.5)
	clock := p.began
	p.now = func() time.Time { return clock }
	for second := 1; second <= 25; second++ {
		clock = clock.Add(time.Second)
		p.at(0.5+float64(second)/100, "going well")
	}
	p.end()
	want := "training: going well, 40s left (60%)\ntraining: going well, 30s left (70%)\n"
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTimeLeftIsUnknownAtFirst(t *testing.T) {
	p := newProgress(new(bytes.Buffer), "bench", 0)
	if got := p.left(0); got != "time left unknown" {
		t.Error(got)
	}
}
