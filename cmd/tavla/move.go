package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tavla/engine/notation"
	"tavla/eval/search"
)

type moveAnswer struct {
	Position string       `json:"position"`
	Dice     [2]int       `json:"dice"`
	Plays    []playAnswer `json:"plays"`
}

type playAnswer struct {
	Play    string      `json:"play"`
	Equity  float32     `json:"equity"`
	Outcome outcomeJSON `json:"outcome"`
	Plies   int         `json:"plies"`
}

func (a *app) moveCommand() *cobra.Command {
	var top int
	c := &cobra.Command{
		Use:     "move POSITION [DICE]",
		Short:   "Rank the plays of a roll",
		Example: "  tavla move 4HPwATDgc/ABMA 31",
		Args:    cobra.RangeArgs(1, 3),
	}
	c.Flags().IntVar(&top, "top", 10, "how many plays to list (0: all, the default with --json)")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if a.json && !cmd.Flags().Changed("top") {
			top = 0
		}
		m, err := a.model()
		if err != nil {
			return err
		}
		answer, err := rankPlays(search.New(m.NewEvaluator()), args, top)
		if err != nil {
			return err
		}
		if a.json {
			return json.NewEncoder(a.out).Encode(answer)
		}
		return a.printMove(args, answer)
	}
	return c
}

// rankPlays answers one question; top 0 lists all plays.
func rankPlays(r *search.Ranker, args []string, top int) (*moveAnswer, error) {
	if top < 0 {
		return nil, badUsage("--top %d: 0 lists all plays", top)
	}
	s, err := parseDecision(args)
	if err != nil {
		return nil, err
	}
	answer := &moveAnswer{
		Position: args[0],
		Dice:     [2]int{int(s.Roll[0]), int(s.Roll[1])},
		Plays:    []playAnswer{},
	}
	for i, p := range r.Rank(s.Board, s.Roll) {
		if top > 0 && i == top {
			break
		}
		answer.Plays = append(answer.Plays, playAnswer{notation.FormatPlay(p.Play), p.Equity, toJSON(p.Outcome), p.Plies})
	}
	return answer, nil
}

func (a *app) printMove(args []string, answer *moveAnswer) error {
	s, err := parseDecision(args)
	if err != nil {
		return err
	}
	fmt.Fprintln(a.out, notation.Draw(s))
	if len(answer.Plays) == 0 {
		fmt.Fprintln(a.out, "No legal play: the turn is lost.")
		return nil
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tplay\tequity\tdiff\twin\twin g\twin bg\tlose g\tlose bg\tplies\t")
	best := answer.Plays[0].Equity
	for i, p := range answer.Plays {
		o := p.Outcome
		fmt.Fprintf(w, "%d.\t%s\t%+.4f\t%+.4f\t%.1f%%\t%.1f%%\t%.1f%%\t%.1f%%\t%.1f%%\t%d\t\n", i+1, p.Play, p.Equity, p.Equity-best,
			100*o.Win, 100*o.WinGammon, 100*o.WinBackgammon, 100*o.LoseGammon, 100*o.LoseBackgammon, p.Plies)
	}
	return w.Flush()
}
