package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// knownCommand refuses what is not the name of a command, and says which it may
// have meant.
func knownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	root.SuggestionsMinimumDistance = 2
	if near := root.SuggestionsFor(args[0]); len(near) > 0 {
		return fmt.Errorf("unknown command %q; did you mean %s?", args[0], strings.Join(near, " or "))
	}
	return fmt.Errorf("unknown command %q", args[0])
}

// addHelpers adds cobra's commands help and completion, which would be added too
// late for wrapArgErrors and otherwise forgive wrong arguments.
func addHelpers(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Args = func(_ *cobra.Command, args []string) error {
				found, rest, err := root.Find(args)
				if err == nil && found == root {
					err = knownCommand(root, rest)
				}
				return err
			}
		case "completion":
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() } // so that its Args are looked at
		}
	}
}
