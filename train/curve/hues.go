package curve

import "image/color"

// hues are the colours of the panels, told apart by the colour-blind too.
var hues = [...]color.RGBA{
	{R: 0x00, G: 0x72, B: 0xB2, A: 0xFF},
	{R: 0xD5, G: 0x5E, B: 0x00, A: 0xFF},
}
