"""What a process that handles foreign bytes may use."""

import resource
import signal
from dataclasses import dataclass
from pathlib import Path

_STATM = Path("/proc/self/statm")


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one piece of work.

    memory: bytes of address space beyond what the programs and libraries themselves take;
    cpu_seconds: time of the processor; seconds: time on the wall; answer: bytes that may come back.
    """

    memory: int = 1536 * 2**20
    cpu_seconds: int = 30
    seconds: int = 120
    answer: int = 64 * 2**20

    def take_effect(self) -> None:
        """Bind the calling process, once and for all: it can write no file and leaves no core.

        Where the kernel does not tell how much is in use (outside of Linux), memory is not bound.
        """
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(self.seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (self.cpu_seconds, self.cpu_seconds + 1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if _STATM.exists():
            pages = int(_STATM.read_text(encoding="ascii").split()[0])
            most = pages * resource.getpagesize() + self.memory
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
