package bot

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
)

// Kind is a sort of bot, by the word that names it.
type Kind string

const (
	KindRandom   Kind = "random"
	KindPip      Kind = "pip"
	KindPubeval  Kind = "pubeval"
	KindNet      Kind = "net"
	KindGnubg    Kind = "gnubg"
	KindExternal Kind = "external"
	KindUBGI     Kind = "ubgi"
)

// DefaultPlies is Spec.Plies of a name that does not set them.
const DefaultPlies = -1

// maxPlies is the deepest a name can ask for.
const maxPlies = 9

// Spec is a bot's name taken apart.
type Spec struct {
	Kind Kind
	// Arg is what stands behind the "=": pubeval's folder, a net's file (empty
	// for the shipped nets), an external player's HOST:PORT, a UBGI command.
	Arg string
	// Plies is how deep to look, or DefaultPlies. Bots that do not look ahead
	// have no use for it.
	Plies int
}

// argument is what each kind takes behind "=": its name, and whether it may or
// must be there.
func (k Kind) argument() (name string, may, must, known bool) {
	switch k {
	case KindRandom, KindPip, KindGnubg:
		return "", false, false, true
	case KindNet:
		return "FILE", true, false, true
	case KindPubeval:
		return "DIR", true, true, true
	case KindExternal:
		return "HOST:PORT", true, true, true
	case KindUBGI:
		return "COMMAND", true, true, true
	}
	return "", false, false, false
}

// Parse takes apart a bot's name: random, pip, pubeval=DIR, net, net=FILE, gnubg,
// external=HOST:PORT or ubgi=COMMAND, each with @P behind it for the plies. An
// argument may hold an @ itself: only a number behind the last one is plies.
func Parse(name string) (Spec, error) {
	s, err := parse(name)
	if err != nil {
		return Spec{}, fmt.Errorf("bot %q: %w", name, err)
	}
	return s, nil
}

func parse(name string) (Spec, error) {
	s := Spec{Plies: DefaultPlies}
	kind, arg, hasArg := strings.Cut(name, "=")
	tail := &kind
	if hasArg {
		tail = &arg
	}
	if at := strings.LastIndexByte(*tail, '@'); at >= 0 {
		digits := (*tail)[at+1:]
		if isNumber(digits) {
			n, err := strconv.Atoi(digits)
			if err != nil || n > maxPlies {
				return s, fmt.Errorf("@%s: plies are 0 to %d", digits, maxPlies)
			}
			s.Plies = n
			*tail = (*tail)[:at]
		} else if !hasArg {
			return s, fmt.Errorf("@%s: after @ stand the plies, 0 to %d", digits, maxPlies)
		}
	}
	s.Kind, s.Arg = Kind(kind), arg
	what, may, must, known := s.Kind.argument()
	switch {
	case !known:
		return s, errors.New("no such bot; there are random, pip, pubeval=DIR, net, net=FILE, gnubg, external=HOST:PORT and ubgi=COMMAND")
	case hasArg && !may:
		return s, fmt.Errorf("%s takes no argument: write just %s", kind, kind)
	case hasArg && arg == "", must && !hasArg:
		return s, fmt.Errorf("%s needs its argument: write %s=%s", kind, kind, what)
	}
	if s.Kind == KindExternal {
		host, port, err := net.SplitHostPort(arg)
		if n, bad := strconv.ParseUint(port, 10, 16); err != nil || host == "" || bad != nil || n == 0 {
			return s, fmt.Errorf("%q is no HOST:PORT, such as localhost:4321", arg)
		}
	}
	return s, nil
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// String is the name that Parse takes apart.
func (s Spec) String() string {
	name := string(s.Kind)
	if s.Arg != "" {
		name += "=" + s.Arg
	}
	if s.Plies != DefaultPlies {
		name += "@" + strconv.Itoa(s.Plies)
	}
	return name
}
