package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// longest is how long any one program may take.
const longest = 2 * time.Hour

// output runs a program for a bounded time and returns what it prints.
func output(limit time.Duration, name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return run(exec.CommandContext(ctx, name, args...))
}

func run(c *exec.Cmd) ([]byte, error) {
	var out, messages bytes.Buffer
	c.Stdout, c.Stderr = &out, &messages
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(c.Args, " "), err, messages.Bytes())
	}
	return out.Bytes(), nil
}

var calibrated = regexp.MustCompile(`Calibration result: (\d+) static evaluations/second`)

// calibrate is how many static evaluations GNU Backgammon does per second with
// one thread, by its own word.
func calibrate(program string, iterations int) (float64, error) {
	if program == "" {
		program = "gnubg"
		if _, err := exec.LookPath(program); err != nil {
			program = "/usr/games/gnubg" // where Debian has it
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, program, "-t", "-q", "-r")
	c.Stdin = strings.NewReader(fmt.Sprintf("set threads 1\ncalibrate %d\n", iterations))
	out, err := run(c)
	if err != nil {
		return 0, err
	}
	m := calibrated.FindSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("%s calibrate gives no result: %s", program, out)
	}
	return strconv.ParseFloat(string(m[1]), 64)
}

// tavla is the program measured, and a folder for its runs.
type tavla struct{ program, dir string }

type figures struct {
	StaticEvaluationsPerSecond, CandidatesPerSecond, DecisionsPerSecond, RollsPerSecond float64
}

func (t tavla) speed(net string) (f figures, err error) {
	out, err := output(10*time.Minute, t.program, "speed", "--json", "--net", net)
	if err != nil {
		return f, err
	}
	return f, json.Unmarshal(out, &f)
}

// training is the command of a training run in a fresh folder.
func (t tavla) training(args ...string) (c *exec.Cmd, dir string, err error) {
	if dir, err = os.MkdirTemp(t.dir, "run"); err != nil {
		return nil, "", err
	}
	args = append([]string{"train", "--measure", "0", "--out", filepath.Join(dir, "run")}, args...)
	return exec.Command(t.program, args...), filepath.Join(dir, "run"), nil
}

// shortTraining makes a net with contact inputs to judge with.
func (t tavla) shortTraining(hidden, games int) (net string, err error) {
	c, dir, err := t.training("--inputs", "contact", "--hidden", fmt.Sprint(hidden), "--games", fmt.Sprint(games), "--seed", "1")
	if err != nil {
		return "", err
	}
	_, err = run(c)
	return filepath.Join(dir, "net.tavla"), err
}

// trainingRate runs trainings from scratch side by side, one for each number of
// workers and each of so many games, and returns the games per second of all
// together.
func (t tavla) trainingRate(games int, workers ...int) (float64, error) {
	var all []*exec.Cmd
	for i, n := range workers {
		c, _, err := t.training("--inputs", "raw", "--hidden", "128", "--games", fmt.Sprint(games),
			"--seed", fmt.Sprint(i+1), "--workers", fmt.Sprint(n))
		if err != nil {
			return 0, err
		}
		c.Env = append(os.Environ(), fmt.Sprint("GOMAXPROCS=", n))
		all = append(all, c)
	}
	began := time.Now()
	done := make(chan error, len(all))
	for _, c := range all {
		go func() {
			_, err := run(c)
			done <- err
		}()
	}
	var err error
	for range all {
		err = errors.Join(err, <-done)
	}
	return float64(games*len(workers)) / time.Since(began).Seconds(), err
}

// memoryGrowth is the most memory that a training run takes, in units of what one
// with a tenth of its games takes.
func (t tavla) memoryGrowth(games int) (float64, error) {
	var most [2]float64
	for i, n := range []int{games / 10, games} {
		c, _, err := t.training("--inputs", "raw", "--hidden", "16", "--games", fmt.Sprint(n))
		if err != nil {
			return 0, err
		}
		if _, err := run(c); err != nil {
			return 0, err
		}
		most[i] = float64(c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	}
	return most[1] / most[0], nil
}

func machine() string {
	model := runtime.GOARCH
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range bytes.Lines(info) {
			if name, value, ok := bytes.Cut(line, []byte(":")); ok && string(bytes.TrimSpace(name)) == "model name" {
				model = string(bytes.TrimSpace(value))
				break
			}
		}
	}
	return fmt.Sprintf("%d cores of %s", runtime.NumCPU(), model)
}

func revision() string {
	out, err := output(time.Minute, "git", "describe", "--always", "--dirty")
	if err != nil {
		return "unknown"
	}
	return string(bytes.TrimSpace(out))
}
