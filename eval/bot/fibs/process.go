package fibs

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"tavla/eval/bot/internal/process"
)

// start runs program with input, in a temporary folder of its own that serves as its
// home, until it ends by itself, the context does, or it is stopped.
func start(ctx context.Context, program string, args []string, input string) (*process.Process, error) {
	dir, err := os.MkdirTemp("", "tavla-gnubg-")
	if err != nil {
		return nil, fmt.Errorf("a temporary folder for %s: %w", program, err)
	}
	return process.Start(ctx, program, args, func(cmd *exec.Cmd) error {
		cmd.Dir = dir
		// The home of the user may not be writable, and holds settings that are not ours.
		cmd.Env = append(os.Environ(), "HOME="+dir, "LC_ALL=C", "LANGUAGE=C")
		cmd.Stdin = strings.NewReader(input)
		return nil
	}, func() error { return os.RemoveAll(dir) })
}
