package bot

import (
	"context"

	"tavla/eval/search"
)

// Deep makes the play that a search thinks best.
type Deep struct {
	search *search.Deep
}

// NewDeep makes a bot by a search that nobody else uses meanwhile.
func NewDeep(d *search.Deep) *Deep { return &Deep{d} }

// ChoosePlay fails only when the context is done.
func (d *Deep) ChoosePlay(ctx context.Context, q Decision) (int, error) {
	return d.search.BestOf(ctx, q.Plays)
}
