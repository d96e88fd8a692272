package web

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// description is what this test reads of openapi.json.
type description struct {
	OpenAPI string
	Paths   map[string]map[string]struct {
		Parameters []struct {
			Ref string `json:"$ref"`
		}
		Responses map[string]struct {
			Ref     string `json:"$ref"`
			Content map[string]any
		}
	}
	Components struct {
		Parameters map[string]described
		Responses  map[string]any
		Schemas    map[string]any
	}
}

type described struct {
	Name, In string
	Required bool
	Schema   struct {
		Type             string
		Minimum, Maximum *int
	}
}

func readDescription(t *testing.T) description {
	t.Helper()
	var d description
	if err := json.Unmarshal(get(New(Options{NewWorker: echo}), "/openapi.json").Body.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestTheDescriptionHasThePathsAndParametersThatAreServedAndNoOthers(t *testing.T) {
	d := readDescription(t)
	used := map[string]bool{}
	served := map[string]route{}
	for _, r := range routes(Options{}) {
		served[r.path] = r
	}
	for path := range d.Paths {
		if _, ok := served[path]; !ok {
			t.Errorf("%s is described, but not served", path)
		}
	}
	for path, r := range served {
		methods, ok := d.Paths[path]
		if !ok {
			t.Errorf("%s is served, but not described", path)
			continue
		}
		if got := slices.Collect(maps.Keys(methods)); !slices.Equal(got, []string{"get"}) {
			t.Errorf("%s is described for %s", path, got)
		}
		var got []param
		for _, p := range methods["get"].Parameters {
			name := strings.TrimPrefix(p.Ref, "#/components/parameters/")
			used[name] = true
			c := d.Components.Parameters[name]
			if c.Name != name || c.In != "query" {
				t.Errorf("%s: %s is %+v", path, p.Ref, c)
			}
			one := param{name: c.Name, required: c.Required, number: c.Schema.Type == "integer"}
			if one.number && (c.Schema.Minimum == nil || c.Schema.Maximum == nil) {
				t.Errorf("%s: no bounds of %s", path, name)
			} else if one.number {
				one.low, one.high = *c.Schema.Minimum, *c.Schema.Maximum
			}
			got = append(got, one)
		}
		if !slices.Equal(got, r.params) {
			t.Errorf("%s is described with\n%+v\nand takes\n%+v", path, got, r.params)
		}
	}
	for name := range d.Components.Parameters {
		if !used[name] {
			t.Errorf("the parameter %s is of no path", name)
		}
	}
}

func TestTheDescriptionNamesTheStatusesOfEveryPath(t *testing.T) {
	d := readDescription(t)
	for _, r := range routes(Options{}) {
		want := []string{"200", "default"}
		if r.ask != nil {
			want = []string{"200", "400", "503", "default"}
		}
		responses := d.Paths[r.path]["get"].Responses
		if got := slices.Sorted(maps.Keys(responses)); !slices.Equal(got, want) {
			t.Errorf("%s has the statuses %s, not %s", r.path, got, want)
		}
		for status, answer := range responses {
			if name := strings.TrimPrefix(answer.Ref, "#/components/responses/"); answer.Ref != "" && d.Components.Responses[name] == nil {
				t.Errorf("%s %s: there is no %s", r.path, status, answer.Ref)
			}
		}
		if r.content != nil {
			kind, _, _ := strings.Cut(get(New(Options{NewWorker: echo}), r.path).Header().Get("Content-Type"), ";")
			if _, ok := responses["200"].Content[kind]; !ok {
				t.Errorf("%s serves %s, which is not described", r.path, kind)
			}
		}
	}
}

func TestHeadIsAnsweredLikeGetWithoutABody(t *testing.T) {
	url, stop := started(t, New(Options{NewWorker: echo}))
	for _, path := range []string{"/", "/healthz", "/api/plays?position=x"} {
		answer, err := http.Head(url + path)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK || answer.ContentLength == 0 {
			t.Errorf("%s: %s, %d bytes", path, answer.Status, answer.ContentLength)
		}
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}
