"""A comparison of two boards as its page shows it: rounded numbers and sentences. No markup."""

from dataclasses import dataclass

from ratings.comparison import Comparison
from ratings.moves import Move, Place, Verdict
from ratings.presentation.numbers import listed, points, signed
from ratings.statistics.intervals import Estimate

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One line of the table."""

    system: str
    is_human: bool
    rank_before: str
    rank_after: str
    rating_before: str
    rating_after: str
    change: str
    shift: str
    verdict: str
    moved: bool


def move_row(move: Move) -> MoveRow:
    """One system, rounded for reading."""
    return MoveRow(
        system=move.system,
        is_human=move.is_human,
        rank_before=rank_label(move.before),
        rank_after=rank_label(move.after),
        rating_before=rating_label(move.before),
        rating_after=rating_label(move.after),
        change=NOTHING if move.change is None else signed(move.change),
        shift=_shift(move.shift),
        verdict=verdict_label(move),
        moved=move.verdict is Verdict.MOVED,
    )


def summary(comparison: Comparison) -> str:
    """What moved, in one plain sentence."""
    if not comparison.tested:
        return f"Nothing can be said about noise. {comparison.note or 'No system has intervals.'}"
    names = [move.system for move in comparison.moved]
    if not names:
        return "No system moved beyond noise."
    return f"Moved beyond noise: {listed(names, most=len(names))}."


def verdict_label(move: Move) -> str:
    """What is said of one system; the human anchor is what the others are measured by."""
    return "the measure for all" if move.is_human else move.verdict.value


def rank_label(place: Place | None) -> str:
    """The rank set: “2–5”, “1”; a dash where it is unknown."""
    if place is None or place.rank_low is None or place.rank_high is None:
        return NOTHING
    low, high = place.rank_low, place.rank_high
    return str(low) if low == high else f"{low}–{high}"


def rating_label(place: Place | None) -> str:
    """Whole Elo points; a dash without a rating."""
    if place is None or place.rating is None:
        return NOTHING
    return points(place.rating)


def _shift(shift: Estimate | None) -> str:
    if shift is None or shift.low is None or shift.high is None:
        return NOTHING
    return f"{signed(shift.value)} ({signed(shift.low)} to {signed(shift.high)})"
