package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tavla/eval/bearoff"
	"tavla/eval/search"
)

const analyzedCase = "../../eval/analysis/testdata/match-5pt.mat"

func TestAnInterruptedAnalysisIsSavedAndGoesOn(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	question := []string{"analyze", analyzedCase, "--json"}
	status, want, said := runTavla(context.Background(), question...) // which makes the tables too
	if status != exitDone {
		t.Fatalf("exit status %d: %s", status, said)
	}
	for _, save := range []string{"", filepath.Join(t.TempDir(), "kept")} {
		var out, said strings.Builder
		a := &app{out: &out, err: &said, endings: bearoff.NewLazy("", 2), workers: 2, json: true, depth: depth{filterName: search.Normal().Name}}
		w, err := a.newAnalyzing(context.Background(), &analyzeFlags{save: save, worst: 5}, []string{analyzedCase})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(context.Background(), 30*time.Millisecond)
		err = w.run(ctx)
		stop()
		if done, all := w.analysis.Done(); done == all {
			t.Skip("this machine is too fast to be interrupted")
		}
		if !errors.Is(err, errInterrupted) || out.Len() > 0 || !strings.Contains(err.Error(), "the same command goes on from there") {
			t.Fatalf("interrupted, it says %v, %s", err, out.String())
		}
		again := question
		if save != "" {
			again = append(again, "--save", save)
		}
		if status, got, said := runTavla(context.Background(), again...); status != exitDone || got != want {
			t.Errorf("with --save %q: exit status %d, %s, and the report is another one", save, status, said)
		} else if done, _ := w.analysis.Done(); done > 0 && !strings.Contains(said, "going on after") {
			t.Errorf("with --save %q what was done is left out: %s", save, said)
		}
		if left, err := filepath.Glob(filepath.Join(cache, "tavla", "analysis-*")); err != nil || len(left) > 0 {
			t.Errorf("left in the cache: %q, error %v", left, err)
		}
		if _, err := os.Stat(save); save != "" && err != nil {
			t.Errorf("the finished work is not kept: %v", err)
		}
	}
}

func TestAnAnalysisThatCannotBeSavedSaysSo(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	ctx, stop := context.WithCancel(context.Background())
	stop()
	status, _, said := runTavla(ctx, "analyze", analyzedCase)
	if status == exitDone {
		t.Errorf("exit status %d: %s", status, said)
	}
	status, _, said = runTavla(context.Background(), "analyze", analyzedCase, "--save", filepath.Join(t.TempDir(), "no", "kept"))
	if status != exitFailed || !strings.Contains(said, "saving the analysis") {
		t.Errorf("exit status %d: %s", status, said)
	}
}
