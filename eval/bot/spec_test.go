package bot

import (
	"strings"
	"testing"
)

func TestEveryNameOfABotIsUnderstood(t *testing.T) {
	for name, want := range map[string]Spec{
		"random":                  {KindRandom, "", -1},
		"pip":                     {KindPip, "", -1},
		"pip@0":                   {KindPip, "", 0},
		"pubeval=some/dir":        {KindPubeval, "some/dir", -1},
		"net":                     {KindNet, "", -1},
		"net@2":                   {KindNet, "", 2},
		"net=a=b.tavla@1":         {KindNet, "a=b.tavla", 1},
		"net=mail@home":           {KindNet, "mail@home", -1},
		"net=mail@home@3":         {KindNet, "mail@home", 3},
		"gnubg":                   {KindGnubg, "", -1},
		"gnubg@0":                 {KindGnubg, "", 0},
		"external=localhost:4321": {KindExternal, "localhost:4321", -1},
		"external=[::1]:4321@2":   {KindExternal, "[::1]:4321", 2},
		"ubgi=prog --fast":        {KindUBGI, "prog --fast", -1},
		"ubgi=prog --fast@1":      {KindUBGI, "prog --fast", 1},
	} {
		got, err := Parse(name)
		if err != nil || got != want {
			t.Errorf("%q is taken for %+v (%v), not %+v", name, got, err, want)
		}
		if got.String() != name {
			t.Errorf("%q is written %q", name, got.String())
		}
	}
}

func TestAWrongNameIsToldWhatWouldBeRight(t *testing.T) {
	for name, hint := range map[string]string{
		"":                         "there are random, pip",
		"gnu":                      "there are random, pip",
		"random=3":                 "write just random",
		"gnubg=x":                  "write just gnubg",
		"pubeval":                  "write pubeval=DIR",
		"pubeval=":                 "write pubeval=DIR",
		"pubeval@1":                "write pubeval=DIR",
		"net=":                     "write net=FILE",
		"net=@2":                   "write net=FILE",
		"net@":                     "0 to 9",
		"net@two":                  "0 to 9",
		"net@-1":                   "0 to 9",
		"net@10":                   "0 to 9",
		"net@99999999999999999999": "0 to 9",
		"ubgi":                     "write ubgi=COMMAND",
		"external":                 "write external=HOST:PORT",
		"external=localhost":       "localhost:4321",
		"external=:4321":           "localhost:4321",
		"external=localhost:0":     "localhost:4321",
		"external=localhost:70000": "localhost:4321",
	} {
		_, err := Parse(name)
		if err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%q: error %v, which does not say %q", name, err, hint)
		}
	}
}

func FuzzANameWrittenAgainMeansTheSame(f *testing.F) {
	for _, name := range []string{"random", "net=a@b@2", "external=h:1@0", "ubgi=x =y"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		s, err := Parse(name)
		if err != nil {
			return
		}
		if again, err := Parse(s.String()); err != nil || again != s {
			t.Errorf("%q is %+v, written again %+v (%v)", name, s, again, err)
		}
	})
}
