package record

import (
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/enginetest"
)

// tree makes an .sgf of one money game.
func tree(root, nodes string) string {
	return "(;FF[4]GM[6]PW[ann]PB[bob]MI[length:0][game:0][ws:0][bs:0]" + root + nodes + ")"
}

func TestAnSGFTellsCubeActionsAndResignations(t *testing.T) {
	for _, c := range []struct{ name, text, told string }{
		{"a double on a double is a beaver, one more a raccoon, and dice without a play are left when resigning",
			tree("RU[Jacoby]RE[B+16R]", ";B[31qtst];W[double];B[double];W[double];B[take];PL[W]DI[51]"),
			"bob 8/5 6/5, ann double, bob beaver, ann raccoon, bob take, ann resignation, bob accepting a resignation"},
		{"a drop", tree("RE[B+1]", "\n;B[31qtst]\n;W[43xumi]\n;B[double]\n;W[drop]"),
			"bob 8/5 6/5, ann 24/21 13/9, bob double, ann pass"},
		{"dice told before their play", tree("", ";PL[B]DI[31];B[31qtst]"), "bob 8/5 6/5"},
		{"two dice as one step", tree("", ";W[64xn]"), "ann 24/14"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, warnings := mustRead(t, c.text)
			wantNoWarning(t, warnings)
			if got := told(&m.Games[0]); got != c.told {
				t.Errorf("read as\n%s, want\n%s", got, c.told)
			}
			back, _ := mustRead(t, sgf(t, m))
			if diff := differ(m, back, same); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAutomaticDoublesStandInTheRoot(t *testing.T) {
	m, warnings := mustRead(t, tree("CV[4]RE[B+4]", ";B[31qtst];W[43xumi];B[double];W[drop]"))
	wantNoWarning(t, warnings)
	for _, text := range []string{sgf(t, m), mat(t, m)} {
		back, _ := mustRead(t, text)
		if r, _ := back.Games[0].Result(); r.Points != 4 {
			t.Errorf("%+v from\n%s", r, text)
		}
	}
}

func TestAPositionIsSetUp(t *testing.T) {
	m, warnings := mustRead(t, tree("", ";AE[a:y]AW[a][a][f]AB[x][y]PL[B]CV[2]CP[w];DI[61];B[61yffg];W[double];B[take];W[61yxxr]"))
	wantNoWarning(t, warnings)
	s := m.Games[0].Start
	if want := enginetest.Board("bar:1 1:1", "6:1 1:2"); s.Board != want || s.Roller != 1 || s.Cube != (engine.Cube{Value: 2, Owner: 0}) {
		t.Errorf("start %+v", s)
	}
	end, err := m.Games[0].End()
	if err != nil || end.Cube.Value != 4 || len(m.Games[0].Actions) != 6 {
		t.Errorf("%d actions, end %+v, %v", len(m.Games[0].Actions), end, err)
	}
	back, warnings := mustRead(t, sgf(t, m))
	wantNoWarning(t, warnings)
	if diff := differ(m, back, same); diff != "" {
		t.Error(diff)
	}
	if err := WriteMAT(&strings.Builder{}, m); err == nil || !strings.Contains(err.Error(), "set up") {
		t.Errorf("written as .mat: %v", err)
	}
}

func TestAnSGFKeepsWhatItDoesNotKnow(t *testing.T) {
	m, warnings := mustRead(t, tree(`XY[a\]b\\][c]DT[2026-11-29]EV[Open]`, `;W[31hefe]BM[1]C[why: \]?]DA[E x];C[a note];B[42]`))
	if len(warnings) != 1 || !strings.Contains(warnings[0].Text, "no play with 42") {
		t.Errorf("warnings %v", warnings)
	}
	g := &m.Games[0]
	if diff := differ(g.Properties, []Property{{"XY", []string{`a]b\`, "c"}}}); diff != "" {
		t.Error(diff)
	}
	if diff := differ(m.Tags, []Tag{{"EventDate", "2026.11.29"}, {"Event", "Open"}}); diff != "" {
		t.Error(diff)
	}
	if open, play := g.Actions[0], g.Actions[1]; open.Property("DA") == nil || play.Property("C")[0] != "why: ]?" || play.Property("BM") == nil {
		t.Errorf("open %v, play %v", open.Properties, play.Properties)
	}
	back, _ := mustRead(t, sgf(t, m))
	if diff := differ(m, back, same); diff != "" {
		t.Error(diff)
	}
}

func TestVariationsAndForeignTreesAreLeftOut(t *testing.T) {
	text := "Some mail\n(;GM[1])\n" + tree("", ";W[31hefe](;B[42qusu];W[31xwmj])(;B[64agln])") + "(;GM[6]MI[length:3];W[31hefe])"
	m, warnings := mustRead(t, text)
	if len(warnings) != 3 || len(m.Games) != 1 || told(&m.Games[0]) != "ann 8/5 6/5, bob 8/4 6/4, ann 24/23 13/10" {
		t.Errorf("%d games, %s, warnings %v", len(m.Games), told(&m.Games[0]), warnings)
	}
}

func TestAFaultInAnSGFCostsTheRestOfThatGame(t *testing.T) {
	for _, c := range []struct{ nodes, warning string }{
		{";W[31hefe];W[31xwmj]", "it is bob's turn, and ann acts"},
		{";W[31hefe];B[31qusu]", "not legal"},
		{";W[31hefe];B[99]", "means nothing"},
		{";W[31hefe];B[hello]", "means nothing"},
		{";W[31hefe];AW[a]", "set up within the game"},
		{";W[31hefe];B[take]", "no double"},
	} {
		m, warnings := mustRead(t, tree("", c.nodes))
		if len(warnings) != 1 || !strings.Contains(warnings[0].Text, c.warning) || told(&m.Games[0]) != "ann 8/5 6/5" {
			t.Errorf("%s: %s, warnings %v", c.nodes, told(&m.Games[0]), warnings)
		}
	}
}
