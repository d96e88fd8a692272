package cube

import (
	"testing"

	"tavla/engine"
)

func BenchmarkStandard(b *testing.B) {
	for b.Loop() {
		Standard()
	}
}

func BenchmarkModelInAMatch(b *testing.B) {
	s := match(engine.Start(), 11, 9)
	stakes := newMatch(s.Cube, s.Score, Standard())
	j := New(counter{}, Options{Efficiency: Usual()})
	n := level{boards: []engine.Board{s.Board}}
	j.evaluate(&n)
	for b.Loop() {
		j.choose0(&n.below, stakes, &s.Board, &n.outcomes[0], 0, present)
	}
}
