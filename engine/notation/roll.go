package notation

import (
	"fmt"
	"strings"

	"tavla/engine"
)

// ParseRoll reads two dice from one text (31, 3 1, 3-1, 3,1) or from two.
// The order thrown is kept.
func ParseRoll(text ...string) (engine.Roll, error) {
	whole := strings.TrimSpace(strings.Join(text, " "))
	dice := splitDice(whole)
	if len(dice) != 2 || !digits(dice[0]) || !digits(dice[1]) {
		return engine.Roll{}, fmt.Errorf("dice %q: want two numbers from 1 to 6, such as 31 or 3 1", whole)
	}
	if len(dice[0]) > 1 || len(dice[1]) > 1 {
		return engine.Roll{}, fmt.Errorf("dice %s %s: a die shows 1 to 6", dice[0], dice[1])
	}
	r := engine.Roll{dice[0][0] - '0', dice[1][0] - '0'}
	if err := r.Check(); err != nil {
		return engine.Roll{}, err
	}
	return r, nil
}

// splitDice parts the two dice: by a separator, or after the first of two digits.
func splitDice(s string) []string {
	if len(s) == 2 {
		return []string{s[:1], s[1:]}
	}
	for _, sep := range []string{"-", ","} {
		if a, b, ok := strings.Cut(s, sep); ok {
			return []string{strings.TrimSpace(a), strings.TrimSpace(b)}
		}
	}
	return strings.Fields(s)
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
