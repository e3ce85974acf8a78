"""Who joined and left, as the page of a board shows it: sentences, rounded numbers, addresses."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.formats import date_format

from arena.models import Study
from ratings.comparison_page import rank_label, rating_label, verdict_label
from ratings.field_changes import FieldChange, Kind
from ratings.models import Board
from ratings.moves import Move, Verdict, recentring
from ratings.presentation.findings import NumberTable
from ratings.presentation.numbers import counted, listed, signed, whole
from ratings.presentation.table import FEW_VOTES

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Link:
    """A page that says more."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class ChangeStory:
    """One system that joined or left: what it did to the others."""

    key: str
    title: str
    sentences: tuple[str, ...]
    table: NumberTable | None
    boards: tuple[Link, ...]
    comparisons: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class FieldStory:
    """All of them, the latest first; sentence: the answer."""

    sentence: str
    changes: tuple[ChangeStory, ...]


def field_story(changes: Sequence[FieldChange], board: Board) -> FieldStory | None:
    """What happened in the field up to a board; None when nothing did."""
    if not changes:
        return None
    return FieldStory(_answer(changes), tuple(_story(change, board) for change in changes))


def recentring_sentence(moves: Sequence[Move]) -> str:
    """Which part of all changes is only the mean that moved, and why."""
    points = recentring(moves)
    came = [move.system for move in moves if move.came]
    went = [move.system for move in moves if move.went]
    if not came and not went:
        return "The same systems are rated on both boards, so no rating was re-centred."
    if came and not went:
        cause = f"{listed(came)} came in and moved that mean"
    else:
        cause = "Other systems are rated than before, which moved that mean"
    begin = f"Ratings are measured from the mean of all rated systems. {cause}"
    if round(points) == 0:
        return f"{begin} by less than a point."
    direction = "lifted" if points > 0 else "lowered"
    return (
        f"{begin}: this alone {direction} every other rating by {counted(abs(points), 'point')}. "
        "It says nothing about the others, and differences between systems are free of it."
    )


def _answer(changes: Sequence[FieldChange]) -> str:
    latest = f"{_happened(changes[0])}{_in_short(changes[0])}"
    if len(changes) == 1:
        return latest
    left = sum(change.kind is Kind.LEFT for change in changes)
    counts = [
        f"{counted(number, 'system')} {verb}"
        for number, verb in ((len(changes) - left, "joined"), (left, "left"))
        if number
    ]
    return f"{' and '.join(counts)} since the first vote. {latest}"


def _happened(change: FieldChange) -> str:
    return f"{change.system} {change.kind.value} on {_day(change.at)}"


def _in_short(change: FieldChange) -> str:
    if change.before is None:
        return ", before the first board."
    if change.after is None:
        return "; it is too early to say what that did to the others."
    if not _tested(change):
        return "; what changed on the board stands below."
    return f"; {_who_moved(change)} moved beyond noise."


def _story(change: FieldChange, board: Board) -> ChangeStory:
    return ChangeStory(
        key=change.key,
        title=_happened(change),
        sentences=tuple(_sentences(change)),
        table=_table(change) if change.moves else None,
        boards=tuple(_boards(change, board)),
        comparisons=tuple(_comparisons(change, board)),
    )


def _sentences(change: FieldChange) -> list[str]:
    left = change.kind is Kind.LEFT
    keeps = ["It keeps its votes and its row; no further pair is drawn with it."] if left else []
    if change.before is None:
        return [*keeps, "There was no board before, so there is nothing to compare."]
    if change.after is None:
        wait = "the others have" if left else "it has a rating and"
        further = "" if change.kind is Kind.JOINED else "further "
        each = " each, on average" if left else ""
        have = "" if left else f" On this board it has {counted(change.votes, 'vote')}."
        return [
            *keeps,
            f"What that did is said once {wait} {FEW_VOTES} {further}votes{each}.{have}",
        ]
    return [*keeps, _verdict(change), recentring_sentence(change.moves)]


def _verdict(change: FieldChange) -> str:
    if change.measured is None:
        return (
            "Whether the others moved beyond noise is not known here yet; the comparison below "
            "tests it."
        )
    if not _tested(change):
        return f"Nothing can be said about noise. {change.measured.note}".rstrip()
    votes = counted(change.measured.votes, "vote")
    return f"In the {votes} between, {_who_moved(change)} moved beyond noise against the human."


def _tested(change: FieldChange) -> bool:
    return any(move.shift is not None for move in change.moves)


def _who_moved(change: FieldChange) -> str:
    others = [m for m in change.moves if m.system != change.system and not m.is_human]
    tested = [move for move in others if move.shift is not None]
    moved = [move.system for move in tested if move.verdict is Verdict.MOVED]
    if moved:
        return listed(moved)
    if len(tested) == len(others):
        return "no other system"
    return f"none of the other systems that could be tested ({len(tested)} of {len(others)})"


def _table(change: FieldChange) -> NumberTable:
    common = recentring(change.moves)
    return NumberTable(
        "Before and after, in Elo points",
        (
            "System",
            "Verdict",
            "Rank",
            "Rating",
            "Change",
            "of it re-centring",
            "Change against the human",
        ),
        tuple(_row(move, common) for move in change.moves),
        words=2,
    )


def _row(move: Move, common: float) -> tuple[str, ...]:
    against = move.change_against_human
    return (
        move.system,
        verdict_label(move),
        f"{rank_label(move.before)} → {rank_label(move.after)}",
        f"{rating_label(move.before)} → {rating_label(move.after)}",
        NOTHING if move.change is None else signed(move.change),
        NOTHING if move.change is None else signed(common),
        NOTHING if against is None or move.is_human else signed(against),
    )


def _boards(change: FieldChange, board: Board) -> list[Link]:
    found = []
    if change.before:
        found.append(_board(f"Last before: board {change.before.pk}", change.before))
    if change.after:
        found.append(_board(f"First that tells: board {change.after.pk}", change.after))
    if change.before and board not in (change.before, change.after):
        found.append(_board(f"This one: board {board.pk}", board))
    return found


def _board(label: str, board: Board) -> Link:
    label = f"{label}, {whole(board.vote_count)} votes"
    return Link(label, reverse("ratings:snapshot", args=[board.pk]))


def _comparisons(change: FieldChange, board: Board) -> list[Link]:
    if change.before is None:
        return []
    found = []
    if change.after:
        found.append(
            _comparison("Compare both boards in full", change.before, change.after, board.study)
        )
    if board not in (change.before, change.after):
        found.append(
            _comparison(
                "Compare the last before with this board", change.before, board, board.study
            )
        )
    return found


def _comparison(label: str, before: Board, after: Board, study: Study) -> Link:
    query = urlencode({"from": before.pk, "to": after.pk})
    return Link(label, f"{reverse('ratings:compare', args=[study.slug])}?{query}")


def _day(at: datetime) -> str:
    return date_format(at, "j F Y")
