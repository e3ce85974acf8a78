"""Command line programs that speak: run without a shell, with their time bounded."""

import shutil
import subprocess
from collections.abc import Collection, Sequence

from corpus.synthesis.base import SynthesisError

TIMEOUT_SECONDS = 60.0


def missing(program: str, package: str) -> str | None:
    """Return None if *program* is on PATH, else which command brings it."""
    if shutil.which(program):
        return None
    return f"The program {program} is missing. Install it: sudo apt-get install {package}"


def run(
    command: Sequence[str],
    text: str = "",
    *,
    timeout: float = TIMEOUT_SECONDS,
    codes: Collection[int] = (0,),
) -> bytes:
    """Run *command* with *text* as its input and return its output.

    Raises SynthesisError if the program is missing, takes longer than *timeout* seconds, or ends
    with none of the exit *codes*.
    """
    program = command[0]
    try:
        finished = subprocess.run(
            command, input=text.encode(), capture_output=True, timeout=timeout, check=False
        )
    except FileNotFoundError as error:
        raise SynthesisError(f"The program {program} is missing.") from error
    except subprocess.TimeoutExpired as error:
        raise SynthesisError(
            f"{program} did not finish in {timeout:.0f} seconds. Try a shorter text."
        ) from error
    if finished.returncode not in codes:
        said = finished.stderr.decode(errors="replace").strip() or f"code {finished.returncode}"
        raise SynthesisError(f"{program} failed: {said.rstrip('.')}.")
    return finished.stdout
