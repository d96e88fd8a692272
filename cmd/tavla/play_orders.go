package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tavla/engine"
	"tavla/engine/notation"
	"tavla/engine/record"
)

// order is a command the user may type. run reports whether the game has gone on;
// a *engine.RuleError means that it could not.
type order struct {
	names []string // the first is the one to complete
	args  string   // what may follow, for help
	help  string
	run   func(ctx context.Context, arg string) (done bool, err error)
}

// orders are the commands, in the order of help.
func (s *sitting) orders() []order {
	simple := func(kind engine.Action) func(context.Context, string) (bool, error) {
		return func(context.Context, string) (bool, error) { return true, s.act(kind) }
	}
	tell := func(f func()) func(context.Context, string) (bool, error) {
		return func(context.Context, string) (bool, error) { f(); return false, nil }
	}
	return []order{
		{[]string{"roll", "r"}, "", "throw the dice; so does an empty line", func(context.Context, string) (bool, error) { return s.throw() }},
		{[]string{"play", "move", "m"}, " PLAY", "make a play; the word may be left out", s.orderPlay},
		{[]string{"double", "d", "redouble"}, "", "offer the cube", simple(engine.ActDouble)},
		{[]string{"take", "t"}, "", "take a double", simple(engine.ActTake)},
		{[]string{"pass", "p", "drop"}, "", "pass a double, and lose the game", simple(engine.ActPass)},
		{[]string{"beaver"}, "", "take a double, and double again at once", simple(engine.ActBeaver)},
		{[]string{"raccoon"}, "", "take a beaver, and double once more", simple(engine.ActRaccoon)},
		{[]string{"resign"}, " [SIZE]", "offer to lose a single game (normal), a gammon or a backgammon", s.orderResign},
		{[]string{"accept", "yes"}, "", "accept a resignation", simple(engine.ActAccept)},
		{[]string{"decline", "reject", "no"}, "", "decline a resignation", s.orderDecline},
		{[]string{"hint", "h"}, " [N]", "rank the best N plays, or judge the cube", s.orderHint},
		{[]string{"pips"}, "", "count the pips", tell(s.tellPips)},
		{[]string{"board"}, "", "draw the board", tell(func() { fmt.Fprint(s.out, s.view()) })},
		{[]string{"save"}, "", "save now, and say where", s.orderSave},
		{[]string{"help", "?"}, "", "list these", tell(s.tellHelp)},
		{[]string{"quit", "q", "exit"}, "", "save and end; the match can be gone on with", s.orderQuit},
	}
}

// longestLine bounds what is typed.
const longestLine = 200

// obey does what the user has typed, and reports whether the game has gone on.
func (s *sitting) obey(ctx context.Context, line string) (bool, error) {
	if line == "" {
		return s.obeyEmpty()
	}
	if len(line) > longestLine {
		s.say("%.40q and so on is no command, and no play: they have at most %d characters.", line, longestLine)
		return false, nil
	}
	word, arg, _ := strings.Cut(line, " ")
	word, arg = strings.ToLower(word), strings.TrimSpace(arg)
	orders := s.orders()
	found := matching(orders, word)
	takesArg := len(found) == 1 && orders[found[0]].args != ""
	switch {
	case strings.ContainsAny(line, "0123456789") && !takesArg:
		return s.orderPlay(ctx, line)
	case len(found) == 0:
		s.say("%q is no command, and no play such as 8/5 6/5; help lists the commands.", line)
	case len(found) > 1:
		var names []string
		for _, i := range found {
			names = append(names, orders[i].names[0])
		}
		s.say("%q can be %s; type more of it.", word, strings.Join(names, " or "))
	case arg != "" && !takesArg:
		s.say("%s stands alone; what does %q mean?", orders[found[0]].names[0], arg)
	default:
		return orders[found[0]].run(ctx, arg)
	}
	return false, nil
}

// matching lists the orders that a word can mean: the one that is called so, or
// those whose names begin so.
func matching(orders []order, word string) []int {
	var found []int
	for i, o := range orders {
		if slices.Contains(o.names, word) {
			return []int{i}
		}
		if slices.ContainsFunc(o.names, func(n string) bool { return strings.HasPrefix(n, word) }) {
			found = append(found, i)
		}
	}
	return found
}

// obeyEmpty does what goes without saying: throw, or make the only play.
func (s *sitting) obeyEmpty() (bool, error) {
	st := s.state()
	switch st.Awaits() {
	case engine.ToRoll:
		return s.throw()
	case engine.ToAnswerDouble:
		s.say("%s offers the cube at %d: take or pass?", s.botName(), 2*st.Cube.Value)
	case engine.ToAnswerResignation:
		s.say("%s resigns %s: accept or decline?", s.botName(), sizes[st.Resigning])
	default:
		if plays := s.match.Game().Plays(); len(plays) == 1 {
			return s.make(plays[0])
		}
		s.say("You have %d%d to play: type a play such as %s, or hint.", st.Roll[0], st.Roll[1], notation.FormatPlay(s.match.Game().Plays()[0]))
	}
	return false, nil
}

// throw throws the dice of the user.
func (s *sitting) throw() (bool, error) {
	if err := s.roll(); err != nil {
		return false, err
	}
	if r := s.state().Roll; len(s.match.Game().Plays()) > 0 {
		s.say("You roll %d%d.", r[0], r[1])
	}
	return true, nil
}

func (s *sitting) orderPlay(_ context.Context, text string) (bool, error) {
	if s.state().Awaits() != engine.ToPlay {
		return false, s.do(record.Action{Kind: engine.ActPlay}) // which says why not
	}
	if text == "" {
		return s.obeyEmpty()
	}
	plays := s.match.Game().Plays()
	i, err := findPlay(text, plays)
	if err != nil {
		s.say("%v", err)
		return false, nil
	}
	return s.make(plays[i])
}

// make makes a play of the user.
func (s *sitting) make(p engine.Play) (bool, error) {
	s.say("You play %s.", notation.FormatPlay(p))
	s.drawn = false
	return true, s.do(record.Action{Kind: engine.ActPlay, Player: s.human, Play: p})
}

func (s *sitting) orderResign(_ context.Context, arg string) (bool, error) {
	size := 0
	for i, names := range [][]string{{"normal", "single", "1"}, {"gammon", "2"}, {"backgammon", "3"}} {
		if slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, strings.ToLower(arg)) }) {
			size = i + 1
			break // which also makes it a single game if nothing is said
		}
	}
	if size == 0 {
		s.say("resign normal, gammon or backgammon; not %q.", arg)
		return false, nil
	}
	a := record.Action{Kind: engine.ActResign, Player: s.human, Size: enough(s.state(), s.bot(), size)}
	if err := s.do(a); err != nil {
		return false, err
	}
	s.say("You offer to lose %s.", sizes[a.Size])
	return true, nil
}

func (s *sitting) orderDecline(context.Context, string) (bool, error) {
	if err := s.act(engine.ActReject); err != nil {
		return false, err
	}
	s.setTag(declinedTag, strconv.Itoa(len(s.record.Games))) // so that it is not offered again
	return true, nil
}

func (s *sitting) orderSave(context.Context, string) (bool, error) {
	if err := s.save(); err != nil {
		return false, err
	}
	s.say("Saved in %s.", s.path)
	return false, nil
}

func (s *sitting) orderQuit(ctx context.Context, _ string) (bool, error) {
	if _, err := s.orderSave(ctx, ""); err != nil {
		return false, err
	}
	return false, errLeft
}

func (s *sitting) tellPips() {
	st := s.state()
	mine, theirs := st.Board.Own.Pips(), st.Board.Opp.Pips()
	if st.Roller != s.human {
		mine, theirs = theirs, mine
	}
	switch lead := theirs - mine; {
	case lead > 0:
		s.say("You have %d pips to go, %s %d: you lead by %d.", mine, s.botName(), theirs, lead)
	case lead < 0:
		s.say("You have %d pips to go, %s %d: you trail by %d.", mine, s.botName(), theirs, -lead)
	default:
		s.say("You both have %d pips to go.", mine)
	}
}

func (s *sitting) tellHelp() {
	s.say("A play: 8/5 6/5, or 85 65; bar/22, 6/off; any part of it that leaves no doubt.")
	for _, o := range s.orders() {
		short := ""
		if len(o.names) > 1 {
			short = " (" + strings.Join(o.names[1:], ", ") + ")"
		}
		s.say("  %-26s %s", o.names[0]+o.args+short, o.help)
	}
	s.say("Words may be cut short.")
}
