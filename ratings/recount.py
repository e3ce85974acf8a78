"""Recounting a board from its votes, and what the recount says about it.

Nothing here reads or writes the database: models serve as plain values. So a bundle is checked on
a machine without the site's data by the same code that checks a board on the site.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from ratings.services.refit import METHOD_VERSION, digest_of

ROUNDING = 1e-9  # relative; another processor adds in another order
SHOWN = 5
ABSENT = "nothing"


class Outcome(IntEnum):
    """What a recount found, and the exit code of the command that made it."""

    IDENTICAL = 0
    DIFFERS = 1
    UNCHECKED = 2
    ROUNDED = 3


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that is stored otherwise than recounted. path: where, as in the board's content."""

    path: str
    stored: Any
    recounted: Any

    @property
    def size(self) -> float:
        """Relative size of a difference of measures; infinite for counts, ranks and texts."""
        stored, recounted = self.stored, self.recounted
        if not (isinstance(stored, float) and isinstance(recounted, float)):
            return math.inf
        return abs(stored - recounted) / max(1.0, abs(stored))

    def __str__(self) -> str:
        return f"{self.path}: stored {self.stored!s:.60}, recounted {self.recounted!s:.60}"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a recount says about one board; `lines` may be shown as they stand."""

    outcome: Outcome
    lines: tuple[str, ...]


def can_be_recounted(method: dict[str, Any]) -> bool:
    """Whether a board was made by the version of the method that this code has."""
    return method.get("version") == METHOD_VERSION


def unchecked(method: dict[str, Any]) -> Finding:
    """The answer for a board of another version of the method."""
    version = str(method.get("version"))[:20]
    line = (
        f"Not checked: it was made by version {version} of the method, and this code has version "
        f"{METHOD_VERSION}. Check it with the release that made it."
    )
    return Finding(Outcome.UNCHECKED, (line,))


def judge(stored: dict[str, Any], digest: str, recounted: dict[str, Any]) -> Finding:
    """Hold a board's stored content and digest against the content that its votes give.

    Both contents are what `digest_of` takes the digest of.
    """
    if digest_of(stored) != digest:
        line = (
            "Does not hold: the stored rows have been altered, their digest is not the stored one."
        )
        return Finding(Outcome.DIFFERS, (line, *_listed(stored, recounted)))
    if digest_of(recounted) == digest:
        line = f"Holds: the votes give this board byte for byte, digest {digest}."
        return Finding(Outcome.IDENTICAL, (line,))
    found = list(differences(stored, _plain(recounted)))
    largest = max((d.size for d in found), default=math.inf)
    if largest <= ROUNDING:
        line = (
            "Holds up to rounding, not byte for byte: the largest relative difference is "
            f"{largest:.1e}. Processors and libraries add in different orders."
        )
        return Finding(Outcome.ROUNDED, (line,))
    line = "Does not hold: the votes give another board."
    return Finding(Outcome.DIFFERS, (line, *_listed(stored, recounted)))


def differences(stored: Any, recounted: Any, path: str = "") -> Iterator[Difference]:
    """Every value in which two JSON documents differ."""
    if isinstance(stored, dict) and isinstance(recounted, dict):
        for key in sorted({*stored, *recounted}):
            pair = stored.get(key, ABSENT), recounted.get(key, ABSENT)
            yield from differences(*pair, f"{path}.{key}".lstrip("."))
    elif isinstance(stored, list) and isinstance(recounted, list):
        if len(stored) != len(recounted):
            yield Difference(f"length of {path}", len(stored), len(recounted))
        for place, pair in enumerate(zip(stored, recounted, strict=False), start=1):
            yield from differences(*pair, f"{path}[{place}]")
    elif stored != recounted or isinstance(stored, bool) is not isinstance(recounted, bool):
        yield Difference(path, stored, recounted)


def _listed(stored: dict[str, Any], recounted: dict[str, Any]) -> list[str]:
    found = list(differences(stored, _plain(recounted)))
    lines = [f"  {difference}" for difference in found[:SHOWN]]
    return lines + ([f"  … and {len(found) - SHOWN} more"] if len(found) > SHOWN else [])


def _plain(content: dict[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(content))
    return plain
