package eval

import "tavla/engine"

// Class is the kind of position, which decides what judges it. Every board has
// exactly one.
type Class uint8

const (
	Finished Class = iota // a player has borne off all men
	Race                  // no contact any more
	Contact
	Classes = iota // how many there are
)

func (c Class) String() string {
	return [Classes]string{"finished", "race", "contact"}[c]
}

// ClassOf finds the class of a board; it is the same seen from either side.
func ClassOf(b *engine.Board) Class {
	switch {
	case b.Over():
		return Finished
	case b.Contact():
		return Contact
	}
	return Race
}
