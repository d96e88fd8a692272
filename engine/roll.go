package engine

import "fmt"

// Roll is two dice, in the order thrown; the zero Roll means not thrown yet.
type Roll [2]uint8

var rolls = func() (r [21]Roll) {
	i := 0
	for hi := uint8(1); hi <= 6; hi++ {
		for lo := uint8(1); lo <= hi; lo++ {
			r[i] = Roll{hi, lo}
			i++
		}
	}
	return r
}()

// Rolls returns the 21 different throws, higher die first: 11, 21, 22, 31, ….
func Rolls() [21]Roll { return rolls }

// Chances is how many of the 36 equally likely throws show these dice: 1 for a
// doublet, else 2.
func (r Roll) Chances() int {
	if r.Doublet() {
		return 1
	}
	return 2
}

// Doublet reports whether both dice show the same number.
func (r Roll) Doublet() bool { return r[0] == r[1] }

// Sorted returns the roll with the higher die first.
func (r Roll) Sorted() Roll {
	if r[0] < r[1] {
		return Roll{r[1], r[0]}
	}
	return r
}

// Check reports a die that shows no number from 1 to 6.
func (r Roll) Check() error {
	for _, d := range r {
		if d < 1 || d > 6 {
			return fmt.Errorf("dice %d %d: a die shows 1 to 6", r[0], r[1])
		}
	}
	return nil
}
