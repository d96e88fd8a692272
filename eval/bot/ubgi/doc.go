// Package ubgi speaks UBGI 0.2, the Universal Backgammon Interface: a controller
// writes lines to an engine's standard input and reads what comes back.
//
// Serve is the engine's side: it answers with a bot.Player. Start is the
// controller's: it starts an engine, which then is a bot.Bot. Nothing that an
// engine says is trusted: an answer counts only if it is one of the legal plays.
//
// UBGI counts the root as a ply: its engine.ply 1 is 0 plies everywhere else.
package ubgi
