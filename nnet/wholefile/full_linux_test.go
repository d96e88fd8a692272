package wholefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// inChild names the file that a second process of this test binary writes under
// a limit on the size of files, which acts like a full disk.
const inChild = "WHOLEFILE_TEST_PATH"

func TestAFullDiskLeavesTheOlderFileAndNothingElse(t *testing.T) {
	if path := os.Getenv(inChild); path != "" {
		writeBeyondTheLimit(path)
		return
	}
	path := older(t)
	cmd := exec.Command(os.Args[0], "-test.run=^TestAFullDiskLeavesTheOlderFileAndNothingElse$")
	cmd.Env = append(os.Environ(), inChild+"="+path)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	holds(t, path, []byte("older"))
}

// writeBeyondTheLimit exits with status 3 unless the write fails for its size.
func writeBeyondTheLimit(path string) {
	const limit = 100_000
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
		fmt.Println("setting the limit:", err)
		os.Exit(3)
	}
	for _, size := range []int{limit + 1, 10 * limit} { // found out by Flush, by Write
		err := Write(path, func(w io.Writer) error {
			for range size / 1000 {
				if _, err := w.Write(make([]byte, 1000)); err != nil {
					return err
				}
			}
			_, err := w.Write(make([]byte, size%1000))
			return err
		})
		if !errors.Is(err, syscall.EFBIG) {
			fmt.Println("want an error for the size, got", err)
			os.Exit(3)
		}
	}
}
