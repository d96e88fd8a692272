package process

import (
	"os/exec"
	"syscall"
)

// endWithParent has the program killed when this one dies without stopping it.
func endWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
