"""A board as its page shows it: rounded numbers, sentences, chart coordinates. No markup."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ratings.statistics.elo import POINTS_PER_UNIT
from ratings.statistics.intervals import Estimate
from ratings.statistics.standings import Standing

FEW_VOTES = 30
MARGIN_POINTS = 20


@dataclass(frozen=True, slots=True)
class Whisker:
    """A rating and its interval on the shared axis, 0 to 100."""

    x_low: float
    x_mid: float
    x_high: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on the axis."""

    x: float
    label: str


@dataclass(frozen=True, slots=True)
class Axis:
    """The axis that all whiskers share, in Elo points, drawn from 0 to 100."""

    low: float
    high: float
    ticks: tuple[Tick, ...]
    human_x: float | None

    def place(self, rating: float) -> float:
        """Where a rating stands on the axis."""
        return round(100 * (rating - self.low) / (self.high - self.low), 2)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    rank_label: str
    system: str
    provider: str
    is_human: bool
    rated: bool
    reason: str
    rating: str | None
    low: str | None
    high: str | None
    votes: int
    human_share_label: str | None
    difference_label: str | None
    uncertain: bool
    whisker: Whisker | None


def axis_of(standings: Sequence[Standing], human: str | None) -> Axis | None:
    """The axis around all intervals; ``None`` without a rating."""
    rated = [(s.system, s.rating) for s in standings if s.rating is not None]
    if not rated:
        return None
    ends = [end for _, r in rated for end in (r.value, r.low, r.high) if end is not None]
    low, high = min(ends) - MARGIN_POINTS, max(ends) + MARGIN_POINTS
    bare = Axis(low, high, (), None)
    step = _step(high - low)
    first = math.ceil(low / step)
    ticks = tuple(
        Tick(bare.place(n * step), _points(n * step) or "")
        for n in range(first, math.floor(high / step) + 1)
    )
    human_rating = next((r.value for name, r in rated if name == human), None)
    return Axis(low, high, ticks, None if human_rating is None else bare.place(human_rating))


def row_of(standing: Standing, provider: str, human: str | None, axis: Axis | None) -> Row:
    """One standing, rounded for reading."""
    rating = standing.rating
    against = standing.against_anchor
    difference = against.difference if against else None
    return Row(
        rank_label=_rank_label(standing),
        system=standing.system,
        provider=provider,
        is_human=standing.system == human,
        rated=rating is not None,
        reason=standing.reason,
        rating=_points(rating.value if rating else None),
        low=_points(rating.low if rating else None),
        high=_points(rating.high if rating else None),
        votes=round(standing.votes),
        human_share_label=None if difference is None else share_label(difference),
        difference_label=None if difference is None else _difference_label(difference),
        uncertain=rating is None or rating.low is None or standing.votes < FEW_VOTES,
        whisker=_whisker(rating, axis),
    )


def headline(standings: Sequence[Standing], human: str | None) -> str:
    """What the board says about the human reading, in one plain sentence."""
    chances = [
        (s.system, s.against_anchor.difference)
        for s in standings
        if s.system != human and s.against_anchor and s.against_anchor.difference
    ]
    if not chances:
        return "No system has been heard often enough against the human reader yet."
    best, difference = max(chances, key=lambda pair: pair[1].value)
    chosen = f"{best}, is chosen {share_label(difference)} of the time"
    if difference.high is not None and difference.high < 0:
        return f"Every system is chosen less often than the human reader; the closest, {chosen}."
    if difference.low is not None and difference.low > 0:
        return (
            f"At least one system is chosen more often than the human reader: the first, {chosen}."
        )
    return f"It is not settled whether any system matches the human reader; the closest, {chosen}."


def share_label(difference: Estimate) -> str:
    """How often a system is chosen over the human, in the model's terms: “46 % (42–50)”."""
    share = _percent(difference.value)
    if difference.low is None or difference.high is None:
        return f"{share} %"
    return f"{share} % ({_percent(difference.low)}–{_percent(difference.high)})"


def _percent(points: float) -> int:
    return round(100 / (1 + math.exp(-points / POINTS_PER_UNIT)))


def _difference_label(difference: Estimate) -> str:
    if difference.low is None or difference.high is None:
        return _signed(difference.value)
    low, high = _signed(difference.low), _signed(difference.high)
    return f"{_signed(difference.value)} ({low} to {high})"


def _signed(points: float) -> str:
    whole = round(points)
    return f"−{-whole}" if whole < 0 else f"+{whole}" if whole else "0"


def _rank_label(standing: Standing) -> str:
    if standing.rank_low is None or standing.rank_high is None:
        return "–"
    if standing.rank_low == standing.rank_high:
        return str(standing.rank_low)
    return f"{standing.rank_low}–{standing.rank_high}"


def _whisker(rating: Estimate | None, axis: Axis | None) -> Whisker | None:
    if rating is None or axis is None:
        return None
    low = rating.value if rating.low is None else rating.low
    high = rating.value if rating.high is None else rating.high
    return Whisker(axis.place(low), axis.place(rating.value), axis.place(high))


def _points(value: float | None) -> str | None:
    """Whole points with a real minus sign."""
    if value is None:
        return None
    whole = round(value)
    return f"−{-whole}" if whole < 0 else str(whole)


def _step(span: float) -> int:
    """A round distance between ticks that leaves about five of them."""
    rough = max(span / 5, 1)
    power = 10 ** math.floor(math.log10(rough))
    return int(next(power * m for m in (1, 2, 5, 10) if power * m >= rough))
