package web

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"tavla/engine/notation"
)

// param is a parameter that a path takes, a number or a text.
type param struct {
	name      string
	required  bool
	number    bool
	low, high int // of a number
}

// params are those of one request, checked, by name.
type params map[string]string

// parse reads a query; only parameters that the path takes may be in it, and each
// once. The errors are for people.
func (r *route) parse(query string) (params, error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, errors.New("the query is not well escaped; want name=value&name=value, with + as %2B")
	}
	p := params{}
	for _, want := range r.params {
		given, ok := values[want.name]
		delete(values, want.name)
		switch {
		case !ok && want.required:
			return nil, fmt.Errorf("no %s", want.name)
		case !ok:
			continue
		case len(given) > 1:
			return nil, fmt.Errorf("%s is there %d times", want.name, len(given))
		}
		if n, err := strconv.Atoi(given[0]); want.number && (err != nil || n < want.low || n > want.high) {
			return nil, fmt.Errorf("%s=%.40q: want a number from %d to %d", want.name, given[0], want.low, want.high)
		}
		p[want.name] = given[0]
	}
	for name := range values {
		return nil, fmt.Errorf("%.40q is no parameter of %s; it takes %s", name, r.path, r.takes())
	}
	return p, nil
}

// takes lists the parameters for people, p0 to p25 in short.
func (r *route) takes() string {
	var names []string
	for _, p := range r.params {
		switch {
		case p.name == "p0":
			names = append(names, "p0 to p25")
		case !isPoint(p.name):
			names = append(names, p.name)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

func isPoint(name string) bool {
	_, err := strconv.Atoi(strings.TrimPrefix(name, "p"))
	return err == nil && name[0] == 'p'
}

// number is a checked number, 0 if it was left out.
func (p params) number(name string) int {
	n, _ := strconv.Atoi(p[name])
	return n
}

// query is the question to a command.
func (p params) query() Query {
	q := Query{Args: []string{unblank(p["position"])}, Plies: p.number("plies"), Top: p.number("top")}
	if dice := p["dice"]; dice != "" {
		q.Args = append(q.Args, dice)
	}
	return q
}

// unblank mends a position in whose ids a + was not escaped, and so arrived as a
// blank.
func unblank(position string) string {
	if _, _, err := notation.Parse(position); err == nil || strings.HasPrefix(position, "board:") {
		return position
	}
	mended := strings.ReplaceAll(position, " ", "+")
	if _, _, err := notation.Parse(mended); err != nil {
		return position
	}
	return mended
}
