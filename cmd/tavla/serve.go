package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"tavla/cmd/tavla/internal/web"
	"tavla/engine"
	"tavla/eval/cube"
	"tavla/eval/search"
)

func (a *app) serveCommand() *cobra.Command {
	var (
		address   string
		timeLimit time.Duration
	)
	c := &cobra.Command{
		Use:   "serve",
		Short: "Answer over HTTP, with a page to ask from",
		Long: `Answers over HTTP. A browser finds a page to ask from at /. Programs find

  /move, /eval          wildbg's interface, as bots of several servers call it
  /api/plays, /api/move, /api/eval, /api/cube, /api/convert
                        the JSON of the commands of these names
  /openapi.json         all of them described, with their parameters
  /healthz              whether the server is alive

--plies is how deep to look where a request does not say it, 0 to 2, and what the page
begins with; a request may ask for up to 2. --workers is how many requests are answered at once; others wait
their turn. A request that is not answered within --time-limit gets the status 503
and may come again. Ctrl-C ends the server once what is under way is answered.

Everybody who can reach the address can use the server: beyond this machine, give
--listen an address of a network that you trust.

` + filterHelp,
		Example: `  tavla serve
  tavla serve --listen localhost:8080 --plies 1
  curl 'localhost:8080/api/move?position=4HPwATDgc/ABMA&dice=31&top=3'
  curl 'localhost:8080/move?die1=3&die2=1&p24=2&p13=5&p8=3&p6=5&p1=-2&p12=-5&p17=-3&p19=-5'`,
		Args: cobra.NoArgs,
	}
	f := c.Flags()
	f.StringVar(&address, "listen", "localhost:8080", "`HOST:PORT` to listen at; port 0 takes a free one")
	f.DurationVar(&timeLimit, "time-limit", 10*time.Second, "how long a request may take, the wait for its turn included")
	a.filterFlag(c)
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := checkAddress(cmd.Context(), address, "localhost:8080"); err != nil {
			return err
		}
		if timeLimit <= 0 {
			return badUsage("--time-limit %v: above 0", timeLimit)
		}
		if a.plies > web.MaxPlies {
			return badUsage("--plies %d: from 0 to %d", a.plies, web.MaxPlies)
		}
		newWorker, err := a.webWorkers(cmd.Context())
		if err != nil {
			return err
		}
		l, err := listen(address)
		if err != nil {
			return err
		}
		log := a.logger()
		server := web.New(web.Options{
			NewWorker: newWorker, Workers: a.workers, Plies: a.plies, TimeLimit: timeLimit, Version: version(), Log: log,
		})
		log("listening at http://" + l.Addr().String())
		if err := server.Serve(cmd.Context(), l); err != nil {
			return err
		}
		log("stopped")
		return nil
	}
	return c
}

// webWorkers loads what the workers of the server share, and returns what makes
// one of them.
func (a *app) webWorkers(ctx context.Context) (func() *web.Worker, error) {
	m, err := a.model()
	if err != nil {
		return nil, err
	}
	options, err := a.cubeOptions(ctx, "")
	if err != nil {
		return nil, err
	}
	a.endings.Tables() // now, so that no request waits for them
	var (
		searches [web.MaxPlies + 1]func() *search.Deep
		rankers  [web.MaxPlies + 1]func() *cube.Ranker
	)
	for plies := range searches {
		if searches[plies], err = searchesAt(m, plies, 1, a.depth); err != nil {
			return nil, err
		}
		options.Plies = plies
		if rankers[plies], err = rankersAt(m, options, 1, a.depth); err != nil {
			return nil, err
		}
	}
	return func() *web.Worker {
		return webWorker(
			oncePerPlies(func(plies int) *search.Deep { return searches[plies]() }),
			oncePerPlies(func(plies int) *cube.Ranker { return rankers[plies]() }),
			oncePerPlies(func(plies int) *cube.Judge {
				o := options
				o.Plies = plies
				return cube.New(m.NewEvaluator(), o)
			}))
	}, nil
}

// oncePerPlies makes something for each number of plies when it is first wanted.
// It belongs to one worker.
func oncePerPlies[T any](make func(plies int) T) func(plies int) T {
	made := map[int]T{}
	return func(plies int) T {
		v, ok := made[plies]
		if !ok {
			v = make(plies)
			made[plies] = v
		}
		return v
	}
}

// webWorker answers as the commands do.
func webWorker(search func(plies int) *search.Deep, ranker func(plies int) *cube.Ranker, judge func(plies int) *cube.Judge) *web.Worker {
	var g engine.Generator
	cubeful := func(plies int) rankerWhenWanted {
		return func() (*cube.Ranker, error) { return ranker(plies), nil }
	}
	return &web.Worker{
		Search: search, Ranker: ranker, Judge: judge,
		Plays: webAsk(func(_ context.Context, q web.Query) (answer, error) { return listPlays(&g, q.Args) }),
		Move: webAsk(func(ctx context.Context, q web.Query) (answer, error) {
			m := mover{flags: moveFlags{top: q.Top}, cubeless: search(q.Plies), cubeful: cubeful(q.Plies)}
			return m.rank(ctx, q.Args)
		}),
		Eval: webAsk(func(ctx context.Context, q web.Query) (answer, error) {
			return judgeState(ctx, search(q.Plies), cubeful(q.Plies), q.Args)
		}),
		Cube: webAsk(func(ctx context.Context, q web.Query) (answer, error) {
			s, _, err := parsePosition(q.Args)
			if err != nil {
				return nil, err
			}
			return judgeCube(ctx, judge(q.Plies), s, q.Args[0], q.Plies)
		}),
		Convert: webAsk(func(_ context.Context, q web.Query) (answer, error) { return convert(q.Args) }),
	}
}

// webAsk is a command's answer as the server wants it: errors of usage are those
// of the question.
func webAsk(ask func(context.Context, web.Query) (answer, error)) web.Ask {
	return func(ctx context.Context, q web.Query) (any, error) {
		said, err := ask(ctx, q)
		var usage usageError
		if errors.As(err, &usage) {
			return nil, &web.BadQuery{Err: usage}
		}
		return said, err
	}
}
