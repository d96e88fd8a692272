package analysis

import (
	"strings"
	"testing"

	"tavla/engine"
)

func TestMarksBeginAboveTheirThresholds(t *testing.T) {
	for _, c := range []struct {
		lost float64
		mark string
	}{{0, ""}, {0.04, ""}, {0.041, "?!"}, {0.08, "?!"}, {0.081, "?"}, {0.16, "?"}, {0.161, "??"}, {2, "??"}} {
		if m := MarkOf(c.lost).String(); m != c.mark {
			t.Errorf("an error of %v is marked %q, not %q", c.lost, m, c.mark)
		}
	}
}

func TestRatesByHand(t *testing.T) {
	f := Figures{
		Rolls: 60, Unforced: 40, CubeCounted: 10, NonObvious: 45,
		PlayError: Amount{0.8, 0.08}, CubeError: Amount{0.1, 0.02}, Luck: Amount{-0.6, -0.06},
	}
	other := Figures{Rolls: 60}
	near(t, "the error rate", f.ErrorRate().Normalised, 18, 1e-9)
	near(t, "the error rate in match winning chance", f.ErrorRate().Stake, 2, 1e-9)
	near(t, "the play rate", f.PlayRate().Normalised, 20, 1e-9)
	near(t, "the cube rate", f.CubeRate().Normalised, 10, 1e-9)
	near(t, "PR", f.PR(), 10, 1e-9)
	near(t, "the Snowie rate", f.SnowieRate(&other), 7.5, 1e-9)
	near(t, "the luck rate", f.LuckRate().Normalised, -10, 1e-9)
	if none := new(Figures); none.ErrorRate() != (Amount{}) || none.PR() != 0 || none.Rating() != "" || none.SnowieRate(none) != 0 {
		t.Error("without decisions there is a rate")
	}
}

func TestRatingWordsFollowTheBands(t *testing.T) {
	for rate, word := range map[float64]string{
		0: "supernatural", 1.99: "supernatural", 2: "world class", 4.99: "world class", 5: "expert", 8: "advanced",
		12: "intermediate", 18: "casual player", 26: "beginner", 34.9: "beginner", 35.1: "awful", 200: "awful",
	} {
		f := Figures{Unforced: 1, PlayError: Amount{Normalised: rate / 1000}}
		if f.Rating() != word {
			t.Errorf("a rate of %v is called %q, not %q", rate, f.Rating(), word)
		}
	}
}

func TestCubeActionsByHand(t *testing.T) {
	before := engine.State{Phase: engine.Playing}
	offered := engine.State{Phase: engine.Playing, Doubled: true, Turn: 1, Cube: engine.Cube{Value: 1, Owner: engine.Centred}}
	mayBeaver := offered
	mayBeaver.Rules.Beavers = true
	beavered := engine.State{Phase: engine.Playing, Doubled: true, Beavered: true, Cube: engine.Cube{Value: 2, Owner: 1}}
	beavered.Rules.Beavers = true
	raccooned := beavered
	raccooned.Beavered, raccooned.Raccooned, raccooned.Turn = false, true, 1
	for _, c := range []struct {
		what           string
		s              engine.State
		no, take, pass float64
		beaver         bool
		did, right     engine.Action
		lost           float64
		fault          Fault
		counts         bool
	}{
		{"a double that is right", before, 0.6, 0.7, 1, false, engine.ActDouble, engine.ActDouble, 0, NoFault, true},
		{"a double that was missed", before, 0.6, 0.7, 1, false, engine.ActRoll, engine.ActDouble, 0.1, MissedDouble, true},
		{"a cash that was missed", before, 0.9, 1.4, 1, false, engine.ActRoll, engine.ActDouble, 0.1, MissedCash, true},
		{"a double too early", before, 0.3, 0.1, 1, false, engine.ActDouble, engine.ActRoll, 0.2, EarlyDouble, true},
		{"a double by one who is too good", before, 1.3, 2, 1, false, engine.ActDouble, engine.ActRoll, 0.3, TooGoodDouble, true},
		{"no double that is right, and close", before, 0.3, 0.15, 1, false, engine.ActRoll, engine.ActRoll, 0, NoFault, true},
		{"no double that is obvious", before, 0.3, 0.1, 1, false, engine.ActRoll, engine.ActRoll, 0, NoFault, false},
		{"too good, and close", before, 1.1, 2, 1, false, engine.ActRoll, engine.ActRoll, 0, NoFault, true},
		{"too good, and obvious", before, 1.2, 2, 1, false, engine.ActRoll, engine.ActRoll, 0, NoFault, false},
		{"a double into a beaver", before, 0.1, -0.2, 1, true, engine.ActDouble, engine.ActRoll, 0.5, EarlyDouble, true},
		{"a right take", offered, 0.6, 0.7, 1, false, engine.ActTake, engine.ActTake, 0, NoFault, true},
		{"a wrong take", offered, 0.9, 1.4, 1, false, engine.ActTake, engine.ActPass, 0.4, WrongTake, true},
		{"a wrong pass", offered, 0.6, 0.7, 1, false, engine.ActPass, engine.ActTake, 0.3, WrongPass, true},
		{"a pass instead of a beaver", mayBeaver, 0, -0.1, 1, true, engine.ActPass, engine.ActBeaver, 1.2, WrongPass, true},
		{"a take instead of a beaver", mayBeaver, 0, -0.1, 1, true, engine.ActTake, engine.ActBeaver, 0.1, MissedBeaver, true},
		{"a take where beavers are not played", offered, 0, -0.1, 1, false, engine.ActTake, engine.ActTake, 0, NoFault, true},
		{"a beaver that should be a take", mayBeaver, 0.3, 0.4, 1, false, engine.ActBeaver, engine.ActTake, 0.4, WrongBeaver, true},
		{"a beaver that is accepted rightly", beavered, 0, -0.1, 1, true, engine.ActTake, engine.ActTake, 0, NoFault, true},
		{"a beaver that should be passed", beavered, 0, -1.5, 1, true, engine.ActTake, engine.ActPass, 1, WrongTake, true},
		{"a raccoon that was missed", beavered, 0.3, 0.4, 1, false, engine.ActTake, engine.ActRaccoon, 0.8, MissedRaccoon, true},
		{"a raccoon too much", beavered, 0, -0.1, 1, true, engine.ActRaccoon, engine.ActTake, 0.2, WrongRaccoon, true},
		{"a raccoon that should be passed", raccooned, 0.9, 1.2, 1, false, engine.ActTake, engine.ActPass, 0.8, WrongTake, true},
	} {
		e := Cube{NoDouble: c.no, DoubleTake: c.take, DoublePass: c.pass, Beaver: c.beaver}
		right, lost := e.assess(&c.s, c.did)
		if right != c.right || e.fault(c.did, right) != c.fault || e.counts(c.did) != c.counts {
			t.Errorf("%s: right would be %s, fault %q, counts %v", c.what, right, e.fault(c.did, right), e.counts(c.did))
		}
		near(t, c.what, lost, c.lost, 1e-9)
	}
}

func TestTheDefinitionsNameTheirThresholds(t *testing.T) {
	r := judged(t, matchOf(t, moneyGame), counting(), 1)
	all := strings.Join(r.Definitions(), "\n")
	for _, want := range []string{"0 plies", "0.04", "0.08", "0.16", "500", "supernatural below 2", "30 throws", "times the cube"} {
		if !strings.Contains(all, want) {
			t.Errorf("the definitions don't say %q:\n%s", want, all)
		}
	}
	if match := strings.Join(judged(t, caseMatch(t), counting(), 1).Definitions(), "\n"); !strings.Contains(match, "MWC: match winning chance") {
		t.Errorf("the definitions of a match don't say what MWC is:\n%s", match)
	}
}
