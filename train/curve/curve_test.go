package curve

import (
	"bytes"
	"errors"
	"image/png"
	"math"
	"os"
	"testing"
)

func TestThePictureIsAPNG(t *testing.T) {
	nan := math.NaN()
	for name, points := range map[string][]Point{
		"strength and loss":   {{1000, 1.71, 0.0033}, {2000, nan, 0.0025}, {30_000, 1.9, 0.002}},
		"one point":           {{300, 1.5, 0.3}},
		"no strength at all":  {{1000, nan, 0.3}, {2000, nan, 0.2}},
		"a loss that ran off": {{1000, 1, 0.3}, {2000, 1, math.Inf(1)}},
		"a flat curve":        {{1000, 2, 0.2}, {2000, 2, 0.2}},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := Draw(&b, Labels{"A run", "points per game against pip", 1}, points); err != nil {
				t.Fatal(err)
			}
			if path := os.Getenv("CURVE_PNG"); path != "" && name == "strength and loss" {
				if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			img, err := png.Decode(&b)
			if err != nil {
				t.Fatal(err)
			}
			if s := img.Bounds().Size(); s.X < 600 || s.Y < 400 {
				t.Errorf("the picture is %d by %d", s.X, s.Y)
			}
		})
	}
}

func TestNothingToDrawIsAnError(t *testing.T) {
	for _, points := range [][]Point{nil, {{1, math.NaN(), math.NaN()}}} {
		if err := Draw(&bytes.Buffer{}, Labels{}, points); err == nil {
			t.Errorf("%v: no error", points)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestAFailedWriteIsReported(t *testing.T) {
	if err := Draw(full{}, Labels{}, []Point{{1, 1, 1}}); err == nil {
		t.Error("no error")
	}
}

func TestNumbersAreWrittenShort(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1e-12: "0", 0.0025: "0.0025", 2.5: "2.5", 30: "30"} {
		if got := short(x); got != want {
			t.Errorf("%v: %q, not %q", x, got, want)
		}
	}
}
