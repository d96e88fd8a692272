package inputs

// A man escapes with a roll when the point the whole roll leads to is open and
// the roll can be played to it: at least one of the two single-die points on the
// way is open. Tables answer for the twelve points ahead: bit k-1 of a window is
// set when the point k pips ahead is owned by the other side.
const windowMask = 1<<12 - 1

// escapes[w] counts the rolls of 36 with which a man escapes window w.
// pastBlock[w] counts those that also land beyond the first owned point of w;
// all 36 when nothing is in the way.
var escapes, pastBlock = func() (e, p [1 << 12]uint8) {
	for w := range e {
		blocked := func(k int) bool { return w>>(k-1)&1 != 0 }
		first := 0
		for k := 1; k <= 12; k++ {
			if blocked(k) {
				first = k
				break
			}
		}
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				if blocked(a+b) || blocked(a) && blocked(b) {
					continue
				}
				e[w]++
				if a+b > first {
					p[w]++
				}
			}
		}
	}
	return e, p
}()
