package analysis

import (
	"tavla/engine"
	"tavla/eval/cube"
)

// Fault is a kind of wrong cube action.
type Fault uint8

const (
	NoFault       Fault = iota
	MissedDouble        // a double that would have been right to take
	MissedCash          // a double that would have been right to pass
	EarlyDouble         // a double before its time
	TooGoodDouble       // a double by a player who was too good for it
	WrongTake
	WrongPass
	MissedBeaver  // a take that should have been a beaver
	WrongBeaver   // a beaver that should have been a take or a pass
	MissedRaccoon // a take of a beaver that should have been a raccoon
	WrongRaccoon
	Faults = iota
)

func (f Fault) String() string {
	return [Faults]string{
		"no fault", "missed double (take)", "missed double (pass)", "wrong double (too early)",
		"wrong double (too good)", "wrong take", "wrong pass", "missed beaver", "wrong beaver",
		"missed raccoon", "wrong raccoon",
	}[f%Faults]
}

// choice is a cube action, and what it is worth to whoever takes it.
type choice struct {
	kind  engine.Action
	worth float64
}

// doubled is what a double is worth to the doubler if it is answered best.
func (c *Cube) doubled() float64 {
	if c.Beaver {
		return c.DoubleBeaver()
	}
	return min(c.DoubleTake, c.DoublePass)
}

// DoubleBeaver is with the double beavered, where Beaver says that this is right,
// otherwise 0.
func (c *Cube) DoubleBeaver() float64 {
	if !c.Beaver {
		return 0
	}
	return cube.Beavered(c.DoubleTake)
}

// choices are the actions open in a state, ActRoll standing for not doubling. The
// equities count the cube before the double; who passes a beaver or a raccoon loses
// the stake before it.
func (c *Cube) choices(s *engine.State) []choice {
	take := c.DoubleTake
	switch {
	case s.Raccooned:
		return []choice{{engine.ActTake, -4 * take}, {engine.ActPass, -4}}
	case s.Beavered:
		of := []choice{{engine.ActTake, 2 * take}, {engine.ActPass, -2}}
		if s.MayRaccoon() {
			of = append(of, choice{engine.ActRaccoon, 4 * take})
		}
		return of
	case s.Doubled:
		of := []choice{{engine.ActTake, -take}, {engine.ActPass, -c.DoublePass}}
		if s.MayBeaver() {
			of = append(of, choice{engine.ActBeaver, -2 * take})
		}
		return of
	}
	return []choice{{engine.ActRoll, c.NoDouble}, {engine.ActDouble, c.doubled()}}
}

// same is the difference below which cube actions are worth the same; outcomes are
// no more exact than that.
const same = 1e-6

// assess holds what was done in a state against the best that could be done: that
// action, and how much less the one done is worth.
func (c *Cube) assess(s *engine.State, did engine.Action) (right engine.Action, lost float64) {
	all := c.choices(s)
	var best, made choice
	for i, o := range all {
		if i == 0 || o.worth > best.worth {
			best = o
		}
		if o.kind == did {
			made = o
		}
	}
	if lost = best.worth - made.worth; lost <= same {
		return did, 0
	}
	return best.kind, lost
}

// counts reports whether an action counts in the error rate: all but leaving a
// double that was not even close.
func (c *Cube) counts(did engine.Action) bool {
	return did != engine.ActRoll || max(c.NoDouble, c.doubled())-c.doubled() < closeWithin
}

// fault names what was done instead of what was right.
func (c *Cube) fault(did, right engine.Action) Fault {
	switch {
	case did == right:
		return NoFault
	case did == engine.ActRoll && c.DoubleTake <= c.DoublePass:
		return MissedDouble
	case did == engine.ActRoll:
		return MissedCash
	case did == engine.ActDouble && c.NoDouble > c.DoublePass:
		return TooGoodDouble
	case did == engine.ActDouble:
		return EarlyDouble
	case did == engine.ActPass:
		return WrongPass
	case did == engine.ActBeaver:
		return WrongBeaver
	case did == engine.ActRaccoon:
		return WrongRaccoon
	case right == engine.ActBeaver:
		return MissedBeaver
	case right == engine.ActRaccoon:
		return MissedRaccoon
	}
	return WrongTake
}
