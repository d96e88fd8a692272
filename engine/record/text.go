package record

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// decode makes text of a file: without a byte-order mark, with \n at line ends,
// and in UTF-8, taking what isn't UTF-8 for Latin-1.
func decode(data []byte, w *warnings) string {
	text := strings.TrimPrefix(string(data), "\uFEFF")
	if !utf8.ValidString(text) {
		var b strings.Builder
		for i := range len(text) {
			b.WriteRune(rune(text[i]))
		}
		text = b.String()
		w.add(0, "the text is no UTF-8; it is read as Latin-1")
	}
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
}

// clean makes one line of a name or value: no control characters, one blank
// between words, none around.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) || r == '\uFEFF' {
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// expandTabs sets blanks for tabs, eight columns apart.
func expandTabs(line string) string {
	if !strings.Contains(line, "\t") {
		return line
	}
	var b strings.Builder
	column := 0
	for _, r := range line {
		if r == '\t' {
			n := 8 - column%8
			b.WriteString(strings.Repeat(" ", n))
			column += n
			continue
		}
		b.WriteRune(r)
		column++
	}
	return b.String()
}

// mostPoints bounds scores, lengths and results, which only a broken file exceeds.
const mostPoints = 1 << 20

// points reads a number of points; ok is false if it is none, or absurd.
func points(s string) (n int, ok bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 0 && n <= mostPoints
}

// isOn reads the value of a tag for a rule.
func isOn(value string) bool {
	switch strings.ToLower(value) {
	case "on", "yes", "true", "1":
		return true
	}
	return false
}

// plural is for messages and results: 1 point, 2 points.
func plural(n int) string {
	if n == 1 {
		return "1 point"
	}
	return strconv.Itoa(n) + " points"
}
