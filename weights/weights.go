// Package weights holds the nets that are shipped with the program, each with
// the record of where it comes from. It exports bytes and imports nothing of
// this module; cmd/tavla hands the nets down.
package weights

import _ "embed"

//go:embed tavla.tavla
var net []byte

//go:embed tavla.json
var provenance []byte

// Net is the weights file of the shipped nets. The slice must not be changed.
func Net() []byte { return net }

// Provenance is the JSON record of how the shipped nets were made and measured.
// The slice must not be changed.
func Provenance() []byte { return provenance }
