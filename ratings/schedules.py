"""Arithmetic of declared times: which come, and when boards are public at once. No database."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol


class Declaration(Protocol):
    """What a schedule says; ``first_at`` and ``every_hours`` are both ``None`` when live."""

    @property
    def declared_at(self) -> datetime: ...
    @property
    def first_at(self) -> datetime | None: ...
    @property
    def every_hours(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Span:
    """The time during which one declaration held: ``begin`` included, ``end`` not; None: open.

    ``first_at`` and ``every`` are its declared times; ``None``: boards are public at once.
    """

    begin: datetime | None
    end: datetime | None
    first_at: datetime | None = None
    every: timedelta | None = None

    @property
    def is_live(self) -> bool:
        """Whether boards made in this span were public at once."""
        return self.first_at is None

    def next_time(self, after: datetime | None) -> datetime | None:
        """The first declared time of this span later than ``after``, if it has one."""
        if self.first_at is None or self.every is None:
            return None
        time = self.first_at
        if after is not None and after >= time:
            time += ((after - time) // self.every + 1) * self.every
        return None if self.end is not None and time >= self.end else time


def spans(declarations: Iterable[Declaration]) -> list[Span]:
    """One span per declaration, oldest first; before the first one boards were live."""
    ordered = sorted(declarations, key=lambda d: d.declared_at)
    ends: list[datetime | None] = [*(d.declared_at for d in ordered), None]
    result = [Span(None, ends[0])]
    for declaration, end in zip(ordered, ends[1:], strict=True):
        hours = declaration.every_hours
        every = None if hours is None else timedelta(hours=hours)
        result.append(Span(declaration.declared_at, end, declaration.first_at, every))
    return result


def next_declared(held: Sequence[Span], after: datetime | None) -> datetime | None:
    """The first declared time later than ``after`` over all spans; ``None`` when there is none."""
    times = (span.next_time(after) for span in held)
    return min((time for time in times if time is not None), default=None)
