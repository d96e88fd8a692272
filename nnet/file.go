package nnet

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"unicode/utf8"

	"tavla/nnet/wholefile"
)

// File is a weights file: networks by name, and opaque metadata that determines
// nothing about them.
type File struct {
	Nets []Named
	Meta string
}

// Named is a network as a file holds it.
type Named struct {
	Name          string // what it is for, unique in the file
	Inputs        string // the encoder it reads
	InputsVersion int
	Net           *Net
}

// Find returns the net of that name, nil if there is none.
func (f *File) Find(name string) *Named {
	for i := range f.Nets {
		if f.Nets[i].Name == name {
			return &f.Nets[i]
		}
	}
	return nil
}

// The layout: magic, length of the header (uint32), the header as JSON, all
// parameters as little-endian float32 in the order of Net.Parameters, and the
// SHA-256 of everything before it.
const (
	magic     = "TAVLANET1\n"
	maxHeader = 1 << 24
)

type header struct {
	Nets []netHeader `json:"nets"`
	Meta string      `json:"meta"`
}

type netHeader struct {
	Name          string `json:"name"`
	Inputs        string `json:"inputs"`
	InputsVersion int    `json:"inputsVersion"`
	Units         []int  `json:"units"`
	Hidden        string `json:"hidden"`
}

// Encode writes the file's bytes to w. It refuses what Decode would not give back:
// no net, two of one name, names or metadata that are not UTF-8 or enormous.
func (f *File) Encode(w io.Writer) error {
	h := header{Meta: f.Meta}
	if len(f.Nets) == 0 {
		return errors.New("a weights file holds at least one net")
	}
	if !utf8.ValidString(f.Meta) {
		return errors.New("the metadata of a weights file must be UTF-8")
	}
	for i, n := range f.Nets {
		if f.Find(n.Name) != &f.Nets[i] {
			return fmt.Errorf("two nets are named %q", n.Name)
		}
		if !utf8.ValidString(n.Name + n.Inputs) {
			return fmt.Errorf("net %q with inputs %q: names must be UTF-8", n.Name, n.Inputs)
		}
		h.Nets = append(h.Nets, netHeader{n.Name, n.Inputs, n.InputsVersion, n.Net.Shape.Units, n.Net.Shape.Hidden.String()})
	}
	head, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if len(head) > maxHeader {
		return fmt.Errorf("names and metadata take %d bytes, more than %d", len(head), maxHeader)
	}
	sum := sha256.New()
	out := io.MultiWriter(w, sum)
	buf := append([]byte(magic), binary.LittleEndian.AppendUint32(nil, uint32(len(head)))...)
	if _, err := out.Write(append(buf, head...)); err != nil {
		return err
	}
	for _, n := range f.Nets {
		n.Net.Parameters(func(p []float32) {
			if err != nil {
				return
			}
			buf = buf[:0]
			for _, v := range p {
				buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(v))
			}
			_, err = out.Write(buf)
		})
	}
	if err != nil {
		return err
	}
	_, err = w.Write(sum.Sum(nil))
	return err
}

// Decode reads a weights file from its bytes; anything damaged, truncated or
// foreign is refused with a reason. Nets it returns are new.
func Decode(data []byte) (*File, error) {
	const fixed = len(magic) + 4
	switch {
	case len(data) == 0:
		return nil, errors.New("the weights file is empty")
	case !bytes.HasPrefix(data, []byte(magic)[:min(len(magic), len(data))]):
		return nil, errors.New("this is no weights file of Tavla: it does not begin with " + magic[:len(magic)-1])
	case len(data) < fixed+sha256.Size:
		return nil, fmt.Errorf("the weights file is cut off after %d bytes", len(data))
	}
	body, sum := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if s := sha256.Sum256(body); !bytes.Equal(s[:], sum) {
		return nil, errors.New("the weights file is damaged or cut off: its checksum does not fit")
	}
	size := binary.LittleEndian.Uint32(data[len(magic):])
	if size > maxHeader || int(size) > len(body)-fixed {
		return nil, fmt.Errorf("the weights file's header claims %d bytes, more than there are", size)
	}
	head, rest := body[fixed:fixed+int(size)], body[fixed+int(size):]
	var h header
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, fmt.Errorf("the weights file's header: %w", err)
	}
	if again, err := json.Marshal(h); err != nil || !bytes.Equal(again, head) {
		return nil, errors.New("the weights file's header is not as this program writes it")
	}
	if len(h.Nets) == 0 {
		return nil, errors.New("the weights file holds no net")
	}
	f := &File{Meta: h.Meta}
	for _, nh := range h.Nets {
		if f.Find(nh.Name) != nil {
			return nil, fmt.Errorf("the weights file has two nets named %q", nh.Name)
		}
		net, tail, err := decodeNet(nh, rest)
		if err != nil {
			return nil, fmt.Errorf("net %q of the weights file: %w", nh.Name, err)
		}
		rest = tail
		f.Nets = append(f.Nets, Named{nh.Name, nh.Inputs, nh.InputsVersion, net})
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("the weights file has %d bytes too many", len(rest))
	}
	return f, nil
}

// decodeNet reads one net from the front of data and returns what is left.
func decodeNet(h netHeader, data []byte) (*Net, []byte, error) {
	shape := Shape{Units: h.Units}
	switch h.Hidden {
	case Sigmoid.String():
		shape.Hidden = Sigmoid
	case ReLU.String():
		shape.Hidden = ReLU
	default:
		return nil, nil, fmt.Errorf("unknown activation %q", h.Hidden)
	}
	if err := shape.Check(); err != nil {
		return nil, nil, err
	}
	need := 0
	for i := 1; i < len(h.Units); i++ {
		need += 4 * (h.Units[i-1] + 1) * h.Units[i]
		if need > len(data) {
			return nil, nil, fmt.Errorf("its weights are missing: %d bytes are left", len(data))
		}
	}
	net, err := New(shape)
	if err != nil {
		return nil, nil, err
	}
	net.Parameters(func(p []float32) {
		for i := range p {
			p[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
		}
		data = data[4*len(p):]
	})
	return net, data, nil
}

// Write makes the file at path hold f, whole or not at all.
func (f *File) Write(path string) error {
	if err := wholefile.Write(path, f.Encode); err != nil {
		return fmt.Errorf("writing weights: %w", err)
	}
	return nil
}

// Read reads the weights file at path.
func Read(path string) (*File, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f, err := Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}
