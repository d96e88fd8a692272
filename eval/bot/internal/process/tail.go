package process

import (
	"strings"
	"sync"
)

// tail keeps the end of what is written to it. It may be used concurrently.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// tailSize is how much a tail keeps, in bytes.
const tailSize = 400

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b[max(0, len(b)-tailSize):]...)
	if extra := len(t.text) - tailSize; extra > 0 {
		t.text = t.text[:copy(t.text, t.text[extra:])]
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.text), "")
}
