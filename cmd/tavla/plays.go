package main

import (
	"strings"

	"github.com/spf13/cobra"

	"tavla/engine"
	"tavla/engine/notation"
)

type playsAnswer struct {
	Position string   `json:"position"`
	Dice     [2]int   `json:"dice"`
	Plays    []string `json:"plays"`
}

func (a *app) playsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "plays POSITION [DICE]",
		Short: "List the legal plays of a roll",
		Long: `Lists every legal play of a roll, one for each position that can come of it, in
canonical order.

` + positionHelp + "\n" + diceHelp + "\n\n" + batchHelp,
		Example: `  tavla plays 4HPwATDgc/ABMA 31
  tavla plays XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 --json
  tavla plays --batch queries.txt`,
	}
	return a.query(c, 3, func() (func() answerer, error) {
		return func() answerer {
			var g engine.Generator
			return func(args []string) (answer, error) { return listPlays(&g, args) }
		}, nil
	})
}

func listPlays(g *engine.Generator, args []string) (answer, error) {
	s, _, err := parseDecision(args)
	if err != nil {
		return nil, err
	}
	said := &playsAnswer{Position: args[0], Dice: diceOf(s), Plays: []string{}}
	for _, p := range g.Plays(s.Board, s.Roll) {
		said.Plays = append(said.Plays, notation.FormatPlay(p))
	}
	return said, nil
}

func (p *playsAnswer) text() string {
	if len(p.Plays) == 0 {
		return noLegalPlay
	}
	return strings.Join(p.Plays, "\n") + "\n"
}

func (p *playsAnswer) note() string { return "" }
