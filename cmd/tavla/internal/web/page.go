package web

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
)

//go:embed page.html
var page []byte

// pageAt is the page of a server that looks so many plies ahead where a request does
// not say it: there the page begins too.
func pageAt(plies int) []byte {
	option := fmt.Sprintf(`<option value="%d"`, plies)
	return bytes.Replace(page, []byte(option), []byte(option+" selected"), 1)
}

// policyFor is the Content-Security-Policy under which a page works: its own
// script and style, told by their checksums, questions to this server, and nothing
// else.
func policyFor(page []byte) string {
	return "default-src 'none'; script-src " + checksum(page, "script") + "; style-src " + checksum(page, "style") +
		"; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// checksum is the source expression for the only element of that name.
func checksum(page []byte, element string) string {
	_, after, _ := bytes.Cut(page, []byte("<"+element+">"))
	inside, _, _ := bytes.Cut(after, []byte("</"+element+">"))
	sum := sha256.Sum256(inside)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
