"""Messages between a process and its confined helper: JSON facts, then bytes, with their lengths.

Nothing is unpickled, since the sender may have been taken over by what it read.
"""

import json
import struct
from collections.abc import Mapping
from typing import IO, Any

Facts = Mapping[str, Any]

_LENGTHS = struct.Struct("<II")
_MOST_FACTS = 2**20


class BrokenFrame(Exception):  # noqa: N818 - the name says what is wrong
    """The other side ended in the middle of a message, or sent one that is none."""


def packed(facts: Facts, data: bytes) -> bytes:
    """One message."""
    head = json.dumps(dict(facts)).encode()
    return _LENGTHS.pack(len(head), len(data)) + head + data


def write_frame(stream: IO[bytes], facts: Facts, data: bytes) -> None:
    """Send one message."""
    stream.write(packed(facts, data))
    stream.flush()


def read_frame(stream: IO[bytes], *, most: int) -> tuple[dict[str, Any], bytes] | None:
    """The next message, with at most ``most`` bytes of data; ``None`` at the end of the stream.

    Raises:
        BrokenFrame: there is no whole message.
    """
    lengths = stream.read(_LENGTHS.size)
    if not lengths:
        return None
    if len(lengths) < _LENGTHS.size:
        raise BrokenFrame
    head, size = _LENGTHS.unpack(lengths)
    if head > _MOST_FACTS or size > most:
        raise BrokenFrame
    facts, data = stream.read(head), stream.read(size)
    if len(facts) < head or len(data) < size:
        raise BrokenFrame
    return _object(facts), data


def _object(text: bytes) -> dict[str, Any]:
    try:
        facts = json.loads(text)
    except ValueError as error:
        raise BrokenFrame from error
    if not isinstance(facts, dict):
        raise BrokenFrame
    return facts
