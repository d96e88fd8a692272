package record

import (
	"strings"
	"testing"

	"tavla/engine"
)

var caseMatches = []string{"match-3pt", "match-5pt"}

// wantCaseWarnings knows that the five-point match ends with a backgammon
// resigned where one point was left.
func wantCaseWarnings(t *testing.T, name string, warnings []Warning) {
	t.Helper()
	if name == "match-5pt" && len(warnings) == 1 {
		wantWarning(t, warnings, warnings[0].Line, "the match holds 1 point")
		return
	}
	wantNoWarning(t, warnings)
}

func TestTheTwoFilesOfAMatchGiveTheSameGames(t *testing.T) {
	for _, name := range caseMatches {
		a, warnings := mustRead(t, caseFile(t, name+".mat"))
		wantCaseWarnings(t, name, warnings)
		b, warnings := mustRead(t, caseFile(t, name+".sgf"))
		wantCaseWarnings(t, name, warnings)
		if diff := differ(a, b, bare); diff != "" {
			t.Errorf("%s: .mat and .sgf differ:\n%s", name, diff)
		}
	}
}

func TestTheCaseMatchesEndAsTheirFilesSay(t *testing.T) {
	for name, want := range map[string][2]int{"match-3pt": {3, 0}, "match-5pt": {5, 0}} {
		m, _ := mustRead(t, caseFile(t, name+".mat"))
		if s := m.Score(); s.Points != want || m.Players != [2]string{"north", "south"} || len(m.Games) != 2 || !m.Crawford {
			t.Errorf("%s: %v with %d games ends %v, want %v", name, m.Players, len(m.Games), s.Points, want)
		}
		if !m.Games[1].Start.Score.Crawford {
			t.Errorf("%s: game 2 is not the Crawford game", name)
		}
	}
}

func TestACaseMatchIsTheSameAfterWritingAndReading(t *testing.T) {
	for _, name := range caseMatches {
		m, _ := mustRead(t, caseFile(t, name+".sgf"))
		back, warnings := mustRead(t, sgf(t, m))
		wantCaseWarnings(t, name, warnings)
		if diff := differ(m, back, same); diff != "" {
			t.Errorf("%s.sgf:\n%s", name, diff)
		}
		back, warnings = mustRead(t, mat(t, m))
		wantCaseWarnings(t, name, warnings)
		if diff := differ(m, back, bare); diff != "" {
			t.Errorf("%s.sgf written as .mat:\n%s", name, diff)
		}
	}
}

func TestStepsShowEveryDecisionWithItsState(t *testing.T) {
	m, _ := mustRead(t, caseFile(t, "match-5pt.mat"))
	count := map[engine.Action]int{}
	rolledInstead := 0 // rolls where the player might have doubled
	for state, action := range m.Games[0].Steps() {
		count[action.Kind]++
		if err := state.Check(); err != nil {
			t.Fatal(err)
		}
		if action.Kind == engine.ActRoll && state.MayDouble() {
			rolledInstead++
		}
		if action.Kind == engine.ActPlay && state.Roll == (engine.Roll{}) {
			t.Fatal("a play in a state without dice")
		}
	}
	if count[engine.ActOpen] != 1 || count[engine.ActDouble] != 1 || count[engine.ActTake] != 1 ||
		count[engine.ActRoll]+1 != count[engine.ActPlay]+count[engine.ActLoseTurn] || rolledInstead == 0 {
		t.Errorf("steps %v, %d rolls without doubling", count, rolledInstead)
	}
}

func TestTheAnalysisOfAnSGFStaysWithItsActions(t *testing.T) {
	m, _ := mustRead(t, caseFile(t, "match-3pt.sgf"))
	plays, cubes := 0, 0
	for _, a := range m.Games[0].Actions {
		if v := a.Property("A"); v != nil {
			if a.Kind != engine.ActPlay || len(v) < 2 || !strings.Contains(v[1], " E ver 3 ") {
				t.Fatalf("%s with analysis %.60q", a.Kind, v)
			}
			plays++
		}
		if v := a.Property("DA"); v != nil {
			if a.Kind == engine.ActPlay || !strings.HasPrefix(v[0], "E ver 3 ") {
				t.Fatalf("%s with cube analysis %.60q", a.Kind, v)
			}
			cubes++
		}
	}
	text := caseFile(t, "match-3pt.sgf")
	text = text[:strings.LastIndex(text, "(;")]
	if a, da := strings.Count(text, "]A[")+strings.Count(text, ";A["), strings.Count(text, "DA["); plays == 0 || plays != a || cubes != da {
		t.Errorf("%d plays and %d cubes with analysis, want %d and %d", plays, cubes, a, da)
	}
}
