"""Two boards of a study side by side: what moved, and whether beyond noise.

The two share the votes up to the earlier cut, so the difference of their ratings is not one of
independent estimates. What can be tested is whether the votes *since* the earlier cut agree with
the earlier board: these are other votes, fitted alone. A listener who voted in both periods counts
as two; shared taste makes the two fits more alike than assumed, so the test errs towards noise.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from scipy.special import stdtrit

from ratings.between import LEVEL, Between, between
from ratings.models import Board, Standing
from ratings.moves import Move, Place, Verdict, recentring, verdict_of
from ratings.statistics.intervals import Estimate
from ratings.stored import stored_islands

KEPT = timedelta(days=7)

Rows = Mapping[int, Standing]


class ComparisonError(ValueError):
    """Two boards that cannot be set side by side; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two boards of one study and slice, the earlier data cut first.

    new_votes: counted votes since the earlier cut. tested: systems with a test. note: why there is
    no test at all, or empty. other_votes: by how much the later board's count differs from the
    earlier one's plus the new votes; below zero where older votes have been excluded since.
    """

    before: Board
    after: Board
    moves: tuple[Move, ...]
    new_votes: int
    other_votes: int
    note: str

    @property
    def tested(self) -> int:
        """How many systems were tested."""
        return sum(move.shift is not None for move in self.moves)

    @property
    def has_islands(self) -> bool:
        """Whether one of the boards has systems that its first table does not rate."""
        return any(stored_islands(board) for board in (self.before, self.after))

    @property
    def moved(self) -> list[Move]:
        """The systems that moved beyond noise."""
        return [move for move in self.moves if move.verdict is Verdict.MOVED]

    @property
    def recentring(self) -> float:
        """Which part of every rating's change is only the mean that moved, Elo points."""
        return recentring(self.moves)


def compare(one: Board, other: Board) -> Comparison:
    """Set two boards side by side, whichever way round they are given.

    Raises ComparisonError for boards of two slices, or one and the same.
    """
    if one.pk == other.pk:
        raise ComparisonError("Both are the same board. Choose two.")
    if one.study_id != other.study_id or one.slice_key != other.slice_key:
        raise ComparisonError("The two boards are about different votes: choose two of one slice.")
    before, after = sorted((one, other), key=lambda b: (b.last_vote, b.last_exclusion, b.pk))
    key = f"moves-{before.pk}-{after.pk}-{before.digest[:16]}-{after.digest[:16]}"
    known: Comparison | None = cache.get(key)
    if known is None:
        known = _compare(before, after)
        cache.set(key, known, timeout=KEPT.total_seconds())
    return known


def _compare(before: Board, after: Board) -> Comparison:
    since = between(before, after)
    return Comparison(
        before,
        after,
        moves_of(before, after, _rows(before), _rows(after), since),
        new_votes=since.votes,
        other_votes=after.vote_count - before.vote_count - since.votes,
        note=since.note,
    )


def moves_of(
    before: Board, after: Board, old: Rows, new: Rows, since: Between | None
) -> tuple[Move, ...]:
    """Every system, in the order of the later board; without `since` nothing is tested.

    old, new: standings of the earlier and of the later board, by system id, in order.
    """
    against_before, against_after = _against_human(before, old), _against_human(after, new)
    shifts = {} if since is None else _shifts(_clusters(before), against_before, since)
    return tuple(
        Move(
            system=(new.get(key) or old[key]).label,
            is_human=(new.get(key) or old[key]).system.is_human,
            before=_place(old.get(key), against_before.get(key)),
            after=_place(new.get(key), against_after.get(key)),
            since=None if since is None else since.against_human.get(key),
            shift=shifts.get(key),
            verdict=verdict_of(key in old, key in new, shifts.get(key)),
        )
        for key in [*new, *(key for key in old if key not in new)]
    )


def _rows(board: Board) -> dict[int, Standing]:
    rows = board.standings.select_related("system").order_by("position")
    return {row.system_id: row for row in rows}


def _place(row: Standing | None, against: Estimate | None) -> Place | None:
    if row is None:
        return None
    return Place(row.rank_low, row.rank_high, row.rating, against, row.votes)


def _against_human(board: Board, rows: Rows) -> dict[int, Estimate]:
    """Differences to the human on a board, by system id, on whichever island the human stands."""
    keys = {row.label: key for key, row in rows.items()}
    here = {
        key: Estimate(row.difference, row.difference_error, row.difference_low, row.difference_high)
        for key, row in rows.items()
        if row.difference is not None
    }
    elsewhere = {
        keys[row.system]: row.against_anchor.difference
        for island in stored_islands(board)
        for row in island.standings
        if row.against_anchor and row.against_anchor.difference
    }
    return here | elsewhere


def _clusters(board: Board) -> int:
    """How many listeners stand behind the differences to the human."""
    facts: dict[str, Any] = board.method.get("method", {})
    for island in stored_islands(board):
        if any(row.against_anchor and row.against_anchor.difference for row in island.standings):
            facts = dict(island.facts)
    return facts.get("clusters") or 1


def _shifts(clusters: int, before: dict[int, Estimate], since: Between) -> dict[int, Estimate]:
    """Shift of each system that has an error on both sides; one level for all of them."""
    pairs = {
        key: (earlier, later)
        for key, later in since.against_human.items()
        if (earlier := before.get(key)) is not None
        and earlier.error is not None
        and later.error is not None
    }
    freedom = min(clusters - 1, since.degrees_of_freedom)
    if not pairs or freedom < 1:
        return {}
    upper = 1 - (1 - LEVEL) / (2 * len(pairs))
    return {key: _shift(*pair, upper=upper, freedom=freedom) for key, pair in pairs.items()}


def _shift(earlier: Estimate, later: Estimate, *, upper: float, freedom: float) -> Estimate:
    """freedom: of the boards; a system that fewer listeners judged has fewer of its own."""
    own = [one.degrees_of_freedom(LEVEL) for one in (earlier, later)]
    width = float(stdtrit(min([freedom, *(df for df in own if df is not None)]), upper))
    value = later.value - earlier.value
    error = math.hypot(earlier.error or 0.0, later.error or 0.0)
    return Estimate(value, error, value - width * error, value + width * error)
