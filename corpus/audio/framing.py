"""Whether a file holds as much as its framing promises.

Decoders read what is there and say nothing of what is missing, so the promise is read here.
"""

from collections.abc import Callable
from typing import Literal

# Writers that stream cannot know the size and put one of the largest values, or none.
STREAMED = 0x7FFF_F000
_OGG_HEADER = 27


def is_cut(container: str, data: bytes) -> bool:
    """Tell whether *data* ends before the frame that its header announces has ended."""
    check = _CHECKS.get(container)
    return check is not None and check(data)


def _wav_is_cut(data: bytes) -> bool:
    order: Literal["big", "little"] = "big" if data[:4] == b"RIFX" else "little"
    position = 12
    while position + 8 <= len(data):
        size = int.from_bytes(data[position + 4 : position + 8], order)
        if data[position : position + 4] == b"data":
            return 0 < size < STREAMED and position + 8 + size > len(data)
        position += 8 + size + size % 2
    return True


def _ogg_is_cut(data: bytes) -> bool:
    start = data.rfind(b"OggS")
    if start + _OGG_HEADER > len(data):
        return True
    segments = data[start + _OGG_HEADER - 1]
    table = data[start + _OGG_HEADER : start + _OGG_HEADER + segments]
    return start + _OGG_HEADER + segments + sum(table) > len(data)


def _mp4_is_cut(data: bytes) -> bool:
    position = 0
    while position + 8 <= len(data):
        size = int.from_bytes(data[position : position + 4])
        if size == 1:  # the size follows as 64 bits
            size = int.from_bytes(data[position + 8 : position + 16])
        if size == 0:  # to the end of the file
            return False
        if size < 8:
            return True
        position += size
    return position != len(data)


_CHECKS: dict[str, Callable[[bytes], bool]] = {
    "wav": _wav_is_cut,
    "ogg": _ogg_is_cut,
    "mp4": _mp4_is_cut,
}
