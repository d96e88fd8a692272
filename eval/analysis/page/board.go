package page

import (
	"fmt"
	"html/template"
	"strings"

	"tavla/engine"
)

// The measures of a drawn board, in units of the drawing.
const (
	manWidth   = 30 // also the width of a point
	pointLong  = 140
	half       = 6 * manWidth
	barWidth   = 34
	rim        = 14
	trayWidth  = 40
	innerHigh  = 330
	boardWidth = 2*half + barWidth
	width      = boardWidth + 3*rim + trayWidth
	high       = innerHigh + 2*rim
	deepest    = 5 // men that stand one on another; more are told by a number
)

// drawing is a board being drawn. The player who decides is below, light, and goes
// from the upper right to the lower right.
type drawing struct {
	b strings.Builder
}

// board draws a state as the player who decides sees it. It holds numbers only,
// nothing from a file.
func board(s *engine.State, player int) template.HTML {
	b := s.Board
	if s.Roller != player {
		b = b.Swap()
	}
	d := &drawing{}
	d.add(`<svg viewBox="0 0 %d %d" role="img" aria-label="%s">`, width, high, describe(&b))
	d.add(`<rect class="frame" width="%d" height="%d" rx="8"/>`, width, high)
	d.add(`<rect class="field" x="%d" y="%d" width="%d" height="%d"/>`, rim, rim, half, innerHigh)
	d.add(`<rect class="field" x="%d" y="%d" width="%d" height="%d"/>`, rim+half+barWidth, rim, half, innerHigh)
	d.add(`<rect class="field" x="%d" y="%d" width="%d" height="%d"/>`, trayLeft(), rim, trayWidth, innerHigh)
	for p := 1; p <= 24; p++ {
		d.point(p)
	}
	for p := 1; p <= 24; p++ {
		d.men(column(p), p > 12, int(b.Own[p]), "own")
		d.men(column(25-p), 25-p > 12, int(b.Opp[p]), "opp")
	}
	const middle = rim + half + barWidth/2
	d.stack(middle, high/2-40, -1, int(b.Own[engine.Bar]), "own", 4)
	d.stack(middle, high/2+40, 1, int(b.Opp[engine.Bar]), "opp", 4)
	d.off(int(b.Own[engine.Off]), "own")
	d.off(int(b.Opp[engine.Off]), "opp")
	d.dice(s, player)
	d.cube(s, player)
	d.b.WriteString("</svg>")
	return template.HTML(d.b.String())
}

func (d *drawing) add(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

// describe says in words what the drawing shows.
func describe(b *engine.Board) string {
	return fmt.Sprintf("Board: %d pips below, %d above", b.Own.Pips(), b.Opp.Pips())
}

func trayLeft() int { return 2*rim + boardWidth }

// column is the middle of a point, 1 being on the lower right.
func column(p int) int {
	i := (p - 1) % 12 // from the right below, from the left above
	if p <= 12 {
		i = 11 - i
	}
	x := rim + i*manWidth + manWidth/2
	if i >= 6 {
		x += barWidth
	}
	return x
}

func (d *drawing) point(p int) {
	x, y, tip, label := column(p), rim+innerHigh, rim+innerHigh-pointLong, high-3
	if p > 12 {
		y, tip, label = rim, rim+pointLong, rim-3
	}
	shade := [2]string{"even", "odd"}[p%2]
	d.add(`<path class="%s" d="M%d %dL%d %dL%d %dZ"/>`, shade, x-manWidth/2, y, x, tip, x+manWidth/2, y)
	d.add(`<text class="number" x="%d" y="%d">%d</text>`, x, label, p)
}

// men are those on one point.
func (d *drawing) men(x int, top bool, n int, who string) {
	y, step := rim+innerHigh-manWidth/2, -1
	if top {
		y, step = rim+manWidth/2, 1
	}
	d.stack(x, y, step, n, who, deepest)
}

// stack draws men one on another, up (step -1) or down, with their number on the
// last where they are more than there is room for.
func (d *drawing) stack(x, y, step, n int, who string, room int) {
	for i := range min(n, room) {
		d.add(`<circle class="%s" cx="%d" cy="%d" r="%d"/>`, who, x, y+step*i*manWidth, manWidth/2-1)
	}
	if n > room {
		d.add(`<text class="count %s" x="%d" y="%d">%d</text>`, who, x, y+step*(room-1)*manWidth+5, n)
	}
}

// off are the men borne off, lying in the tray.
func (d *drawing) off(n int, who string) {
	for i := range n {
		y := rim + innerHigh - 9*(i+1)
		if who == "opp" {
			y = rim + 9*i + 1
		}
		d.add(`<rect class="%s" x="%d" y="%d" width="%d" height="8" rx="2"/>`, who, trayLeft()+4, y, trayWidth-8)
	}
}

func (d *drawing) dice(s *engine.State, player int) {
	x, who := rim+half+barWidth+half/2, "own"
	if s.Roller != player {
		x, who = rim+half/2, "opp"
	}
	for i, face := range s.Roll {
		if face > 0 {
			d.die(x-32+36*i, high/2-14, face, who)
		}
	}
}

// die draws one die with its pips on a grid of three by three.
func (d *drawing) die(x, y int, face uint8, who string) {
	grid := [7][]int{1: {4}, 2: {0, 8}, 3: {0, 4, 8}, 4: {0, 2, 6, 8}, 5: {0, 2, 4, 6, 8}, 6: {0, 2, 3, 5, 6, 8}}
	d.add(`<rect class="%s" x="%d" y="%d" width="28" height="28" rx="5"/>`, who, x, y)
	for _, at := range grid[face] {
		d.add(`<circle class="pip %s" cx="%d" cy="%d" r="2.6"/>`, who, x+6+8*(at%3), y+6+8*(at/3))
	}
}

// cube draws the cube at its owner's side of the bar, or where it is offered.
func (d *drawing) cube(s *engine.State, player int) {
	if s.Score.Crawford || s.Score.Length == 1 {
		return // there is none
	}
	x, y, value := rim+half+barWidth/2, high/2, s.Cube.Value
	switch {
	case s.Doubled:
		x, value = rim+half/2, 2*value
	case s.Cube.Owner == player:
		y = high - rim - 18
	case s.Cube.Owner != engine.Centred:
		y = rim + 18
	case value == 1:
		value = 64
	}
	d.add(`<rect class="cube" x="%d" y="%d" width="28" height="28" rx="4"/>`, x-14, y-14)
	d.add(`<text class="cube" x="%d" y="%d">%d</text>`, x, y+5, value)
}
