"""The axis in Elo points that all whiskers of a table share."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ratings.presentation.numbers import points
from ratings.statistics.standings import Standing

MARGIN_POINTS = 20
OPEN_SHARE = 0.12
TICKS = 5
END = 100.0  # where the axis ends, in percent of its width


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on the axis."""

    x: float
    label: str


@dataclass(frozen=True, slots=True)
class Axis:
    """Elo points, drawn from 0 to 100."""

    low: float
    high: float
    ticks: tuple[Tick, ...]
    human_x: float | None

    def place(self, rating: float) -> float:
        """Where a rating stands on the axis."""
        return round(END * (rating - self.low) / (self.high - self.low), 2)


@dataclass(frozen=True, slots=True)
class Whisker:
    """A rating and its interval on the axis, 0 to 100.

    Without a rating, ``x_mid`` is None and the line runs from the one known bound to the end.
    """

    x_low: float
    x_mid: float | None
    x_high: float


def axis_of(standings: Sequence[Standing], human: str | None) -> Axis | None:
    """The axis around all intervals and one-sided bounds; ``None`` without any of them."""
    ends = [end for standing in standings for end in _ends(standing)]
    if not ends:
        return None
    low, high = min(ends) - MARGIN_POINTS, max(ends) + MARGIN_POINTS
    room = OPEN_SHARE * (high - low)  # to see that a bound is open to one side
    low -= room * any(s.at_most is not None for s in standings)
    high += room * any(s.at_least is not None for s in standings)
    bare = Axis(low, high, (), None)
    ratings = (s.rating.value for s in standings if s.system == human and s.rating)
    human_rating = next(ratings, None)
    return Axis(
        low,
        high,
        tuple(Tick(bare.place(value), points(value)) for value in round_values(low, high)),
        None if human_rating is None else bare.place(human_rating),
    )


def whisker_of(standing: Standing, axis: Axis | None) -> Whisker | None:
    """Where a standing is drawn; ``None`` when it has neither rating nor bound."""
    if axis is None:
        return None
    if standing.at_least is not None:
        return Whisker(axis.place(standing.at_least), None, END)
    if standing.at_most is not None:
        return Whisker(0.0, None, axis.place(standing.at_most))
    rating = standing.rating
    if rating is None:
        return None
    low = rating.value if rating.low is None else rating.low
    high = rating.value if rating.high is None else rating.high
    return Whisker(axis.place(low), axis.place(rating.value), axis.place(high))


def round_values(low: float, high: float) -> list[int]:
    """Round numbers between two values, about five of them."""
    rough = max((high - low) / TICKS, 1)
    power = 10 ** math.floor(math.log10(rough))
    step = int(next(power * m for m in (1, 2, 5, 10) if power * m >= rough))
    return [n * step for n in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _ends(standing: Standing) -> list[float]:
    rating = standing.rating
    ends = [standing.at_least, standing.at_most]
    if rating is not None:
        ends += [rating.value, rating.low, rating.high]
    return [end for end in ends if end is not None]
