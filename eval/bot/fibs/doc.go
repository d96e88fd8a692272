// Package fibs speaks the line protocol by which GNU Backgammon and other
// programs lend each other a player: a FIBS board line goes over, seen by the
// player to act, and one line comes back that says what that player does.
//
// Client is the asking side: a bot.Bot whose thinking is done at the other end,
// by whatever listens there (Dial), or by a GNU Backgammon that is started for
// it (StartGNUBackgammon). Nothing that comes back is trusted: an answer counts
// only if it is one of the legal plays.
//
// Serve is the answering side: it lends a bot.Player to GNU Backgammon, whose
// "set player 0 external HOST:PORT" connects to it, and to everybody else.
package fibs
