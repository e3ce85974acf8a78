"""A comparison of two boards as its page shows it: rounded numbers and sentences. No markup."""

from dataclasses import dataclass

from ratings.comparison import Comparison, Move, Place, Verdict
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
        rank_before=_rank(move.before),
        rank_after=_rank(move.after),
        rating_before=_rating(move.before),
        rating_after=_rating(move.after),
        change=NOTHING if move.change is None else signed(move.change),
        shift=_shift(move.shift),
        verdict="the measure for all" if move.is_human else move.verdict.value,
        moved=move.verdict is Verdict.MOVED,
    )


def summary(comparison: Comparison) -> str:
    """What moved, in one plain sentence."""
    if not comparison.tested:
        return f"Nothing can be said about noise. {comparison.note or 'No system has intervals.'}"
    names = [move.system for move in comparison.moved]
    if not names:
        return "No system moved beyond noise."
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"Moved beyond noise: {listed}."


def signed(points: float) -> str:
    """Whole points with their sign: “+12”, “−3”, “0”."""
    whole = round(points)
    return f"−{-whole}" if whole < 0 else f"+{whole}" if whole else "0"


def _rank(place: Place | None) -> str:
    if place is None or place.rank_low is None or place.rank_high is None:
        return NOTHING
    low, high = place.rank_low, place.rank_high
    return str(low) if low == high else f"{low}–{high}"


def _rating(place: Place | None) -> str:
    if place is None or place.rating is None:
        return NOTHING
    return str(round(place.rating)).replace("-", "−")


def _shift(shift: Estimate | None) -> str:
    if shift is None or shift.low is None or shift.high is None:
        return NOTHING
    return f"{signed(shift.value)} ({signed(shift.low)} to {signed(shift.high)})"
