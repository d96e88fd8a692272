package nnet

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func smallFile(t testing.TB) *File {
	r := random(30)
	return &File{
		Meta: "games <1000>\n\x00π",
		Nets: []Named{
			{"contact", "raw", 1, randomNet(t, r, Sigmoid, 5, 3, 2)},
			{"race", "race", 12, randomNet(t, r, ReLU, 4, 3, 2, 1)},
		},
	}
}

func encode(t testing.TB, f *File) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sealed puts the magic, the header's length and the checksum around a header
// and weights, so that only what they say can be wrong.
func sealed(header string, weights int) []byte {
	b := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(header)))
	b = append(append(b, header...), make([]byte, weights)...)
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

func TestAWeightsFileIsReadAsItWasWrittenByteForByte(t *testing.T) {
	f := smallFile(t)
	f.Nets[0].Net.Layers[0].Weights[0] = float32(math.Copysign(0, -1))
	f.Nets[0].Net.Layers[0].Weights[1] = math.SmallestNonzeroFloat32
	path := filepath.Join(t.TempDir(), "net.tavla")
	if err := f.Write(path); err != nil {
		t.Fatal(err)
	}
	got, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if got.Meta != f.Meta || len(got.Nets) != len(f.Nets) {
		t.Fatalf("read %d nets with %q", len(got.Nets), got.Meta)
	}
	for i, want := range f.Nets {
		g := got.Nets[i]
		if g.Name != want.Name || g.Inputs != want.Inputs || g.InputsVersion != want.InputsVersion ||
			g.Net.Shape.String() != want.Net.Shape.String() || !slices.Equal(flat(g.Net), flat(want.Net)) {
			t.Errorf("net %q is not what was written", want.Name)
		}
		if got.Find(want.Name) != &got.Nets[i] {
			t.Errorf("net %q is not found by its name", want.Name)
		}
	}
	onDisk, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(encode(t, got), onDisk) {
		t.Error("written again, the file has other bytes")
	}
	if got.Find("bear-off") != nil {
		t.Error("a net was found that is not there")
	}
}

func TestEveryTruncatedWeightsFileIsRefusedWithAReason(t *testing.T) {
	data := encode(t, smallFile(t))
	for n := range data {
		refused(t, data[:n], "")
	}
	refused(t, append(bytes.Clone(data), 0), "")
}

func TestEveryFlippedBitInAWeightsFileIsNoticed(t *testing.T) {
	data := encode(t, smallFile(t))
	for i := range data {
		for bit := range 8 {
			bad := bytes.Clone(data)
			bad[i] ^= 1 << bit
			refused(t, bad, "")
		}
	}
}

// refused wants data not to be accepted, for a reason that holds the given words.
func refused(t *testing.T, data []byte, reason string) {
	t.Helper()
	f, err := Decode(data)
	if err == nil || f != nil || len(err.Error()) < 10 || !strings.Contains(err.Error(), reason) {
		t.Fatalf("%d bytes, %.40q…: got %v, %v; want the reason to hold %q", len(data), data, f, err, reason)
	}
}

func TestAForeignOrContradictoryFileIsRefusedWithItsReason(t *testing.T) {
	net := func(name, units, hidden string) string {
		return `{"name":"` + name + `","inputs":"raw","inputsVersion":1,"units":` + units + `,"hidden":"` + hidden + `"}`
	}
	file := func(nets string) string { return `{"nets":` + nets + `,"meta":""}` }
	good := net("contact", "[2,1,1]", "sigmoid") // 5 weights
	if _, err := Decode(sealed(file("["+good+"]"), 20)); err != nil {
		t.Fatalf("the example is not even right: %v", err)
	}
	for name, c := range map[string]struct {
		data   []byte
		reason string
	}{
		"nothing":                    {nil, "empty"},
		"a text":                     {[]byte(strings.Repeat("Chapter one. ", 20)), "no weights file"},
		"another version":            {[]byte("TAVLANET2\n" + strings.Repeat("x", 90)), "no weights file"},
		"zeros":                      {make([]byte, 500), "no weights file"},
		"no nets":                    {sealed(file("[]"), 0), "no net"},
		"null for nets":              {sealed(file("null"), 0), "no net"},
		"a header that is no JSON":   {sealed("{", 0), "header"},
		"another way to write it":    {sealed(" "+file("["+good+"]"), 20), "not as this program writes"},
		"an unknown key":             {sealed(`{"nets":[`+good+`],"meta":"","more":1}`, 20), "not as this program writes"},
		"one name twice":             {sealed(file("["+good+","+good+"]"), 40), "two nets"},
		"too few weights":            {sealed(file("["+good+"]"), 16), "missing"},
		"too many weights":           {sealed(file("["+good+"]"), 24), "too many"},
		"no hidden layer":            {sealed(file("["+net("contact", "[2,1]", "sigmoid")+"]"), 12), "hidden"},
		"no units":                   {sealed(file("["+net("contact", "null", "sigmoid")+"]"), 0), "layers"},
		"a layer of none":            {sealed(file("["+net("contact", "[2,0,1]", "sigmoid")+"]"), 4), "units"},
		"a negative layer":           {sealed(file("["+net("contact", "[2,-1,1]", "sigmoid")+"]"), 4), "units"},
		"an unknown activation":      {sealed(file("["+net("contact", "[2,1,1]", "tanh")+"]"), 20), "tanh"},
		"a layer beyond the bound":   {sealed(file("["+net("contact", "[2,16385,1]", "relu")+"]"), 20), "units"},
		"the largest layers, absent": {sealed(file("["+net("contact", "[16384,16384,16384]", "relu")+"]"), 20), "missing"},
	} {
		t.Run(name, func(t *testing.T) { refused(t, c.data, c.reason) })
	}
	lying := sealed(file("["+good+"]"), 20)
	binary.LittleEndian.PutUint32(lying[len(magic):], math.MaxUint32)
	sum := sha256.Sum256(lying[:len(lying)-sha256.Size])
	refused(t, append(lying[:len(lying)-sha256.Size], sum[:]...), "claims")
}

func TestHugeClaimedSizesTakeNoMemory(t *testing.T) {
	layer := ",16384"
	data := sealed(`{"nets":[{"name":"a","inputs":"raw","inputsVersion":1,"units":[16384`+
		strings.Repeat(layer, 40)+`],"hidden":"relu"}],"meta":""}`, 100)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	refused(t, data, "missing")
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 1<<20 {
		t.Errorf("refusing took %d bytes", took)
	}
}

func TestWhatDecodeWouldRefuseIsNotEncoded(t *testing.T) {
	n := randomNet(t, random(31), Sigmoid, 2, 1, 1)
	for name, f := range map[string]*File{
		"no nets":           {},
		"one net twice":     {Nets: []Named{{"a", "raw", 1, n}, {"a", "raw", 1, n}}},
		"two nets, a name":  {Nets: []Named{{"a", "raw", 1, n}, {"a", "raw", 1, n.Clone()}}},
		"a name in Latin-1": {Nets: []Named{{"caf\xe9", "raw", 1, n}}},
		"binary metadata":   {Nets: []Named{{"a", "raw", 1, n}}, Meta: "\xff"},
		"a giant metadata":  {Nets: []Named{{"a", "raw", 1, n}}, Meta: strings.Repeat("x", maxHeader)},
	} {
		if err := f.Encode(&bytes.Buffer{}); err == nil {
			t.Errorf("%s: encoded", name)
		}
	}
}

// failing writes nothing from the n-th byte on.
type failing struct{ n int }

func (w *failing) Write(p []byte) (int, error) {
	if w.n -= len(p); w.n < 0 {
		return 0, errors.New("the disk is full")
	}
	return len(p), nil
}

func TestEncodeReportsAWriterThatFailsAnywhere(t *testing.T) {
	f := smallFile(t)
	for n := range len(encode(t, f)) {
		if err := f.Encode(&failing{n}); err == nil {
			t.Fatalf("a writer that fails at byte %d went unnoticed", n)
		}
	}
}

func TestReadSaysWhichFileIsWrong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "odd.tavla")
	if _, err := Read(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("a missing file: %v", err)
	}
	if err := os.WriteFile(path, []byte("TAVLANET1\nand no more"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("a damaged file: %v", err)
	}
}

// FuzzDecode also tries its bytes with a checksum that fits, which no mutation
// would find.
func FuzzDecode(f *testing.F) {
	data := encode(f, smallFile(f))
	f.Add(data)
	f.Add(data[:len(data)-sha256.Size])
	f.Add(data[:20])
	f.Add(sealed(`{"nets":null,"meta":""}`, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		sum := sha256.Sum256(data)
		for _, d := range [][]byte{data, append(bytes.Clone(data), sum[:]...)} {
			file, err := Decode(d)
			if err == nil && !bytes.Equal(encode(t, file), d) {
				t.Errorf("accepted, but written again it has other bytes")
			}
		}
	})
}
