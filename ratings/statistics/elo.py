"""The Elo scale: 400 points are a factor of ten in the odds of winning."""

import math

from ratings.statistics.votes import FloatArray

CENTRE = 1000.0
POINTS_PER_UNIT = 400.0 / math.log(10.0)


def ratings(theta: FloatArray) -> FloatArray:
    """1000 + (400 / ln 10) · (θ - mean θ); θ in natural-log odds."""
    scaled: FloatArray = CENTRE + POINTS_PER_UNIT * (theta - theta.mean())
    return scaled
