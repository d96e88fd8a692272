package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// schema is the part of JSON Schema that openapi.json uses.
type schema struct {
	Ref                  string `json:"$ref"`
	Type                 oneOrMore
	Properties           map[string]*schema
	Required             []string
	AdditionalProperties *bool
	Items                *schema
	Enum                 []any
	Minimum, Maximum     *float64
	MinItems, MaxItems   *int
}

// oneOrMore is a text, or a list of texts.
type oneOrMore []string

func (o *oneOrMore) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*o = oneOrMore{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(o))
}

// openAPI is the description with what has been seen of it.
type openAPI struct {
	Paths map[string]struct {
		Get struct {
			Responses map[string]struct {
				Content map[string]struct{ Schema *schema }
			}
		}
	}
	Components struct{ Schemas map[string]*schema }

	seen map[string]bool // schema and property, as Cube.points.take
}

// serveDescribed holds every kind of answer against its schema: no key may be
// missing in either.
func serveDescribed(t *testing.T, s http.Handler) {
	var d openAPI
	mustFetch(t, s, "/openapi.json", &d)
	d.seen = map[string]bool{}
	targets := []string{"/healthz", "/move?die1=6&die2=4&" + wildbgStart, "/move?die1=6&die2=6&p25=1&p19=-2", "/eval?" + wildbgStart}
	for _, q := range questions() {
		targets = append(targets, asPath(q))
	}
	asked := map[string]bool{"/": true, "/openapi.json": true}
	for _, target := range targets {
		path, _, _ := strings.Cut(target, "?")
		asked[path] = true
		status, body := fetch(s, target)
		want := &schema{Ref: "#/components/schemas/Message"}
		if status == http.StatusOK {
			want = d.Paths[path].Get.Responses["200"].Content["application/json"].Schema
		}
		var said any
		if err := json.Unmarshal([]byte(body), &said); err != nil {
			t.Fatalf("%s: %v: %s", target, err, body)
		}
		if err := d.holds(want, said, ""); err != nil {
			t.Errorf("%s: %v in %s", target, err, body)
		}
	}
	if status, body := fetch(s, "/nothing"); status != http.StatusNotFound || d.holds(&schema{Ref: "#/components/schemas/Message"}, map[string]any{"message": body}, "") != nil {
		t.Error("a message is not as described")
	}
	for path := range d.Paths {
		if !asked[path] {
			t.Errorf("this test does not ask %s", path)
		}
	}
	for name, one := range d.Components.Schemas {
		d.unseen(t, one, name)
	}
}

// holds reports what of a value is not as its schema says. at is the name of the
// schema and the way into it.
func (d *openAPI) holds(s *schema, v any, at string) error {
	if s == nil {
		return fmt.Errorf("%s has no schema", at)
	}
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		return d.holds(d.Components.Schemas[name], v, name)
	}
	kind := kindOf(v)
	if !slices.Contains(s.Type, kind) && (kind != "integer" || !slices.Contains(s.Type, "number")) {
		return fmt.Errorf("%s is of the type %s, not %s", at, kind, s.Type)
	}
	if s.Enum != nil && !slices.Contains(s.Enum, v) {
		return fmt.Errorf("%s is %v, none of %v", at, v, s.Enum)
	}
	switch v := v.(type) {
	case float64:
		if s.Minimum != nil && v < *s.Minimum || s.Maximum != nil && v > *s.Maximum {
			return fmt.Errorf("%s is %v, out of bounds", at, v)
		}
	case []any:
		if s.MinItems != nil && len(v) < *s.MinItems || s.MaxItems != nil && len(v) > *s.MaxItems {
			return fmt.Errorf("%s has %d items", at, len(v))
		}
		for _, item := range v {
			if err := d.holds(s.Items, item, at); err != nil {
				return err
			}
		}
	case map[string]any:
		if s.AdditionalProperties == nil || *s.AdditionalProperties {
			return fmt.Errorf("%s allows keys that are not described", at)
		}
		for _, key := range s.Required {
			if _, ok := v[key]; !ok {
				return fmt.Errorf("%s has no %s", at, key)
			}
		}
		for key, value := range v {
			if s.Properties[key] == nil {
				return fmt.Errorf("%s has a key %s that is not described", at, key)
			}
			d.seen[at+"."+key] = true
			if err := d.holds(s.Properties[key], value, at+"."+key); err != nil {
				return err
			}
		}
	}
	return nil
}

func kindOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case float64:
		if v == float64(int64(v)) {
			return "integer"
		}
		return "number"
	}
	return "object"
}

// unseen reports the keys of a schema that no answer had.
func (d *openAPI) unseen(t *testing.T, s *schema, at string) {
	for s.Items != nil {
		s = s.Items
	}
	for _, key := range slices.Sorted(maps.Keys(s.Properties)) {
		if !d.seen[at+"."+key] {
			t.Errorf("%s.%s is described, but no answer has it", at, key)
		}
		d.unseen(t, s.Properties[key], at+"."+key)
	}
}
