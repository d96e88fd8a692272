package ubgi

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Settings are what a controller can set.
type Settings struct {
	Plies   int    // to look ahead; 0 is the static net
	Threads int    // goroutines at work, 1 or more
	Net     string // a weights file; empty means the nets that the engine comes with
	Seed    uint64 // of what the player leaves to chance, up to 1<<31 - 1
	// The rules of money games for positions that come without rules.
	Jacoby, Beavers bool
}

// shippedNet is the value of engine.net for an empty Settings.Net.
const shippedNet = "embedded"

// MaxThreads is the most that engine.threads can ask for.
const MaxThreads = 256

const maxSeed = math.MaxInt32

// key is one thing that can be set.
type key struct {
	name string
	old  string // its name in UBGI 0.1
	kind string // as a "key" line declares it: type and range
	// minor marks a key that does not change how the engine plays.
	minor bool
	about string
	get   func(s *Settings) string
	set   func(s *Settings, value string) error // the error says what the value must be
}

// keys are the keys of an engine that looks at most maxPlies ahead.
func keys(maxPlies int) []key {
	return []key{
		whole("engine.ply", "Ply", 1, maxPlies+1, false, "how deep to look, the root counted",
			func(s *Settings) *int { return &s.Plies }, 1),
		whole("engine.threads", "Threads", 1, MaxThreads, true, "how many goroutines work at once",
			func(s *Settings) *int { return &s.Threads }, 0),
		{
			name: "engine.net", old: "Net", kind: "string *", about: "weights file, or " + shippedNet,
			get: func(s *Settings) string {
				if s.Net == "" {
					return shippedNet
				}
				return s.Net
			},
			set: func(s *Settings, value string) error {
				if s.Net = value; value == shippedNet {
					s.Net = ""
				}
				return nil
			},
		},
		{
			name: "engine.seed", old: "Seed", kind: fmt.Sprintf("int 0..%d", maxSeed), minor: true, about: "of what is left to chance",
			get: func(s *Settings) string { return strconv.FormatUint(s.Seed, 10) },
			set: func(s *Settings, value string) error {
				n, err := strconv.ParseUint(value, 10, 31)
				if err != nil {
					return fmt.Errorf("must be 0..%d", maxSeed)
				}
				s.Seed = n
				return nil
			},
		},
		{
			name: "game.variant", old: "Variant", kind: "enum backgammon", about: "the game",
			get: func(*Settings) string { return "backgammon" },
			set: func(_ *Settings, value string) error {
				if value != "backgammon" {
					return fmt.Errorf("must be backgammon")
				}
				return nil
			},
		},
		yesNo("game.jacoby", "Jacoby", "money games whose position has no rules: gammons count only once the cube is turned",
			func(s *Settings) *bool { return &s.Jacoby }),
		yesNo("game.beavers", "Beavers", "money games whose position has no rules: the taker may double at once",
			func(s *Settings) *bool { return &s.Beavers }),
	}
}

// whole is the key of a number from lo to hi, which is more by a bias than the
// setting.
func whole(name, old string, lo, hi int, minor bool, about string, field func(*Settings) *int, bias int) key {
	return key{
		name: name, old: old, kind: fmt.Sprintf("int %d..%d", lo, hi), minor: minor, about: about,
		get: func(s *Settings) string { return strconv.Itoa(*field(s) + bias) },
		set: func(s *Settings, value string) error {
			n, err := strconv.Atoi(value)
			if err != nil || n < lo || n > hi {
				return fmt.Errorf("must be %d..%d", lo, hi)
			}
			*field(s) = n - bias
			return nil
		},
	}
}

func yesNo(name, old, about string, field func(*Settings) *bool) key {
	return key{
		name: name, old: old, kind: "bool", about: about,
		get: func(s *Settings) string { return strconv.FormatBool(*field(s)) },
		set: func(s *Settings, value string) error {
			if value != "true" && value != "false" {
				return fmt.Errorf("must be true or false")
			}
			*field(s) = value == "true"
			return nil
		},
	}
}

// line declares the key, whose default is that of the settings s.
func (k *key) line(s *Settings) string {
	parts := []string{"key", k.name, k.kind, k.get(s)}
	if k.minor {
		parts = append(parts, "!")
	}
	return strings.Join(append(parts, k.about), " ")
}
