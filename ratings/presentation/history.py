"""Ratings as the votes came in: one line per system, labelled where it ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

import numpy as np
import scipy

from ratings.presentation.axis import Tick, round_values
from ratings.presentation.numbers import at_most, counted, points, whole

SETTLED = 0.5  # the axis spans the ratings of the later half; what an early board drew wider is cut
MARGIN_POINTS = 15
LABEL_PIXELS = 19
LEAST_PIXELS = 260
ROOM = 1.25  # beyond what the labels take, so that few of them stand far from their line
TABLE_BOARDS = 8
LONGEST_LABEL = 20


@dataclass(frozen=True, slots=True)
class Moment:
    """One stored board: the votes it counted, and the ratings by system."""

    board: int
    made_at: datetime
    votes: int
    ratings: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Line:
    """One system. path: of the line, in a square of 100 by 100; y_label: where its label stands.

    leads: whether it is the best of the systems that are not the human.
    """

    system: str
    label: str
    is_human: bool
    leads: bool
    path: str
    y_end: float
    y_label: float


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One system in the table behind the chart: a rating per chosen board, or a dash."""

    system: str
    ratings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class History:
    """The chart, in percent of its width and height; pixels: how tall it is drawn."""

    pixels: int
    lines: tuple[Line, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    moments: tuple[Moment, ...]
    rows: tuple[HistoryRow, ...]
    sentence: str
    cut_off: bool


def history_of(
    moments: Sequence[Moment], systems: Sequence[str], human: str | None
) -> History | None:
    """The chart of boards, oldest first; ``None`` when votes did not grow. systems: best first."""
    last = moments[-1].ratings if moments else {}
    shown = [system for system in systems if system in last]
    start, end = (pick((m.votes for m in moments), default=0) for pick in (min, max))
    if start == end or not shown:
        return None
    low, high = _span(moments)
    pixels = max(LEAST_PIXELS, round(ROOM * LABEL_PIXELS * len(shown)))

    def x(votes: float) -> float:
        return round(100 * (votes - start) / (end - start), 2)

    def y(rating: float) -> float:
        return round(100 * (high - rating) / (high - low), 2)

    ends = [y(last[system]) for system in shown]
    places = spread(ends, gap=100 * LABEL_PIXELS / pixels)
    leader = next((system for system in shown if system != human), None)
    lines = tuple(
        Line(
            system=system,
            label=shortened(system),
            is_human=system == human,
            leads=system == leader,
            path=_path(
                [
                    (x(m.votes), y(m.ratings[system])) if system in m.ratings else None
                    for m in moments
                ]
            ),
            y_end=ends[place],
            y_label=places[place],
        )
        for place, system in enumerate(shown)
    )
    chosen = tuple(moments[k] for k in evenly(len(moments), TABLE_BOARDS))
    return History(
        pixels=pixels,
        lines=lines,
        x_ticks=tuple(Tick(x(votes), whole(votes)) for votes in round_values(start, end)),
        y_ticks=tuple(Tick(y(rating), points(rating)) for rating in round_values(low, high)),
        moments=chosen,
        rows=tuple(_table_row(system, chosen) for system in shown),
        sentence=_sentence(moments, shown),
        cut_off=any(not low <= r <= high for m in moments for r in m.ratings.values()),
    )


def spread(places: Sequence[float], *, gap: float) -> list[float]:
    """Places of labels, 0 to 100, in the order given, at least ``gap`` apart, moved the least.

    Least squares under order: with steps of ``gap`` taken out it is isotonic regression.
    """
    steps = gap * np.arange(len(places))
    level = scipy.optimize.isotonic_regression(np.asarray(places) - steps).x
    placed = np.clip(level, 0.0, max(0.0, 100 - gap * (len(places) - 1))) + steps
    return [round(float(place), 2) for place in placed]


def evenly(number: int, most: int) -> list[int]:
    """At most ``most`` of the positions 0 … number − 1, evenly apart, first and last included."""
    return sorted({round(k) for k in np.linspace(0, number - 1, min(number, most))})


def shortened(name: str) -> str:
    """A name that fits beside its line."""
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1].rstrip()}…"


def _span(moments: Sequence[Moment]) -> tuple[float, float]:
    later = moments[int(SETTLED * (len(moments) - 1)) :]
    ratings = [rating for moment in later for rating in moment.ratings.values()]
    return min(ratings) - MARGIN_POINTS, max(ratings) + MARGIN_POINTS


def _path(places: Sequence[tuple[float, float] | None]) -> str:
    """Path data; a board without a rating of the system breaks the line."""
    parts = []
    for before, place in pairwise([None, *places]):
        if place is not None:
            parts.append(f"{'L' if before else 'M'}{place[0]:g} {place[1]:g}")
    return "".join(parts)


def _table_row(system: str, moments: Sequence[Moment]) -> HistoryRow:
    ratings = (m.ratings.get(system) for m in moments)
    return HistoryRow(system, tuple("–" if r is None else points(r) for r in ratings))


def _sentence(moments: Sequence[Moment], systems: Sequence[str]) -> str:
    """How much the last stretch moved the ratings."""
    end = moments[-1]
    earlier = next((m for m in moments if m.votes >= end.votes / 2), moments[0])
    since = moments[moments.index(earlier) :]
    moved = {
        s: max(ratings) - min(ratings)
        for s in systems
        if len(ratings := [m.ratings[s] for m in since if s in m.ratings]) > 1
    }
    if earlier is end or not moved:
        return f"From {counted(moments[0].votes, 'vote')} to {whole(end.votes)}."
    most = max(moved, key=lambda system: (moved[system], system))
    said = f"Since {counted(earlier.votes, 'vote')} {at_most(moved[most], verb='has moved')}"
    return f"{said}." if moved[most] < 1 else f"{said}; {most} moved most."
