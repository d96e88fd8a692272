package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"time"

	"tavla/engine"
	"tavla/engine/record"
	"tavla/eval/bot"
	"tavla/eval/cube"
	"tavla/eval/search"
)

// The tags of the file that say how to go on.
const (
	seedTag     = "Seed"     // of the dice
	botTag      = "Bot"      // its name, with plies
	seatTag     = "Human"    // 1 if the user is the left player, 2 if the right one
	declinedTag = "Declined" // the last game in which the user declined a resignation
)

// freePath is the name of a new file, by the time.
func freePath(now time.Time) string {
	base := "tavla-" + now.Format("2006-01-02-1504")
	path := base + ".mat"
	for n := 2; ; n++ {
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			return path
		}
		path = fmt.Sprintf("%s-%d.mat", base, n)
	}
}

// openTable sets a table up for the match in the file, or for a new one if there
// is no such file.
func openTable(o playFlags) (*table, error) {
	data, err := readAtMost(o.file, mostBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return newTable(o)
	}
	if err != nil {
		return nil, err
	}
	t, err := resumeTable(o, data)
	if err != nil {
		return nil, err
	}
	return t, o.agree(t)
}

func newTable(o playFlags) (*table, error) {
	m, err := engine.NewMatch(o.length, o.rules)
	if err != nil {
		return nil, err
	}
	t := &table{path: o.file, match: m, seed: o.seed, record: &record.Match{
		Players: [2]string{o.name, ""}, Length: o.length, Rules: o.rules, Crawford: o.length > 1,
	}}
	t.setTag(seedTag, strconv.FormatUint(o.seed, 10))
	t.setTag(seatTag, "1")
	t.begin()
	return t, nil
}

// resumeTable goes on with the match in data. What cannot be read in full is
// refused, as saving would lose the rest.
func resumeTable(o playFlags, data []byte) (*table, error) {
	m, warnings, err := record.Read(o.file, data)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w; the file is left alone", err)
	case m.Score().Over():
		p := m.Score().Points
		return nil, fmt.Errorf("%s: the match to %d is over, %s %d, %s %d; name another file for the next one",
			o.file, m.Length, m.Players[0], p[0], m.Players[1], p[1])
	case bytes.HasPrefix(bytes.TrimSpace(data), []byte("(")):
		return nil, fmt.Errorf("%s: it is an .sgf, and a match goes on in an .mat only; the file is left alone", o.file)
	case m.Length > cube.Standard().Length():
		return nil, fmt.Errorf("%s: a match to %d, and they are played to %d at most; the file is left alone",
			o.file, m.Length, cube.Standard().Length())
	case len(warnings) > 0:
		return nil, fmt.Errorf("%v; saving would lose that, so the file is left alone", warnings[0])
	}
	t := &table{path: o.file, record: m, seed: o.seed, resumed: true, held: data}
	if err := t.readTags(o); err != nil {
		return nil, fmt.Errorf("%s: %w; the file is left alone", o.file, err)
	}
	if err := t.goOn(); err != nil {
		return nil, fmt.Errorf("%s: %w; the file is left alone", o.file, err)
	}
	return t, nil
}

// readTags finds the dice and the seat of the user. In the file of another program
// that is the player of the name given, or the left one, and the dice are new.
func (t *table) readTags(o playFlags) error {
	if o.given("name") && o.name == t.record.Players[1] {
		t.human = 1
	}
	switch seat := t.tag(seatTag); seat {
	case "1", "2":
		t.human = int(seat[0] - '1')
	case "":
		t.setTag(seatTag, strconv.Itoa(1+t.human))
	default:
		return fmt.Errorf("the tag %s says %q; want 1 or 2", seatTag, seat)
	}
	if seed := t.tag(seedTag); seed != "" {
		var err error
		if t.seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
			return fmt.Errorf("the tag %s says %q; want a number", seedTag, seed)
		}
	}
	t.setTag(seedTag, strconv.FormatUint(t.seed, 10))
	return nil
}

// goOn brings the match to where the last game of the record stands.
func (t *table) goOn() (err error) {
	if len(t.record.Games) == 0 {
		if t.match, err = engine.NewMatch(t.record.Length, t.record.Rules); err == nil {
			t.begin()
		}
		return err
	}
	// A finished game has no state to go on from, so it is replayed.
	if t.match, err = engine.MatchFromState(t.game().Start); err != nil {
		return err
	}
	for _, a := range t.game().Actions {
		if err := a.Do(t.match.Game()); err != nil {
			return err
		}
	}
	return nil
}

// opponent is the bot that the file names, unless flags name another one, which is
// then kept in the file. A file cannot make this program start others or read
// other files: such bots have to be named by the user.
func (t *table) opponent(o playFlags, plies int, deeper bool) (bot.Spec, error) {
	name, kept := o.bot, t.tag(botTag)
	fromFile := kept != "" && !o.given("bot") && !deeper
	if fromFile {
		name = kept
	}
	spec, err := bot.Parse(name)
	if err != nil && fromFile {
		return spec, fmt.Errorf("%s: the tag %s: %w", t.path, botTag, err)
	}
	if err != nil {
		return spec, badUsage("--bot: %w", err)
	}
	if fromFile && (spec.Arg != "" || spec.Kind == bot.KindGnubg) {
		return spec, badUsage("%s was played against %q, which has to be named again: --bot %q", t.path, kept, kept)
	}
	if spec.Kind == bot.KindNet && spec.Plies > search.MaxPlies {
		return spec, badUsage("bot %q: plies go from 0 to %d", name, search.MaxPlies)
	}
	if spec.Plies == bot.DefaultPlies && spec.Kind == bot.KindNet {
		spec.Plies = plies
	}
	t.setTag(botTag, spec.String())
	if !t.resumed {
		t.record.Players[1] = shownName(spec)
		if t.record.Players[0] == t.record.Players[1] {
			return spec, badUsage("--name %s: that is the name of the bot", t.record.Players[0])
		}
	}
	return spec, nil
}

func (t *table) tag(name string) string {
	for _, tag := range t.record.Tags {
		if tag.Name == name {
			return tag.Value
		}
	}
	return ""
}

func (t *table) setTag(name, value string) {
	if t.tag(name) == value {
		return
	}
	t.unsaved = true
	for i := range t.record.Tags {
		if t.record.Tags[i].Name == name {
			t.record.Tags[i].Value = value
			return
		}
	}
	t.record.Tags = append(t.record.Tags, record.Tag{Name: name, Value: value})
}

// checkName refuses a name that a file cannot hold as it is.
func (o *playFlags) checkName() error {
	m, err := engine.NewMatch(0, engine.Rules{})
	if err != nil {
		return err
	}
	kept := &record.Match{Players: [2]string{o.name, "Tavla"}, Games: []record.Game{{Start: m.Game().State()}}}
	var b bytes.Buffer
	if err := record.WriteMAT(&b, kept); err != nil {
		return err
	}
	read, warnings, err := record.Read(o.file, b.Bytes())
	if err != nil || len(warnings) > 0 || len(o.name) > 40 || o.name == "" || read.Players != kept.Players {
		return badUsage("--name %q: that cannot stand in a match file; want up to 40 letters, no ranking number behind them", o.name)
	}
	return nil
}
