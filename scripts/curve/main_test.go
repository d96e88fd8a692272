package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tavla/train"
)

// run is the folder of a run with such metrics, and a record that names a bot.
func run(t *testing.T, recorded string, lines ...string) string {
	t.Helper()
	dir := t.TempDir()
	record := fmt.Sprintf(`{"strength":{"against":%q}}`, recorded)
	for path, text := range map[string]string{
		train.MetricsPath(dir):         strings.Join(lines, "\n") + "\n",
		filepath.Join(dir, "run.json"): record,
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	quiet   = `{"games":1,"seconds":10}`
	unnamed = `{"games":2,"seconds":20,"pointsPerGame":0.1}` // of an older program
	gnubg   = `{"games":3,"seconds":30,"pointsPerGame":0.2,"against":"gnubg@0"}`
	pip     = `{"games":4,"seconds":40,"pointsPerGame":0.3,"against":"pip"}`
)

func TestRunsGoOnWhereTheOneBeforeEnded(t *testing.T) {
	points, err := joined([]string{run(t, "gnubg@0", quiet, unnamed, gnubg), run(t, "", quiet, gnubg)}, "gnubg@0")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range points {
		got = append(got, fmt.Sprintf("%v %v", p.Seconds, p.PointsPerGame))
	}
	if want := "20 0.1, 30 0.2, 60 0.2"; strings.Join(got, ", ") != want {
		t.Errorf("%s, not %s", got, want)
	}
}

func TestPointsAgainstAnotherBotAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ dir, want string }{
		"one of them":                  {run(t, "gnubg@0", gnubg, pip, gnubg), "against pip at 4 games"},
		"all":                          {run(t, "pip", pip), "against pip at 4 games"},
		"an older run":                 {run(t, "pip", unnamed), "against pip at 2 games"},
		"a run not known":              {run(t, "", unnamed), "against a bot that nobody recorded at 2 games"},
		"a run that went on otherwise": {run(t, "pip", unnamed, pip), "against pip at 2 games"},
		"none":                         {run(t, "gnubg@0", quiet), "was not measured"},
	} {
		if _, err := joined([]string{c.dir}, "gnubg@0"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
