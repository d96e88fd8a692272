package inputs

import (
	"testing"

	"tavla/engine/enginetest"
)

// of is num/den; what the values below count is written in each name.
type of struct{ num, den int }

func TestTheExpertValuesOfPositionsWorkedOutByHand(t *testing.T) {
	const theirs = contactSide // what follows describes the other side
	const start = "6:5 8:3 13:5 24:2"
	for _, c := range []struct {
		name, own, opp string
		want           map[int]of
	}{
		{"at the start", start, start, map[int]of{
			pipCount:     {167, 167},
			breakContact: {167, 167}, // all fifteen off: their rear man is on the 1-point
			passedPips:   {0, 1},
			timing:       {2*18 + 5*7 + 3*2 + 3*5, 100},
			rearMan:      {24, 24},
			rearAnchor:   {24, 24},
			homeAnchor:   {1, 6},
			oneAnchor:    {2, 4},
			backGame:     {0, 1},
			hitOne:       {0, 1},
			hitTwo:       {0, 1},
			pipsHit:      {0, 1},
			// Owned 5, 7 and 12 pips ahead: 4 + 6 + 1 rolls end there, 5-5 stops.
			rearEscapes: {24, 36},
			rearPasses:  {18, 36}, // six of these stay before the first point
			// From my 2-point 4, 6 and 11 ahead: 3 + 5 + 2 end there, 4-4, 6-4, 6-6 stop.
			contain:            {36 - 22, 36},
			containSquared:     {14 * 14, 36 * 36},
			containRear:        {36 - 22, 36},
			containRearSquared: {14 * 14, 36 * 36},
			mobility:           {2*18*24 + 5*7*34 + 3*2*30, 3600},
			linked:             {49, One}, // gaps of 2, 5 and 11: (5+2+0)/18, rounded down
			spread:             {16, One}, // (2·13² + 5·2²)/7 /400, rounded down
			prime:              {1, 6},
			homeBoard:          {1, 6},
			homeBlots:          {0, 1},
			builders:           {8, 12},
			closedHome:         {1, 36},
			barred:             {0, 1},
			theirs + pipCount:  {167, 167},
		}},
		{"a closed board with a seventh point against a man on the bar",
			"7:2 6:3 5:2 4:2 3:2 2:2 1:2", "bar:1 6:2 5:2 4:2 3:2 2:2 1:2", map[int]of{
				contain: {1, 1}, containRear: {1, 1}, containRearSquared: {1, 1},
				prime: {7, 6}, homeBoard: {1, 1}, linked: {1, 1},
				closedHome: {1, 1}, barred: {0, 1},
				theirs + barred: {1, 1}, theirs + closedHome: {1, 1},
				theirs + rearMan: {25, 24}, theirs + rearEscapes: {0, 1}, theirs + rearPasses: {0, 1},
				theirs + mobility: {0, 1}, theirs + timing: {19, 100},
			}},
		{"a blot six pips away is hit by 17 rolls", "8:1", "23:1 6:14", map[int]of{
			hitOne: {17, 36}, hitTwo: {0, 1}, pipsHit: {17 * 2, 432},
			theirs + hitOne: {17, 36}, theirs + pipsHit: {17 * 17, 432}, // and the other way round
		}},
		{"a blot one pip away is hit by 11 rolls", "3:1", "23:1 6:14", map[int]of{hitOne: {11, 36}}},
		{"a blot twelve pips away is hit by 6-6, 4-4 and 3-3", "14:1", "23:1 6:14", map[int]of{hitOne: {3, 36}}},
		{"a blot seven pips away behind points two and five away is not hit by 5-2",
			"9:1", "23:1 21:2 18:2 6:10", map[int]of{hitOne: {4, 36}}},
		{"two blots, four and six pips away: 6-4, 4-2 and 2-2 hit either", "8:1", "23:1 21:1 6:13", map[int]of{
			hitOne: {27, 36}, hitTwo: {5, 36}, pipsHit: {15*4 + 12*2, 432},
		}},
		{"from the bar a blot three pips away is hit by any 3, 2-1 and 1-1",
			"bar:1 13:14", "3:1 5:2 6:2", map[int]of{
				hitOne: {14, 36}, pipsHit: {14 * 22, 432}, barred: {4, 36}, closedHome: {4, 36}, rearMan: {25, 24},
			}},
		{"a blot that I have passed is not shot at", "2:15", "20:1 6:14", map[int]of{
			hitOne: {0, 1}, breakContact: {0, 1}, passedPips: {30, 100},
		}},
		{"two anchors make a back game", "24:2 22:3 13:10", "6:15", map[int]of{
			backGame: {5, 8}, oneAnchor: {0, 1}, homeAnchor: {3, 6}, rearAnchor: {24, 24},
		}},
		{"one anchor with a blot behind it", "24:1 20:3 6:11", "8:15", map[int]of{
			backGame: {0, 1}, oneAnchor: {3, 4}, homeAnchor: {5, 6}, rearAnchor: {20, 24}, rearMan: {24, 24},
		}},
		{"two men behind their rear man and thirteen past it", "10:2 3:13", "20:1 6:14", map[int]of{
			breakContact: {12, 167}, passedPips: {39, 100}, timing: {2*4 + 11*2, 100}, builders: {15, 12},
		}},
		{"their rear man is past my nine points, so only the general containment is left",
			"7:3 6:3 5:3 4:3 3:2 24:1", "13:14 6:1", map[int]of{
				containRear: {0, 1}, containRearSquared: {0, 1}, prime: {5, 6}, homeBoard: {4, 6},
				contain: {36 - 2, 36}, // from the 1-point only 6-1 gets by, the ace first
			}},
		{"blots at home are counted", "6:11 5:1 4:1 3:1 24:1", "13:15", map[int]of{
			homeBlots: {3, 3}, homeBoard: {1, 6}, builders: {14, 12}, linked: {0, 1},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := encoded(encoder(t, "contact"), enginetest.Board(c.own, c.opp))
			for i, w := range c.want {
				if want := fixed(w.num, w.den); x[i] != want {
					t.Errorf("value %d of side %d is %d, want %d/%d, that is %d",
						i%contactSide-rawSide, i/contactSide, x[i], w.num, w.den, want)
				}
			}
		})
	}
}

// What no expert value can exceed, by what it counts, in units of One.
var most = map[int]float64{
	pipCount: 375. / 167, breakContact: 375. / 167, passedPips: 3.6, timing: 2.85,
	rearMan: 25. / 24, rearAnchor: 1, homeAnchor: 1,
	hitOne: 1, hitTwo: 1, pipsHit: 36 * 24 / 432.,
	rearEscapes: 1, rearPasses: 1,
	contain: 1, containSquared: 1, containRear: 1, containRearSquared: 1,
	mobility: 2.85, spread: 1.44, barred: 1, closedHome: 1, linked: 1,
	backGame: 15. / 8, oneAnchor: 15. / 4, prime: 7. / 6, homeBoard: 1, homeBlots: 2, builders: 15. / 12,
}

func TestExpertValuesStayWithinWhatTheyCount(t *testing.T) {
	if len(most) != contactSide-rawSide {
		t.Fatalf("%d values have a bound, not %d", len(most), contactSide-rawSide)
	}
	e := encoder(t, "contact")
	largest := map[int]int16{}
	for _, b := range positions(20_000) {
		x := encoded(e, b)
		for i, m := range most {
			v := max(x[i], x[contactSide+i])
			largest[i] = max(largest[i], v)
			if float64(v) > m*One+0.5 {
				t.Fatalf("value %d of %v is %d, more than %v", i-rawSide, b, v, m*One)
			}
		}
	}
	for i := range most {
		if largest[i] == 0 {
			t.Errorf("value %d is always zero", i-rawSide)
		}
	}
}
