"""The Elo scale: 400 points are a factor of ten in the odds of winning."""

import math
from collections.abc import Sequence

from ratings.statistics.votes import FloatArray

CENTRE = 1000.0
ROUNDING_DIGITS = 9
POINTS_PER_UNIT = 400.0 / math.log(10.0)


def ratings(theta: FloatArray) -> FloatArray:
    """1000 + (400 / ln 10) · (θ - mean θ); θ in natural-log odds."""
    scaled: FloatArray = CENTRE + POINTS_PER_UNIT * (theta - theta.mean())
    return scaled


def best_first(theta: FloatArray, names: Sequence[str]) -> list[int]:
    """Positions by strength, equal strengths by name.

    Strengths that differ by less than a billionth are equal: the rest is the rounding of the fit.
    """
    rounded = [round(float(strength), ROUNDING_DIGITS) for strength in theta]
    return sorted(range(len(rounded)), key=lambda k: (-rounded[k], names[k]))
