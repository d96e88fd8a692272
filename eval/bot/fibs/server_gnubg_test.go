package fibs

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/engine/record"
	"tavla/eval/bot"
)

// witness is a Player that writes down about which states it is asked. The cube it
// turns often, and it takes everything.
type witness struct {
	mu   sync.Mutex
	seen map[engine.Decision][]engine.State
}

func (w *witness) ChoosePlay(_ context.Context, d bot.Decision) (int, error) { return 0, nil }

func (w *witness) ChooseAction(_ context.Context, s engine.State) (engine.Action, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen[s.Awaits()] = append(w.seen[s.Awaits()], s)
	switch {
	case s.Awaits() == engine.ToAnswerDouble:
		return engine.ActTake, nil
	case s.Cube.Value < 4 && s.Board.Own.Pips() < 100:
		return engine.ActDouble, nil
	}
	return engine.ActRoll, nil
}

// GNU Backgammon prints the ids of every state on the way. What is read from its
// questions must be among them, men, cube, score, players and all.
func TestTheRealGNUBackgammonPlaysWithTheServerWhichUnderstandsEveryQuestion(t *testing.T) {
	needGNUBackgammon(t)
	program, err := (Options{}).program()
	if err != nil {
		t.Fatal(err)
	}
	w := &witness{seen: map[engine.Decision][]engine.State{}}
	var log sync.Map
	addr := startServer(t, ServerOptions{
		NewPlayer: func() (bot.Player, error) { return w, nil },
		Rules:     engine.Rules{Jacoby: true, Beavers: true},
		Log:       func(line string) { log.Store(line, nil) },
	})
	dir := t.TempDir()
	commands := "set rng mersenne\nset seed 7\nset threads 1\nset automatic roll on\nset automatic game on\nset defaultnames Left Right\n"
	for seat := range 2 {
		commands += fmt.Sprintf("set player %d gnubg\nset player %[1]d chequer evaluation plies 0\nset player %[1]d cubedecision evaluation plies 0\n", 1-seat)
		commands += fmt.Sprintf("set player %d external %s\n", seat, addr)
		commands += fmt.Sprintf("new match 9\nexport match mat match%d.mat\n", seat)
		commands += fmt.Sprintf("set automatic game off\nnew session\nplay\nexport match mat money%d.mat\nset automatic game on\n", seat)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	p, err := startIn(ctx, program, dir, commands)
	if err != nil {
		t.Fatal(err)
	}
	said, err := p.Output()
	if err != nil {
		t.Fatalf("gnubg: %v (a stall, perhaps); it said …%.1000s", err, said[max(0, len(said)-1000):])
	}
	log.Range(func(line, _ any) bool {
		if regexp.MustCompile(errorPrefix).MatchString(line.(string)) {
			t.Error(line)
		}
		return true
	})
	for _, name := range []string{"match0.mat", "match1.mat", "money0.mat", "money1.mat"} {
		checkRecord(t, filepath.Join(dir, name))
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(`Position ID: (\S+)\s+Match ID\s*: (\S+)`).FindAllSubmatch(said, -1) {
		s, err := notation.ParseID(string(m[1]) + ":" + string(m[2]))
		if err != nil {
			continue // games that are over
		}
		ids[withoutDice(t, s)] = true
	}
	for d, states := range w.seen {
		for _, s := range states {
			if id := withoutDice(t, s); !ids[id] {
				t.Errorf("decision %d: GNU Backgammon never was at %s, which was read from its question: %+v", d, id, s)
			}
		}
	}
	uneven := 0
	for _, s := range w.seen[engine.ToAnswerDouble] {
		if s.Score.Points[0] != s.Score.Points[1] {
			uneven++
		}
	}
	if a := len(w.seen[engine.ToRoll]); a < 10 || uneven < 2 {
		t.Errorf("only %d chances to double, and %d doubles to answer at uneven scores", a, uneven)
	}
}

// startIn makes the command that runs GNU Backgammon in a folder.
func startIn(ctx context.Context, program, dir, input string) (*exec.Cmd, error) {
	path := filepath.Join(dir, "commands")
	if err := os.WriteFile(path, []byte(input), 0o600); err != nil {
		return nil, err
	}
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, program, "-t", "-q", "-r")
	cmd.Dir, cmd.Stdin = dir, in
	cmd.Env = append(os.Environ(), "HOME="+dir, "LC_ALL=C", "LANGUAGE=C")
	return cmd, nil
}

// withoutDice is the id of a state before the roll.
func withoutDice(t *testing.T, s engine.State) string {
	t.Helper()
	s.Roll = engine.Roll{}
	id, err := notation.FormatID(s)
	if err != nil {
		t.Fatalf("%+v: %v", s, err)
	}
	return id
}

// checkRecord wants a record without doubts, of finished games.
func checkRecord(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
		return
	}
	m, warnings, err := record.Read(filepath.Base(path), text)
	if err != nil || len(warnings) > 0 {
		t.Errorf("%v %v in\n%s", err, warnings, text)
		return
	}
	for i := range m.Games {
		if _, over := m.Games[i].Result(); !over {
			t.Errorf("%s: game %d did not come to its end:\n%s", path, i+1, text)
		}
	}
}

// startServer serves at a free port for the length of a test.
func startServer(t testing.TB, o ServerOptions) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- Serve(ctx, l, o) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}
