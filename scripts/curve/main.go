// Curve draws the strength of several training runs in one picture, each run going
// on where the one before ended, as the stages of scripts/stages.sh do:
//
//	go run ./scripts/curve --against gnubg@0 --out curve.png runs/td runs/refine
//
// The runs must have been measured against that bot (tavla train --against BOT
// --measure GAMES).
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"path/filepath"

	"tavla/nnet/wholefile"
	"tavla/train"
	"tavla/train/curve"
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", "curve.png", "picture to write")
	against := flag.String("against", "gnubg@0", "bot that the runs were measured against")
	flag.Parse()
	if flag.NArg() == 0 {
		log.Fatal("usage: curve [--against BOT] [--out FILE.png] RUN...")
	}
	points, err := joined(flag.Args(), *against)
	if err != nil {
		log.Fatal(err)
	}
	labels := curve.Labels{
		Title:    "Tavla learns from self-play",
		Strength: "points per game against " + *against, Span: 0.1,
	}
	err = wholefile.Write(*out, func(w io.Writer) error { return curve.Draw(w, labels, points) })
	if err != nil {
		log.Fatal(err)
	}
}

// joined are the measured points of runs, the time of each counted from the end of
// the one before.
func joined(dirs []string, against string) ([]curve.Point, error) {
	var points []curve.Point
	begun := 0.0
	for _, dir := range dirs {
		lines, err := train.ReadMetrics(dir)
		if err != nil {
			return nil, err
		}
		end, measured := begun, false
		for _, m := range lines {
			end = begun + m.Seconds
			if m.PointsPerGame == nil {
				continue
			}
			if m.Against == "" {
				m.Against = recorded(dir)
			}
			if m.Against != against {
				return nil, fmt.Errorf("%s: the run was measured against %s at %d games, not against %s", train.MetricsPath(dir), m.Against, m.Games, against)
			}
			measured = true
			points = append(points, curve.Point{Seconds: end, PointsPerGame: *m.PointsPerGame, Loss: math.NaN()})
		}
		if !measured {
			return nil, fmt.Errorf("%s: the run was not measured; train with --measure GAMES --against %s", train.MetricsPath(dir), against)
		}
		begun = end
	}
	return points, nil
}

// recorded is the bot that the record of a run names, as that of the last point: older
// runs name it nowhere else.
func recorded(dir string) string {
	var record struct{ Strength struct{ Against string } }
	data, err := os.ReadFile(filepath.Join(dir, "run.json"))
	if err != nil || json.Unmarshal(data, &record) != nil || record.Strength.Against == "" {
		return "a bot that nobody recorded"
	}
	return record.Strength.Against
}
