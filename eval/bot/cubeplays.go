package bot

import (
	"context"

	"tavla/eval/cube"
)

// CubePlays makes the play that a cube.Ranker thinks best with cube and score, and
// leaves cubeless money to another Bot.
type CubePlays struct {
	Bot
	ranker *cube.Ranker
}

// NewCubePlays makes a bot by a ranker that nobody else uses meanwhile; b plays
// where a Decision has no State.
func NewCubePlays(b Bot, r *cube.Ranker) *CubePlays { return &CubePlays{b, r} }

// ChoosePlay fails when the context is done, for a match that is longer than the
// ranker's match equity table, and as the other bot does.
func (c *CubePlays) ChoosePlay(ctx context.Context, d Decision) (int, error) {
	if d.State == nil {
		return c.Bot.ChoosePlay(ctx, d)
	}
	return c.ranker.BestOf(ctx, *d.State, d.Plays)
}
