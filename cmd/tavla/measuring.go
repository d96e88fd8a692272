package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"

	"tavla/train"
)

// measuring is how a run is watched, none of which changes its net. It is kept in
// run.json, so that every sitting goes on likewise.
type measuring struct {
	Games           int    `json:"games"`           // for each point of the curve; 0: none
	Against         string `json:"against"`         // bot that they are played against
	MetricsEvery    int    `json:"metricsEvery"`    // games; 0: by the length of the run
	CheckpointEvery int    `json:"checkpointEvery"` // likewise
}

// measuring is how the flags have the run watched: where it is resumed, as before but for
// those given. Points against different bots make no curve, so that the bot stays.
func (f *trainFlags) measuring() (measuring, error) {
	asked := measuring{f.measure, f.against, f.metricsEvery, f.checkpointEvery}
	if !f.resume {
		return asked, nil
	}
	old := readRecord(f.out)
	if old.Measuring == nil { // of an older program, or lost
		old.Measuring = &asked
	}
	m := *old.Measuring
	for _, s := range []struct {
		flag      string
		to, given *int
	}{{"measure", &m.Games, &asked.Games}, {"metrics-every", &m.MetricsEvery, &asked.MetricsEvery}, {"checkpoint-every", &m.CheckpointEvery, &asked.CheckpointEvery}} {
		if f.changed(s.flag) {
			*s.to = *s.given
		}
	}
	measured, err := measuredAgainst(f.out, old)
	switch {
	case err != nil:
		return m, err
	case measured != "" && f.changed("against") && f.against != measured:
		return m, badUsage("--against %s: the run in %s was measured against %s, and the points of its curve must be against one bot: "+
			"leave --against out to go on with it, or begin another run in another folder", f.against, f.out, measured)
	case measured != "":
		m.Against = measured
	case f.changed("against"):
		m.Against = f.against
	}
	return m, nil
}

// measuredAgainst is the bot that the run in the folder was measured against, "" if it was
// not. An older program named it in the record alone, once the run had ended.
func measuredAgainst(dir string, r runRecord) (string, error) {
	lines, err := train.ReadMetrics(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	for _, m := range lines {
		if m.Against != "" {
			return m.Against, nil
		}
	}
	if r.Strength != nil {
		return r.Strength.Against, nil
	}
	return "", nil
}

// readRecord is the record of the run in the folder, empty if it is lost or damaged: the
// checkpoint alone determines the run.
func readRecord(dir string) (r runRecord) {
	if data, err := os.ReadFile(recordPath(dir)); err != nil || json.Unmarshal(data, &r) != nil {
		return runRecord{}
	}
	return r
}
