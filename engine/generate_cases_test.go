package engine_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// The case file lists all legal plays of positions that an independent program
// agrees with.
func TestEveryCaseHasExactlyItsLegalPlays(t *testing.T) {
	file, err := os.Open(enginetest.Shared(t, "cases", "legal-plays.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	n := 0
	for lines.Scan() {
		n++
		var c struct {
			Position string
			Dice     engine.Roll
			Plays    []string
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		b := enginetest.PositionID(t, c.Position)
		want := map[engine.Board]string{}
		for _, text := range c.Plays {
			want[playText(t, b, text)] = text
		}
		if len(want) != len(c.Plays) {
			t.Fatalf("line %d: the file's %d plays lead to %d positions", n, len(c.Plays), len(want))
		}
		samePlays(t, b, c.Dice, want)
		if t.Failed() {
			t.Fatalf("line %d: position %s", n, c.Position)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if n < 1000 {
		t.Errorf("only %d cases", n)
	}
}

// playText plays a text such as "bar/20*/16 13/9(2)" step by step and returns
// the position, seen by the mover. Blots are hit wherever a step ends on one, so
// each point where one is hit must be written; stars are passed over.
func playText(t *testing.T, b engine.Board, text string) engine.Board {
	t.Helper()
	number := func(s string) uint8 {
		switch s {
		case "bar":
			return engine.Bar
		case "off":
			return engine.Off
		}
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > 24 {
			t.Fatalf("play %q: %q is no point", text, s)
		}
		return uint8(n)
	}
	for token := range strings.FieldsSeq(text) {
		token, count, counted := strings.Cut(token, "(")
		times := 1
		if counted {
			times = int(number(strings.TrimSuffix(count, ")")))
		}
		stops := strings.Split(token, "/")
		for range times {
			for i := 1; i < len(stops); i++ {
				from := number(strings.TrimSuffix(stops[i-1], "*"))
				to := number(strings.TrimSuffix(stops[i], "*"))
				if b.Own[from] == 0 {
					t.Fatalf("play %q: no man on %d", text, from)
				}
				b = enginetest.Apply(b, engine.Move{From: from, To: to})
			}
		}
	}
	if err := b.Check(); err != nil {
		t.Fatalf("play %q: %v", text, err)
	}
	return b
}
