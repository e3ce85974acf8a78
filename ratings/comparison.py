"""Two boards of a study side by side: what moved, and whether beyond noise.

The two share the votes up to the earlier cut, so the difference of their ratings is not one of
independent estimates. What can be tested is whether the votes *since* the earlier cut agree with
the earlier board: these are other votes, fitted alone. A listener who voted in both periods counts
as two; shared taste makes the two fits more alike than assumed, so the test errs towards noise.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import partial
from typing import Any

import numpy as np
from django.core.cache import cache
from scipy.special import stdtrit

from arena.models import Study, Vote
from corpus.models import System
from ratings.columns import VoteColumns, votes_between
from ratings.models import Board, Standing
from ratings.reading import DataCut, read_votes
from ratings.slices import Slice
from ratings.statistics.intervals import Estimate
from ratings.statistics.rate import rate
from ratings.statistics.standings import Ratings
from ratings.stored import stored_islands, stored_standings

MOST_VOTES = 200_000  # fitted while a reader waits
KEPT = timedelta(days=7)
LEVEL = 0.95


class ComparisonError(ValueError):
    """Two boards that cannot be set side by side; the sentence says why."""


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


def compare(one: Board, other: Board) -> Comparison:
    """Set two boards side by side, whichever way round they are given.

    Raises ComparisonError for boards of two slices, or one and the same.
    """
    if one.pk == other.pk:
        raise ComparisonError("Both are the same board. Choose two.")
    if one.study_id != other.study_id or one.slice_key != other.slice_key:
        raise ComparisonError("The two boards are about different votes: choose two of one slice.")
    before, after = sorted((one, other), key=lambda b: (b.last_vote, b.last_exclusion, b.pk))
    key = f"comparison-{before.pk}-{after.pk}-{before.digest[:16]}-{after.digest[:16]}"
    known: Comparison | None = cache.get(key)
    if known is None:
        known = _compare(before, after)
        cache.set(key, known, timeout=KEPT.total_seconds())
    return known


def _compare(before: Board, after: Board) -> Comparison:
    old, new = _rows(before), _rows(after)
    since = _Since.between(before, after, [row.system for row in new.values()])
    against_before, against_after = _against_human(before, old), _against_human(after, new)
    shifts = _shifts(_clusters(before), against_before, since)
    moves = tuple(
        Move(
            system=(new.get(key) or old[key]).label,
            is_human=(new.get(key) or old[key]).system.is_human,
            before=_place(old.get(key), against_before.get(key)),
            after=_place(new.get(key), against_after.get(key)),
            since=since.against_human.get(key),
            shift=shifts.get(key),
            verdict=_verdict(key in old, key in new, shifts.get(key)),
        )
        for key in [*new, *(key for key in old if key not in new)]
    )
    other_votes = after.vote_count - before.vote_count - since.votes
    return Comparison(before, after, moves, since.votes, other_votes, since.note)


def _rows(board: Board) -> dict[int, Standing]:
    rows = board.standings.select_related("system").order_by("position")
    return {row.system_id: row for row in rows}


def _place(row: Standing | None, against: Estimate | None) -> Place | None:
    if row is None:
        return None
    return Place(row.rank_low, row.rank_high, row.rating, against, row.votes)


def _against_human(board: Board, rows: dict[int, Standing]) -> dict[int, Estimate]:
    """Differences to the human on a board, by system id, on whichever island the human stands."""
    keys = {row.label: key for key, row in rows.items()}
    tables = [stored_standings(board), *(island.standings for island in stored_islands(board))]
    return {
        keys[row.system]: row.against_anchor.difference
        for table in tables
        for row in table
        if row.against_anchor and row.against_anchor.difference
    }


def _clusters(board: Board) -> int:
    """How many listeners stand behind the differences to the human."""
    facts: dict[str, Any] = board.method.get("method", {})
    for island in stored_islands(board):
        if any(row.against_anchor and row.against_anchor.difference for row in island.standings):
            facts = dict(island.facts)
    return facts.get("clusters") or 1


@dataclass(frozen=True, slots=True)
class _Since:
    """The votes since a board, fitted alone. against_human: by system id, human left out."""

    votes: int
    against_human: dict[int, Estimate]
    degrees_of_freedom: int
    note: str

    @classmethod
    def between(cls, before: Board, after: Board, systems: Sequence[System]) -> "_Since":
        cut = DataCut(after.last_vote, after.last_exclusion)
        between = Vote.objects.filter(id__gt=before.last_vote, id__lte=after.last_vote)
        if between.filter(study=after.study).count() > MOST_VOTES:
            votes = after.vote_count - before.vote_count
            return cls(votes, {}, 0, "Too many votes lie between to be fitted while you wait.")
        ordered = sorted(systems, key=lambda system: system.slug)
        since = before.last_vote
        read = read_votes(after.study, ordered, cut, source=partial(_columns, since))
        chosen = Slice(after.slice_key, "", "").of(read) & read.counted
        votes = int(np.count_nonzero(chosen))
        labels = [system.slug for system in ordered]
        human = next((system.slug for system in ordered if system.is_human), None)
        if human is None or votes == 0:
            return cls(votes, {}, 0, "No vote came between." if human else "No human anchor.")
        ratings = rate(read.votes.where(chosen), systems=labels, anchor=human, level=LEVEL)
        ratings = _table_of(ratings, human)
        against = {
            ordered[row.index].pk: row.against_anchor.difference
            for row in ratings.standings
            if row.system != human and row.against_anchor and row.against_anchor.difference
        }
        return cls(votes, against, (ratings.clusters or 1) - 1, _note(ratings, against))


def _table_of(ratings: Ratings, system: str) -> Ratings:
    """The island on which a system is rated, else the first table."""
    tables = (island.ratings for island in ratings.islands)
    return next((t for t in tables if any(row.system == system for row in t.rated)), ratings)


def _columns(after: int, study: Study, last_vote: int) -> VoteColumns:
    return VoteColumns.joined(votes_between(study, after, last_vote))


def _note(ratings: Ratings, against: dict[int, Estimate]) -> str:
    if not against:
        return "The votes between are too few to be fitted alone."
    if ratings.clusters is None:
        return "The votes between are of one listener: nothing says how listeners differ."
    return ""


def _shifts(clusters: int, before: dict[int, Estimate], since: _Since) -> dict[int, Estimate]:
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
    width = float(stdtrit(freedom, 1 - (1 - LEVEL) / (2 * len(pairs))))
    return {key: _shift(earlier, later, width) for key, (earlier, later) in pairs.items()}


def _shift(earlier: Estimate, later: Estimate, width: float) -> Estimate:
    value = later.value - earlier.value
    error = math.hypot(earlier.error or 0.0, later.error or 0.0)
    return Estimate(value, error, value - width * error, value + width * error)


def _verdict(was: bool, is_now: bool, shift: Estimate | None) -> Verdict:  # noqa: FBT001
    if not was:
        return Verdict.NEW
    if not is_now:
        return Verdict.GONE
    if shift is None or shift.low is None or shift.high is None:
        return Verdict.UNKNOWN
    return Verdict.MOVED if shift.low > 0 or shift.high < 0 else Verdict.NOISE
