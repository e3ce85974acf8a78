"""Byte ranges of RFC 9110, section 14, for one representation in memory. Pure."""

import re
from dataclasses import dataclass

# No file needs more digits; Python refuses to read numbers of some thousands.
_RANGE = re.compile(r"bytes\s*=\s*([0-9]{0,18})\s*-\s*([0-9]{0,18})", re.IGNORECASE)


class Unsatisfiable(ValueError):  # noqa: N818 - the RFC's word
    """The range begins beyond the end: 416."""


@dataclass(frozen=True, slots=True)
class ByteRange:
    """Bytes ``start`` to ``stop`` (exclusive) of ``size``."""

    start: int
    stop: int
    size: int

    @property
    def content_range(self) -> str:
        """The value of Content-Range."""
        return f"bytes {self.start}-{self.stop - 1}/{self.size}"


def parse_range(header: str, size: int) -> ByteRange | None:
    """The single byte range that ``header`` asks for.

    ``None``: no range, another unit, several ranges or a malformed one; the whole representation
    is the right answer to each.

    Raises:
        Unsatisfiable: the range has no byte of the representation.
    """
    match = _RANGE.fullmatch(header.strip())
    if match is None:
        return None
    first, last = match.groups()
    if first:
        return _from_first(int(first), int(last) if last else None, size)
    return _suffix(int(last), size) if last else None


def _from_first(first: int, last: int | None, size: int) -> ByteRange | None:
    if last is not None and last < first:
        return None
    if first >= size:
        raise Unsatisfiable
    return ByteRange(first, size if last is None else min(last + 1, size), size)


def _suffix(length: int, size: int) -> ByteRange:
    if length == 0 or size == 0:
        raise Unsatisfiable
    return ByteRange(max(0, size - length), size, size)
