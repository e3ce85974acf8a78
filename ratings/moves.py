"""How systems stand on two boards: what changed, and which part of it is only re-centring."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean

from ratings.statistics.intervals import Estimate


class Verdict(StrEnum):
    """What the votes since the earlier board say about one system."""

    MOVED = "moved beyond noise"
    NOISE = "within noise"
    UNKNOWN = "not tested"
    NEW = "new"
    GONE = "no longer listed"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a system stands on one board; Elo points."""

    rank_low: int | None
    rank_high: int | None
    rating: float | None
    against_human: Estimate | None
    votes: float


@dataclass(frozen=True, slots=True)
class Move:
    """One system on both boards.

    since: against the human in the votes since the earlier board alone. shift: `since` less the
    earlier board's, with an interval that holds for all systems of the comparison together.
    """

    system: str
    is_human: bool
    before: Place | None
    after: Place | None
    since: Estimate | None
    shift: Estimate | None
    verdict: Verdict

    @property
    def change(self) -> float | None:
        """Rating on the later board less that on the earlier one, Elo points."""
        if self.before is None or self.after is None:
            return None
        if self.before.rating is None or self.after.rating is None:
            return None
        return self.after.rating - self.before.rating

    @property
    def change_against_human(self) -> float | None:
        """Difference to the human on the later board less that on the earlier one, Elo points."""
        both = [place.against_human if place else None for place in (self.before, self.after)]
        if both[0] is None or both[1] is None:
            return None
        return both[1].value - both[0].value

    @property
    def came(self) -> bool:
        """Whether it has a rating on the later board only."""
        return not _rated(self.before) and _rated(self.after)

    @property
    def went(self) -> bool:
        """Whether it has a rating on the earlier board only."""
        return _rated(self.before) and not _rated(self.after)


def recentring(moves: Iterable[Move]) -> float:
    """Which part of every change is only the mean that moved, in Elo points.

    Ratings are 1000 plus the distance to the mean of the rated systems. A system that comes in
    below the mean lowers it, and thereby lifts all others alike: by the mean change of the systems
    that both boards rate. What is left of a change has the mean zero and is free of it, as are all
    differences between systems. 0 when no system is rated on both.
    """
    changes = [move.change for move in moves if move.change is not None]
    return fmean(changes) if changes else 0.0


def verdict_of(was: bool, is_now: bool, shift: Estimate | None) -> Verdict:  # noqa: FBT001
    """was, is_now: whether the system is listed on the earlier, the later board."""
    if not was:
        return Verdict.NEW
    if not is_now:
        return Verdict.GONE
    if shift is None or shift.low is None or shift.high is None:
        return Verdict.UNKNOWN
    return Verdict.MOVED if shift.low > 0 or shift.high < 0 else Verdict.NOISE


def _rated(place: Place | None) -> bool:
    return place is not None and place.rating is not None
