package record

import (
	"fmt"
	"strings"
	"testing"

	"tavla/engine"
)

func TestARankingNumberAfterANameIsATag(t *testing.T) {
	for _, names := range []string{" ann 1605 : 0           bob (1711.04) : 0", " ann (1605) : 0   bob(1711.04) : 0"} {
		m, warnings := mustRead(t, "5 point match\n\nGame 1\n"+names+"\n"+opening+"\n")
		wantNoWarning(t, warnings)
		if m.Players != [2]string{"ann", "bob"} {
			t.Errorf("players %q", m.Players)
		}
		if diff := differ(m.Tags, []Tag{{"Player 1 Elo", "1605"}, {"Player 2 Elo", "1711.04"}}); diff != "" {
			t.Error(diff)
		}
	}
	m, _ := mustRead(t, "5 point match\n\nGame 1\n bot 12 : 0     Agent007 : 0\n")
	if m.Players != [2]string{"bot 12", "Agent007"} {
		t.Errorf("players %q", m.Players)
	}
}

func TestTagsTellTheRules(t *testing.T) {
	m, _ := mustRead(t, "; [Site \"The \"Club\"\"]\n; [Jacoby \"True\"]\n; [Beaver \"On\"]\n"+file("0 point match", opening))
	if want := (engine.Rules{Jacoby: true, Beavers: true}); m.Rules != want || m.Games[0].Start.Rules != want {
		t.Errorf("rules %+v", m.Rules)
	}
	if diff := differ(m.Tags, []Tag{{"Site", `The "Club"`}}); diff != "" {
		t.Error(diff)
	}
	m, _ = mustRead(t, "; [Crawford \"Off\"]\n"+file("5 point match", opening))
	if m.Crawford {
		t.Error("the Crawford rule is used")
	}
}

// games makes an .mat of games with their scores, each ending as told.
func games(length int, scores [][2]int, results ...string) string {
	text := fmt.Sprintf("%d point match\n", length)
	for i, s := range scores {
		text += fmt.Sprintf("\n Game %d\n ann : %d                        bob : %d\n%s\n%s\n", i+1, s[0], s[1], opening, results[i])
	}
	return text
}

func TestTheNextScoreTellsWhoHasWon(t *testing.T) {
	m, warnings := mustRead(t, games(7, [][2]int{{0, 0}, {2, 0}, {2, 1}}, "      Wins 2 points", "", "      Wins 1 point"))
	wantWarning(t, warnings, 8, "by the next score it was won by bob")
	for i, want := range []engine.Result{{Winner: 0, Size: 2, Points: 2}, {Winner: 1, Size: 1, Points: 1}} {
		if r, ok := m.Games[i].Result(); !ok || r != want {
			t.Errorf("game %d: %+v, want %+v", i+1, r, want)
		}
	}
}

func TestTheWinnerOfTheMatchIsWhoReachesItsLength(t *testing.T) {
	m, _ := mustRead(t, games(5, [][2]int{{4, 0}}, "      Wins 1 point and the match"))
	if r, _ := m.Games[0].Result(); r.Winner != 0 {
		t.Errorf("result %+v", r)
	}
}

func TestTheCrawfordGameIsTheFirstOneWithAPlayerOnePointAway(t *testing.T) {
	text := games(3, [][2]int{{0, 0}, {2, 0}, {2, 1}}, "  Wins 2 points", "  Wins 1 point", "")
	m, warnings := mustRead(t, text)
	wantNoWarning(t, warnings)
	for i, want := range []bool{false, true, false} {
		if got := m.Games[i].Start.Score.Crawford; got != want {
			t.Errorf("game %d: Crawford game %v", i+1, got)
		}
	}
	m, warnings = mustRead(t, games(3, [][2]int{{0, 0}, {2, 0}}, "  Wins 2 points", "  2) 43: 24/20 13/10              Doubles => 2\n  3)  Takes"))
	wantWarning(t, warnings, 8, "without that rule")
	if m.Crawford || m.Games[1].Start.Score.Crawford || len(m.Games[1].Actions) != 8 {
		t.Errorf("Crawford %v, %d actions", m.Crawford, len(m.Games[1].Actions))
	}
}

func TestAScoreBeyondTheMatchIsCapped(t *testing.T) {
	m, warnings := mustRead(t, games(3, [][2]int{{5, 0}}, ""))
	wantWarning(t, warnings, 4, "taken as 2")
	if m.Games[0].Start.Score.Points != [2]int{2, 0} {
		t.Errorf("score %v", m.Games[0].Start.Score)
	}
}

func TestPlayersWhoChangeSidesKeepTheirNumbers(t *testing.T) {
	text := games(7, [][2]int{{0, 0}}, "      Wins 2 points") + " Game 2\n bob : 0       ann : 2\n" + opening + "\n"
	m, warnings := mustRead(t, text)
	wantWarning(t, warnings, 8, "changed sides")
	if g := &m.Games[1]; told(g) != "bob 8/5 6/5, ann 8/4 6/4" || g.Start.Score.Points != [2]int{2, 0} {
		t.Errorf("%s at %v", told(g), g.Start.Score.Points)
	}
}

func TestAnotherMatchInTheFileIsLeftOut(t *testing.T) {
	m, warnings := mustRead(t, games(7, [][2]int{{0, 0}}, "")+games(5, [][2]int{{0, 0}}, ""))
	wantWarning(t, warnings, 7, "another match")
	if len(m.Games) != 1 {
		t.Errorf("%d games", len(m.Games))
	}
}

func TestGammonsThatCountOnceShowTheJacobyRule(t *testing.T) {
	text := strings.NewReplacer("3 point match", "0 point match", "Wins 2 points", "Wins 1 point", "north : 2", "north : 1").Replace(caseFile(t, "match-3pt.mat"))
	m, warnings := mustRead(t, text)
	wantWarning(t, warnings, 0, "Jacoby")
	if r, _ := m.Games[0].Result(); !m.Rules.Jacoby || r.Points != 1 {
		t.Errorf("rules %+v, result %+v", m.Rules, r)
	}
}

func TestTheOnlyLegalPlayNeedNotBeWritten(t *testing.T) {
	m, _ := mustRead(t, caseFile(t, "match-3pt.mat"))
	want := *m
	forced := 0
	var gen engine.Generator
	for i := range m.Games {
		g := &m.Games[i]
		cut := *g
		cut.Actions = nil
		for s, a := range g.Steps() {
			if a.Kind == engine.ActPlay && len(gen.Plays(s.Board, s.Roll)) == 1 {
				a.Play = engine.NewPlay(a.Play.Board) // written without a move
				forced++
			}
			cut.Actions = append(cut.Actions, a)
		}
		m.Games = append(m.Games[:i:i], append([]Game{cut}, m.Games[i+1:]...)...)
	}
	for _, text := range []string{mat(t, m), sgf(t, m)} {
		back, warnings := mustRead(t, text)
		if diff := differ(want.Games, back.Games, same); diff != "" {
			t.Error(diff)
		}
		if len(warnings) != forced || forced == 0 || !strings.Contains(warnings[0].Text, "the only legal one") {
			t.Errorf("%d plays cut, warnings %v", forced, warnings)
		}
	}
}

func TestAPlayerWhoIsClosedOutNeedNotThrow(t *testing.T) {
	m, _ := mustRead(t, caseFile(t, "match-3pt.mat"))
	g := &m.Games[1]
	var actions []Action
	skipped := 0
	for s, a := range g.Steps() {
		if a.Kind == engine.ActRoll && closedOut(&s.Board) {
			skipped++
			continue
		}
		actions = append(actions, a)
	}
	g.Actions = actions
	for _, text := range []string{mat(t, m), sgf(t, m)} {
		back, warnings := mustRead(t, text)
		if diff := differ(m.Games, back.Games, same); diff != "" {
			t.Error(diff)
		}
		if len(warnings) != skipped || skipped == 0 || !strings.Contains(warnings[0].Text, "closed out") {
			t.Errorf("%d rolls cut, warnings %v", skipped, warnings)
		}
	}
}

func TestCannotMoveIsALostTurn(t *testing.T) {
	text := caseFile(t, "match-3pt.mat")
	want, _ := mustRead(t, text)
	text = strings.ReplaceAll(text, "64: \n", "64: Cannot Move\n")
	got, warnings := mustRead(t, text)
	wantNoWarning(t, warnings)
	if diff := differ(want, got, same); diff != "" || !strings.Contains(text, "Cannot") {
		t.Error(diff)
	}
}

func TestATextInLatin1IsReadWithAWarning(t *testing.T) {
	m, warnings, err := Read("old.mat", []byte("5 point match\nGame 1\n Zo\xeb : 0     bob : 0\n"+opening))
	if err != nil || m.Players[0] != "Zoë" {
		t.Fatalf("%v, %v", m, err)
	}
	wantWarning(t, warnings, 0, "Latin-1")
	if got := warnings[0].String(); got != "old.mat: the text is no UTF-8; it is read as Latin-1" {
		t.Error(got)
	}
}

func TestWhatIsNoMatchIsAnError(t *testing.T) {
	for _, text := range []string{"", "\n\n", "hello", "\x00\x01", "(;GM[1]SZ[19];B[aa])", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"} {
		if m, _, err := Read("it", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), "it: ") {
			t.Errorf("%q is read as %+v, %v", text, m, err)
		}
	}
}

func TestReadingDoesNotChangeTheBytes(t *testing.T) {
	data := []byte("\uFEFF" + strings.ReplaceAll(file("5 point match", opening), "\n", "\r\n"))
	before := string(data)
	if _, _, err := Read("it", data); err != nil || string(data) != before {
		t.Errorf("%v, or the bytes have changed", err)
	}
}
