package page

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"tavla/engine"
	"tavla/engine/record"
	"tavla/eval"
	"tavla/eval/analysis"
	"tavla/eval/cube"
)

// even thinks every position even, so that there is little to say, and takes no time.
type even struct{}

func (even) Evaluate(dst []eval.Outcome, boards []engine.Board) {
	for i := range boards {
		var over bool
		if dst[i], over = eval.Final(&boards[i]); !over {
			dst[i] = eval.Outcome{Win: 0.5 + float32(boards[i].Opp[6])/40}
		}
	}
}

// pageOf is the page of the case match, with the left player renamed.
func pageOf(t *testing.T, file, name string) string {
	t.Helper()
	data, err := os.ReadFile("../testdata/match-5pt.mat")
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := record.Read("match", data)
	if err != nil {
		t.Fatal(err)
	}
	m.Players[0] = name
	a, err := analysis.New([]*record.Match{m}, analysis.Options{
		Efficiency: cube.Usual(), NewEvaluator: func() eval.Evaluator { return even{} },
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Run(context.Background(), 2, nil); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Write(&b, []Entry{{File: file, Report: a.Report(0), Worst: 4}}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestThePageIsWellFormedAndStandsForItself(t *testing.T) {
	text := pageOf(t, "some/folder/match.mat", "north")
	d := xml.NewDecoder(strings.NewReader(text))
	boards := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		if e, ok := token.(xml.StartElement); ok {
			switch e.Name.Local {
			case "svg":
				boards++
			case "script", "link", "img", "iframe", "object", "embed", "base", "use":
				t.Errorf("there is a <%s>", e.Name.Local)
			}
			for _, a := range e.Attr {
				if n := a.Name.Local; n == "href" || n == "src" || strings.HasPrefix(n, "on") {
					t.Errorf("<%s> has the attribute %s=%q", e.Name.Local, n, a.Value)
				}
			}
		}
	}
	if boards != 8 {
		t.Errorf("%d boards, want the worst 4 of both players", boards)
	}
	if outside := regexp.MustCompile(`(?i)https?:|//|url\(|@import`).FindString(text); outside != "" {
		t.Errorf("it refers to something outside: %q", outside)
	}
	for _, want := range []string{"north", "south", "match.mat", "How to read it", "0.16", "PR"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	if strings.Contains(text, "some/folder") {
		t.Error("it tells the folder of the file")
	}
}

func TestNamesFromFilesAreEscaped(t *testing.T) {
	const evil = `<script>alert(1)</script>"'&`
	text := pageOf(t, `<img src=x onerror=alert(2)>.mat`, evil)
	for _, bad := range []string{"<script", "<img", evil} {
		if strings.Contains(text, bad) {
			t.Errorf("%s stands there as it came", bad)
		}
	}
	if !strings.Contains(text, "&lt;script&gt;") {
		t.Error("the name is not there at all")
	}
}

func TestABoardShowsEveryMan(t *testing.T) {
	s := engine.State{Board: engine.Start(), Phase: engine.Playing, Roll: engine.Roll{6, 1}, Cube: engine.Cube{Value: 2, Owner: 1}}
	s.Board.Own[24], s.Board.Own[engine.Bar], s.Board.Own[6], s.Board.Own[engine.Off] = 0, 2, 3, 2
	svg := string(board(&s, 0))
	count := func(text string) int { return strings.Count(svg, text) }
	if own, opp := count(`<circle class="own"`), count(`<circle class="opp"`); own != 13 || opp != 15 {
		t.Errorf("%d and %d men, want 13 and 15", own, opp)
	}
	if off := count(`<rect class="own"`) - 2; off != 2 { // beside the dice
		t.Errorf("%d men off, want 2", off)
	}
	if pips := count(`class="pip own"`); pips != 7 {
		t.Errorf("dice with %d pips, want 7", pips)
	}
	if !strings.Contains(svg, `>2</text></svg>`) {
		t.Error("the cube does not stand at 2")
	}
	s.Board.Own[13], s.Board.Own[8], s.Board.Own[6] = 8, 0, 3
	if other := string(board(&s, 1)); strings.Count(other, `<circle class="own"`) != 15 || !strings.Contains(other, `class="count opp"`) {
		t.Error("seen by the other player the men are others, or eight on a point are not counted")
	}
}

func TestPointsStandWherePlayersExpectThem(t *testing.T) {
	if column(1) != column(24) || column(12) != column(13) || column(6) != column(19) || column(7) != column(18) {
		t.Error("points that face each other don't")
	}
	if !(column(1) > column(6) && column(6) > column(7) && column(7) > column(12)) {
		t.Error("the points don't go from right to left")
	}
	if gap := column(6) - column(7); gap != manWidth+barWidth {
		t.Errorf("the bar is %d wide", gap-manWidth)
	}
}
