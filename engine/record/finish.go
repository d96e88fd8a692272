package record

import "tavla/engine"

// finish gives the game its end: the one the state machine has come to, or else
// a resignation (or a refused double) that accounts for the result the file
// states or the next game's score tells.
func (b *builder) finish(next *engine.State) {
	s := b.r.state()
	res := b.raw.result
	gain := [2]int{}
	if next != nil && next.Score.Length == s.Score.Length {
		for p := range gain {
			gain[p] = next.Score.Points[p] - s.Score.Points[p]
		}
	}
	if r, ok := s.Result(); ok {
		b.compare(r, gain)
		return
	}
	rise := nobody
	if (gain[0] > 0) != (gain[1] > 0) {
		rise = 0
		if gain[1] > 0 {
			rise = 1
		}
	}
	switch {
	case res == nil && rise == nobody:
		if next != nil {
			b.w.add(b.raw.line, "the game has no result")
		}
		return
	case s.Awaits() == engine.ToOpen:
		b.w.add(b.raw.line, "the game has a result but no roll; the result is left out")
		return
	}
	line, points := b.raw.line, 0
	if res != nil {
		line, points = res.line, res.points
	} else {
		b.w.add(line, "the game has no result; by the next score it was won by %s", b.name(rise))
	}
	if points == 0 && rise != nobody {
		points = gain[rise]
	}
	b.concede(1-b.winner(rise), points, line)
}

// compare holds the result of the state machine against what the file says.
func (b *builder) compare(r engine.Result, gain [2]int) {
	res := b.raw.result
	if res != nil && res.winner != nobody && res.winner != r.Winner {
		b.w.add(res.line, "the file gives the game to %s; the play to %s", b.name(res.winner), b.name(r.Winner))
	}
	if res != nil && res.points != 0 && res.points != r.Points && !b.fills(r, res.points) && !b.isJacoby(r, res.points) {
		b.w.add(res.line, "the file says %s; the play, %s", plural(res.points), plural(r.Points))
	}
	if gain[1-r.Winner] > 0 && gain[r.Winner] <= 0 {
		b.w.add(b.raw.line, "the next score gives the game to %s; the play to %s", b.name(1-r.Winner), b.name(r.Winner))
	}
}

// fills reports whether points are what the winner of r still needed, which some
// programs write instead of a larger result.
func (b *builder) fills(r engine.Result, points int) bool {
	score := b.game.Start.Score
	return score.Length > 0 && points == score.Away(r.Winner) && points < r.Points
}

// isJacoby reports whether the Jacoby rule would explain a smaller result; that
// is settled for all games at once.
func (b *builder) isJacoby(r engine.Result, points int) bool {
	s := b.r.state()
	return s.Score.Length == 0 && s.Cube.Owner == engine.Centred && r.Size > 1 && points == s.Cube.Value
}

// winner tells who won a game that was not played out. The next score knows best
// (rise, nobody if it is silent); the columns of an .mat are not to be trusted
// unless both say the same, so that otherwise the player to move has resigned.
func (b *builder) winner(rise int) int {
	s, res := b.r.state(), b.raw.result
	switch {
	case res != nil && res.winner != nobody:
		return res.winner
	case rise != nobody:
		return rise
	case res != nil && res.column != nobody:
		return res.column
	case res != nil && res.loser != nobody:
		return 1 - res.loser
	}
	if res != nil && res.match && res.points > 0 && s.Score.Length > 0 {
		left, right := s.Score.Away(0) <= res.points, s.Score.Away(1) <= res.points
		if left != right {
			if left {
				return 0
			}
			return 1
		}
	}
	if s.Awaits() == engine.ToAnswerDouble && !s.Beavered {
		return s.Roller
	}
	return 1 - s.Turn
}

// concede ends the game by the loser's word, at a size that fits the points.
func (b *builder) concede(loser, points, line int) {
	s := b.r.state()
	if s.Awaits() == engine.ToAnswerDouble {
		if s.Turn == loser {
			b.w.add(line, "the game ends after a double: it is taken to have been passed")
			_ = b.act(Action{Kind: engine.ActPass, Player: loser})
			return
		}
		b.w.add(line, "the doubler loses the game at once: the double is taken to have been taken")
		if b.act(Action{Kind: engine.ActTake, Player: s.Turn}) != nil {
			return
		}
		s = b.r.state()
	}
	size := b.size(&s, 1-loser, points, line)
	if b.act(Action{Kind: engine.ActResign, Player: loser, Size: size}) == nil {
		_ = b.act(Action{Kind: engine.ActAccept, Player: 1 - loser})
	}
}

// size is that of a resignation worth so many points to the winner.
func (b *builder) size(s *engine.State, winner, points, line int) int {
	cube := s.Cube.Value
	most := 3
	if s.Rules.Jacoby && s.Cube.Owner == engine.Centred {
		most = 1
	}
	needed := points // what the match still holds
	if s.Score.Length > 0 {
		needed = s.Score.Away(winner)
	}
	size := points / cube
	if points == size*cube && 1 <= size && size <= most {
		if (size-1)*cube >= needed { // a smaller win would have ended the match
			b.w.add(line, "the result is %s, and the match holds %s; no more count", plural(points), plural(needed))
		}
		return size
	}
	size = (min(points, needed) + cube - 1) / cube
	size = max(1, min(size, most))
	switch {
	case points == 0:
		b.w.add(line, "the result has no points; it is taken as %s", plural(size*cube))
	case points == needed && s.Score.Length > 0 && points < size*cube:
		// The last points of a match, written without those beyond it.
	default:
		b.w.add(line, "the result is %s with the cube at %d; it is taken as %s", plural(points), cube, plural(size*cube))
	}
	return size
}
