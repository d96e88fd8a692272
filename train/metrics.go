package train

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"tavla/nnet/wholefile"
)

// Metric is one line of metrics.jsonl.
type Metric struct {
	Games                int     `json:"games"`
	Passes               float64 `json:"passes,omitempty"` // of the stage Refine over all decisions
	Seconds              float64 `json:"seconds"`          // of training, over all sittings
	GamesPerSecond       float64 `json:"gamesPerSecond"`
	EvaluationsPerSecond float64 `json:"evaluationsPerSecond"`
	// Loss is half the squared miss per position in the last round, whatever the
	// loss that is learned from; 0 while the stage Refine only judges.
	Loss    float64 `json:"loss"`
	Step    float64 `json:"step"`
	Lambda  float64 `json:"lambda"`
	Stopped int     `json:"stopped"` // games ended by the ply limit so far
	// PointsPerGame is the measured strength, if it was measured, and Against the bot
	// that it was measured against.
	PointsPerGame *float64 `json:"pointsPerGame,omitempty"`
	Against       string   `json:"against,omitempty"`
}

// metrics appends lines to a run's metrics.jsonl.
type metrics struct {
	file        *os.File
	last        Metric
	since       time.Time
	games       int // learned at since
	evaluations int // judged by then
}

func createMetrics(dir string) (*metrics, error) {
	f, err := os.Create(MetricsPath(dir))
	return &metrics{file: f, since: time.Now()}, err
}

// reopenMetrics cuts the file back to the lines up to so many games and passes.
func reopenMetrics(dir string, games int, passes float64) (*metrics, error) {
	lines, err := ReadMetrics(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	m := &metrics{since: time.Now()}
	err = wholefile.Write(MetricsPath(dir), func(w io.Writer) error {
		enc := json.NewEncoder(w)
		for _, l := range lines {
			if l.Games > games || l.Passes > passes {
				break
			}
			m.last = l
			if err := enc.Encode(l); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	m.file, err = os.OpenFile(MetricsPath(dir), os.O_APPEND|os.O_WRONLY, 0)
	return m, err
}

// ReadMetrics reads the metrics of the run in dir. A last line that a crash cut
// off is left out.
func ReadMetrics(dir string) ([]Metric, error) {
	data, err := os.ReadFile(MetricsPath(dir))
	if err != nil {
		return nil, err
	}
	var all []Metric
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		var m Metric
		if err := json.Unmarshal(line, &m); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", MetricsPath(dir), n, err)
		}
		all = append(all, m)
	}
	return all, nil
}

func (m *metrics) close() { m.file.Close() }

// record appends a line about the run as it stands, with its strength if measure
// says so.
func (r *Run) record(ctx context.Context, loss float64, measure bool) error {
	m := r.metrics
	seconds := time.Since(m.since).Seconds()
	share := r.share()
	line := Metric{
		Games:                r.state.Learned,
		Passes:               r.passes(),
		Seconds:              m.last.Seconds + seconds,
		GamesPerSecond:       float64(r.state.Learned-m.games) / seconds,
		EvaluationsPerSecond: float64(r.state.Evaluation-m.evaluations) / seconds,
		Loss:                 loss,
		Step:                 r.config.Step.At(share),
		Lambda:               r.config.Lambda.At(r.playShare(r.state.Learned)),
		Stopped:              r.state.Stopped,
	}
	if r.options.Measure != nil && measure && (r.config.Stage != Refine || line.Passes > 0) {
		from := time.Now()
		model, err := r.model(r.result())
		if err != nil {
			return err
		}
		switch strength, err := r.options.Measure(ctx, model); {
		case err == nil:
			line.PointsPerGame, line.Against = &strength, r.options.Against
		case ctx.Err() == nil:
			return fmt.Errorf("measuring the net's strength: %w", err)
		}
		r.skipped += time.Since(from)
	}
	b, err := json.Marshal(line)
	if err != nil {
		return err
	}
	if _, err := m.file.Write(append(b, '\n')); err != nil {
		return fmt.Errorf("writing metrics: %w", err)
	}
	if r.options.Recorded != nil {
		from := time.Now()
		r.options.Recorded(line)
		r.skipped += time.Since(from)
	}
	m.last, m.since = line, time.Now()
	m.games, m.evaluations = r.state.Learned, r.state.Evaluation
	return nil
}
