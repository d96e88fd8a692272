package main

import "tavla/eval"

// outcomeJSON is an outcome under the contract's keys.
type outcomeJSON struct {
	Win            float32 `json:"win"`
	WinGammon      float32 `json:"winGammon"`
	WinBackgammon  float32 `json:"winBackgammon"`
	LoseGammon     float32 `json:"loseGammon"`
	LoseBackgammon float32 `json:"loseBackgammon"`
}

func toJSON(o eval.Outcome) outcomeJSON { return outcomeJSON(o) }
