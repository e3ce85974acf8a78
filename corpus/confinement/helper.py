"""``python -m corpus.confinement.helper MODULE:FUNCTION LIMITS``: the process that forks.

It loads the function and its libraries once. Each message on its input is then handled by a fork
of its own, within the limits, so that no piece of work touches the next one. It ends when its
input does.
"""

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from typing import Any, BinaryIO

from corpus.confinement.frames import packed, read_frame, write_frame
from corpus.confinement.limits import Limits

Work = Callable[[dict[str, Any], bytes], tuple[dict[str, Any], bytes]]
_MOST_INPUT = 2**31


def main(function: str, limits: Limits) -> None:
    """Handle messages until there are no more."""
    module, name = function.split(":")
    work: Work = getattr(import_module(module), name)
    # What libraries print must not get between the messages.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while (message := read_frame(sys.stdin.buffer, most=_MOST_INPUT)) is not None:
        _answer(work, *message, limits, answers)


def _answer(
    work: Work, facts: dict[str, Any], data: bytes, limits: Limits, answers: BinaryIO
) -> None:
    inward, outward = os.pipe()
    child = os.fork()
    if not child:
        os.close(inward)
        _work_and_end(work, facts, data, limits, outward)
    os.close(outward)
    with os.fdopen(inward, "rb") as stream:
        answer = stream.read(limits.answer + 2**21)
    # Whoever sends more than is allowed would wait for ever to send the rest.
    status = os.waitpid(child, 0)[1]
    if answer and status == 0:
        answers.write(answer)
        answers.flush()
    else:
        write_frame(answers, {"died": os.waitstatus_to_exitcode(status)}, b"")


def _work_and_end(
    work: Work, facts: dict[str, Any], data: bytes, limits: Limits, outward: int
) -> None:
    code = 1
    try:
        limits.take_effect()
        with os.fdopen(outward, "wb") as stream:
            stream.write(_done(work, facts, data))
        code = 0
    finally:
        # Not sys.exit: what the parent has open and registered is not this process's to end.
        os._exit(code)


def _done(work: Work, facts: dict[str, Any], data: bytes) -> bytes:
    try:
        answer, result = work(facts, data)
    except MemoryError:
        return packed({"out_of_memory": True}, b"")
    except Exception as error:
        return packed({"error": type(error).__name__, "trace": traceback.format_exc()}, b"")
    return packed({"answer": answer}, result)


if __name__ == "__main__":
    main(sys.argv[1], Limits(**json.loads(sys.argv[2])))
