package bearoff

import (
	"context"
	"math"
	"sync"
	"testing"
	"time"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// built are the tables all tests share; they are computed once.
var built = sync.OnceValue(func() *Tables {
	t, err := Build(context.Background(), 2, nil)
	if err != nil {
		panic(err)
	}
	return t
})

func TestTmp(t *testing.T) {
	s := time.Now()
	oneSided(1)
	t.Log("off", time.Since(s))
	s = time.Now()
	oneSided(upTo14)
	t.Log("first", time.Since(s))
	s = time.Now()
	buildTwoSided(t.Context(), 1, func(float64) {})
	t.Log("two", time.Since(s))
	tb := built()
	var sum [4]float64
	for i := range tb.both.win {
		sum[0] += 2*float64(tb.both.win[i]) - 1
		sum[1] += float64(tb.both.cube[i].own)
		sum[2] += float64(tb.both.cube[i].centred)
		sum[3] += float64(tb.both.cube[i].opponents)
	}
	t.Logf("%.4f", sum)
	m := 0.0
	for r := range upTo15 {
		m += mean(tb.rollsOff(r))
	}
	t.Logf("%.4f %d %d", m, len(tb.off.still), len(tb.firstOff.still))
	_ = math.Abs
	_ = engine.Men
	_ = enginetest.Board
}
