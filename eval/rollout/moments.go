package rollout

import "math"

// moments are the number, mean and sum of squared deviations of values that came
// one by one. The same values in the same order give the same bits.
type moments struct {
	N    int     `json:"n"`
	Mean float64 `json:"mean"`
	M2   float64 `json:"m2"`
}

func (m *moments) add(v float64) {
	m.N++
	d := v - m.Mean
	m.Mean += d / float64(m.N)
	m.M2 += float64(d * (v - m.Mean)) // rounded first, on every architecture
}

// standardError is that of the mean, for independent values; infinite for fewer
// than two. Stratified values are a little surer than that.
func (m *moments) standardError() float64 {
	if m.N < 2 {
		return math.Inf(1)
	}
	return math.Sqrt(m.M2 / float64(m.N-1) / float64(m.N))
}

// zero is as many values that are all 0.
func (m *moments) zero() moments { return moments{N: m.N} }

// sound reports moments that at most n values could have.
func (m *moments) sound(n int) bool {
	return m.N >= 0 && m.N <= n && !math.IsNaN(m.Mean) && !math.IsInf(m.Mean, 0) && m.M2 >= 0 && !math.IsInf(m.M2, 1)
}

// normal is the chance that a value with the standard normal distribution is
// below x.
func normal(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
