package train

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tavla/engine"
)

// kept are decisions in a folder of their own.
func kept(t *testing.T, all ...[]Compared) *decisions {
	t.Helper()
	var g Game
	for _, plays := range all {
		g.Compared = append(g.Compared, plays...)
		g.groups = append(g.groups, group{end: len(g.Compared)})
	}
	return keptGame(t, g)
}

func keptGame(t *testing.T, g Game) *decisions {
	t.Helper()
	d, err := createDecisions(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.file.Close() })
	if err := d.add([]Game{g}); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDecisionsComeBackFromTheirFile(t *testing.T) {
	all := [][]Compared{decision(0), decision(0.1)[:2], decision(-0.1)}
	all[1][0].Known = true
	var g Game
	for i, plays := range all {
		g.Compared = append(g.Compared, plays...)
		g.groups = append(g.groups, group{end: len(g.Compared), replies: i == 1})
	}
	d := keptGame(t, g)
	check := func(d *decisions) {
		t.Helper()
		if len(d.ends) != len(all) {
			t.Fatalf("%d decisions, not %d", len(d.ends), len(all))
		}
		for i, want := range all {
			if got, replies := d.read(nil, i); !slices.Equal(got, want) || replies != (i == 1) {
				t.Errorf("decision %d is %v, replies %t, not %v", i, got, replies, want)
			}
		}
	}
	check(d)
	if _, err := d.file.WriteAt([]byte("left by a killed process"), int64(len(d.data))); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(d.file.Name())
	again, err := reopenDecisions(dir, d.plays(), d.sum)
	if err != nil {
		t.Fatal(err)
	}
	defer again.file.Close()
	check(again)
	if info, err := again.file.Stat(); err != nil || info.Size() != int64(len(d.data)) {
		t.Errorf("%d bytes are left of %d: %v", info.Size(), len(d.data), err)
	}
	if _, err := reopenDecisions(dir, d.plays()+1, d.sum); err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Errorf("a file that is too short: %v", err)
	}
	if _, err := again.file.WriteAt([]byte{9}, 40); err != nil {
		t.Fatal(err)
	}
	if _, err := reopenDecisions(dir, d.plays(), d.sum); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a file that was changed: %v", err)
	}
}

// Learning with the labels of an earlier run is learning from both files, the earlier
// one first; and the earlier file stays as it is.
func TestLabelsOfAnEarlierRunAreLearnedBesideItsOwn(t *testing.T) {
	c := tiny()
	c.Games, c.PlyLimit, c.Round = 4, 30, Schedule{From: 2, To: 2}
	first, err := newLearner(&c, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Stage, c.From, c.Depth, c.Lines, c.Passes, c.Optimizer, c.Batch = Refine, "the first weights", 1, 1, 1, Adam, 64
	run := func(seed uint64, labels string) (r *Run, kept []byte) {
		t.Helper()
		c, o := c, options(t.TempDir(), 2)
		c.Seed, o.From, o.KeepLabels = seed, first.file(""), true
		if labels != "" {
			data, err := os.ReadFile(labels)
			if err != nil {
				t.Fatal(err)
			}
			c.Labels, o.Labels = fmt.Sprintf("%x", sha256.Sum256(data)), labels
		}
		r, err := Start(c, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Go(context.Background()); err != nil {
			t.Fatal(err)
		}
		if kept, err = os.ReadFile(decisionsPath(o.Dir)); err != nil {
			t.Fatal(err)
		}
		return r, kept
	}
	one, earlier := run(1, "")
	alone, own := run(2, "")
	both, all := run(2, decisionsPath(one.options.Dir))
	if !bytes.Equal(all, slices.Concat(earlier, own)) {
		t.Error("the labels are not those of both runs, the earlier one first")
	}
	if want := one.state.Decisions + alone.state.Decisions; both.state.Decisions != want || both.state.Fitted != want {
		t.Errorf("%d decisions and %d learned, not %d", both.state.Decisions, both.state.Fitted, want)
	}
}

func TestAFileThatIsNoLabelsIsRefusedWithWhereItIsWrong(t *testing.T) {
	good := kept(t, decision(0), decision(0.1)).data
	plays := len(good) / compareSize
	last := func(d []byte, play int) *byte { return &d[play*compareSize-1] }
	for name, c := range map[string]struct {
		spoil func(d []byte) []byte
		want  string
	}{
		"cut":           {func(d []byte) []byte { return d[:len(d)-1] }, "no whole number of plays"},
		"empty":         {func(d []byte) []byte { return nil }, "empty"},
		"without end":   {func(d []byte) []byte { *last(d, plays) &^= flagLast; return d }, "no end"},
		"strange flags": {func(d []byte) []byte { *last(d, 2) |= 64; return d }, "play 2: the flags 0x40"},
		"men missing":   {func(d []byte) []byte { d[6] = 0; return d }, "play 1: the player on roll has 10 men"},
		"no number": {func(d []byte) []byte {
			binary.LittleEndian.PutUint32(d[4*compareSize+engine.Bar+1:], math.Float32bits(float32(math.NaN())))
			return d
		}, "play 5: the value NaN"},
		"too many plays": {func(d []byte) []byte {
			*last(d, 3) &^= flagLast
			*last(d, 6) &^= flagLast
			return append(d, good...)
		}, "play 9 ends a decision of 9"},
	} {
		path := filepath.Join(t.TempDir(), "labels")
		data := c.spoil(bytes.Clone(good))
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := readDecisions(path, fmt.Sprintf("%x", sha256.Sum256(data)))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := readDecisions(path, "another"); err == nil || !strings.Contains(err.Error(), "SHA-256") {
			t.Errorf("%s, by another checksum: %v", name, err)
		}
	}
}
