package train

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"tavla/engine"
	"tavla/eval"
)

// decisions is what the stage Refine learns from, gathered over the run: in
// memory, and the same bytes in a file of the run's folder, which a resumed run
// reads again. Reading is for many goroutines at once.
type decisions struct {
	file *os.File
	data []byte // plays, compareSize bytes each
	ends []int  // in plays; those of decision i begin at ends[i-1]
	sum  uint32 // CRC-32C of data
}

func decisionsPath(dir string) string { return filepath.Join(dir, "decisions.bin") }

// A play is 26 bytes of board, the men of both players on a point in one, then
// the five fields of the value as little-endian float32, and a byte of flags.
const (
	compareSize = engine.Bar + 1 + 5*4 + 1
	flagKnown   = 1
	flagLast    = 2 // of its decision
	flagReplies = 4 // see group
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func createDecisions(dir string) (*decisions, error) {
	f, err := os.Create(decisionsPath(dir))
	return &decisions{file: f}, err
}

// reopenDecisions reads so many plays back, whose checksum is sum. What a killed
// process had added after its last checkpoint is cut off.
func reopenDecisions(dir string, plays int, sum uint32) (*decisions, error) {
	path := decisionsPath(dir)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("the decisions that the run has judged so far: %w", err)
	}
	d := &decisions{file: f, data: make([]byte, plays*compareSize)}
	if n, err := f.ReadAt(d.data, 0); n < len(d.data) {
		return nil, errors.Join(fmt.Errorf("%s holds %d bytes, not the %d that the run had written at its checkpoint: %w", path, n, len(d.data), err), f.Close())
	}
	if d.sum = crc32.Checksum(d.data, castagnoli); d.sum != sum {
		return nil, errors.Join(fmt.Errorf("%s is damaged: its checksum is %08x, not %08x as the checkpoint says", path, d.sum, sum), f.Close())
	}
	if err := d.index(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	if err := f.Truncate(int64(len(d.data))); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return d, nil
}

// readDecisions reads the file that an earlier run has left, whose SHA-256 is sum in
// hexadecimal. It belongs to nobody yet.
func readDecisions(path, sum string) (*decisions, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the labels of an earlier run: %w", err)
	}
	if got := fmt.Sprintf("%x", sha256.Sum256(data)); got != sum {
		return nil, fmt.Errorf("%s has the SHA-256 %s, not %s", path, got, sum)
	}
	if len(data) == 0 {
		return nil, fmt.Errorf("%s is empty", path)
	}
	d := &decisions{data: data}
	if err := d.index(); err != nil {
		return nil, fmt.Errorf("%s is no file of labels: %w", path, err)
	}
	return d, nil
}

// index finds where the decisions end, and checks that they can be learned.
func (d *decisions) index() error {
	n := d.plays()
	if len(d.data)%compareSize != 0 {
		return fmt.Errorf("%d bytes are no whole number of plays, at %d bytes each", len(d.data), compareSize)
	}
	var plays []Compared
	for i := range n {
		flags := d.data[(i+1)*compareSize-1]
		if flags&^(flagKnown|flagLast|flagReplies) != 0 {
			return fmt.Errorf("play %d: the flags %#x mean nothing", i+1, flags)
		}
		if flags&flagLast == 0 {
			continue
		}
		d.ends = append(d.ends, i+1)
		plays, _ = d.read(plays, len(d.ends)-1)
		if len(plays) > compareMost {
			return fmt.Errorf("play %d ends a decision of %d, and there are %d at most", i+1, len(plays), compareMost)
		}
		for k := range plays {
			at := i + 2 - len(plays) + k
			if err := plays[k].Board.Check(); err != nil {
				return fmt.Errorf("play %d: %w", at, err)
			}
			for _, v := range fields(plays[k].Value) {
				if !(math.Abs(float64(v)) < saneValue) {
					return fmt.Errorf("play %d: the value %v", at, v)
				}
			}
		}
	}
	if n > 0 && d.data[len(d.data)-1]&flagLast == 0 {
		return errors.New("the last decision has no end")
	}
	return nil
}

// saneValue is beyond what any chance comes to, guesses outside 0..1 included.
const saneValue = 100

// begin fills d, which is empty, with the decisions of another run, which are its own
// from then on.
func (d *decisions) begin(earlier *decisions) error {
	d.data, d.ends = earlier.data, earlier.ends
	return d.keep(d.data)
}

// add takes in the decisions of some games.
func (d *decisions) add(games []Game) error {
	from := len(d.data)
	for i := range games {
		g, next := &games[i], 0
		for k := range g.Compared {
			flags := byte(0)
			if g.Compared[k].Known {
				flags |= flagKnown
			}
			if g.groups[next].replies {
				flags |= flagReplies
			}
			if k+1 == g.groups[next].end {
				flags |= flagLast
				next++
			}
			d.append(&g.Compared[k], flags)
		}
	}
	return d.keep(d.data[from:])
}

// keep writes what stands last in data to the file.
func (d *decisions) keep(added []byte) error {
	d.sum = crc32.Update(d.sum, castagnoli, added)
	if _, err := d.file.WriteAt(added, int64(len(d.data)-len(added))); err != nil {
		return fmt.Errorf("keeping the decisions: %w", err)
	}
	return nil
}

func (d *decisions) append(c *Compared, flags byte) {
	for p := range c.Board.Own {
		d.data = append(d.data, c.Board.Own[p]|c.Board.Opp[p]<<4)
	}
	for _, v := range fields(c.Value) {
		d.data = binary.LittleEndian.AppendUint32(d.data, math.Float32bits(v))
	}
	d.data = append(d.data, flags)
	if flags&flagLast != 0 {
		d.ends = append(d.ends, len(d.data)/compareSize)
	}
}

// read fills dst with the plays of decision i, and tells whether they are replies.
func (d *decisions) read(dst []Compared, i int) (plays []Compared, replies bool) {
	from := 0
	if i > 0 {
		from = d.ends[i-1]
	}
	dst = dst[:0]
	for n := from; n < d.ends[i]; n++ {
		play := d.data[n*compareSize:][:compareSize]
		c := Compared{Board: d.board(n)}
		field := func(i int) float32 {
			return math.Float32frombits(binary.LittleEndian.Uint32(play[len(c.Board.Own)+4*i:]))
		}
		c.Value = eval.Outcome{Win: field(0), WinGammon: field(1), WinBackgammon: field(2), LoseGammon: field(3), LoseBackgammon: field(4)}
		flags := play[compareSize-1]
		c.Known, replies = flags&flagKnown != 0, flags&flagReplies != 0
		dst = append(dst, c)
	}
	return dst, replies
}

// board is the position after play n of all decisions.
func (d *decisions) board(n int) (b engine.Board) {
	for p, men := range d.data[n*compareSize:][:len(b.Own)] {
		b.Own[p], b.Opp[p] = men&15, men>>4
	}
	return b
}

// plays is how many plays there are, of all decisions.
func (d *decisions) plays() int { return len(d.data) / compareSize }

// removeDecisions is for a run that has ended: nobody reads the file again.
func removeDecisions(dir string) error {
	if err := os.Remove(decisionsPath(dir)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
