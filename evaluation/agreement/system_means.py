"""A metric's mean per system, which a rating is compared with."""

from dataclasses import dataclass

import numpy as np

from evaluation.agreement.arrays import Floats
from evaluation.agreement.inputs import Inputs, MetricValues, Rated
from evaluation.agreement.resampling import quantile


@dataclass(frozen=True, slots=True)
class SystemPoint:
    """A system on the scatter plot: mean of the metric (its own sign) against the rating, in Elo.

    low, high: interval of the mean over its clips, of which there are `clips`; None with one clip.
    """

    system: str
    is_human: bool
    clips: int
    metric: float
    metric_low: float | None
    metric_high: float | None
    rating: float
    rating_low: float | None
    rating_high: float | None


@dataclass(frozen=True, slots=True)
class RegisterPoints:
    """Points of one register; register: its name, None for all together."""

    register: str | None
    points: tuple[SystemPoint, ...]


def register_points(inputs: Inputs, values: MetricValues) -> tuple[RegisterPoints, ...]:
    """Return the points over everything, then those of each register that has a board."""
    rows = [RegisterPoints(None, system_points(inputs, values, inputs.ratings))]
    rows += [
        RegisterPoints(name, system_points(inputs, values, ratings, register=place))
        for place, name in enumerate(inputs.registers)
        if (ratings := inputs.register_ratings.get(place))
    ]
    return tuple(rows)


def system_points(
    inputs: Inputs,
    values: MetricValues,
    ratings: tuple[Rated, ...],
    *,
    register: int | None = None,
) -> tuple[SystemPoint, ...]:
    """Return one point for each system that is rated and has a value, in the order of *ratings*.

    Intervals of the mean are Student's over clips, which are taken to be independent.
    """
    kept = slice(None) if register is None else inputs.clips.register[values.clip] == register
    system, value = inputs.clips.system[values.clip][kept], values.value[kept]
    size = len(inputs.systems)
    number = np.bincount(system, minlength=size)
    mean = np.bincount(system, value, minlength=size) / np.maximum(number, 1)
    spread = np.bincount(system, (value - mean[system]) ** 2, minlength=size)
    points = []
    for rated in ratings:
        k, clips = rated.system, int(number[rated.system])
        if not clips:
            continue
        half = _half(clips, spread[k])
        centre = float(mean[k])
        points.append(
            SystemPoint(
                inputs.systems[k],
                k == inputs.human,
                clips,
                centre,
                None if half is None else centre - half,
                None if half is None else centre + half,
                rated.rating,
                rated.low,
                rated.high,
            )
        )
    return tuple(points)


def columns(points: tuple[SystemPoint, ...]) -> tuple[Floats, Floats]:
    """Metric and rating of each point, (n,) each."""
    return (
        np.array([point.metric for point in points], dtype=np.float64),
        np.array([point.rating for point in points], dtype=np.float64),
    )


def _half(clips: int, spread: float) -> float | None:
    """Half the width of the interval of a mean, from the sum of squared deviations."""
    if clips < 2:
        return None
    return quantile(clips) * float(np.sqrt(spread / (clips - 1) / clips))
