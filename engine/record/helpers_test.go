package record

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// same compares plays as values and takes empty slices for nil.
var same = cmp.Options{
	cmp.Comparer(func(a, b engine.Play) bool { return a == b }),
	cmpopts.EquateEmpty(),
}

// bare is also blind to properties, which only an .sgf has.
var bare = append(same[:len(same):len(same)], cmpopts.IgnoreFields(Game{}, "Properties"), cmpopts.IgnoreFields(Action{}, "Properties"))

// differ is cmp.Diff, and quick where nothing differs.
func differ(a, b any, opts ...cmp.Option) string {
	if reflect.DeepEqual(a, b) {
		return ""
	}
	return cmp.Diff(a, b, opts...)
}

type testHelper interface {
	Helper()
	Fatalf(format string, args ...any)
}

func mat(t testHelper, m *Match) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteMAT(&b, m); err != nil {
		t.Fatalf("not written as .mat: %v", err)
	}
	return b.String()
}

func sgf(t testHelper, m *Match) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteSGF(&b, m); err != nil {
		t.Fatalf("not written as .sgf: %v", err)
	}
	return b.String()
}

// mustRead reads a text that is a match.
func mustRead(t testHelper, text string) (*Match, []Warning) {
	t.Helper()
	m, warnings, err := Read("match", []byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return m, warnings
}

// wantNoWarning fails when reading said anything.
func wantNoWarning(t testHelper, warnings []Warning) {
	t.Helper()
	if len(warnings) > 0 {
		t.Fatalf("warnings: %v", warnings)
	}
}

// wantWarning fails unless there is one warning, on that line and with those words.
func wantWarning(t testHelper, warnings []Warning, line int, words string) {
	t.Helper()
	if len(warnings) != 1 || warnings[0].Line != line || !strings.Contains(warnings[0].Text, words) {
		t.Fatalf("warnings %v, want one on line %d with %q", warnings, line, words)
	}
}

func caseFile(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(enginetest.Shared(t, "cases", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
