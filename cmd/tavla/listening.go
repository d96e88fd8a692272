package main

import (
	"context"
	"fmt"
	"net"
	"sync"
)

// listen listens at the address of --listen, once it has been checked.
func listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--listen: %w", err)
	}
	return l, nil
}

// checkAddress refuses what can be no address to listen at.
func checkAddress(ctx context.Context, address, example string) error {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return badUsage("--listen %q: want HOST:PORT, such as %s", address, example)
	}
	if _, err := net.DefaultResolver.LookupPort(ctx, "tcp", port); err != nil {
		return badUsage("--listen %q: %q is no port; want HOST:PORT, such as %s", address, port, example)
	}
	return nil
}

// logger writes lines to standard error, for goroutines that share it.
func (a *app) logger() func(line string) {
	var mu sync.Mutex
	return func(line string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(a.err, line)
	}
}
