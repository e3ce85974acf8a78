"""Systems that joined or left a running study, and the boards between which that happened.

All is read from entries and stored boards: no query grows with votes, or is made per change.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import (
    Case,
    Exists,
    F,
    FloatField,
    OuterRef,
    Q,
    Subquery,
    Value,
    When,
)

from arena.models import StudySystem, Vote
from ratings.between import Between, known_between
from ratings.comparison import Rows, moves_of
from ratings.models import Board, Standing
from ratings.models.boards import BoardQuerySet
from ratings.moves import Move
from ratings.presentation.table import FEW_VOTES
from ratings.publication import told_with
from ratings.statistics.components import State


class Kind(StrEnum):
    """What a system did."""

    JOINED = "joined"
    RETURNED = "came back"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One system that joined or left after the first vote.

    votes: on it, on the board of the page. before: the last board made before that moment, None if
    there was none. after: the first board since that tells what it did: with a rating of the
    newcomer and FEW_VOTES (further) votes on it, or, after a system left, with so many further
    votes on average on each other one; None while there is no such board. moves: every system from
    `before` to `after`. measured: the votes between, None while they have not been weighed.
    """

    key: str
    system: str
    kind: Kind
    at: datetime
    votes: int
    before: Board | None
    after: Board | None
    moves: tuple[Move, ...]
    measured: Between | None


@dataclass(frozen=True, slots=True)
class _Start:
    """An entry that began or ended, and the key of the last board before."""

    entry: int
    system: int
    left: bool
    at: datetime
    before: int | None

    @property
    def key(self) -> str:
        return f"{'left' if self.left else 'joined'}-{self.system}"


Standings = Mapping[int, Rows]


def field_changes(board: Board) -> list[FieldChange]:
    """What happened in the field up to a board, the latest first."""
    told = told_with(board)
    starts = _starts(board, told)
    if not starts:
        return []
    rows = _standings({start.before for start in starts if start.before} | {board.pk})
    boards = Board.objects.in_bulk(rows)
    ends = _ends(told, starts, boards, rows)
    later = set(ends.values()) - set(rows)
    rows, boards = rows | _standings(later), boards | Board.objects.in_bulk(later)
    pairs = {
        start.key: (boards[start.before], boards[ends[start.key]])
        for start in starts
        if start.before and start.key in ends
    }
    known = known_between(pairs.values())
    changes = []
    for start in starts:
        now = rows[board.pk].get(start.system)
        if now is None:
            continue  # joined while this board was made
        before, after = pairs.get(start.key, (boards.get(start.before or 0), None))
        both = before and after and (before.pk, after.pk)
        measured = known.get(both) if both else None
        changes.append(
            FieldChange(
                key=start.key,
                system=now.label,
                kind=_kind(start, rows),
                at=start.at,
                votes=round(now.votes),
                before=before,
                after=after,
                moves=moves_of(before, after, rows[before.pk], rows[after.pk], measured)
                if before and after
                else (),
                measured=measured,
            )
        )
    return changes


def _starts(board: Board, told: BoardQuerySet) -> list[_Start]:
    """Entries that began or ended after the first vote and before the board, the latest first."""
    votes = Vote.objects.filter(study=board.study_id).order_by("id")
    began = Subquery(votes.values("created_at")[:1])
    joined = Q(joined_at__gt=began, joined_at__lte=board.created_at)
    left = Q(left_at__gt=began, left_at__lte=board.created_at)
    found = []
    for moment, happened in (("joined_at", joined), ("left_at", left)):
        last = told.filter(created_at__lt=OuterRef(moment)).by_data_cut().values("pk")[:1]
        entries = StudySystem.objects.filter(happened, study=board.study_id)
        found += [
            _Start(pk, system, moment == "left_at", at, before)
            for pk, system, at, before in entries.annotate(
                at=F(moment), last=Subquery(last)
            ).values_list("pk", "system_id", "at", "last")
        ]
    return sorted(found, key=lambda start: (start.at, start.key), reverse=True)


def _ends(
    told: BoardQuerySet, starts: list[_Start], boards: Mapping[int, Board], rows: Standings
) -> dict[str, int]:
    """By key of a change, the first board that tells what it did."""
    needed = {
        start.key: _needed(start, boards[start.before], rows[start.before])
        for start in starts
        if start.before
    }
    voted_on = Standing.objects.filter(
        board=OuterRef("pk"),
        system=OuterRef(OuterRef("system")),
        state=State.RATED.value,
        votes__gte=OuterRef(OuterRef("needed")),
    )
    told = told.order_by("last_vote", "last_exclusion", "id")
    since_joining = told.filter(Exists(voted_on), created_at__gte=OuterRef("joined_at"))
    since_leaving = told.filter(
        created_at__gte=OuterRef("left_at"), vote_count__gte=OuterRef("needed")
    )
    ends: dict[str, int] = {}
    for left, boards_since in ((False, since_joining), (True, since_leaving)):
        here = {s.entry: s.key for s in starts if s.left is left and s.key in needed}
        if here:
            first = Subquery(boards_since.values("pk")[:1])
            whens = [When(pk=entry, then=Value(needed[key])) for entry, key in here.items()]
            entries = StudySystem.objects.filter(pk__in=here).annotate(
                needed=Case(*whens, output_field=FloatField()), first=first
            )
            found = entries.values_list("pk", "first")
            ends |= {here[entry]: board for entry, board in found if board}
    return ends


def _needed(start: _Start, before: Board, rows: Rows) -> float:
    """Votes that tell: on the newcomer, or on the board once a system has left it."""
    if start.left:
        return before.vote_count + FEW_VOTES * (len(rows) - 1) / 2  # each vote is on two
    return FEW_VOTES + (rows[start.system].votes if start.system in rows else 0.0)


def _kind(start: _Start, rows: Standings) -> Kind:
    if start.left:
        return Kind.LEFT
    earlier = rows[start.before].get(start.system) if start.before else None
    return Kind.RETURNED if earlier is not None and earlier.votes else Kind.JOINED


def _standings(boards: Iterable[int]) -> dict[int, dict[int, Standing]]:
    rows: dict[int, dict[int, Standing]] = {board: {} for board in boards}
    found = Standing.objects.filter(board__in=rows).select_related("system").order_by("position")
    for row in found:
        rows[row.board_id][row.system_id] = row
    return rows
