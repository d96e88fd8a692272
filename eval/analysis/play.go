package analysis

import (
	"cmp"
	"context"
	"slices"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/eval/cube"
)

const (
	keptPlays = 5     // how many of the best plays a Judged keeps
	alike     = 0.001 // points; plays that differ by less are worth the same
)

// scored is a play, by its index, and what it is worth.
type scored struct {
	at    int
	worth cube.Worth
	plies int
}

// play judges a play that was made.
func (w *worker) play(ctx context.Context, t *step, j *Judged) error {
	if t.legal < 2 {
		return nil
	}
	plays := w.gen.Plays(t.state.Board, t.state.Roll)
	made := slices.IndexFunc(plays, func(p engine.Play) bool { return p.Board == t.action.Play.Board })
	ranked, err := w.rank(ctx, t.state, plays, made)
	if err != nil {
		return err
	}
	for i, r := range ranked {
		j.Differ = j.Differ || r.worth.Equity < ranked[0].worth.Equity-alike
		if i < keptPlays || r.at == made {
			j.Plays = append(j.Plays, Candidate{
				Play: notation.FormatPlay(plays[r.at]), Equity: r.worth.Equity, Outcome: r.worth.Outcome,
				Plies: r.plies, Made: r.at == made,
			})
		}
	}
	return nil
}

// rank judges plays level by level as the filter says, and lists first those that
// were judged deepest, each group best first, of equal ones the better without the
// cube, then the first. The play of index made goes all the way with the best, so
// that the two can be compared.
func (w *worker) rank(ctx context.Context, s engine.State, plays []engine.Play, made int) ([]scored, error) {
	ranked := make([]scored, len(plays))
	for i := range ranked {
		ranked[i].at = i
	}
	on := ranked // what is judged still deeper
	for plies := 0; ; plies++ {
		if err := w.score(ctx, s, plays, on, plies); err != nil {
			return nil, err
		}
		slices.SortFunc(on, func(a, b scored) int {
			return cmp.Or(
				cmp.Compare(b.worth.Equity, a.worth.Equity),
				cmp.Compare(b.worth.Outcome.Equity(), a.worth.Outcome.Equity()),
				a.at-b.at,
			)
		})
		if plies == len(w.judges)-1 {
			return ranked, nil
		}
		keep := w.options.Filter.Cuts[plies].Keep(len(on), func(i int) float32 {
			return float32(on[0].worth.Equity - on[i].worth.Equity)
		})
		if at := slices.IndexFunc(on, func(r scored) bool { return r.at == made }); at >= keep {
			was := on[at]
			copy(on[keep+1:at+1], on[keep:at])
			on[keep] = was
			keep++
		}
		if on = on[:keep]; keep == 1 {
			return ranked, nil // nothing is left to compare it with
		}
	}
}

// score judges plays so many plies deep.
func (w *worker) score(ctx context.Context, s engine.State, plays []engine.Play, on []scored, plies int) error {
	w.plays = w.plays[:0]
	for _, r := range on {
		w.plays = append(w.plays, plays[r.at])
	}
	worth, err := w.worths(ctx, s, plies)
	if err != nil {
		return err
	}
	for i := range on {
		on[i].worth, on[i].plies = worth[i], plies
	}
	return nil
}
