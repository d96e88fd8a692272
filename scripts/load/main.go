// Load asks tavla serve many questions at once, as wildbg's clients and the
// commands' would, and says how long the answers took. The positions come from
// games of random plays, so that none is asked often. An answer that is not the
// expected JSON with status 200 is an error.
//
//	go run ./scripts/load --clients 200 --requests 20000
//
// It builds the program and starts it on this machine, where both share the cores,
// or asks the server at --url.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// config is what to ask and whom.
type config struct {
	url               string
	clients, requests int
	seed              uint64
}

func main() {
	log.SetFlags(0)
	var c config
	flag.StringVar(&c.url, "url", "", "address of a server, as http://localhost:8080; empty starts one")
	flag.IntVar(&c.clients, "clients", 200, "clients at once, each with a connection of its own")
	flag.IntVar(&c.requests, "requests", 20_000, "questions of all clients")
	flag.Uint64Var(&c.seed, "seed", 1, "of the positions")
	tavla := flag.String("tavla", "", "the program to start; empty builds it from here")
	asJSON := flag.Bool("json", false, "print the result as JSON")
	limit := flag.Duration("timeout", 10*time.Minute, "how long all of it may take")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), *limit)
	defer cancel()
	r, err := run(ctx, c, *tavla)
	if err != nil {
		log.Fatal(err)
	}
	if *asJSON {
		err = json.NewEncoder(os.Stdout).Encode(r)
	} else {
		r.print(os.Stdout)
	}
	if err != nil {
		log.Fatal(err)
	}
	if r.Errors > 0 {
		os.Exit(1)
	}
}

func run(ctx context.Context, c config, tavla string) (*result, error) {
	if c.clients < 1 || c.requests < c.clients {
		return nil, fmt.Errorf("--clients %d --requests %d: at least one client, and a question for each", c.clients, c.requests)
	}
	if c.url == "" {
		stop, url, err := start(ctx, tavla)
		if err != nil {
			return nil, err
		}
		c.url = url
		defer func() {
			if err := stop(); err != nil {
				log.Printf("the server: %v", err)
			}
		}()
	}
	c.url = strings.TrimSuffix(c.url, "/")
	return ask(ctx, c, questions(c.seed, min(c.requests, 5000))), nil
}

// start starts a server, building it if there is no program, and returns its
// address and what stops it.
func start(ctx context.Context, tavla string) (stop func() error, url string, err error) {
	var dir string
	if tavla == "" {
		if dir, err = os.MkdirTemp("", "load-"); err != nil {
			return nil, "", err
		}
		tavla = filepath.Join(dir, "tavla")
		build := exec.CommandContext(ctx, "go", "build", "-o", tavla, "./cmd/tavla")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return nil, "", fmt.Errorf("building Tavla (from the module's root): %w", err)
		}
	}
	server := exec.CommandContext(ctx, tavla, "serve", "--listen", "127.0.0.1:0")
	said, err := server.StderrPipe()
	if err != nil {
		return nil, "", err
	}
	if err := server.Start(); err != nil {
		return nil, "", err
	}
	lines := bufio.NewReader(said)
	line, err := lines.ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening at ")
	if err != nil || !ok {
		server.Process.Kill()
		rest, _ := io.ReadAll(lines)
		server.Wait()
		return nil, "", fmt.Errorf("the server says %q", line+string(rest))
	}
	go io.Copy(os.Stderr, lines)
	return func() error {
		server.Process.Signal(os.Interrupt)
		err := server.Wait()
		if dir != "" {
			os.RemoveAll(dir)
		}
		return err
	}, url, nil
}

// machine says what the figures are from.
func machine() string {
	return fmt.Sprintf("%d cores, %s/%s, %s", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
}
