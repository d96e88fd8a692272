package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"tavla/eval/bearoff"
	"tavla/eval/static"
	"tavla/nnet"
	"tavla/weights"
)

// The exit statuses of every command.
const (
	exitDone        = 0
	exitFailed      = 1   // the work failed: file contents, environment, a lost opponent
	exitUsage       = 2   // unusable arguments, impossible positions and dice
	exitInterrupted = 130 // interrupted, with the work saved
)

// usageError marks an error as the fault of the arguments.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// badUsage makes an error about the arguments.
func badUsage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errInterrupted is returned by commands that ended early with their work saved;
// what it wraps has been shown already or says how to go on.
var errInterrupted = errors.New("interrupted")

// maxWorkers is far more than help, and few enough for memory.
const maxWorkers = 1024

// app is what all commands share: the streams and the global flags.
type app struct {
	in       io.Reader
	out, err io.Writer
	args     []string // the command line behind the program's name

	endings *bearoff.Lazy // exact endings, for all who judge; there once the flags are checked

	netPath string
	workers int
	plies   int
	depth   depth
	json    bool

	pliesGiven bool // --plies, be it 0
}

// execute runs one command line and returns the exit status.
func execute(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	a := &app{in: in, out: out, err: errOut, args: args}
	root := a.rootCommand()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitDone
	}
	fmt.Fprintf(errOut, "tavla: %v\n", err)
	var usage usageError
	switch {
	case errors.Is(err, errInterrupted):
		return exitInterrupted
	case errors.As(err, &usage):
		return exitUsage
	}
	return exitFailed
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "tavla",
		Short: "A backgammon engine that teaches itself",
		Long: `Tavla learns backgammon from self-play alone, answers best-move questions,
and measures bots against each other. Everything it needs is in this one program.`,
		Example:       "  tavla demo\n  tavla move 4HPwATDgc/ABMA 31",
		Version:       version(),
		SilenceErrors: true, // execute prints them, once
		SilenceUsage:  true,
		Args:          knownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetVersionTemplate("tavla {{.Version}}\n{{shippedNets}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return badUsage("%w; see %s --help", err, cmd.CommandPath())
	})
	f := root.PersistentFlags()
	f.StringVar(&a.netPath, "net", "", "weights `FILE` to use instead of the nets inside the program")
	f.IntVar(&a.workers, "workers", min(runtime.GOMAXPROCS(0), maxWorkers), "how many goroutines work at once")
	f.IntVar(&a.plies, "plies", 0, "how many plies to look ahead when judging")
	f.BoolVar(&a.json, "json", false, "print JSON instead of text")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return a.check(cmd) }
	root.AddCommand(a.commands()...)
	addHelpers(root)
	wrapArgErrors(root)
	return root
}

// commands lists the commands, each in a file of its own.
func (a *app) commands() []*cobra.Command {
	return []*cobra.Command{
		a.demoCommand(),
		a.trainCommand(),
		a.benchCommand(),
		a.moveCommand(),
		a.speedCommand(),
		a.playsCommand(),
		a.evalCommand(),
		a.cubeCommand(),
		a.rolloutCommand(),
		a.analyzeCommand(),
		a.convertCommand(),
		a.serveCommand(),
		a.externalCommand(),
		a.ubgiCommand(),
		a.playCommand(),
	}
}

// wrapArgErrors turns cobra's complaints about arguments into usage errors.
func wrapArgErrors(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return badUsage("%w; see %s --help", err, cmd.CommandPath())
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		wrapArgErrors(sub)
	}
}

// check looks at the flags that c shares with other commands, and takes them in.
func (a *app) check(c *cobra.Command) error {
	if a.workers < 1 || a.workers > maxWorkers {
		return badUsage("--workers %d: from 1 to %d", a.workers, maxWorkers)
	}
	a.endings = bearoff.NewLazy("", a.workers)
	a.pliesGiven = c.Flags().Changed("plies")
	return a.checkDepth(c)
}

// model is what judges: exact endings, and the nets of --net or the shipped ones.
func (a *app) model() (*static.Model, error) { return a.modelAt("") }

// modelAt is like model, with the nets of a weights file; "" means those of model.
func (a *app) modelAt(path string) (*static.Model, error) {
	if path == "" {
		path = a.netPath
	}
	f, err := weightsAt(path)
	if err != nil {
		return nil, err
	}
	m, err := a.modelOf(f)
	if err != nil && path != "" {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return m, err
}

// modelOf is what judges by the nets in f.
func (a *app) modelOf(f *nnet.File) (*static.Model, error) {
	m, err := static.NewModel(f)
	if err != nil {
		return nil, err
	}
	return m.WithEndings(a.endings), nil
}

// weightsFile is the nets of --net, or the shipped ones.
func (a *app) weightsFile() (*nnet.File, error) { return weightsAt(a.netPath) }

func weightsAt(path string) (*nnet.File, error) {
	if path == "" {
		return nnet.Decode(weights.Net())
	}
	return nnet.Read(path)
}

// onTerminal reports whether w is a terminal, where bars are drawn.
func onTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// version is the module's version and revision as the Go tool recorded them.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			v += " " + s.Value[:12]
		}
	}
	return v
}

// The template of --version is cobra's, and what it may call is known to all commands.
func init() { cobra.AddTemplateFunc("shippedNets", shippedNets) }

// shippedNets names the nets inside the program, and how strong they were measured to be.
func shippedNets() string {
	var made struct {
		SHA256   string
		Strength map[string]json.RawMessage
	}
	var against struct{ LuckAdjusted string }
	err := json.Unmarshal(weights.Provenance(), &made)
	if err == nil {
		err = json.Unmarshal(made.Strength["gnubg@0"], &against)
	}
	if err != nil {
		return "nets without a record: " + err.Error()
	}
	return fmt.Sprintf("nets %.12s: %s points per game against gnubg@0", made.SHA256, against.LuckAdjusted)
}
