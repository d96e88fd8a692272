package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tavla": main})
}

// The scripts run the program as users do. Beside testscript's own commands:
//
//	status N PROGRAM ARG…   runs a program, whose exit status must be N
//	jsonkeys FILE KEY…      each line of FILE is an object with these keys in order
//	lines FILE N            FILE has N lines
func TestScripts(t *testing.T) {
	cache := t.TempDir() // the exact tables are computed once for all scripts
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_CACHE_HOME", cache)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status":   scriptStatus,
			"jsonkeys": scriptJSONKeys,
			"lines":    scriptLines,
		},
	})
}

func scriptStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N PROGRAM ARG...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

func scriptJSONKeys(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: jsonkeys FILE KEY...")
	}
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		keys, err := keysOf(line)
		if err != nil {
			ts.Fatalf("%s is no JSON object: %v", line, err)
		}
		if !slices.Equal(keys, args[1:]) {
			ts.Fatalf("%s has the keys %q, want %q", line, keys, args[1:])
		}
	}
}

// keysOf returns the keys of a JSON object as they stand.
func keysOf(text string) ([]string, error) {
	var whole map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &whole); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	if _, err := d.Token(); err != nil { // the brace
		return nil, err
	}
	var keys []string
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		keys = append(keys, key.(string)) // in a valid object a key stands here
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
	}
	return keys, nil
}

func scriptLines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines FILE N")
	}
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	if got := strings.Count(ts.ReadFile(args[0]), "\n"); got != want {
		ts.Fatalf("%s has %d lines, want %d", args[0], got, want)
	}
}
