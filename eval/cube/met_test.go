package cube

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tavla/engine"
)

// installed is where GNU Backgammon's Debian package keeps its tables.
const installed = "/usr/share/gnubg/met"

func readInstalled(t *testing.T, name string) *MET {
	t.Helper()
	f, err := os.Open(filepath.Join(installed, name))
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("CI must have GNU Backgammon's match equity tables: %v", err)
		}
		t.Skipf("GNU Backgammon's match equity tables are not here: %v", err)
	}
	defer f.Close()
	m, err := ReadMET(f)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return m
}

func TestBothPlayersChancesAddUpToOneAndRiseWithTheScore(t *testing.T) {
	m := Standard()
	for i := range m.Length() {
		for j := range m.Length() {
			near(t, fmt.Sprintf("%d away and %d away together", i+1, j+1), m.before[i][j]+m.before[j][i], 1, 1e-12)
			if i > 0 && !(m.before[i][j] < m.before[i-1][j]) {
				t.Errorf("%d away against %d is no worse than %d away", i+1, j+1, i)
			}
		}
		if i > 0 && !(m.after[0][i] < m.after[0][i-1]) {
			t.Errorf("after the Crawford game %d away is no worse than %d away", i+1, i)
		}
	}
}

func TestTheComputedTableHasTheWellKnownChances(t *testing.T) {
	m := Standard()
	near(t, "2 away against 1, in the Crawford game", m.before[1][0], 0.32, 0.005)
	near(t, "2 away against 4", m.before[1][3], 0.67, 0.012)
	near(t, "1 away each", m.before[0][0], 0.5, 1e-12)
}

func TestTheComputedTableIsCloseToKazarossXG2(t *testing.T) {
	m, known := Standard(), readInstalled(t, "Kazaross-XG2.xml")
	mean, most, where := 0.0, 0.0, ""
	for i := range 15 {
		for j := range 15 {
			d := math.Abs(m.before[i][j] - known.before[i][j])
			mean += d / (15 * 15)
			if d > most {
				most, where = d, fmt.Sprintf("%d away against %d", i+1, j+1)
			}
		}
	}
	t.Logf("mean difference %.5f, largest %.5f at %s", mean, most, where)
	if mean > 0.003 {
		t.Errorf("the mean difference is %.5f, above 0.003", mean)
	}
}

func TestGNUBackgammonsExplicitTablesCanBeRead(t *testing.T) {
	for name, length := range map[string]int{
		"Kazaross-XG2.xml": 25, "Rockwell-Kazaross.xml": 25, "g11.xml": 25, "mec26.xml": 25,
		"jacobs.xml": 25, "snowie.xml": 15, "woolsey.xml": 15, "ortega.xml": 15,
	} {
		m := readInstalled(t, name)
		if m.Length() != length || m.Name() == "" {
			t.Errorf("%s: a table named %q of %d points", name, m.Name(), m.Length())
		}
	}
	m := readInstalled(t, "Kazaross-XG2.xml")
	two, one := engine.Score{Length: 5, Points: [2]int{3, 4}, Crawford: true}, engine.Score{Length: 5, Points: [2]int{3, 4}}
	near(t, "2 away in the Crawford game", m.Winning(two, 0), 1-0.67736, 1e-9)
	near(t, "2 away after it", m.Winning(one, 0), 0.48803, 1e-9)
	near(t, "1 away after it", m.Winning(one, 1), 1-0.48803, 1e-9)
}

func TestAMatchThatIsOverIsWonOrLost(t *testing.T) {
	m := Standard()
	over := engine.Score{Length: 3, Points: [2]int{5, 1}}
	if m.Winning(over, 0) != 1 || m.Winning(over, 1) != 0 {
		t.Errorf("chances %v and %v", m.Winning(over, 0), m.Winning(over, 1))
	}
}

// table is a file in GNU Backgammon's form.
func table(length, before, after string) string {
	return `<?xml version="1.0"?><!DOCTYPE met PUBLIC "-//GNU Backgammon//DTD Match Equity Tables//EN" "met.dtd">
<met><info><name>test</name><length>` + length + `</length></info>` + before + after + `</met>`
}

const (
	twoRows  = `<pre-crawford-table type="explicit"><row><me>0.5</me><me>0.7</me></row><row><me>0.3</me><me>0.5</me></row></pre-crawford-table>`
	bothRow  = `<post-crawford-table type="explicit" player="both"><row><me>0.5</me><me> 0.48 </me></row></post-crawford-table>`
	firstRow = `<post-crawford-table type="explicit" player="0"><row><me>0.5</me><me>0.48</me></row></post-crawford-table>`
	otherRow = `<post-crawford-table type="explicit" player="1"><row><me>0.5</me><me>0.47</me></row></post-crawford-table>`
)

func TestTablesAfterTheCrawfordGameMayDifferByPlayer(t *testing.T) {
	m, err := ReadMET(strings.NewReader(table("2", twoRows, firstRow+otherRow)))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "player 0 two away", m.Winning(engine.Score{Length: 2, Points: [2]int{0, 1}}, 0), 0.48, 0)
	near(t, "player 1 two away", m.Winning(engine.Score{Length: 2, Points: [2]int{1, 0}}, 1), 0.47, 0)
}

func TestTablesThatCannotBeAreRefusedWithTheReason(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"no XML", "no table", "EOF"},
		{"another document", "<set></set>", "expected element type <met>"},
		{"a formula", table("-1", `<pre-crawford-table type="zadeh"></pre-crawford-table>`, bothRow), "only explicit"},
		{"no length", table("two", twoRows, bothRow), `length "two" is no number`},
		{"a huge length", table("65", twoRows, bothRow), "from 1 to 64"},
		{"too few rows", table("3", twoRows, bothRow), "2 rows, but length 3"},
		{"a short row", table("2", strings.Replace(twoRows, "<me>0.7</me>", "", 1), bothRow), "row 1 has 1 entries"},
		{"no number", table("2", strings.Replace(twoRows, "0.7", "x", 1), bothRow), `row 1: entry 2: "x" is no number`},
		{"no chance", table("2", strings.Replace(twoRows, "0.7", "NaN", 1), bothRow), "no chance from 0 to 1"},
		{"not symmetrical", table("2", strings.Replace(twoRows, "0.7", "0.9", 1), bothRow), "add up to 1.2000"},
		{"nothing after the Crawford game", table("2", twoRows, ""), "no table after the Crawford game"},
		{"one player only", table("2", twoRows, firstRow), "no table after the Crawford game for both"},
		{"a third player", table("2", twoRows, strings.Replace(bothRow, "both", "2", 1)), `for player "2"`},
		{"a formula after it", table("2", twoRows, strings.Replace(bothRow, "explicit", "zadeh", 1)), "only explicit"},
		{"a long row after it", table("2", twoRows, strings.Replace(bothRow, "<row>", "<row><me>0.5</me>", 1)), "3 entries after"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := ReadMET(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, without %q", err, c.want)
			}
		})
	}
}

func FuzzReadMET(f *testing.F) {
	f.Add(table("2", twoRows, bothRow))
	f.Add(table("2", twoRows, firstRow+otherRow))
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ReadMET(strings.NewReader(text))
		if err == nil && m.check() != nil {
			t.Errorf("a table was read that cannot be: %v", m.check())
		}
	})
}
