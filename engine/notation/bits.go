package notation

import (
	"encoding/base64"
	"fmt"
	"strings"
)

// GNU Backgammon's ids are base64 without padding over bytes whose least
// significant bit comes first.

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

var base64Strict = base64.RawStdEncoding.Strict()

// decodeID fills dst from an id of exactly the right length.
func decodeID(text string, dst []byte) error {
	if want := base64Strict.EncodedLen(len(dst)); len(text) != want {
		return fmt.Errorf("it has %d characters, not %d", len(text), want)
	}
	for i, c := range text {
		if !strings.ContainsRune(base64Alphabet, c) {
			return fmt.Errorf("character %d is %q; letters, digits, + and / are used", i+1, c)
		}
	}
	if _, err := base64Strict.Decode(dst, []byte(text)); err != nil {
		return fmt.Errorf("bits beyond the last byte are set, in the last character %q", text[len(text)-1:])
	}
	return nil
}

func encodeID(b []byte) string { return base64Strict.EncodeToString(b) }

// bitReader and bitWriter go through bytes from the least significant bit up.
type bitReader struct {
	bytes []byte
	at    int
}

func (r *bitReader) left() int { return 8*len(r.bytes) - r.at }

func (r *bitReader) read(n int) int {
	v := 0
	for i := range n {
		v |= int(r.bytes[r.at>>3]>>(r.at&7)&1) << i
		r.at++
	}
	return v
}

type bitWriter struct {
	bytes []byte
	at    int
}

func (w *bitWriter) write(v, n int) {
	for i := range n {
		w.bytes[w.at>>3] |= byte(v>>i&1) << (w.at & 7)
		w.at++
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
