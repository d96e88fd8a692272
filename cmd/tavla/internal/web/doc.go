// Package web is Tavla's HTTP face: the commands' answers as JSON under /api,
// wildbg's interface at /move and /eval, and one page to use them from.
//
// It knows HTTP and limits; what is answered comes from Workers that cmd/tavla
// makes. A request has one Worker to itself while it is being answered, there are
// only so many, and whoever does not get one in time is told to come again.
//
//	server.go  the Server: its options, how it starts and stops
//	guard.go   what every request passes through
//	pool.go    the workers, and the wait for one
//	listen.go  no more connections than the server can bear
//	routes.go  the paths and their parameters, which openapi.json describes
//	params.go  reading parameters
//	api.go     the commands' answers
//	wildbg.go  wildbg's interface
//	page.go    the page, and what a browser may do with it
package web
