// Package notation reads and writes backgammon as people and programs write it:
// plays (8/5 6/5), rolls (31), GNU Backgammon's position and match ids, XGID and
// FIBS board lines, and it draws boards for people. What a position is, and which
// plays are legal, is package engine's business.
//
// All position formats map to engine.State. Where a format tells two players
// apart, they are these:
//
//	engine   GNU Backgammon   XGID     FIBS
//	1        player 1         bottom   you (the first name)
//	0        player 0         top      the opponent
//
// A format that cannot say something refuses it only if that would change who
// has to decide what (a resignation in an XGID); the rules of play it has no
// room for are left out (beavers in a match id).
//
// All functions are pure and may be used from any goroutine.
package notation
