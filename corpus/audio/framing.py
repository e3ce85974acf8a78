"""Whether a file holds as much as its framing promises.

Decoders read what is there and say nothing of what is missing, so the promise is read here.
"""

from collections.abc import Callable, Iterator
from typing import Literal

# Writers that stream cannot know the size and put one of the largest values, or none.
STREAMED = 0x7FFF_F000
_OGG_HEADER = 27
_PCM_TAGS = frozenset({0x0001, 0xFFFE})
_PCM_DEPTHS = frozenset({8, 16, 24, 32, 64})
_PCM_FORMAT_BYTES = 16


def is_cut(container: str, data: bytes) -> bool:
    """Tell whether *data* ends before the frame that its header announces has ended."""
    check = _CHECKS.get(container)
    return check is not None and check(data)


def odd_depth(container: str, data: bytes) -> int | None:
    """Return the bits per sample of PCM that has another depth than is known; else ``None``.

    Decoders take the next depth that they know for it, and give noise.
    """
    if container != "wav":
        return None
    for name, start, size in _chunks(data):
        if name == b"fmt " and size >= _PCM_FORMAT_BYTES:
            tag = int.from_bytes(data[start : start + 2], _order(data))
            bits = int.from_bytes(data[start + 14 : start + 16], _order(data))
            return bits if tag in _PCM_TAGS and bits not in _PCM_DEPTHS else None
    return None


def _wav_is_cut(data: bytes) -> bool:
    for name, start, size in _chunks(data):
        if name == b"data":
            return 0 < size < STREAMED and start + size > len(data)
    return True


def _chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Name, begin of the content, and promised size of each chunk of a RIFF file."""
    position = 12
    while position + 8 <= len(data):
        size = int.from_bytes(data[position + 4 : position + 8], _order(data))
        yield data[position : position + 4], position + 8, size
        position += 8 + size + size % 2


def _order(data: bytes) -> Literal["big", "little"]:
    return "big" if data[:4] == b"RIFX" else "little"


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
