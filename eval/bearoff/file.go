package bearoff

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// The file, all little-endian: magic; version (uint32); two one-sided tables,
// bearing off then first man off, each as the lengths of its rows (uint8) and
// their entries (float32); the two-sided one as chances to win (float32), then
// equities with own, centred and opponent's cube (3 × float32 each), rows by
// the rank of the player on roll; the SHA-256 of all that.
const (
	magic = "tavlabo\n"
	// Version changes whenever other bytes than before would be written.
	version = 1
)

// most bytes that a file may have: no row is longer than mostRolls.
const most = len(magic) + 4 + (upTo15-1+upTo15-upTo14)*(1+4*mostRolls) + 16*upTo6*upTo6 + sha256.Size

// write stores the tables in the form of the file.
func (t *Tables) write(w io.Writer) error {
	sum := sha256.New()
	var buf []byte
	flush := func() error {
		sum.Write(buf)
		_, err := w.Write(buf)
		buf = buf[:0]
		return err
	}
	buf = append(buf, magic...)
	buf = binary.LittleEndian.AppendUint32(buf, version)
	var err error
	put := func(data any) {
		if err == nil {
			buf, err = binary.Append(buf, binary.LittleEndian, data)
		}
		if err == nil {
			err = flush()
		}
	}
	for _, u := range []*unfinished{t.off, t.firstOff} {
		put(u.lengths())
		put(u.still)
	}
	put(t.both.win)
	put(t.both.cube)
	if err != nil {
		return err
	}
	_, err = w.Write(sum.Sum(nil))
	return err
}

// lengths are those of the rows.
func (u *unfinished) lengths() []uint8 {
	n := make([]uint8, len(u.start)-1)
	for i := range n {
		n[i] = uint8(u.start[i+1] - u.start[i])
	}
	return n
}

// read takes tables from a whole file, and refuses what write did not write.
func read(data []byte) (*Tables, error) {
	head := len(magic) + 4
	switch {
	case len(data) < len(magic) || string(data[:len(magic)]) != magic:
		return nil, errors.New("the file does not begin as bear-off tables do")
	case len(data) < head+sha256.Size:
		return nil, fmt.Errorf("the file is cut short after %d bytes", len(data))
	}
	if v := binary.LittleEndian.Uint32(data[len(magic):]); v != version {
		return nil, fmt.Errorf("the file has version %d, this program has %d", v, version)
	}
	body, sum := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if s := sha256.Sum256(body); !bytes.Equal(s[:], sum) {
		return nil, errors.New("the file is damaged or cut short: its checksum does not fit")
	}
	body = body[head:]
	t := &Tables{}
	var err error
	if t.off, body, err = readUnfinished(body, upTo15-1); err != nil {
		return nil, err
	}
	if t.firstOff, body, err = readUnfinished(body, upTo15-upTo14); err != nil {
		return nil, err
	}
	floats := make([]float32, 4*upTo6*upTo6)
	if want := 4 * len(floats); len(body) != want {
		return nil, fmt.Errorf("the two-sided table has %d bytes, not %d", len(body), want)
	}
	if _, err := binary.Decode(body, binary.LittleEndian, floats); err != nil {
		return nil, err
	}
	t.both = &twoSided{win: floats[:upTo6*upTo6], cube: floats[upTo6*upTo6:]}
	return t, nil
}

// readUnfinished takes a one-sided table of so many rows from the front of data.
func readUnfinished(data []byte, rows int) (u *unfinished, rest []byte, err error) {
	if len(data) < rows {
		return nil, nil, fmt.Errorf("a one-sided table has %d of %d rows", len(data), rows)
	}
	u = &unfinished{start: make([]uint32, rows+1)}
	for i, n := range data[:rows] {
		if n == 0 || n > mostRolls {
			return nil, nil, fmt.Errorf("row %d of a one-sided table has %d entries, not 1 to %d", i, n, mostRolls)
		}
		u.start[i+1] = u.start[i] + uint32(n)
	}
	data, n := data[rows:], int(u.start[rows])
	if len(data) < 4*n {
		return nil, nil, fmt.Errorf("a one-sided table has %d bytes of entries, not %d", len(data), 4*n)
	}
	u.still = make([]float32, n)
	if _, err := binary.Decode(data, binary.LittleEndian, u.still); err != nil {
		return nil, nil, err
	}
	return u, data[4*n:], nil
}
