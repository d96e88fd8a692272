package ubgi

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"tavla/engine"
	"tavla/eval/bot"
)

// The codes of errors that UBGI knows.
const (
	badCommand  = "bad_command"
	badValue    = "bad_value"
	badState    = "bad_state"
	unsupported = "unsupported"
)

// refusal is an answer that begins with "error".
type refusal struct{ code, detail string }

func (r *refusal) Error() string { return "error " + r.code + " " + oneLine(r.detail) }

func refuse(code, format string, args ...any) error {
	return &refusal{code, fmt.Sprintf(format, args...)}
}

// longestDetail is how many bytes of an error are said.
const longestDetail = 400

// oneLine is text as a line can carry it.
func oneLine(text string) string {
	if len(text) > longestDetail {
		text = strings.ToValidUTF8(text[:longestDetail], "") + "…"
	}
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

// session is what an engine knows between two commands.
type session struct {
	options   ServerOptions
	keys      []key
	settings  Settings
	player    bot.Player
	generator engine.Generator

	state *engine.State // nil while there is no position
	bare  bool          // the position came without rules
}

func newSession(o ServerOptions) (*session, error) {
	s := &session{options: o, settings: o.Settings, keys: keys(o.MaxPlies)}
	var err error
	s.player, err = o.NewPlayer(s.settings)
	return s, err
}

// errQuit is that the controller has had enough.
var errQuit = errors.New("quit")

// answer carries a command out and returns the lines to say, perhaps none. Errors
// are refusals, after which the session goes on, errQuit, or that of the context.
func (s *session) answer(ctx context.Context, line string) (string, error) {
	command, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	rest = strings.TrimSpace(rest)
	if rest != "" {
		switch command {
		case "ubgi", "isready", "newgame", "keys", "quit":
			return "", refuse(badCommand, "expected: %s, and nothing behind it", command)
		}
	}
	switch command {
	case "ubgi":
		return s.introduce(), nil
	case "isready":
		return "readyok", nil
	case "newgame":
		s.state = nil
		return "", nil
	case "keys":
		return s.keyLines(), nil
	case "get":
		return s.get(rest)
	case "set":
		return "", s.set(rest)
	case "setoption":
		return "", s.setOption(rest)
	case "position":
		return "", s.setPosition(rest)
	case "dice":
		return "", s.setDice(rest)
	case "go":
		return s.decide(ctx, rest)
	case "stop":
		return "", refuse(unsupported, "stop: go answers before it reads on")
	case "quit":
		return "", errQuit
	case "":
		return "", refuse(badCommand, "empty line")
	}
	return "", refuse(badCommand, "unknown: %s", quote(command))
}

func (s *session) introduce() string {
	return "id name " + oneLine(s.options.Name) + "\nid author " + oneLine(s.options.Author) +
		"\nproto 0.2\n" + s.keyLines() + "\nubgiok"
}

func (s *session) keyLines() string {
	lines := make([]string, len(s.keys))
	for i := range s.keys {
		lines[i] = s.keys[i].line(&s.options.Settings)
	}
	return strings.Join(lines, "\n")
}

func (s *session) get(name string) (string, error) {
	if name == "" {
		return "", refuse(badCommand, "expected: get <key>")
	}
	for i := range s.keys {
		if k := &s.keys[i]; k.name == name {
			return "value " + k.name + " " + k.get(&s.settings), nil
		}
	}
	return "", refuse(unsupported, "key %s", quote(name))
}

func (s *session) set(rest string) error {
	name, value, _ := strings.Cut(rest, " ")
	if value = strings.TrimSpace(value); value == "" {
		return refuse(badCommand, "expected: set <key> <value>")
	}
	for i := range s.keys {
		if s.keys[i].name == name {
			return s.change(&s.keys[i], value)
		}
	}
	return refuse(unsupported, "key %s", quote(name))
}

// setOption is how UBGI 0.1 sets a key.
func (s *session) setOption(rest string) error {
	named, ok := strings.CutPrefix(rest, "name ")
	name, value, also := strings.Cut(named, " value ")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || !also || name == "" || value == "" {
		return refuse(badCommand, "expected: setoption name <name> value <value>")
	}
	for i := range s.keys {
		if k := &s.keys[i]; name == k.old || name == k.name {
			return s.change(k, value)
		}
	}
	return refuse(unsupported, "option %s", quote(name))
}

// change sets a key, and makes the player afresh where that changes how it plays.
// A value that nobody can play with leaves everything as it was.
func (s *session) change(k *key, value string) error {
	next := s.settings
	if err := k.set(&next, value); err != nil {
		return refuse(badValue, "%s %v", k.name, err)
	}
	if next == s.settings {
		return nil
	}
	if strings.HasPrefix(k.name, "engine.") {
		p, err := s.options.NewPlayer(next)
		if err != nil {
			return refuse(badValue, "%s %v", k.name, err)
		}
		s.player = p
	}
	s.settings = next
	return nil
}

// longestQuote is how many bytes of somebody else's text an error holds.
const longestQuote = 60

func quote(text string) string {
	if len(text) > longestQuote {
		text = strings.ToValidUTF8(text[:longestQuote], "") + "…"
	}
	return fmt.Sprintf("%q", text)
}
