package record

import (
	"strings"
	"testing"

	"tavla/engine/enginetest"
)

// checkIdentity reads data, and if it is a match, writes and reads it again.
func checkIdentity(t *testing.T, data []byte, write func(testHelper, *Match) string) {
	m, _, err := Read("fuzz", data)
	if err != nil || len(m.Games) == 0 {
		return
	}
	for i := range m.Games {
		if err := m.Games[i].Check(); err != nil {
			t.Fatalf("game %d cannot be replayed: %v", i+1, err)
		}
	}
	text := write(t, m)
	back, warnings, err := Read("again", []byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if diff := differ(m, back, same); diff != "" {
		t.Fatalf("%q (-read +again):\n%s\n%v\n%s", data, diff, warnings, text)
	}
}

// Texts that use most of each format.
func matSeeds() (texts []string) {
	for _, rows := range [][]string{
		{opening, "  2)  Doubles => 2                Beavers => 4", "  3) 31: 24/23 13/10", "  4) 64: ????     Wins 1 point"},
		{"  1)                             33: 8/5(2) 6/3(2)", "  2) Losses 2 points               Wins 2 points and the match"},
		{"  1) 52: 13/8 13/11              64: 24/18 13/9", "  2) 61: 13/6                    21: 25/24 13/11"},
	} {
		texts = append(texts, file("0 point match", rows...),
			"; [Crawford \"Off\"]\n"+file("3 point match", rows...)+strings.Replace(file("", rows...), "ann : 0", "ann 1605.1 : 2", 1))
	}
	return append(texts, games(3, [][2]int{{0, 0}, {2, 0}, {2, 1}}, "  Wins 2 points", "  Wins 1 point", "  2) 43: 24/20 13/10     Doubles => 2"))
}

func sgfSeeds() []string {
	return []string{
		tree("RU[Jacoby]RE[B+16R]", ";B[31qtst];W[double];B[double];W[double];B[take];PL[W]DI[51]"),
		tree("CV[2]RE[B+4]", ";B[31qtst];W[43xumi];B[double];W[drop]") + tree("DT[2026-11-29]", ";W[64xn]C[a\\]]"),
		tree("", ";AE[a:y]AW[a][a][f]AB[x][y]PL[B]CV[2]CP[w];DI[61];B[61yffg];W[double];B[take];W[61yxxr]"),
		"(;GM[6]MI[length:3][ws:2][bs:1]RU[Crawford:CrawfordGame]RE[W+1];W[11])",
	}
}

func FuzzReadMAT(f *testing.F) {
	for _, text := range matSeeds() {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if sgfStart(decode(data, &warnings{})) < 0 {
			checkIdentity(t, data, mat)
		}
	})
}

func FuzzReadSGF(f *testing.F) {
	for _, text := range sgfSeeds() {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if sgfStart(decode(data, &warnings{})) >= 0 {
			checkIdentity(t, data, sgf)
		}
	})
}

func TestFilesBrokenAtRandomAreReadOrRefused(t *testing.T) {
	rng := enginetest.Rand(7)
	seeds := append(matSeeds(), sgfSeeds()...)
	for range 1000 {
		text := seeds[rng.IntN(len(seeds))]
		for range 1 + rng.IntN(6) {
			other := seeds[rng.IntN(len(seeds))]
			at, from := rng.IntN(len(text)), rng.IntN(len(other))
			end, to := min(len(text), at+rng.IntN(12)), min(len(other), from+rng.IntN(60))
			switch rng.IntN(4) {
			case 0: // a character changed
				text = text[:at] + string(rune(32+rng.IntN(95))) + text[at+1:]
			case 1: // some left out
				text = text[:at] + text[end:] + " "
			case 2: // some twice
				text = text[:end] + text[at:]
			case 3: // some of another file
				text = text[:at] + other[from:to] + text[at:]
			}
		}
		write := mat
		if sgfStart(text) >= 0 {
			write = sgf
		}
		checkIdentity(t, []byte(text), write)
	}
}
