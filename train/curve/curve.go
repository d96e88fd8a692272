// Package curve draws what a training run has learned.
package curve

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Point is where a run stood after some time.
type Point struct {
	Seconds float64 // of training
	// PointsPerGame is the net's measured strength, NaN where it was not measured.
	PointsPerGame float64
	Loss          float64 // per position
}

// Labels are the words of a picture.
type Labels struct {
	Title    string
	Strength string // of the axis of points per game
	// Span is what that axis spans at least, so that noise looks like noise.
	Span float64
}

// Size of a picture, and of the letters in it.
const (
	width    = 20 * vg.Centimeter
	height   = 16 * vg.Centimeter
	titleAt  = 16
	lettered = 12
)

// Draw writes a PNG: strength over time where it was measured, and below it the
// loss. Points come in the order of their times; there must be one at least.
func Draw(w io.Writer, labels Labels, points []Point) error {
	if len(points) == 0 {
		return errors.New("curve: there are no points to draw")
	}
	last := points[len(points)-1].Seconds
	unit, second := "minutes of training", 1/60.
	if last >= 2*60*60 {
		unit, second = "hours of training", 1/3600.
	}
	var strength, loss plotter.XYs
	for _, p := range points {
		if !math.IsNaN(p.PointsPerGame) {
			strength = append(strength, plotter.XY{X: p.Seconds * second, Y: p.PointsPerGame})
		}
		if !math.IsNaN(p.Loss) && !math.IsInf(p.Loss, 0) {
			loss = append(loss, plotter.XY{X: p.Seconds * second, Y: p.Loss})
		}
	}
	var panels [][]*plot.Plot
	for _, panel := range []struct {
		label  string
		values plotter.XYs
		hue    int
		span   float64 // of the axis at least
	}{{labels.Strength, strength, 0, labels.Span}, {"loss per position", loss, 1, 0}} {
		if len(panel.values) == 0 {
			continue
		}
		p, err := newPanel(panel.label, panel.values, panel.hue)
		if err != nil {
			return fmt.Errorf("curve: %w", err)
		}
		p.X.Min, p.X.Max = 0, last*second
		if more := panel.span - (p.Y.Max - p.Y.Min); more > 0 {
			p.Y.Min, p.Y.Max = p.Y.Min-more/2, p.Y.Max+more/2
		}
		panels = append(panels, []*plot.Plot{p})
	}
	if len(panels) == 0 {
		return errors.New("curve: no point has a number to draw")
	}
	panels[0][0].Title.Text = labels.Title
	panels[len(panels)-1][0].X.Label.Text = unit
	return render(w, panels)
}

// newPanel plots one quantity over time.
func newPanel(label string, values plotter.XYs, hue int) (*plot.Plot, error) {
	line, dots, err := plotter.NewLinePoints(values)
	if err != nil {
		return nil, err
	}
	line.Width = vg.Points(1.5)
	line.Color, dots.Color = hues[hue], hues[hue]
	dots.Shape, dots.Radius = draw.CircleGlyph{}, vg.Points(2)
	p := plot.New()
	p.Title.TextStyle.Font.Size = titleAt
	p.Title.Padding = vg.Points(8)
	p.Y.Label.Text = label
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font.Size = lettered
		axis.Tick.Label.Font.Size = lettered
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = ticks(short), ticks(short)
	p.Add(plotter.NewGrid(), line, dots)
	return p, nil
}

// render puts the panels below one another, their axes aligned.
func render(w io.Writer, panels [][]*plot.Plot) error {
	canvas := vgimg.New(width, height)
	all := draw.New(canvas)
	margin := vg.Points(12)
	tiles := draw.Tiles{
		Rows: len(panels), Cols: 1, PadY: margin,
		PadTop: margin, PadBottom: margin, PadLeft: margin, PadRight: 2 * margin,
	}
	for row, canvases := range plot.Align(panels, tiles, all) {
		panels[row][0].Draw(canvases[0])
	}
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}

// ticks are plot's own, with their numbers as people write them.
type ticks func(float64) string

// Ticks implements plot.Ticker.
func (write ticks) Ticks(least, most float64) []plot.Tick {
	all := plot.DefaultTicks{}.Ticks(least, most)
	for i := range all {
		if all[i].Label != "" {
			all[i].Label = write(all[i].Value)
		}
	}
	return all
}

// short writes four digits at most, and no zeros behind them.
func short(x float64) string {
	if math.Abs(x) < 1e-9 { // what rounding makes of 0
		return "0"
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}
